// Reads the table's facts aloud: moves, questions, refusals, ends.

import { live } from "../connection/live.js";
import { expectedWords, inLanguage, messageOf, moveWords, nameOf, outcomeWords } from "./messages.js";
import { other } from "../game/position.js";
import { timeWords } from "../parts/clocks.js";
import { note, repeat, say, warn } from "./say.js";
import { sound, speak } from "./voice.js";
import { t } from "./words.js";

const MORE = { amount: "usual" }; // not for ears that want to hear only what calls for a hand

const TELLERS = {
  move: (fact, table) =>
    say(t("said.move", { player: mover(fact, table), words: moveWords(fact.move) }), MORE),
  amend: (fact, table) =>
    say(t("said.amend", { player: mover(fact, table), words: moveWords(fact.move) }), MORE),
  takeback: (fact) => note(t("said.takeback", { count: fact.moves }), MORE),
  pass: (fact, table) => note(t("said.pass", { player: nameOf(table, fact.side) })),
  repetition: (fact) => note(t("said.repetition", { count: fact.count }), MORE),
  restored: () => say(t("said.restored"), MORE),
  menu_chosen: ({ words }) => (words ? warn(inLanguage(words)) : repeat()),
  repeat_wanted: () => repeat(),
  time_low: (fact, table) =>
    note(t("said.time_low", { player: nameOf(table, fact.side), time: timeWords(fact.left_ms) })),
  flag: (fact, table) => warn(t("said.flag", { player: nameOf(table, fact.side) })),
  new_game: () => note(t("said.new_game"), MORE),
  over: (fact, table) => table.outcome && warn(whole(outcomeWords(table))),
  ask: (fact, table) => warn(whole(messageOf(table))),
  astray: (fact, table) => warn(whole(messageOf(table))),
  refused: (fact, table) => warn(whole(messageOf(table))),
};

/** What the coach and a lesson say: told when it changes, whatever the table does meanwhile. */
const SAYERS = {
  lesson: ({ guest }) => guest && "told" in guest && [guest.id, guest.told, inLanguage(guest.say)],
  coach: (table) => table.expected?.move && [table.expected.move, expectedWords(table)],
  hint: (table) => table.hint && !table.hint.is_thinking && [whole(messageOf(table))],
  review: (table) =>
    table.guest?.kind === "review" && [table.guest.step, whole(messageOf(table))],
};

export function narrate() {
  const told = {};
  live.addEventListener("table", ({ detail }) => {
    for (const [name, sayer] of Object.entries(SAYERS)) {
      const words = sayer(detail) || [];
      const key = words.join("|");
      if (key && key !== told[name]) say(words.at(-1));
      told[name] = key;
    }
    const touched = detail.touched ? inLanguage(detail.touched) : "";
    if (touched && touched !== told.touched) speak(touched, { isUrgent: true, amount: "full" });
    told.touched = touched;
  });
  live.addEventListener("facts", ({ detail }) => {
    for (const fact of detail.facts) {
      TELLERS[fact.event]?.(fact, live.snapshot);
      sound(soundOf(fact));
    }
  });
}

function soundOf({ event, move }) {
  return event === "move" && move.includes("x") ? "capture" : event;
}

function mover(fact, table) {
  return nameOf(table, other(fact.position.split(" ")[1]));
}

/** All of a message as sentences, with what can be answered. */
function whole({ title, text, choices = [] }) {
  const parts = [title, text, choices.map(({ label }) => label).join(" / ")].filter(Boolean);
  return parts.map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(" ");
}
