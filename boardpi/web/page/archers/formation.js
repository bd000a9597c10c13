// A formation of Archers: read from its line, changed by the text of a turn. The rules are the
// table's: here a text is only carried out.

export const SIGNS = "^>v<";
const NAMES = { "^": "north", ">": "east", v: "south", "<": "west" };
const PART = /^([a-o]\d+)(?:([-x])([a-o]\d+)|([\^>v<]))$/;

export function squareName(column, row) {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** Column and row of a square, from 0. */
export function placeOf(square) {
  return { column: square.charCodeAt(0) - 97, row: Number(square.slice(1)) - 1 };
}

/** `north`, `east`, `south` or `west`. */
export function facingName(sign) {
  return NAMES[sign];
}

/** The sign after a quarter turn: -1 to the left, 1 to the right. */
export function turned(sign, way) {
  return SIGNS[(SIGNS.indexOf(sign) + way + 4) % 4];
}

/** `{size, side, archers}`; archers by square, each with an id that it keeps while it moves. */
export function parseFormation(line) {
  const [ranks, side] = line.split(" ");
  const rows = ranks.split("/");
  const archers = new Map();
  rows.forEach((text, number) => {
    let column = 0;
    for (const [, letter, sign, empty] of text.matchAll(/([wbWB])([\^>v<])|(\d+)/g)) {
      if (letter) {
        const owner = letter.toLowerCase();
        const square = squareName(column, rows.length - 1 - number);
        archers.set(square, { id: square, side: owner, sign, isKing: letter !== owner });
      }
      column += empty ? Number(empty) : 1;
    }
  });
  return { size: rows.length, side, archers };
}

/** What a part of a turn says: `{archer, target, sign, isShot}`. */
export function parsePart(text) {
  const [, archer, mark, target, sign] = PART.exec(text);
  return { archer, target, sign, isShot: mark === "x" };
}

/** The same formation with these parts carried out. */
export function withParts(formation, parts) {
  const archers = new Map(formation.archers);
  for (const { archer, target, sign, isShot } of parts.map(parsePart)) {
    if (isShot) {
      archers.delete(target);
      continue;
    }
    const moved = archers.get(archer);
    archers.delete(archer);
    archers.set(target ?? archer, sign ? { ...moved, sign } : moved);
  }
  return { ...formation, archers };
}

/** After a whole turn the other side is to move. */
export function withTurn(formation, turn) {
  const after = withParts(formation, turn.split(","));
  return { ...after, side: formation.side === "w" ? "b" : "w" };
}

/** Whose wood a square is part of: `w`, `b` or null. */
export function woodOf(square, size) {
  const { column, row } = placeOf(square);
  if (Math.abs(column - (size - 1) / 2) > 1) return null;
  if (row < 3) return "w";
  return row >= size - 3 ? "b" : null;
}
