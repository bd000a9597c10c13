// Who stands where, as a table.

import { make } from "../parts/dom.js";
import { t } from "../speech/words.js";

const COLUMNS = ["games", "won", "drawn", "lost", "points", "against", "matches_won"];

export function drawStandings(standings, { ranked = true } = {}) {
  if (standings.length === 0) return make("p", { class: "empty" }, t("standings.empty"));
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
    { class: "scroll", tabindex: 0, role: "region", "aria-label": t("book.standings") },
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
