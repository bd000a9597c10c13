// The table: board, seats, message, moves.

import { make, mark, refill } from "../parts/dom.js";
import { act, stepLesson } from "../connection/actions.js";
import { TableBoard, turnable } from "../board/table_board.js";
import { Guide } from "../board/guide.js";
import { gainTrust, isSpectator, mayMove, mayReach } from "../connection/session.js";
import { other } from "../game/position.js";
import { day, t } from "../speech/words.js";
import { Ballot } from "./ballot.js";
import { ClubPanel } from "./club.js";
import { Faults } from "./faults.js";
import { GuestPanel } from "./guest.js";
import { Message } from "./message.js";
import { MoveList } from "./movelist.js";
import { Seats } from "./seats.js";
import { drawShare } from "./share.js";

export class TableView {
  constructor() {
    this.tableBoard = new TableBoard({ mayReach });
    this.guide = new Guide(this.tableBoard);
    this.seats = new Seats();
    this.message = new Message({
      answer: (choice) => act("answer", { choice }),
      mend: (pair) => mayReach() && this.tableBoard.hands.mend(pair),
      step: stepLesson,
      again: (snapshot) => act("match", sameAgain(snapshot)),
      setUp: () => act("arrange"),
      arrange: (line) => mayReach() && this.tableBoard.hands.arrange(line),
    });
    this.given = make("div");
    this.moves = new MoveList((past) => this.look(past));
    this.faults = new Faults(this.tableBoard);
    this.guest = new GuestPanel();
    this.rota = make("p", { class: "rota-now", hidden: true });
    this.ballot = new Ballot();
    this.tableBoard.element.addEventListener("click", (event) => this.#vote(event));
    this.club = new ClubPanel();
    this.turning = turnable(this.tableBoard.board);
    this.actions = make("div", { class: "actions row" });
    this.welcome = make("section", { class: "card", hidden: true });
    this.warnings = make("div", { class: "warnings", role: "status" });
    this.element = make(
      "div",
      { class: "table-view" },
      make("h1", { class: "unseen" }, t("nav.table")),
      this.seats.element,
      this.rota,
      this.guest.element,
      this.message.element,
      make("div", { class: "stage" }, this.tableBoard.element),
      make(
        "section",
        { class: "side" },
        this.welcome,
        this.ballot.element,
        this.club.element,
        this.given,
        this.actions,
        this.warnings,
        this.moves.element,
        this.faults.element,
        drawShare(),
      ),
    );
  }

  leave() {
    this.tableBoard.leave();
    this.seats.leave();
    this.moves.leave();
    this.ballot.leave();
    this.guide.leave();
    this.club.leave();
    this.sums?.then((sums) => sums.leave());
  }

  show(snapshot) {
    this.tableBoard.show(snapshot);
    this.guide.show(snapshot);
    this.seats.show(snapshot);
    this.guest.show(snapshot);
    this.ballot.show(snapshot);
    this.club.show(snapshot);
    this.message.show(snapshot);
    mark(this.element, { "data-guest": snapshot.guest?.kind ?? null });
    this.#showGiven(snapshot);
    this.moves.show(snapshot);
    this.faults.show(snapshot, isSpectator());
    this.#showRota(snapshot.classroom.rota);
    this.#showWelcome(snapshot);
    this.#showActions(snapshot);
    this.#showWarnings(snapshot.warnings);
  }

  /** After a game: what both gave away. It is loaded when a game ends. */
  async #showGiven(snapshot) {
    if (!snapshot.outcome && !this.sums) return;
    this.sums ??= import("../parts/given.js").then(({ Given }) => {
      const sums = new Given();
      refill(this.given, sums.element);
      return sums;
    });
    (await this.sums).show(snapshot);
  }

  /** Pupils look on and vote; whoever may move archers votes in the list. */
  #vote(event) {
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (place && !mayMove()) this.ballot.touch(place);
  }

  look(past) {
    this.tableBoard.look(past);
    this.element.classList.toggle("past", past !== null);
  }

  /** A table that nobody has set up offers it, until somebody plays. */
  async #showWelcome({ is_new: isNew, moves, guest }) {
    const isWanted = isNew && !moves.length && !guest && !isSpectator();
    mark(this.welcome, { hidden: !isWanted });
    if (!isWanted || this.isWelcoming) return;
    this.isWelcoming = true;
    const { drawWelcome } = await import("./organising/welcome.js");
    refill(this.welcome, await drawWelcome());
  }

  /** Who is at the board, and who comes next. */
  #showRota(rota) {
    const key = JSON.stringify([rota, isSpectator()]);
    if (this.turns === key) return;
    this.turns = key;
    mark(this.rota, { hidden: !rota });
    if (!rota) return;
    const { players, at } = rota;
    const facts = { name: players[at].name, next: players[(at + 1) % players.length].name };
    const next = make("button", { type: "button", onclick: () => act("rota-next") }, t("rota.next"));
    refill(this.rota, make("span", {}, t("rota.now", facts)), !isSpectator() && players.length > 1 && next);
  }

  /** Only news: what is written anew is read aloud again. */
  #showWarnings(warnings) {
    const key = JSON.stringify([warnings, isSpectator()]);
    if (this.warned === key) return;
    this.warned = key;
    const known = warnings.filter(({ code }) => code !== "backup_due" || !isSpectator());
    refill(this.warnings, known.map(drawWarning));
  }

  #showActions(snapshot) {
    const isVirtual = snapshot.board.has_hands; // there the message sets the next game up
    const { moves, outcome, guest, coach } = snapshot;
    const isOutside = isSpectator();
    const facts = [moves.length > 0, outcome !== null, isVirtual, guest?.kind, coach?.may_begin];
    const key = [...facts, isOutside].join(" ");
    if (this.shown === key) return;
    this.shown = key;
    if (isOutside) {
      return void refill(this.actions, button("watch.join", gainTrust), this.turning, link("nav.how", "/how"));
    }
    // while the game waits the guest has its own buttons
    if (guest) return void refill(this.actions, this.turning);
    const hasEnded = outcome !== null;
    refill(
      this.actions,
      hasEnded && !isVirtual && button("action.next_game", () => act("next"), "primary"),
      coach?.may_begin && button("coach.begin", () => act("coach", { ...coachOf(coach), begin: true })),
      moves.length > 0 && button("action.take_back", () => act("take-back")),
      !hasEnded && button("coach.hint", () => act("hint")),
      hasEnded && link("review.title", `/book/games/${snapshot.match.game_id}`),
      link("action.match", "/match"),
      this.turning,
      moves.length === 0 && link("nav.how", "/how"),
    );
  }
}

/** A new match of the same two, with the same clocks: who was Black begins with White. */
function sameAgain({ rules, match, coach }) {
  const seats = { white: match.black, black: match.white };
  const handicap = match.handicap && -match.handicap; // the help stays with the player
  if (!coach) return { rules: rules.name, handicap, ...seats };
  const side = other(coach.side);
  const person = side === "w" ? { black: seats.black } : { white: seats.white };
  return { rules: rules.name, handicap, ...person, coach: { side, level: coach.level } };
}

function coachOf({ side, level }) {
  return { side, level };
}

function button(key, onclick, kind = null) {
  return make("button", { type: "button", class: kind, onclick }, t(key));
}

function link(key, href) {
  return make("a", { class: "button", href }, t(key));
}

function drawWarning({ code, message, params }) {
  const key = `warning.${code}`;
  const text = t(key, { ...params, ...(params?.day && { day: day(params.day) }) });
  const way = code === "backup_due" && make("a", { href: "/backup" }, t("backup.press"));
  return make("p", { class: "warning" }, text === key ? message : text, way && " ", way);
}
