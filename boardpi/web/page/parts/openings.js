// What the club has played in a position, and what the coach thinks of it.

import { make } from "./dom.js";
import { number, t } from "../speech/words.js";

const HEADS = ["move", "games", "white", "drawn", "black", "coach"];

/** White's hundredths of a point, e.g. `+1.2`. */
export function scoreWords(score) {
  return `${score > 0 ? "+" : score < 0 ? "−" : "±"}${number(Math.abs(score) / 100)}`;
}

/** `scores`: move → hundredths, as far as the coach was asked; `play(move)` tries one. */
export function drawOpenings(rows, scores, play) {
  const head = HEADS.map((name) =>
    make("th", { scope: "col", class: name === "move" ? null : "figure" }, t(`openings.${name}`)),
  );
  return [
    make("h2", {}, t("openings.title")),
    make(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("openings.title") },
      make(
        "table",
        { class: "standings" },
        make("thead", {}, make("tr", {}, head)),
        make("tbody", {}, rows.map((row) => drawRow(row, scores.get(row.move), play))),
      ),
    ),
  ];
}

function drawRow({ move, games, white, black }, score, play) {
  const button = make("button", { type: "button", class: "link", onclick: () => play(move) }, move);
  const worth = score === undefined ? "–" : scoreWords(score);
  const cells = [games, white, games - white - black, black, worth];
  return make(
    "tr",
    {},
    make("th", { scope: "row" }, button),
    cells.map((cell) => make("td", { class: "figure" }, String(cell))),
  );
}
