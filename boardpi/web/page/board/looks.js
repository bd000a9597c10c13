// What a role of the lights looks like: colour, motion and brightness of the table's theme.

import { read } from "../connection/api.js";
import { row } from "../game/holes.js";

const STILL = {
  period_ms: 0,
  curve: [
    [0, 1],
    [1, 1],
  ],
  spread_ms: 0,
};
const SWELL = {
  period_ms: 4000,
  curve: [
    [0, 1],
    [0.5, 0.55],
    [1, 1],
  ],
  spread_ms: 0,
};
// For people whom motion troubles, as boardpi/table/themes.py has it: what moves swells slowly.
const CALM = { steady: STILL, pulse: SWELL, blink: SWELL, breathe: SWELL, wave: STILL };
const PLAIN = { colour: "#ffffff", tint: "fixed", motion: "steady", brightness: 0.7 };
const TROUBLED = window.matchMedia("(prefers-reduced-motion: reduce)");

let themes = {};

export async function loadThemes() {
  try {
    themes = (await read("/themes")).themes;
  } catch {
    themes = {}; // plain white lights until the table answers
  }
}

/** [{name, title}] for a choice. */
export function themeChoices() {
  return Object.values(themes);
}

/** {colour, motion, brightness} of a role on a hole, in a position whose archers are known. */
export function lookOf(name, role, hole, position) {
  const theme = themes[name] ?? Object.values(themes)[0];
  const look = theme?.roles[role] ?? PLAIN;
  const side = position.archers.get(hole)?.side ?? "w";
  let { colour } = look;
  if (look.tint === "own") colour = theme.own[side];
  if (look.tint === "row") colour = theme.own[row(hole) <= 3 ? "w" : "b"];
  if (look.tint === "kind") colour = theme.roles[kindOf(position, hole)].colour;
  const motions = TROUBLED.matches ? CALM : theme?.motions;
  return { colour, motion: motions?.[look.motion] ?? STILL, brightness: look.brightness };
}

/** The role that a hole had before an archer came there. */
function kindOf(position, hole) {
  if (position.archers.has(hole)) return "capture";
  const home = position.side === "w" ? 1 : 5;
  return position.hand[position.side] && row(hole) === home ? "reentry" : "target";
}
