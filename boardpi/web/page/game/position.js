// A position line, read: `RANKS SIDE HAND OWED SHUTTLE`.

import { maskOf } from "./holes.js";

export const SIDES = ["w", "b"];
/** Where a game begins unless it has a handicap. */
export const START = "bbbbb/5/5/5/wwwww w w0b0 w0b0 -";

/** {archers: Map(hole → {side, isChosen}), side, hand: {w, b}, dead: {w, b}, mask} */
export function parsePosition(line) {
  const [ranks, side, hand] = line.split(" ");
  const archers = new Map();
  ranks.split("/").forEach((rank, number) => readRank(archers, rank, 5 - number));
  const inHand = { w: Number(hand[1]), b: Number(hand[3]) };
  const mask = maskOf([...archers.keys()]);
  return { archers, side, hand: inHand, dead: countDead(archers, inHand), mask };
}

export function other(side) {
  return side === "w" ? "b" : "w";
}

function readRank(archers, rank, row) {
  let column = 0;
  for (const letter of rank) {
    if (letter >= "1" && letter <= "5") {
      column += Number(letter);
    } else {
      const side = letter.toLowerCase();
      archers.set("abcde"[column] + row, { side, isChosen: letter !== side });
      column += 1;
    }
  }
}

function countDead(archers, hand) {
  const dead = { w: 5 - hand.w, b: 5 - hand.b };
  for (const { side } of archers.values()) dead[side] -= 1;
  return dead;
}

/** The holes that a move text names: {origin, target, reentry, takes}. */
export function parseMove(text) {
  const found = /^(?:([a-e][1-5])([-x])([a-e][1-5]))?(?:@([a-e][1-5]))?$/.exec(text);
  if (!found) return { origin: null, target: null, reentry: null, takes: false };
  const [, origin = null, mark, target = null, reentry = null] = found;
  return { origin, target, reentry, takes: mark === "x" };
}
