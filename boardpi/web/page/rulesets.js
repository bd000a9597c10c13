// The rule sets that the table knows, asked for once.

import { read } from "./api.js";

let known = [];

export async function loadRules() {
  if (known.length === 0) known = (await read("/rules").catch(() => ({ rules: [] }))).rules;
  return known;
}

export function ruleTitle(name) {
  return known.find((rules) => rules.name === name)?.title ?? name;
}
