// Reads the table's facts aloud: moves, questions, refusals, ends.

import { live } from "../connection/live.js";
import { inLanguage, messageOf, moveWords, nameOf, outcomeWords } from "./messages.js";
import { other } from "../game/position.js";
import { note, say, warn } from "./say.js";
import { t } from "./words.js";

const TELLERS = {
  move: (fact, table) =>
    say(t("said.move", { player: mover(fact, table), words: moveWords(fact.move) })),
  amend: (fact, table) =>
    say(t("said.amend", { player: mover(fact, table), words: moveWords(fact.move) })),
  takeback: (fact) => note(t("said.takeback", { count: fact.moves })),
  pass: (fact, table) => note(t("said.pass", { player: nameOf(table, fact.side) })),
  repetition: (fact) => note(t("said.repetition", { count: fact.count })),
  restored: () => say(t("said.restored")),
  new_game: () => note(t("said.new_game")),
  over: (fact, table) => table.outcome && warn(whole(outcomeWords(table))),
  ask: (fact, table) => warn(whole(messageOf(table))),
  astray: (fact, table) => warn(whole(messageOf(table))),
  refused: (fact, table) => warn(whole(messageOf(table))),
};

/** What the coach and a lesson say: told when it changes, whatever the table does meanwhile. */
const SAYERS = {
  lesson: ({ guest }) => guest && "told" in guest && [guest.id, guest.told, inLanguage(guest.say)],
  coach: ({ expected }) =>
    expected?.move && [expected.move, t("coach.plays", { words: moveWords(expected.move) })],
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
  });
  live.addEventListener("facts", ({ detail }) => {
    for (const fact of detail.facts) TELLERS[fact.event]?.(fact, live.snapshot);
  });
}

function mover(fact, table) {
  return nameOf(table, other(fact.position.split(" ")[1]));
}

/** All of a message as sentences, with what can be answered. */
function whole({ title, text, choices = [] }) {
  const parts = [title, text, choices.map(({ label }) => label).join(" / ")].filter(Boolean);
  return parts.map((part) => (/[.?!]$/.test(part) ? part : `${part}.`)).join(" ");
}
