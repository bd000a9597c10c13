// What the hub has told: tables by name, the evening, and what this browser may do.

import { read, tell } from "../connection/api.js";
import { t } from "../speech/words.js";

export const club = {
  name: "",
  tables: {},
  evening: null,
  role: "all",
  guesses: 0, // wrong PINs in the last hour, if that looks like guessing
  heard: 0,

  hear(evening) {
    this.evening = evening;
    this.heard = performance.now();
  },

  async refreshRole() {
    const session = await read("/session").catch(() => null);
    if (session) [this.role, this.guesses] = [session.role, session.guesses ?? 0];
  },

  /** Do something; what comes of it is shown at once, a refusal as a note. */
  async act(what, values = {}) {
    const evening = await tell("POST", "/do", { what, ...values });
    if (evening) this.hear(evening);
    await this.refreshRole();
    return evening;
  },

  /** Seconds that are left of the round, counted on from when they were told. */
  left() {
    const timer = this.evening?.timer;
    if (!timer) return 0;
    const gone = timer.is_running ? (performance.now() - this.heard) / 1000 : 0;
    return Math.max(0, timer.left_s - gone);
  },

  title(table) {
    return this.tables[table]?.title || table;
  },
};

/** Half points as people write them: 3 is 1½. */
export function half(halves) {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return `${whole || ""}½`;
}

export function roundWords(evening) {
  const { number, rounds, name } = evening.event;
  if (!number) return name;
  return `${name}: ${t("hub.round", { number, rounds })}`;
}
