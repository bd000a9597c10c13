// Games of the book as rows, and their results in words.

import { make } from "./dom.js";
import { ruleTitle } from "../game/rulesets.js";
import { day, hasText, t } from "../speech/words.js";

export function seatName(entry, side) {
  return (side === "w" ? entry.white : entry.black) ?? t(`side.${side}`);
}

export function result(entry) {
  if (entry.outcome) return entry.outcome.points.join(" – ");
  return t(`state.${entry.state}`);
}

export function reason(entry) {
  if (!entry.outcome) return "";
  const key = `reason.${entry.outcome.reason}`;
  return hasText(key) ? t(key) : entry.outcome.reason;
}

export function drawEntries(entries) {
  if (entries.length === 0) return make("p", { class: "empty" }, t("book.empty"));
  return make("ul", { class: "entries" }, entries.map(drawEntry));
}

function drawEntry(entry) {
  const winner = entry.outcome?.winner;
  const seat = (side) =>
    make(
      "span",
      { class: winner === side ? `seat-name ${side} won` : `seat-name ${side}` },
      seatName(entry, side),
    );
  return make(
    "li",
    {},
    make(
      "a",
      { class: "entry", href: `/book/games/${entry.id}` },
      make("span", { class: "pairing" }, seat("w"), seat("b")),
      make("b", { class: "result" }, result(entry)),
      make(
        "span",
        { class: "quiet" },
        `${dayOf(entry)} · ${ruleTitle(entry.rules)} · ${t("book.plies", { count: entry.plies })}`,
      ),
    ),
  );
}

/** The day of a game; `?` behind one that began before the table's clock was set. */
export function dayOf(entry) {
  return entry.is_day_sure ? day(entry.day) : `${day(entry.day)} ?`;
}
