// The players' clocks: what is left of them now, and the fields that choose them.

import { make, mark } from "./dom.js";
import { choice } from "./fields.js";
import { clock, t } from "../speech/words.js";

const KINDS = ["none", "sudden", "increment", "delay"];
const FLAGS = ["told", "loses", "ends"];
const LOW_MS = 60000;

/** What a side has left, so many milliseconds after the snapshot came; negative when it ran out. */
export function leftOf({ clocks, ms }, side, after) {
  const left = clocks.left_ms[side === "w" ? 0 : 1];
  if (clocks.running !== side) return left;
  return left - Math.max(0, ms - clocks.since_ms + after - clocks.delay_ms);
}

/** `4:05`, and `−0:12` beyond the flag; a second that has begun is shown whole. */
export function timeWords(ms) {
  return ms >= 0 ? clock(Math.ceil(ms / 1000) * 1000) : `−${clock(-ms)}`;
}

/** Show a side's time in its place. */
export function showTime(place, snapshot, side, after, player) {
  const { clocks } = snapshot;
  mark(place, { hidden: !clocks });
  if (!clocks) return;
  const left = leftOf(snapshot, side, after);
  const text = timeWords(left);
  if (place.textContent !== text) place.textContent = text;
  const hasFallen = clocks.flagged[side === "w" ? 0 : 1];
  mark(place, {
    "aria-label": [t("clock.of", { player }), hasFallen && t("clock.fallen")].filter(Boolean).join(": "),
    "data-running": clocks.running === side,
    "data-low": hasFallen ? "fallen" : left <= Math.min(LOW_MS, clocks.control.main_s * 100) && "low",
  });
}

/** `10 min + 5 s`. */
export function controlWords({ main_s: main, increment_s: increment, delay_s: delay }) {
  const kind = increment ? ".increment" : delay ? ".delay" : "";
  const minutes = Number.isInteger(main / 60) ? main / 60 : (main / 60).toFixed(1);
  return t(`clock.words${kind}`, { minutes, seconds: increment || delay });
}

/** The control of a game of the book: `600+5 loses`. */
export function parseControl(text) {
  const [, main, sign, more] = /^(\d+)(?:([+d])(\d+))?/.exec(text);
  return { main_s: Number(main), increment_s: sign === "+" ? Number(more) : 0, delay_s: sign === "d" ? Number(more) : 0 };
}

/** Fields for the clock of a match; `control` stands in them, or none. */
export function drawClockFields(control) {
  const kind = !control ? "none" : control.increment_s ? "increment" : control.delay_s ? "delay" : "sudden";
  const minutes = number("minutes", t("clock.minutes"), (control?.main_s ?? 600) / 60, 0.5, 240, 0.5);
  const seconds = number("seconds", t("clock.seconds"), control?.increment_s || control?.delay_s || 5, 1, 300, 1);
  const flags = FLAGS.map((name) => [name, t(`clock.flag.${name}`)]);
  const flag = choice("flag", t("clock.flag"), flags, control?.flag ?? "told");
  const show = (wanted) => {
    mark(minutes, { hidden: wanted === "none" });
    mark(flag, { hidden: wanted === "none" });
    mark(seconds, { hidden: wanted === "none" || wanted === "sudden" });
  };
  const kinds = KINDS.map((name) => [name, t(`clock.${name}`)]);
  const chosen = choice("clock", t("clock.title"), kinds, kind, ({ target }) => show(target.value));
  show(kind);
  return make("div", { class: "clock-fields" }, chosen, make("div", { class: "pair" }, minutes, seconds), flag);
}

/** What was chosen in these fields, as the table wants it. */
export function readClockFields(data) {
  const kind = data.get("clock");
  if (kind === "none") return null;
  const control = { main_s: Math.round(Number(data.get("minutes")) * 60), flag: data.get("flag") };
  if (kind !== "sudden") control[`${kind}_s`] = Number(data.get("seconds"));
  return control;
}

function number(name, label, value, min, max, step) {
  const field = make("input", { name, type: "number", value, min, max, step, inputmode: "decimal", required: true });
  return make("label", { class: "field" }, make("span", {}, label), field);
}
