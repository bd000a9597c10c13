// What is said: to screen readers in a live region, to ears by the voice, to eyes as a note that goes
// by itself.

import { make } from "../parts/dom.js";
import { speak } from "./voice.js";

const NOTE_MS = 6000;

/** Read this aloud when there is a pause. */
export function say(text) {
  put("say", text);
  speak(text);
}

/** Read this aloud at once. */
export function warn(text) {
  put("alarm", text);
  speak(text, { isUrgent: true });
}

/** Show a short note, with a button if there is something to press, and read it aloud. */
export function note(text, { label, act, isUrgent = false } = {}) {
  const list = document.getElementById("notes");
  const element = make("p", { class: "note" }, text);
  if (act) {
    const press = () => {
      element.remove();
      act();
    };
    element.append(make("button", { type: "button", class: "link", onclick: press }, label));
  }
  list.append(element);
  setTimeout(() => element.remove(), NOTE_MS);
  (isUrgent ? warn : say)(text);
}

function put(id, text) {
  const region = document.getElementById(id);
  if (!region) return;
  // the same sentence twice must be read twice: a new node is news to a screen reader
  region.replaceChildren(make("p", {}, text));
}
