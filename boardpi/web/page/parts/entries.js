// Games of the book as rows, and their results in words.

import { make } from "./dom.js";
import { ruleTitle } from "../game/rulesets.js";
import { day, hasText, t, timeOf } from "../speech/words.js";

export function seatName(entry, side) {
  return (side === "w" ? entry.white : entry.black) ?? t(`side.${side}`);
}

export function result(entry) {
  if (entry.outcome) return entry.outcome.points.join(" – ");
  return t(`state.${entry.state}`);
}

export function reason(entry) {
  if (!entry.outcome) return "";
  const { reason, winner } = entry.outcome;
  const isTime = reason === "resigned" && entry.clock?.flagged[winner === "w" ? 1 : 0];
  const key = `reason.${isTime ? "time" : reason}`;
  return hasText(key) ? t(key) : entry.outcome.reason;
}

/** Day by day, as they come; the games of a match stand together. `heading`: of a day. */
export function drawEntries(entries, heading = "h2") {
  if (entries.length === 0) return make("p", { class: "empty" }, t("book.empty"));
  return group(entries, dayOf).flatMap(([name, games]) => [
    make(heading, { class: "day" }, name),
    make(
      "ul",
      { class: "entries" },
      group(games, ({ match }) => match).map(([, own]) => drawMatch(own)),
    ),
  ]);
}

/** [[key, those that have it], …], keys in the order of their first one. */
function group(entries, keyOf) {
  const found = new Map();
  for (const entry of entries) {
    const key = keyOf(entry);
    found.set(key, [...(found.get(key) ?? []), entry]);
  }
  return [...found];
}

function drawMatch(games) {
  const rows = games.map(drawEntry);
  if (games.length === 1) return make("li", {}, rows);
  return make("li", { class: "match" }, make("p", { class: "match-head" }, matchLine(games)), rows);
}

/** Who met, and what both games came to; White of the first game is named first. */
function matchLine(games) {
  const names = (entry) => [seatName(entry, "w"), seatName(entry, "b")];
  const inOrder = ({ number }, pair) => (number === 2 ? [...pair].reverse() : pair);
  const [one, two] = inOrder(games[0], names(games[0]));
  const sums = games
    .map((entry) => inOrder(entry, entry.outcome?.points ?? [0, 0]))
    .reduce(([own, against], [more, less]) => [own + more, against + less]);
  return t("book.match_line", { one, two, score: sums.join(" – ") });
}

function drawEntry(entry) {
  const winner = entry.outcome?.winner;
  const seat = (side) =>
    make(
      "span",
      { class: winner === side ? `seat-name ${side} won` : `seat-name ${side}` },
      seatName(entry, side),
    );
  const facts = [
    playedAt(entry),
    t("book.no", { number: entry.id }),
    t("seat.game", { game: entry.number }),
    ruleTitle(entry.rules),
    entry.plies === 0 && entry.corrected ? t("history.by_hand") : t("book.plies", { count: entry.plies }),
  ];
  return make(
    "a",
    { class: "entry", href: `/book/games/${entry.id}` },
    make("span", { class: "pairing" }, seat("w"), seat("b")),
    make("b", { class: "result" }, result(entry)),
    make("span", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
  );
}

/** The day of a game; `?` behind one that began before the table's clock was set. */
export function dayOf(entry) {
  return entry.is_day_sure ? day(entry.day) : `${day(entry.day)} ?`;
}

/** The time of day at which a game began, if it is known; its day says whether the clock was right. */
export function playedAt({ started }) {
  return started ? timeOf(started) : "";
}
