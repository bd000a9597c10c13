// The board on the page: it follows the table, and where hands may reach it, they do.

import { TRAY, archersOf, follow } from "./archers.js";
import { Board } from "./board.js";
import { Hands } from "./hands.js";
import { Reach } from "./reach.js";
import { Reeds } from "./reeds.js";
import { Zones } from "./zones.js";
import { lookOf } from "./looks.js";
import { parseMove, parsePosition } from "../game/position.js";
import { make } from "../parts/dom.js";
import { note } from "../speech/say.js";
import { keep, kept, t } from "../speech/words.js";

/** Trays lie above and below the board, not beside it. */
export const NARROW = window.matchMedia("(max-width: 719px) and (orientation: portrait), (max-width: 479px)");

const TURNED = "boardpi.turned";

let isTurned = kept(TURNED) === "yes"; // which way round boards lie on this device

/** Let a board lie as this device wants it; the button that turns it round. */
export function turnable(board) {
  board.turn(isTurned);
  const press = () => {
    isTurned = !isTurned;
    keep(TURNED, isTurned ? "yes" : "no");
    board.turn(isTurned);
  };
  return make("button", { type: "button", "data-act": "turn", onclick: press }, t("action.turn"));
}

export class TableBoard {
  #snapshot = null;
  #past = null; // an earlier position that is looked at
  #pastArchers = null;
  #turnShape = () => this.#setShape();

  constructor({ mayReach }) {
    this.reeds = new Reeds();
    this.hands = new Hands(this.reeds);
    this.board = new Board({ label: t("board.label") });
    this.zones = new Zones(this.board);
    this.element = this.board.element;
    new Reach(this.board, this.zones, this.hands, () => !this.#past && mayReach());
    this.hands.addEventListener("change", () => this.#draw());
    this.hands.addEventListener("refuse", ({ detail }) => this.#refuse(detail));
    NARROW.addEventListener("change", this.#turnShape);
    this.#setShape();
  }

  leave() {
    NARROW.removeEventListener("change", this.#turnShape);
    this.board.glow.leave();
  }

  show(snapshot) {
    this.#snapshot = snapshot;
    this.board.setLines(snapshot.rules.lines, snapshot.rules.dotted);
    this.hands.see(snapshot);
  }

  /** Look at an earlier position: {position, move}, or null to come back. */
  look(past) {
    this.#past = past;
    this.#pastArchers ??= archersOf(parsePosition(this.#snapshot.position));
    this.#draw();
    if (!past) this.#pastArchers = null;
  }

  #refuse({ key, ...facts }) {
    note(t(key, facts), { isUrgent: true });
  }

  #setShape() {
    this.board.setShape(NARROW.matches ? "tall" : "wide");
    if (this.#snapshot) this.#draw();
  }

  #draw() {
    if (!this.#snapshot) return;
    if (this.#past) this.#drawPast();
    else this.#drawNow();
  }

  #drawNow() {
    const { position, archers, held } = this.hands;
    const { lights, theme } = this.#snapshot;
    this.board.glow.show(lights, (role, hole) => lookOf(theme, role, hole, position));
    this.board.pieces.show(archers, position.hand);
    this.#nameTrays(archers);
    const isActive = this.#snapshot.board.has_hands;
    this.zones.show({ archers, held, hand: position.hand, dead: position.dead, lights, isActive });
    this.element.classList.toggle("holding", Boolean(held));
    this.element.classList.toggle("past", false);
  }

  /** A name lies on the bottom of a tray while it is empty. */
  #nameTrays(archers) {
    const isEmpty = (side) => !archers.some((one) => one.side === side && one.place === TRAY);
    const name = (side) => (isEmpty(side) ? t(`tray.name.${side}`) : "");
    this.board.setTrayNames({ w: name("w"), b: name("b") });
  }

  #drawPast() {
    const position = parsePosition(this.#past.position);
    follow(this.#pastArchers, position, position.mask);
    const lights = lastLights(this.#past.move);
    const { theme } = this.#snapshot;
    this.board.glow.show(lights, (role, hole) => lookOf(theme, role, hole, position));
    this.board.pieces.show(this.#pastArchers, position.hand);
    this.zones.show({
      archers: this.#pastArchers,
      held: null,
      hand: position.hand,
      dead: position.dead,
      lights,
      isActive: false,
    });
    this.element.classList.toggle("past", true);
  }
}

/** From and to of a move, lit as the last one. */
export function lastLights(move) {
  const { origin, target, reentry } = parseMove(move ?? "");
  return Object.fromEntries(
    [origin, target, reentry].filter(Boolean).map((hole) => [hole, "last"]),
  );
}
