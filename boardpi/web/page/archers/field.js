// The field of Archers as a drawing: squares that hands, keys and screen readers reach, woods,
// zones, and archers that look somewhere.

import { draw, mark, refill } from "../parts/dom.js";
import { t } from "../speech/words.js";
import { SIGNS, facingName, placeOf, squareName, woodOf } from "./formation.js";

const SIDE = 10; // of a square
const EDGE = 5.5;
const DRAG = 6; // pixels before a touch is a drag
const STEPS = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };

export class FieldBoard {
  size = 0;
  focused = null;
  #archers = new Map();
  #held = null;

  /** `choose(square)`, `wish(from, to)` and `press(key, square)` hear what hands do. */
  constructor({ choose, wish, press }) {
    Object.assign(this, { choose, wish, press });
    this.squares = new Map();
    this.ground = draw("g", { class: "squares" });
    this.names = draw("g", { class: "square-names", "aria-hidden": "true" });
    this.pieces = draw("g", { class: "pieces", "aria-hidden": "true" });
    this.element = draw(
      "svg",
      { class: "field-board", role: "group", "aria-label": t("archers.field") },
      drawHatches(),
      this.ground,
      this.names,
      this.pieces,
    );
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerdown", (event) => this.#grip(event));
    this.element.addEventListener("pointermove", (event) => this.#carry(event));
    this.element.addEventListener("pointerup", (event) => this.#letGo(event));
    this.element.addEventListener("pointercancel", () => this.#drop());
  }

  /** All that is to be seen: see `marksOf`. */
  show(formation, marks) {
    if (this.size !== formation.size) this.#lay(formation.size);
    for (const [square, element] of this.squares) {
      const archer = formation.archers.get(square);
      const found = marksOf(square, archer, marks, this.size);
      mark(element, {
        "aria-label": [square, ...found.words].join(", "),
        "aria-disabled": marks.isActive ? null : "true",
        "data-marks": found.names.join(" ") || null,
      });
    }
    this.#place(formation.archers, marks);
    this.#aim(this.focused);
  }

  focus(square) {
    this.#aim(square);
    this.squares.get(square)?.focus();
  }

  #lay(size) {
    this.size = size;
    const wide = size * SIDE + EDGE;
    mark(this.element, { viewBox: `${-EDGE} -1 ${wide + 1} ${wide + 1}`, "data-size": size });
    this.squares = new Map();
    for (let row = size - 1; row >= 0; row -= 1)
      for (let column = 0; column < size; column += 1) {
        const square = squareName(column, row);
        this.squares.set(square, drawSquare(square, size));
      }
    refill(this.ground, [...this.squares.values()]);
    refill(this.names, drawNames(size));
    this.#archers = new Map();
    refill(this.pieces);
    this.focused = squareName((size - 1) / 2, 2);
  }

  #place(archers, { attacked, chosen }) {
    const seen = new Set();
    for (const [square, archer] of archers) {
      const piece = this.#archers.get(archer.id) ?? this.#add(archer);
      seen.add(archer.id);
      piece.angle = nearest(piece.angle, SIGNS.indexOf(archer.sign) * 90);
      const { x, y } = middle(square, this.size);
      piece.spot = { x, y };
      this.#move(piece);
      piece.element.classList.toggle("attacked", attacked.has(square));
      piece.element.classList.toggle("is-chosen", chosen === square);
    }
    for (const [id, { element }] of this.#archers)
      if (!seen.has(id)) {
        element.remove();
        this.#archers.delete(id);
      }
  }

  #add(archer) {
    const piece = { angle: SIGNS.indexOf(archer.sign) * 90, element: drawArcher(archer) };
    this.#archers.set(archer.id, piece);
    this.pieces.append(piece.element);
    return piece;
  }

  #move({ element, spot, angle }) {
    element.style.transform = `translate(${spot.x}px, ${spot.y}px) rotate(${angle}deg)`;
  }

  /** One square alone is reached by Tab, the others by arrows. */
  #aim(square) {
    this.focused = square;
    for (const [name, element] of this.squares) mark(element, { tabindex: name === square ? 0 : -1 });
  }

  #click(event) {
    const square = event.target.closest?.("[data-square]")?.dataset.square;
    if (!square) return;
    this.#aim(square);
    this.choose(square);
  }

  #key(event) {
    const square = event.target.closest?.("[data-square]")?.dataset.square;
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in STEPS) {
      const { column, row } = placeOf(square);
      const [right, up] = STEPS[event.key];
      const next = squareName(column + right, row + up);
      if (this.squares.has(next)) this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") this.choose(square);
    else if (!this.press(event.key, square)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ── dragging ───────────────────────────────────────────────────────────────────────────────

  #grip(event) {
    const square = event.target.closest?.("[data-square]");
    if (!square?.dataset.marks?.split(" ").includes("own") || event.button !== 0) return;
    this.#held = { from: square.dataset.square, x: event.clientX, y: event.clientY, isMoving: false };
  }

  #carry(event) {
    const held = this.#held;
    if (!held) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.isMoving && far < DRAG) return;
    if (!held.isMoving) {
      held.isMoving = true;
      held.piece = this.#pieceAt(held.from);
      this.element.setPointerCapture(event.pointerId);
      held.piece?.element.classList.add("carried");
    }
    if (held.piece) this.#move({ ...held.piece, spot: this.#spotOf(event) });
  }

  #letGo(event) {
    const held = this.#held;
    this.#drop();
    if (!held?.isMoving) return;
    const { x, y } = this.#spotOf(event);
    const [column, row] = [Math.floor(x / SIDE), this.size - 1 - Math.floor(y / SIDE)];
    const target = squareName(column, row);
    if (target !== held.from && this.squares.has(target)) this.wish(held.from, target);
  }

  #drop() {
    const piece = this.#held?.piece;
    this.#held = null;
    if (!piece) return;
    piece.element.classList.remove("carried");
    this.#move(piece);
  }

  #pieceAt(square) {
    const { x, y } = middle(square, this.size);
    return [...this.#archers.values()].find(({ spot }) => spot.x === x && spot.y === y);
  }

  #spotOf(event) {
    const matrix = this.element.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x, y };
  }
}

/** The names by which a square is painted, and the words by which it is read. */
function marksOf(square, archer, marks, size) {
  const { attacked, chosen, steps, shots, zones, movable, last } = marks;
  const wood = woodOf(square, size);
  const found = [
    [archer && movable === archer.side, "own", null],
    [wood, `wood-${wood}`, wood && t(`archers.square.wood.${wood}`)],
    [zones?.w.has(square), "zone-w", t("archers.square.zone.w")],
    [zones?.b.has(square), "zone-b", t("archers.square.zone.b")],
    [attacked.has(square), "attacked", t("archers.square.attacked")],
    [chosen === square, "chosen", t("archers.square.chosen")],
    [steps.has(square), "step", t("archers.square.step")],
    [shots.has(square), "shoot", t("archers.square.shoot")],
    [last.has(square), "last", null],
  ].filter(([is]) => is);
  const who = archer
    ? [t(`archers.${archer.isKing ? "king" : "archer"}.${archer.side}`), t(`archers.facing.${facingName(archer.sign)}`)]
    : [t("archers.square.empty")];
  const words = [...who, ...found.map(([, , said]) => said).filter(Boolean)];
  return { names: found.map(([, name]) => name), words };
}

function middle(square, size) {
  const { column, row } = placeOf(square);
  return { x: (column + 0.5) * SIDE, y: (size - row - 0.5) * SIDE };
}

/** The same direction as near as possible to where an archer looks: it turns the short way. */
function nearest(from, to) {
  return to + 360 * Math.round((from - to) / 360);
}

function drawSquare(square, size) {
  const { x, y } = middle(square, size);
  const [left, top] = [x - SIDE / 2, y - SIDE / 2];
  const box = { x: left, y: top, width: SIDE, height: SIDE };
  return draw(
    "g",
    { class: "square", role: "button", tabindex: -1, "data-square": square },
    draw("rect", { class: "floor", ...box }),
    draw("rect", { class: "hatch w", ...box, fill: "url(#zone-w)" }),
    draw("rect", { class: "hatch b", ...box, fill: "url(#zone-b)" }),
    draw("circle", { class: "dot", cx: x, cy: y, r: 1.7 }),
    draw("circle", { class: "aim", cx: x, cy: y, r: 4.5 }),
    draw("rect", { class: "frame", x: left + 0.5, y: top + 0.5, width: SIDE - 1, height: SIDE - 1, rx: 1 }),
  );
}

/** White's zones are hatched one way, Black's the other: no colour is needed to tell them apart. */
function drawHatches() {
  const hatch = (side, way) =>
    draw(
      "pattern",
      { id: `zone-${side}`, width: 2.5, height: 2.5, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${way})` },
      draw("line", { class: `hatching ${side}`, x1: 0, y1: 0, x2: 0, y2: 2.5 }),
    );
  return draw("defs", {}, hatch("w", 45), hatch("b", -45));
}

function drawNames(size) {
  const name = (text, x, y) => draw("text", { x, y }, text);
  return Array.from({ length: size }, (_, number) => [
    name(squareName(number, 0)[0], (number + 0.5) * SIDE, size * SIDE + 3.6),
    name(String(number + 1), -2.8, (size - number - 0.5) * SIDE + 1.1),
  ]).flat();
}

/** Seen from above, looking up: the body, a bow before it, an arrow that tells where it looks. */
function drawArcher({ side, isKing }) {
  return draw(
    "g",
    { class: `facing-archer ${side === "w" ? "white" : "black"}` },
    draw("circle", { class: "alarm", r: 4.4 }),
    draw("circle", { class: "body", cy: 0.6, r: 3.1 }),
    isKing && draw("path", { class: "king", d: "M-1.7 2.2v-2.4l1 .9.7-1.4.7 1.4 1-.9v2.4z" }),
    draw("path", { class: "bow", d: "M-3.5-1.2C-2.6-3.7 2.6-3.7 3.5-1.2" }),
    draw("path", { class: "arrow", d: isKing ? "M0-1.6V-4.4M-.9-3.4 0-4.6l.9 1.2" : "M0 2.4V-4.4M-.9-3.4 0-4.6l.9 1.2" }),
  );
}
