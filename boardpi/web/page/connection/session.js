// What this browser may do: change things, and move the virtual board's archers.

import { openSession, read } from "./api.js";
import { isRefusal, live } from "./live.js";
import { askPin } from "./pin.js";
import { note } from "../speech/say.js";
import { t } from "../speech/words.js";

const VERSION = new URL("..", import.meta.url).pathname.split("/").at(-2);

let session = { is_open: false, may_move: false, is_here: true };

/** Ask what this browser may do; who shows that hears of it, for snapshots may have come before. */
export async function refreshSession() {
  try {
    session = await read("/session");
    live.dispatchEvent(new Event("session"));
    // the table was renewed while this page stayed open
    if (session.page && session.page !== VERSION) live.dispatchEvent(new Event("renewed"));
  } catch {
    // the table is away; what was true stays true until it answers
  }
}

/** Whether this browser has given the PIN. */
export function isTrusted() {
  return session.is_open;
}

/** Whether this browser only looks on: it is not at the table and has not given the PIN. */
export function isSpectator() {
  return !session.is_open && !session.is_here;
}

/** Ask for the PIN and tell whether it was right. */
export async function gainTrust() {
  const isGiven = await askPin(openSession);
  await refreshSession();
  return isGiven;
}

/** Whether this browser's hands move archers. */
export function mayMove() {
  return session.may_move;
}

/** Whether these hands may move archers now; if only the PIN is missing, it is asked for. */
export function mayReach() {
  if (!live.snapshot?.board.has_hands) return false;
  if (!live.isOpen) {
    note(t("error.offline")); // else an archer would be carried, and vanish
    return false;
  }
  if (!session.may_move && !isSpectator()) gainTrust();
  return session.may_move;
}

live.addEventListener("link", ({ detail: isOpen }) => isOpen && refreshSession());
live.addEventListener("error", ({ detail }) => {
  if (isRefusal(detail)) gainTrust();
  if (String(detail.id).startsWith("hands") && detail.code === "pin_needed")
    gainTrust();
});
