// What is heard: nothing, quiet sounds, or a voice that speaks what the page says. Silent by default;
// each device chooses for itself.

import { currentLanguage, keep, kept } from "./words.js";

const KEPT = "boardpi.ears";
const EARS = ["silent", "sounds", "voice"];
const IS_KNOWN = {
  silent: true,
  sounds: "AudioContext" in window,
  voice: "speechSynthesis" in window,
};

/** How fast it speaks, and how much: what calls for a hand; moves as well; also what a lifted archer may do. */
const RATES = { slow: 0.75, usual: 1, fast: 1.5, faster: 2 };
export const SPEEDS = Object.keys(RATES);
export const AMOUNTS = ["little", "usual", "full"];
const SPEED = "boardpi.voice.speed";
const AMOUNT = "boardpi.voice.amount";

const wanted = kept(KEPT) ?? (kept("boardpi.voice") === "on" ? "voice" : "silent"); // as of old
let ears = IS_KNOWN[wanted] ? wanted : "silent";

export function currentEars() {
  return ears;
}

/** The next of what this browser can do. */
export function changeEars() {
  const known = EARS.filter((one) => IS_KNOWN[one]);
  ears = known[(known.indexOf(ears) + 1) % known.length];
  keep(KEPT, ears);
  if (ears !== "voice" && IS_KNOWN.voice) speechSynthesis.cancel();
}

export function canSpeak() {
  return IS_KNOWN.voice;
}

export function currentSpeed() {
  return SPEEDS.includes(kept(SPEED)) ? kept(SPEED) : "usual";
}

export function currentAmount() {
  return AMOUNTS.includes(kept(AMOUNT)) ? kept(AMOUNT) : "usual";
}

export function chooseSpeed(speed) {
  keep(SPEED, speed);
}

export function chooseAmount(amount) {
  keep(AMOUNT, amount);
}

/** Speak from this amount on; what is urgent interrupts, everything else waits for its turn. */
export function speak(text, { isUrgent = false, amount = "little" } = {}) {
  if (ears !== "voice" || AMOUNTS.indexOf(amount) > AMOUNTS.indexOf(currentAmount())) return;
  if (isUrgent) speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(spell(text));
  words.lang = currentLanguage();
  words.rate = RATES[currentSpeed()];
  speechSynthesis.speak(words);
}

/** Let a fact be heard. */
export async function sound(name) {
  // a page that nobody has touched yet may make no sound, and the browser would complain
  const mayPlay = navigator.userActivation?.hasBeenActive ?? true;
  if (ears === "sounds" && mayPlay) (await import("./sounds.js")).play(name);
}

/** Holes are read letter by letter: `d3` is no word in any language. */
function spell(text) {
  return text.replace(/\b([a-e])([1-5])\b/g, (_, column, row) => `${column.toUpperCase()} ${row}`);
}
