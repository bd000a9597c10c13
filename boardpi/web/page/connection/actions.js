// What the page asks the table to do: the table's answer is its newest snapshot.

import { tell } from "./api.js";
import { live } from "./live.js";

/** Whether it was done. */
export async function act(what, body = {}) {
  const table = await tell("POST", `/table/${what}`, body);
  live.take(table);
  return table !== null;
}

/** Go to another place of the page. */
export function go(path) {
  document.dispatchEvent(new CustomEvent("boardpi:go", { detail: path }));
}

/** A step of a lesson: `continue`, `repeat`, `skip` or `end`. */
export function stepLesson(step) {
  return step === "end" ? act("lesson-end") : act("lesson-step", { do: step });
}
