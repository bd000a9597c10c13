// The 25 holes and sets of them as masks: bit 0 = a1 … bit 24 = e5.

export const HOLES = [..."12345"].flatMap((digit) => [..."abcde"].map((letter) => letter + digit));
export const PITCH = 100; // units of the drawing between two holes

const NUMBER = new Map(HOLES.map((hole, number) => [hole, number]));

export function isHole(text) {
  return NUMBER.has(text);
}

export function bit(hole) {
  return 1 << NUMBER.get(hole);
}

export function maskOf(holes) {
  return holes.reduce((mask, hole) => mask | bit(hole), 0);
}

export function holesIn(mask) {
  return HOLES.filter((hole) => mask & bit(hole));
}

export function row(hole) {
  return Number(hole[1]);
}

/** The spot of a hole on the drawing: x to the right from column a, y down from row 5. */
export function spot(hole) {
  return { x: "abcde".indexOf(hole[0]) * PITCH, y: (5 - row(hole)) * PITCH };
}

/** The hole nearest to a spot of the drawing, if one is near enough to be meant. */
export function holeAt({ x, y }, reach = PITCH / 2) {
  const column = Math.round(x / PITCH);
  const line = 5 - Math.round(y / PITCH);
  const hole = "abcde"[column] + line;
  if (!isHole(hole)) return null;
  const there = spot(hole);
  return Math.hypot(x - there.x, y - there.y) <= reach ? hole : null;
}

/** The neighbour in a direction, for the arrow keys; the hole itself at the rim. */
export function beside(hole, across, up) {
  const next = "abcde"["abcde".indexOf(hole[0]) + across] + (row(hole) + up);
  return isHole(next) ? next : hole;
}
