// The rule sets that the table knows, asked for once.

import { read } from "../connection/api.js";

let known = [];

export async function loadRules() {
  if (known.length === 0) known = (await read("/rules").catch(() => ({ rules: [] }))).rules;
  return known;
}

/** Lines that boards made for both games draw dotted. */
export function dottedLines(name) {
  return known.find((rules) => rules.name === name)?.dotted ?? [];
}

export function ruleTitle(name) {
  return known.find((rules) => rules.name === name)?.title ?? name;
}
