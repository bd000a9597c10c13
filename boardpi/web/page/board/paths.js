// Where a line bends: one that would run straight through a hole which it does not touch.

import { HOLES, PITCH, spot } from "../game/holes.js";

const PULLS = [0.5, -0.5, 0.7, -0.7, 0.9, -0.9, 1.1, -1.1];
const SAMPLES = 40;

/** The point that pulls the line, or null; the same choice as in boardpi/rules/paths.py. */
export function bendOf(one, two) {
  const from = spot(one);
  const to = spot(two);
  const across = (to.x - from.x) / PITCH;
  const down = (to.y - from.y) / PITCH;
  if (divisor(Math.abs(across), Math.abs(down)) === 1) return null;
  const length = Math.hypot(across, down);
  const bends = PULLS.map((pull) => ({
    x: (from.x + to.x) / 2 + (pull * PITCH * down) / length,
    y: (from.y + to.y) / 2 - (pull * PITCH * across) / length,
  }));
  const others = HOLES.filter((hole) => hole !== one && hole !== two).map(spot);
  const room = (bend) => clearance(from, bend, to, others);
  return bends.reduce((best, bend) => (room(bend) > room(best) ? bend : best));
}

function clearance(from, bend, to, others) {
  let least = Infinity;
  for (let number = 0; number <= SAMPLES; number += 1) {
    const part = number / SAMPLES;
    const [near, middle, far] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
    const x = near * from.x + middle * bend.x + far * to.x;
    const y = near * from.y + middle * bend.y + far * to.y;
    for (const hole of others) least = Math.min(least, Math.hypot(x - hole.x, y - hole.y));
  }
  return least;
}

function divisor(one, two) {
  return two === 0 ? one : divisor(two, one % two);
}
