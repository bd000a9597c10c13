// The big screen: board, names and score in large type for a room. No controls;
// ?look=wood|night|paper chooses the looks, ?language=pl the words.

import { read } from "./connection/api.js";
import { archersOf, follow, obey } from "./board/archers.js";
import { Board } from "./board/board.js";
import { make, mark, refill } from "./parts/dom.js";
import { Given } from "./parts/given.js";
import { live } from "./connection/live.js";
import { loadThemes, lookOf } from "./board/looks.js";
import { messageOf, moveWords, nameOf } from "./speech/messages.js";
import { narrate } from "./speech/narrator.js";
import { parsePosition } from "./game/position.js";
import { loadTexts, t } from "./speech/words.js";
import { drawBar, secondsLeft } from "./views/ballot.js";
import { Seats } from "./views/seats.js";
import { isLocal } from "./views/share.js";
import "./connection/session.js"; // hears of a newer page

const LOOKS = ["wood", "night", "paper"];
const SETTLED_MS = 10000;

class Show {
  constructor() {
    this.board = new Board({ shape: "wide", label: t("board.label") });
    mark(this.board.element, { role: "img" });
    this.seats = new Seats();
    this.title = make("h1", { class: "headline" });
    this.text = make("p", { class: "subline" });
    this.last = make("p", { class: "last-moves" });
    this.given = new Given();
    this.bars = make("ul", { class: "bars" });
    this.address = make("p", { class: "address" });
    const code = make("img", { class: "qr", src: "/api/v1/qr.svg", alt: t("share.qr") });
    const invitation = make(
      "div",
      { class: "invitation" },
      code,
      make("div", {}, make("p", {}, t("show.follow")), this.address),
    );
    this.element = make(
      "div",
      { class: "screen" },
      make("div", { class: "stage" }, this.board.element),
      make(
        "div",
        { class: "panel" },
        this.seats.element,
        make("div", { class: "words" }, this.title, this.text, this.last, this.given.element, this.bars),
        invitation,
      ),
    );
    read("/address")
      .then(({ urls }) => {
        mark(invitation, { hidden: isLocal(urls[0]) }); // no phone could follow it
        refill(this.address, urls[0]);
      })
      .catch(() => {});
  }

  show(snapshot) {
    const position = parsePosition(snapshot.position);
    this.archers ??= archersOf(position);
    if (snapshot.board.archers) obey(this.archers, position, snapshot.board.archers);
    else follow(this.archers, position, snapshot.raw);
    this.board.setLines(snapshot.rules.lines, snapshot.rules.dotted);
    this.board.pieces.show(this.archers, position.hand);
    this.board.glow.show(snapshot.lights, (role, hole) =>
      lookOf(snapshot.theme, role, hole, position),
    );
    this.seats.show(snapshot);
    this.#showVote(snapshot.guest?.vote ?? null);
    const message = this.vote ? this.#question() : messageOf(snapshot);
    mark(this.element, { "data-kind": message.kind });
    refill(this.title, message.title);
    refill(this.text, message.kind === "turn" ? "" : message.text);
    this.given.show(snapshot);
    const last = snapshot.moves.at(-1);
    refill(
      this.last,
      last && !snapshot.outcome && !this.vote
        ? `${nameOf(snapshot, moverOf(last))}: ${moveWords(last.move)}`
        : "",
    );
  }

  /** What a class is asked, how much time is left, and what it says so far. */
  #showVote(vote) {
    this.vote = vote;
    this.until = vote?.left_s ? performance.now() + 1000 * vote.left_s : null;
    clearInterval(this.timer);
    if (this.until) this.timer = setInterval(() => refill(this.title, this.#question().title), 500);
    const lines = (vote?.counts ?? []).map(({ move, votes }) =>
      make("li", {}, make("span", {}, moveWords(move)), drawBar(votes, vote.voters)),
    );
    refill(this.bars, lines);
  }

  #question() {
    const title = t(this.vote.is_open ? "vote.title" : "vote.over");
    const left = this.vote.is_open ? secondsLeft(this.until) : null;
    return {
      kind: "vote",
      title: left === null ? title : `${title} ${t("vote.left", { count: left })}`,
      text: t("vote.voters", { count: this.vote.voters }),
    };
  }
}

function moverOf({ position }) {
  return position.split(" ")[1] === "w" ? "b" : "w";
}

async function start() {
  const wishes = new URLSearchParams(location.search);
  const look = LOOKS.includes(wishes.get("look")) ? wishes.get("look") : "wood";
  mark(document.documentElement, {
    "data-look": look,
    "data-paper": look === "night" ? "dark" : "light",
  });
  await Promise.all([loadTexts(wishes.get("language") ?? undefined), loadThemes()]);
  document.title = `${t("nav.show")} · boardpi`;
  const view = new Show();
  refill(document.getElementById("main"), view.element);
  narrate();
  live.addEventListener("table", ({ detail }) => view.show(detail));
  live.addEventListener("link", ({ detail: isOpen }) =>
    document.body.classList.toggle("offline", !isOpen),
  );
  live.addEventListener("renewed", reloadLater);
  live.connect();
}

/** Nobody stands at a big screen to press *Reload*; one that was just loaded is as new as it gets. */
function reloadLater() {
  if (performance.now() > SETTLED_MS) location.reload();
}

start().catch(() => document.querySelector(".unloaded")?.classList.add("failed"));
