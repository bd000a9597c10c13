// The wooden board as a living drawing: wood, lines, holes, lights, archers.

import { HOLES, PITCH, spot } from "../game/holes.js";
import { draw, mark, refill } from "../parts/dom.js";
import { Glow } from "./glow.js";
import { Pieces } from "./pieces.js";
import { SHAPES } from "./shapes.js";
import { bendOf } from "./paths.js";

const WOOD = { x: -62, y: -62, width: 524, height: 524 };
const MIDDLE = 2 * PITCH;

export class Board {
  names = { w: "", b: "" };
  isTurned = false;

  constructor({ shape = "bare", label = "" } = {}) {
    this.lines = draw("g", { class: "lines" });
    this.holes = draw("g", { class: "holes" }, HOLES.map(drawHole));
    this.glow = new Glow();
    this.trays = draw("g", { class: "trays" });
    this.pieces = new Pieces();
    this.zones = draw("g", { class: "zones" }); // what hands can touch
    this.labels = draw("g", { class: "names", "aria-hidden": "true" });
    this.things = draw(
      "g",
      {},
      this.trays,
      drawWood(),
      this.lines,
      this.holes,
      this.labels,
      this.glow.element,
      this.pieces.element,
      this.zones,
    );
    this.element = draw(
      "svg",
      { class: "board", role: "group", "aria-label": label },
      drawPaints(),
      this.things,
    );
    this.setShape(shape);
    this.turn(false);
  }

  /** Black's row below, with all that lies on the board; what is written stays upright. */
  turn(isTurned) {
    this.isTurned = isTurned;
    mark(this.things, { transform: isTurned ? `rotate(180 ${MIDDLE} ${MIDDLE})` : null });
    mark(this.element, { "data-turned": isTurned });
    refill(this.labels, drawNames(isTurned));
    this.#lay();
  }

  setShape(shape) {
    if (this.shape === shape) return;
    this.shape = shape;
    mark(this.element, { "data-shape": shape });
    this.#lay();
    this.pieces.setShape(shape);
  }

  #lay() {
    const { view, turned } = SHAPES[this.shape];
    mark(this.element, { viewBox: this.isTurned ? turned : view });
    this.#drawTrays();
  }

  /** Names on the bottoms of the trays: {w, b}; archers lie on them. */
  setTrayNames(names) {
    if (this.names.w === names.w && this.names.b === names.b) return;
    this.names = names;
    this.#drawTrays();
  }

  #drawTrays() {
    const sides = ["b", "w"].filter((side) => SHAPES[this.shape][side]);
    refill(
      this.trays,
      sides.flatMap((side) => drawTray(SHAPES[this.shape][side], this.names[side], this.isTurned)),
    );
  }

  setLines(lines, dotted = []) {
    const key = lines.join() + "|" + dotted.join();
    if (this.drawn === key) return;
    this.drawn = key;
    refill(
      this.lines,
      lines.map((line) => drawLine(line, dotted.includes(line))),
    );
  }

  /** A spot of the screen as a spot of the drawing. */
  spotOf(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.things.getScreenCTM().inverse(),
    );
    return { x, y };
  }
}

function drawHole(hole) {
  const { x, y } = spot(hole);
  return draw("circle", { class: "hole", cx: x, cy: y, r: 11 });
}

function drawLine(line, isDotted) {
  const [one, two] = line.split("-");
  const from = spot(one);
  const to = spot(two);
  const bend = bendOf(one, two);
  const way = bend ? `Q${bend.x} ${bend.y} ${to.x} ${to.y}` : `L${to.x} ${to.y}`;
  return draw("path", {
    class: isDotted ? "line dotted" : "line",
    d: `M${from.x} ${from.y}${way}`,
  });
}

function drawWood() {
  const { x, y, width, height } = WOOD;
  const grain = Array.from({ length: 13 }, (_, number) => drawGrain(number + 1));
  return draw(
    "g",
    { class: "wood", "aria-hidden": "true" },
    draw("rect", { class: "plank", x, y, width, height, rx: 26 }),
    grain,
    draw("rect", {
      class: "rim",
      x: x + 10,
      y: y + 10,
      width: width - 20,
      height: height - 20,
      rx: 18,
    }),
  );
}

function drawGrain(number) {
  const { x, y, width, height } = WOOD;
  const start = y + (height * number) / 14;
  const sway = 13 * (-1) ** number + 3 * (number - 5);
  const d = `M${x + 4} ${start}C${x + 170} ${start + sway} ${x + 350} ${start - sway} ${x + width - 4} ${start + sway / 2}`;
  return draw("path", { class: "grain", d });
}

function drawTray({ x, y, width, height }, name, isTurned) {
  const middle = `translate(${x + width / 2} ${y + height / 2})`;
  const turn = ` rotate(${(width > height ? 0 : -90) + (isTurned ? 180 : 0)})`;
  return [
    draw("rect", { class: "tray", x, y, width, height, rx: 22 }),
    draw("text", { class: "tray-name", transform: middle + turn, y: 5 }, name),
  ];
}

/** Letters below and digits on the left of whoever looks at it. */
function drawNames(isTurned) {
  const [left, below] = isTurned ? [446, -48] : [-46, 448];
  const drop = isTurned ? -6 : 6; // from the middle of a digit to its foot
  const columns = [..."abcde"].map((name, number) => [name, number * PITCH, below]);
  const rows = [..."54321"].map((name, number) => [name, left, number * PITCH + drop]);
  return [...columns, ...rows].map(([name, x, y]) => {
    const transform = isTurned ? `rotate(180 ${x} ${y})` : null;
    return draw("text", { class: "name", x, y, transform }, name);
  });
}

function drawPaints() {
  return draw(
    "defs",
    {},
    paint("linearGradient", "wood", { x1: 0, y1: 0, x2: 1, y2: 1 }, ["wood-1", "wood-2", "wood-3"]),
    paint("radialGradient", "ivory", { cx: 0.38, cy: 0.3, r: 0.8 }, ["ivory-1", "ivory-2"]),
    paint("radialGradient", "ebony", { cx: 0.38, cy: 0.3, r: 0.8 }, ["ebony-1", "ebony-2"]),
  );
}

function paint(kind, id, facts, stops) {
  const last = stops.length - 1;
  const parts = stops.map((name, number) => draw("stop", { class: name, offset: number / last }));
  return draw(kind, { id, ...facts }, parts);
}
