// What an organiser puts right afterwards: names and results; and the history of a game.

import { tell } from "../../connection/api.js";
import { make } from "../../parts/dom.js";
import { choice, text } from "../../parts/fields.js";
import { hasText, moment, t } from "../../speech/words.js";

const PLACES = new Set(["in the book", "in the bin"]); // what was done says it already
export const REASONS = ["arrived", "eliminated", "blocked", "agreed", "resigned"];

export function drawCorrections(game, reload) {
  return make(
    "details",
    { class: "card corrections" },
    make("summary", {}, t("correct.title")),
    drawNames(game, reload),
    game.state !== "playing" && drawResult(game, reload),
    game.history.length > 0 && drawHistory(game.history),
  );
}

function drawNames(game, reload) {
  const save = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const seat = (name) => data.get(name).trim() || null;
    if (
      await tell("POST", `/games/${game.id}/names`, { white: seat("white"), black: seat("black") })
    )
      reload();
  };
  return make(
    "form",
    { onsubmit: save },
    make(
      "div",
      { class: "pair" },
      text("white", t("side.w"), { value: game.white ?? "", maxlength: 60 }),
      text("black", t("side.b"), { value: game.black ?? "", maxlength: 60 }),
    ),
    make("button", { type: "submit" }, t("correct.names")),
  );
}

function drawResult(game, reload) {
  const save = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const points = [Number(data.get("white_points")), Number(data.get("black_points"))];
    const winner = data.get("winner") || null;
    const outcome = { reason: data.get("reason"), winner, points };
    if (await tell("POST", `/games/${game.id}/result`, { outcome })) reload();
  };
  const undo = async () =>
    (await tell("POST", `/games/${game.id}/result`, { outcome: null })) && reload();
  const [white, black] = game.outcome?.points ?? [0, 0];
  const points = (name, value) =>
    text(name, t(`correct.${name}`), { type: "number", min: 0, max: 10, value: String(value) });
  const winners = [
    ["", t("correct.nobody")],
    ["w", t("side.w")],
    ["b", t("side.b")],
  ];
  return make(
    "form",
    { onsubmit: save },
    make("div", { class: "pair" }, points("white_points", white), points("black_points", black)),
    choice("winner", t("correct.winner"), winners, game.outcome?.winner ?? ""),
    choice(
      "reason",
      t("book.ending"),
      REASONS.map((name) => [name, t(`reason.${name}`)]),
      game.outcome?.reason,
    ),
    make(
      "div",
      { class: "actions" },
      make("button", { type: "submit" }, t("correct.result")),
      game.corrected && game.plies > 0 && make("button", { type: "button", onclick: undo }, t("correct.board")),
    ),
  );
}

function drawHistory(history) {
  const items = history.map(({ at, who, what, before, after }) => {
    const change = hasText(`history.${what}`) ? t(`history.${what}`) : what;
    const facts = [before, after].map(factWords).filter(Boolean);
    return make(
      "li",
      {},
      `${moment(at)} · ${t(`history.by.${who}`)} · ${change}`,
      make("small", {}, facts.join(" → ")),
    );
  });
  return [make("h3", {}, t("history.title")), make("ul", { class: "history" }, items)];
}

/** What was there before or after: names, moves, a result, a day. */
function factWords(fact) {
  if (fact === null || fact === undefined) return t("history.nothing");
  if (Array.isArray(fact)) return fact.map((one) => one ?? t("match.nobody")).join(", ");
  if (typeof fact === "object") return outcomeOf(fact);
  return PLACES.has(fact) ? "" : String(fact);
}

function outcomeOf({ winner, points, reason, note }) {
  const who = winner ? t(`side.${winner}`) : t("correct.nobody");
  return `${points.join(" – ")} · ${t("correct.winner")}: ${who} · ${t(`reason.${reason}`)}${note ? ` · ${note}` : ""}`;
}
