// The lights under the holes: each role in its theme's colour and motion.

import { HOLES, row, spot } from "../game/holes.js";
import { draw, mark } from "../parts/dom.js";

export class Glow {
  constructor() {
    this.lamps = new Map(HOLES.map((hole) => [hole, drawLamp(hole)]));
    this.element = draw("g", { class: "glow", "aria-hidden": "true" }, [...this.lamps.values()]);
  }

  /** lights: {hole: role}; lookOf(role, hole) → {colour, motion, brightness}. */
  show(lights, lookOf) {
    for (const [hole, lamp] of this.lamps) {
      const role = lights[hole] ?? "";
      const look = role ? lookOf(role, hole) : null;
      const now = look ? `${role} ${look.colour} ${look.brightness} ${look.motion.period_ms}` : "";
      if (lamp.dataset.now === now) continue;
      Object.assign(lamp.dataset, { now, role });
      shine(lamp, hole, look);
    }
  }

  /** An endless motion would keep its lamp in memory after the board is gone. */
  leave() {
    for (const lamp of this.lamps.values()) rest(lamp);
  }
}

/** One light away from any board, as a hole would show it. */
export class Lamp {
  constructor(look) {
    this.lamp = drawLamp("c3");
    mark(this.lamp, { transform: null });
    this.element = draw("svg", { class: "board lone", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
    this.element.append(draw("circle", { class: "well", r: 49 }), draw("circle", { class: "hole", r: 11 }), this.lamp);
    shine(this.lamp, "c3", look);
  }

  leave() {
    rest(this.lamp);
  }
}

function rest(lamp) {
  for (const motion of lamp.getAnimations()) motion.cancel();
}

function shine(lamp, hole, look) {
  rest(lamp);
  lamp.classList.toggle("lit", look !== null);
  if (!look) return;
  lamp.style.setProperty("--lamp", look.colour);
  lamp.style.setProperty("--brightness", look.brightness);
  if (look.motion.period_ms) move(lamp, hole, look.motion);
}

/** The curve of the theme as it stands, so that page and pixels move alike. */
function move(lamp, hole, { period_ms: period, curve, spread_ms: spread }) {
  const frames = curve.map(([offset, opacity]) => ({ offset, opacity }));
  const late = spread * ("abcde".indexOf(hole[0]) + row(hole) - 1);
  lamp.animate(frames, { duration: period, iterations: Infinity, delay: late - period });
}

function drawLamp(hole) {
  const { x, y } = spot(hole);
  const circle = (name, r) => draw("circle", { class: name, r });
  const parts = [
    circle("far", 47),
    circle("near", 41),
    circle("edge", 34),
    circle("ring", 34),
    circle("core", 12),
  ];
  return draw("g", { class: "lamp", transform: `translate(${x} ${y})`, "data-hole": hole }, parts);
}
