// Who stands where, as a table.

import { make } from "../../parts/dom.js";
import { t } from "../../speech/words.js";

const COLUMNS = ["points", "games", "won", "drawn", "lost", "against", "matches_won"];

/** A table for each game: a point of Jasir is not worth a point of Jarmo. */
export function drawByGame(byGame) {
  if (byGame.length === 0) return make("p", { class: "empty" }, t("standings.empty"));
  return byGame.flatMap(({ game, standings }) => [
    make("h2", {}, gameName(game)),
    drawStandings(standings, { label: gameName(game) }),
  ]);
}

/** `jasir` and `jarmo` are names, the same in every language. */
export function gameName(game) {
  return game[0].toUpperCase() + game.slice(1);
}

export function drawStandings(standings, { ranked = true, label = t("book.standings") } = {}) {
  const head = make(
    "tr",
    {},
    ranked && make("th", { scope: "col" }, t("standings.rank")),
    make("th", { scope: "col" }, t("standings.player")),
    COLUMNS.map((name) => make("th", { scope: "col", class: "figure" }, t(`standings.${name}`))),
  );
  const rows = standings.map((row) => drawRow(row, ranked));
  return make(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    make("table", { class: "standings" }, make("thead", {}, head), make("tbody", {}, rows)),
  );
}

function drawRow(row, ranked) {
  const link = make("a", { href: `/book/players/${row.player_id}` }, row.name);
  return make(
    "tr",
    {},
    ranked && make("td", { class: "figure rank" }, String(row.rank)),
    make("th", { scope: "row" }, link, row.club && make("small", {}, row.club)),
    COLUMNS.map((name) => make("td", { class: `figure ${name}` }, String(row[name]))),
  );
}
