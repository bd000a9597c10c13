// The voice: what the page says is spoken aloud. Off by default; each device chooses for itself.

import { currentLanguage, keep, kept } from "./words.js";

const KEPT = "boardpi.voice";

let isOn = kept(KEPT) === "on";

export function hasVoice() {
  return "speechSynthesis" in window;
}

export function isVoiceOn() {
  return hasVoice() && isOn;
}

export function turnVoice(wanted) {
  isOn = wanted;
  keep(KEPT, wanted ? "on" : "off");
  if (!wanted && hasVoice()) speechSynthesis.cancel();
}

/** Speak; what is urgent interrupts, everything else waits for its turn. */
export function speak(text, { isUrgent = false } = {}) {
  if (!isVoiceOn()) return;
  if (isUrgent) speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(spell(text));
  words.lang = currentLanguage();
  speechSynthesis.speak(words);
}

/** Holes are read letter by letter: `d3` is no word in any language. */
function spell(text) {
  return text.replace(/\b([a-e])([1-5])\b/g, (_, column, row) => `${column.toUpperCase()} ${row}`);
}
