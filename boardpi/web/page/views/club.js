// The table in a club: who plays here now, the clock of the round, the arbiter; joining and leaving.

import { act } from "../connection/actions.js";
import { make, refill } from "../parts/dom.js";
import { note } from "../speech/say.js";
import { clock, t } from "../speech/words.js";

/** On the table's own page: shown only where the table has joined. */
export class ClubPanel {
  constructor() {
    this.element = make("section", { class: "card club", hidden: true });
    this.clock = make("p", { class: "clock" });
    this.ticking = setInterval(() => this.#tick(), 1000);
  }

  leave() {
    clearInterval(this.ticking);
  }

  show({ club }) {
    const told = JSON.stringify(club);
    if (told === this.told || this.element.contains(document.activeElement?.closest("input, select"))) return;
    Object.assign(this, { told, round: club?.round, heard: performance.now() });
    this.element.hidden = !club;
    if (!club) return;
    const { seat } = club;
    const call = async () => (await act("call")) && note(t("club.called"));
    refill(
      this.element,
      make("h2", {}, seat?.event || t("club.title")),
      this.clock,
      seat && make("p", { class: "strong" }, `${t("club.next")}: ${seat.white} – ${seat.black}`),
      seat?.ruling && make("p", { class: "strong" }, rulingWords(seat.ruling)),
      !club.is_online && make("p", { class: "quiet" }, t("club.waiting")),
      drawFar(club),
      make(
        "div",
        { class: "actions" },
        seat && !seat.is_taken && button(t("club.sit"), () => act("sit"), "primary"),
        button(t("club.call"), call),
      ),
    );
    this.#tick();
  }

  #tick() {
    const round = this.round;
    this.clock.hidden = !round?.number;
    if (this.clock.hidden) return;
    const gone = round.is_running ? (performance.now() - this.heard) / 1000 : 0;
    const left = round.left_s === null ? "" : ` · ${clock((round.left_s - gone) * 1000)}`;
    refill(this.clock, t("hub.round", { number: round.number, rounds: round.of }) + left);
  }
}

function rulingWords({ halves, reason }) {
  return t("club.ruling", { score: halves.map((half) => half / 2).join(" : "), reason });
}

/** Among what an organiser sets: join by address and code, or leave. */
export function drawMembership(club) {
  if (club)
    return make(
      "div",
      {},
      make("h2", {}, t("club.title")),
      make("p", {}, t("club.joined", { name: club.name, club: club.club })),
      !club.is_online && make("p", { class: "quiet" }, t("club.waiting")),
      button(t("club.leave"), () => act("hub-leave")),
    );
  const address = make("input", { type: "text", maxlength: 200, required: true });
  const code = make("input", { type: "text", maxlength: 40, autocomplete: "off" }); // the address may have it
  const onsubmit = (event) => {
    event.preventDefault();
    act("hub-join", { address: address.value.trim(), code: code.value.trim() });
  };
  return make(
    "details",
    {},
    make("summary", {}, t("club.join")),
    make("p", { class: "quiet" }, t("club.join_hint")),
    make(
      "form",
      { onsubmit },
      field(t("club.address"), address),
      field(t("hub.code"), code),
      make("button", { type: "submit", class: "primary" }, t("club.join")),
    ),
  );
}

/** A match with another table: what is to be seen and done; nothing where no other is there. */
function drawFar({ far, others, seat }) {
  if (far) return drawMatch(far);
  const inviting = others.filter((table) => table.invites);
  if (inviting.length) return inviting.map(drawInvitation);
  return others.length && !seat ? drawAsking(others) : null;
}

function drawInvitation({ name, title }) {
  const player = make("input", { type: "text", maxlength: 40, autocomplete: "off" });
  const accept = () => act("far-accept", { table: name, player: player.value.trim() });
  return make(
    "div",
    { class: "far-match" },
    make("p", { class: "strong" }, t("far.invites", { table: title })),
    field(t("far.player"), player),
    make("div", { class: "actions" }, button(t("far.accept"), accept, "primary")),
  );
}

function drawAsking(others) {
  const table = make("select", {}, others.map(({ name, title }) => make("option", { value: name }, title)));
  const player = make("input", { type: "text", maxlength: 40, autocomplete: "off" });
  const onsubmit = (event) => {
    event.preventDefault();
    document.activeElement?.blur();
    act("far-invite", { table: table.value, player: player.value.trim() });
  };
  return make(
    "details",
    { class: "far-match" },
    make("summary", {}, t("far.title")),
    make(
      "form",
      { onsubmit },
      field(t("hub.table"), table),
      field(t("far.player"), player),
      make("button", { type: "submit", class: "primary" }, t("far.invite")),
    ),
  );
}

function drawMatch(far) {
  const { title: table, plies, state } = far;
  const answer = (agree) => () => act("far-answer", { agree });
  const isAsked = state === "asked" || state === "draw";
  return make(
    "div",
    { class: "far-match" },
    make("p", {}, matchWords(far)),
    far.has_begun && !far.is_online && make("p", { class: "quiet" }, t("far.away", { table })),
    isAsked && make("p", { class: "strong" }, t(`far.${state}`, { table, plies })),
    state === "pending" && make("p", {}, t("far.pending", { table })),
    make(
      "div",
      { class: "actions" },
      isAsked && button(t("far.agree"), answer(true), "primary"),
      isAsked && button(t("far.refuse"), answer(false)),
      state === "pending" && button(t("far.withdraw"), answer(false)),
      button(t("far.end"), () => act("far-leave")),
    ),
  );
}

function matchWords({ title: table, has_begun: hasBegun, has_left: hasLeft, side }) {
  if (!hasBegun) return t("far.waiting", { table });
  if (hasLeft) return t("far.left", { table });
  return t("far.playing", { table, side: side ? t(`side.${side}`) : "–" });
}

function field(label, input) {
  return make("label", { class: "field" }, make("span", {}, label), input);
}

function button(label, onclick, kind = null) {
  return make("button", { type: "button", class: kind, onclick }, label);
}
