// How board and trays lie on the screen, and where archers lie in a tray.

export const SHAPES = {
  // trays beside the board: desks and tablets on their side
  wide: {
    view: "-62 -62 638 524",
    turned: "-176 -62 638 524", // the trays lie on the other side
    w: { x: 478, y: 205, width: 98, height: 257 },
    b: { x: 478, y: -62, width: 98, height: 257 },
  },
  // trays above and below: phones
  tall: {
    view: "-62 -150 524 700",
    turned: "-62 -150 524 700",
    w: { x: -62, y: 472, width: 524, height: 78 },
    b: { x: -62, y: -150, width: 524, height: 78 },
  },
  bare: { view: "-62 -62 524 524", turned: "-62 -62 524 524", w: null, b: null },
};

const RIM = 34; // from the end of a tray to the middle of its first archer
const STEP = 46;
const PILE = 27; // the dead lie closer

/** Those who come back stand at the outer end of the tray, the dead lie at the inner one. */
export function traySpot(shape, side, number, inHand) {
  const tray = SHAPES[shape][side];
  if (!tray) return null;
  const isLying = tray.width > tray.height;
  const length = isLying ? tray.width : tray.height;
  const isDead = number >= inHand;
  const along = isDead ? length - RIM - (number - inHand) * PILE : RIM + number * STEP;
  if (isLying) return { x: tray.x + along, y: tray.y + tray.height / 2 };
  return { x: tray.x + tray.width / 2, y: tray.y + (side === "b" ? along : length - along) };
}

export function trayAt(shape, { x, y }) {
  const isInside = (tray) =>
    tray && x >= tray.x && x <= tray.x + tray.width && y >= tray.y && y <= tray.y + tray.height;
  return ["w", "b"].find((side) => isInside(SHAPES[shape][side])) ?? null;
}
