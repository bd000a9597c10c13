// Asking and telling the table over HTTP. Where the PIN is needed, it is asked for once.

import { live } from "./live.js";
import { askPin } from "./pin.js";
import { note } from "../speech/say.js";
import { hasText, t } from "../speech/words.js";

export class Refused extends Error {
  constructor(status, { code = "unknown", message = "", reason = "" } = {}, wait = null) {
    super(message);
    Object.assign(this, { status, code, reason, wait });
  }

  /** In the player's language where the page has words for it. */
  get sentence() {
    const known = [`error.${this.reason}`, `error.${this.code}`].find(hasText);
    return known ? t(known, { seconds: this.wait ?? "" }) : this.message;
  }
}

export function read(path) {
  return call("GET", path);
}

/** Change something; null if the player would rather not give the PIN. */
export async function change(method, path, body = {}) {
  try {
    return await call(method, path, body);
  } catch (error) {
    if (error.code !== "pin_needed") throw error;
    if (!(await askPin(openSession))) return null;
    return call(method, path, body);
  }
}

/** Change something and show what went wrong instead of raising it. */
export async function tell(method, path, body = {}) {
  try {
    return await change(method, path, body);
  } catch (error) {
    if (error.code === "lent") sayWhoHasTheBoard();
    else note(error instanceof Refused ? error.sentence : t("error.offline"));
    return null;
  }
}

/** Who has the board instead of the game, and the way there. */
function sayWhoHasTheBoard() {
  const kind = live.snapshot?.guest?.kind ?? "lesson";
  const path = kind === "check" ? "/check" : "/";
  const act = () => document.dispatchEvent(new CustomEvent("boardpi:go", { detail: path }));
  note(t("error.lent", { what: t(`lent.${kind}`) }), { label: t("lent.go"), act });
}

/** Send a file. */
export async function upload(path, file) {
  const request = { method: "POST", body: file, headers: { "Content-Type": "application/octet-stream" } };
  return answerOf(await fetch(`/api/v1${path}`, request));
}

export function openSession(pin) {
  return call("POST", "/session", { pin });
}

async function call(method, path, body) {
  const request = { method, headers: {} };
  if (method !== "GET" && method !== "DELETE") {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  return answerOf(await fetch(`/api/v1${path}`, request));
}

async function answerOf(answer) {
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new Refused(answer.status, content.error, answer.headers.get("Retry-After"));
  return content;
}
