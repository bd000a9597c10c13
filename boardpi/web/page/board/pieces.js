// The archers as drawn: ivory and ebony discs on holes, in the air, in the trays.

import { spot } from "../game/holes.js";
import { draw, mark } from "../parts/dom.js";
import { AIR, TRAY } from "./archers.js";
import { traySpot } from "./shapes.js";

const STAR = "M0-11 2.9-3.5 10.5-3.4 4.4 1.3 6.5 8.8 0 4.4 -6.5 8.8 -4.4 1.3 -10.5-3.4 -2.9-3.5Z";

export class Pieces {
  constructor() {
    this.element = draw("g", { class: "pieces", "aria-hidden": "true" });
    this.drawn = new Map();
  }

  setShape(shape) {
    this.shape = shape;
    if (this.archers) this.show(this.archers, this.hand);
  }

  /** Archers at their places; `hand` {w, b} tells which of the trays' come back and which died. */
  show(archers, hand = { w: 0, b: 0 }) {
    this.archers = archers;
    this.hand = hand;
    const waiting = { w: 0, b: 0 };
    for (const archer of archers) {
      const piece = this.pieceOf(archer);
      const number = archer.place === TRAY ? waiting[archer.side]++ : null;
      this.put(piece, archer, number, hand[archer.side]);
    }
  }

  put(piece, archer, number, inHand) {
    const isDead = number !== null && number >= inHand;
    const where = archer.carried ?? this.spotOf(archer, number, inHand);
    piece.classList.toggle("carried", Boolean(archer.carried));
    piece.classList.toggle("flying", archer.place === AIR);
    piece.classList.toggle("fallen", isDead);
    piece.classList.toggle("is-chosen", archer.isChosen);
    piece.classList.toggle("gone", where === null);
    mark(piece, { "data-place": archer.place });
    if (where) piece.style.transform = `translate(${where.x}px, ${where.y}px)`;
    if (archer.place === AIR) this.element.append(piece);
  }

  spotOf(archer, number, inHand) {
    if (number !== null) return traySpot(this.shape, archer.side, number, inHand);
    if (archer.place === AIR && archer.from === TRAY)
      return traySpot(this.shape, archer.side, 0, 1);
    return spot(archer.place === AIR ? archer.from : archer.place);
  }

  pieceOf(archer) {
    if (!this.drawn.has(archer.id)) {
      const piece = drawArcher(archer.side);
      this.drawn.set(archer.id, piece);
      this.element.append(piece);
    }
    return this.drawn.get(archer.id);
  }
}

function drawArcher(side) {
  return draw(
    "g",
    { class: `archer ${side === "w" ? "white" : "black"}` },
    draw("ellipse", { class: "shadow", cx: 2, cy: 5, rx: 27, ry: 26 }),
    draw("circle", { class: "body", r: 27 }),
    draw("circle", { class: "groove", r: 18 }),
    draw("circle", { class: "crown", r: 21.5 }),
    draw("path", { class: "star", d: STAR }),
  );
}
