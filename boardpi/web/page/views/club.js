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
    if (told === this.told) return;
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
      !club.is_online && make("p", { class: "quiet" }, t("club.waiting")),
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
  const code = make("input", { type: "text", maxlength: 20, required: true, autocomplete: "off" });
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
      make("label", { class: "field" }, make("span", {}, t("club.address")), address),
      make("label", { class: "field" }, make("span", {}, t("hub.code")), code),
      make("button", { type: "submit", class: "primary" }, t("club.join")),
    ),
  );
}

function button(label, onclick, kind = null) {
  return make("button", { type: "button", class: kind, onclick }, label);
}
