// The table: board, seats, message, moves.

import { make, refill } from "../dom.js";
import { tell } from "../api.js";
import { Stage } from "../board/stage.js";
import { Guide } from "../board/guide.js";
import { live } from "../live.js";
import { mayReach } from "../session.js";
import { parsePosition } from "../position.js";
import { t } from "../words.js";
import { Faults } from "./faults.js";
import { Message } from "./message.js";
import { MoveList } from "./movelist.js";
import { Seats } from "./seats.js";
import { drawShare } from "./share.js";

export class TableView {
  constructor() {
    this.stage = new Stage({ mayReach });
    this.guide = new Guide(this.stage);
    this.seats = new Seats();
    this.message = new Message({
      answer: (choice) => act("answer", { choice }),
      mend: (pair) => mayReach() && this.stage.hands.mend(pair),
      arrange: (line) => mayReach() && this.stage.hands.arrange(parsePosition(line)),
    });
    this.moves = new MoveList((past) => this.look(past));
    this.faults = new Faults(this.stage);
    this.actions = make("div", { class: "actions row" });
    this.warnings = make("div", { class: "warnings" });
    this.element = make(
      "div",
      { class: "table-view" },
      make("h1", { class: "unseen" }, t("nav.table")),
      this.seats.element,
      this.message.element,
      make("div", { class: "stage" }, this.stage.element),
      make(
        "section",
        { class: "side" },
        this.actions,
        this.warnings,
        this.moves.element,
        this.faults.element,
        drawShare(),
      ),
    );
  }

  leave() {
    this.stage.leave();
    this.seats.leave();
    this.guide.leave();
  }

  show(snapshot) {
    this.stage.show(snapshot);
    this.guide.show(snapshot);
    this.seats.show(snapshot);
    this.message.show(snapshot);
    this.moves.show(snapshot);
    this.faults.show(snapshot);
    this.#showActions(snapshot);
    refill(this.warnings, snapshot.warnings.map(drawWarning));
  }

  look(past) {
    this.stage.look(past);
    this.element.classList.toggle("past", past !== null);
  }

  #showActions(snapshot) {
    const isVirtual = snapshot.board.has_hands; // there the message sets the next game up
    const key = `${snapshot.moves.length > 0} ${snapshot.outcome !== null} ${isVirtual}`;
    if (this.shown === key) return;
    this.shown = key;
    const back = make(
      "button",
      { type: "button", onclick: () => act("take-back", {}) },
      t("action.take_back"),
    );
    const next = make(
      "button",
      { type: "button", class: "primary", onclick: () => act("next", {}) },
      t("action.next_game"),
    );
    const match = make("a", { class: "button", href: "/match" }, t("action.match"));
    refill(
      this.actions,
      snapshot.outcome !== null && !isVirtual && next,
      snapshot.moves.length > 0 && back,
      match,
    );
  }
}

async function act(what, body) {
  live.take(await tell("POST", `/table/${what}`, body));
}

function drawWarning({ code, message, params }) {
  const key = `warning.${code}`;
  const text = t(key, params ?? {});
  return make("p", { class: "warning", role: "status" }, text === key ? message : text);
}
