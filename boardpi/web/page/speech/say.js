// What is said: to screen readers in a live region, to ears by the voice, to eyes as a note that goes
// by itself.

import { make } from "../parts/dom.js";
import { speak } from "./voice.js";

const NOTE_MS = 6000;

let last = "";

/** Read this aloud when there is a pause. */
export function say(text, { amount } = {}) {
  put("say", text);
  speak(text, { amount });
}

/** Read this aloud at once. */
export function warn(text) {
  put("alarm", text);
  speak(text, { isUrgent: true });
}

/** Say the last words once more. */
export function repeat() {
  if (last) warn(last);
}

/** Show a short note, with a button if there is something to press, and read it aloud. */
export function note(text, { label, act, isUrgent = false, amount } = {}) {
  const list = document.getElementById("notes");
  for (const old of list.children) if (old.dataset.text === text) old.remove(); // said once is enough
  const element = make("p", { class: "note", "data-text": text }, text);
  if (act) {
    const press = () => {
      element.remove();
      act();
    };
    element.append(make("button", { type: "button", class: "link", onclick: press }, label));
  }
  list.append(element);
  setTimeout(() => element.remove(), NOTE_MS);
  if (isUrgent) warn(text);
  else say(text, { amount });
}

function put(id, text) {
  last = text;
  const region = document.getElementById(id);
  if (!region) return;
  // the same sentence twice must be read twice: a new node is news to a screen reader
  region.replaceChildren(make("p", {}, text));
}
