// The wooden board as a living drawing: wood, lines, holes, lights, archers.

import { HOLES, PITCH, spot } from "../game/holes.js";
import { draw, mark, refill } from "../parts/dom.js";
import { Glow } from "./glow.js";
import { Pieces } from "./pieces.js";
import { SHAPES } from "./shapes.js";
import { bendOf } from "./paths.js";

const WOOD = { x: -62, y: -62, width: 524, height: 524 };

export class Board {
  names = { w: "", b: "" };

  constructor({ shape = "bare", label = "" } = {}) {
    this.lines = draw("g", { class: "lines" });
    this.holes = draw("g", { class: "holes" }, HOLES.map(drawHole));
    this.glow = new Glow();
    this.trays = draw("g", { class: "trays" });
    this.pieces = new Pieces();
    this.zones = draw("g", { class: "zones" }); // what hands can touch
    this.element = draw(
      "svg",
      { class: "board", role: "group", "aria-label": label },
      drawPaints(),
      this.trays,
      drawWood(),
      this.lines,
      this.holes,
      drawNames(),
      this.glow.element,
      this.pieces.element,
      this.zones,
    );
    this.setShape(shape);
  }

  setShape(shape) {
    if (this.shape === shape) return;
    this.shape = shape;
    mark(this.element, { viewBox: SHAPES[shape].view, "data-shape": shape });
    this.#drawTrays();
    this.pieces.setShape(shape);
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
      sides.flatMap((side) => drawTray(SHAPES[this.shape][side], this.names[side])),
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
      this.element.getScreenCTM().inverse(),
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

function drawTray({ x, y, width, height }, name) {
  const middle = `translate(${x + width / 2} ${y + height / 2})`;
  const turn = width > height ? "" : " rotate(-90)";
  return [
    draw("rect", { class: "tray", x, y, width, height, rx: 22 }),
    draw("text", { class: "tray-name", transform: middle + turn, y: 5 }, name),
  ];
}

function drawNames() {
  const columns = [..."abcde"].map((name, number) => [name, number * PITCH, 448]);
  const rows = [..."54321"].map((name, number) => [name, -46, number * PITCH + 6]);
  const names = [...columns, ...rows].map(([name, x, y]) =>
    draw("text", { class: "name", x, y }, name),
  );
  return draw("g", { class: "names", "aria-hidden": "true" }, names);
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
