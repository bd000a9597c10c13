// What the page asks the table to do: the table's answer is its newest snapshot.

import { tell } from "./api.js";
import { confirm } from "../parts/dialog.js";
import { t } from "../speech/words.js";
import { live } from "./live.js";

/** Whether it was done. */
export async function act(what, body = {}) {
  const table = await tell("POST", `/table/${what}`, body);
  live.take(table);
  return table !== null;
}

/** Whether the game on the table may be left unfinished: asked where one is being played. */
export async function mayLeaveGame(label) {
  const { moves, outcome, guest, match } = live.snapshot;
  if (guest || outcome || moves.length === 0) return true;
  const names = [match.white ?? t("side.w"), match.black ?? t("side.b")].join(" – ");
  return confirm(t("match.sure"), t("match.sure_text", { names }), label);
}

/** Go to another place of the page. */
export function go(path) {
  document.dispatchEvent(new CustomEvent("boardpi:go", { detail: path }));
}

/** A step of a lesson: `continue`, `repeat`, `skip` or `end`. */
export function stepLesson(step) {
  return step === "end" ? act("lesson-end") : act("lesson-step", { do: step });
}
