// The ten archers as things: each has a colour and a place, which is a hole, the air or the tray.

import { HOLES, holesIn, maskOf, row } from "../game/holes.js";
import { SIDES } from "../game/position.js";

export const AIR = "air";
export const TRAY = "tray";

/** Ten archers of which those that a position names stand on its holes. */
export function archersOf(position) {
  const archers = SIDES.flatMap((side) =>
    [1, 2, 3, 4, 5].map((number) => ({ id: side + number, side, isChosen: false, place: TRAY })),
  );
  for (const [hole, { side, isChosen }] of position.archers) {
    const archer = archers.find((one) => one.side === side && one.place === TRAY);
    Object.assign(archer, { place: hole, isChosen });
  }
  return archers;
}

export function standingMask(archers) {
  return maskOf(archers.map((archer) => archer.place).filter((place) => HOLES.includes(place)));
}

export function archerOn(archers, hole) {
  return archers.find((archer) => archer.place === hole) ?? null;
}

/**
 * Move the archers so that they fill this mask, keeping who is who as well as presence tells.
 * Where the mask shows the position, colour and rank are the position's.
 */
export function follow(archers, position, mask) {
  const before = standingMask(archers);
  for (const hole of holesIn(before & ~mask)) lift(archerOn(archers, hole), hole);
  for (const hole of holesIn(mask & ~before)) {
    const archer = whoArrives(archers, position, hole);
    if (archer) Object.assign(archer, { place: hole, from: null });
  }
  if (mask === position.mask) agree(archers, position);
  return archers;
}

/** Every archer is where the board says: on a hole, in the tray, or in the air above a hole. */
export function obey(archers, position, places) {
  for (const archer of archers) {
    const [place, from = null] = places[archer.id].split(":");
    if (place !== AIR) archer.carried = null;
    Object.assign(archer, { place, from });
    const known = position.archers.get(place);
    if (place !== AIR) archer.isChosen = known?.side === archer.side && known.isChosen;
  }
  return archers;
}

/** Colour and rank as the position has them; nobody is in the air any more. */
export function agree(archers, position) {
  for (const archer of archers) if (archer.place === AIR) archer.place = TRAY;
  for (const [hole, { side, isChosen }] of position.archers) {
    let archer = archerOn(archers, hole);
    if (archer?.side !== side) archer = exchange(archers, position, hole, side);
    if (archer) archer.isChosen = isChosen;
  }
  for (const archer of archers) if (archer.place === TRAY) archer.isChosen = false;
  return archers;
}

function lift(archer, hole) {
  Object.assign(archer, { place: AIR, from: hole });
}

function whoArrives(archers, position, hole) {
  const wanted = position.archers.get(hole)?.side;
  const flying = archers.filter((archer) => archer.place === AIR);
  const waiting = archers.filter((archer) => archer.place === TRAY);
  const home = row(hole) <= 2 ? "w" : "b";
  const taker = position.archers.has(hole) ? flying.find((one) => one.from !== hole) : undefined;
  return (
    taker ??
    flying.find((one) => one.side === wanted) ??
    flying.at(-1) ??
    waiting.find((one) => one.side === (wanted ?? home)) ??
    waiting[0]
  );
}

function exchange(archers, position, hole, side) {
  const present = archerOn(archers, hole);
  const free = archers.filter((one) => one.side === side && isFree(position, one));
  const right = free.find((one) => one.place === TRAY) ?? free[0];
  if (!right) return null;
  if (present) present.place = right.place;
  right.place = hole;
  return right;
}

function isFree(position, archer) {
  return archer.place === TRAY || position.archers.get(archer.place)?.side !== archer.side;
}
