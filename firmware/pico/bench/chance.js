/** Seeded chance: the same seed makes the same run. */

let seed = 1;
let state = 1;

export function seedChance(number) {
  seed = state = number + 1;
}

/** 32 bits that follow from a number and the seed alone. */
export function chanceOf(what) {
  let x = Math.imul(what | 0, 0x9e3779b1) ^ Math.imul(seed | 0, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

export function chance() {
  state = (state + 1) | 0;
  return chanceOf(state);
}

export function chanceShare() {
  return chance() / 4294967296;
}
