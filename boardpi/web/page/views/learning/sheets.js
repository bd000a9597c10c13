// Sheets to print: the rules on one page, puzzles, a chart of stars. Each is one sheet of A4.

import { read } from "../../connection/api.js";
import { live } from "../../connection/live.js";
import { parsePosition } from "../../game/position.js";
import { loadRules } from "../../game/rulesets.js";
import { make, mark, refill } from "../../parts/dom.js";
import { choice } from "../../parts/fields.js";
import { inLanguage } from "../../speech/messages.js";
import { loadMore, t } from "../../speech/words.js";
import { START } from "../../game/position.js";
import { drawBoard, listRules } from "./how.js";
import { drawCount, readStars } from "./stars.js";

const BOARDS = 6; // puzzles of a sheet
const ROWS = 20; // pupils of a chart
const SHEETS = { rules: drawRules, puzzles: drawPuzzles, stars: drawChart };

export async function drawSheets(view) {
  const sheet = make("article", { class: "sheet" });
  const more = make("div", { class: "filters" });
  const names = Object.keys(SHEETS).map((name) => [name, t(`sheet.${name}`)]);
  const show = async (name) => {
    refill(more);
    mark(sheet, { "data-sheet": name });
    await SHEETS[name](sheet, more);
  };
  refill(
    view.content,
    make("p", {}, t("sheet.text")),
    choice("sheet", t("sheet.which"), names, "rules", ({ target }) => show(target.value)),
    more,
    make(
      "div",
      { class: "actions" },
      make("button", { type: "button", class: "primary", onclick: () => window.print() }, t("sheet.print")),
    ),
    sheet,
  );
  await show("rules");
}

// ── the rules on one page ──────────────────────────────────────────────────────────────────────────

async function drawRules(sheet) {
  const [known] = await Promise.all([loadRules(), loadMore("how")]);
  const jasir = known.find(({ name }) => name === "jasir-pergioco");
  refill(
    sheet,
    make("h2", {}, t("sheet.rules_title")),
    make(
      "div",
      { class: "card-top" },
      drawBoard(jasir, START).element,
      make("div", {}, make("p", {}, t("sheet.board")), listRules("both")),
    ),
    make(
      "div",
      { class: "card-games" },
      ["Jasir", "Jarmo"].map((game) => make("section", {}, make("h3", {}, game), listRules(game))),
    ),
    make("footer", {}, t("sheet.source")),
  );
}

// ── puzzles ────────────────────────────────────────────────────────────────────────────────────────

async function drawPuzzles(sheet, more) {
  const [{ puzzles }, rules] = await Promise.all([read("/puzzles"), loadRules()]);
  const lines = new Map(rules.map((one) => [one.name, one]));
  const games = [...new Set(puzzles.map(({ game }) => game))];
  const grades = [...new Set(puzzles.map(({ grade }) => String(grade)))];
  const wanted = { game: games[0], grade: grades[0], page: 0 };
  const show = () => {
    const found = puzzles.filter(({ game, grade }) => game === wanted.game && String(grade) === wanted.grade);
    const pages = Math.max(1, Math.ceil(found.length / BOARDS));
    wanted.page = Math.min(wanted.page, pages - 1);
    const shown = found.slice(wanted.page * BOARDS, (wanted.page + 1) * BOARDS);
    const numbers = Array.from({ length: pages }, (_, page) => [String(page), `${page + 1} / ${pages}`]);
    refill(
      more,
      filter("game", t("learn.game"), games.map((game) => [game, game])),
      filter("grade", t("learn.grades"), grades.map((grade) => [grade, t("learn.grade", { grade })])),
      choice("page", t("sheet.page"), numbers, String(wanted.page), ({ target }) => {
        wanted.page = Number(target.value);
        show();
      }),
    );
    refill(
      sheet,
      make("h2", {}, `${wanted.game} · ${t("learn.grade", { grade: wanted.grade })}`),
      make("p", {}, t("sheet.puzzles_text")),
      make("div", { class: "diagrams" }, shown.map((one) => drawDiagram(one, lines.get(one.rules)))),
      make("footer", {}, t("sheet.solutions")),
    );
  };
  const filter = (key, label, options) =>
    choice(key, label, options, wanted[key], ({ target }) => {
      Object.assign(wanted, { [key]: target.value, page: 0 });
      show();
    });
  show();
}

function drawDiagram({ name, goal, position }, rules) {
  const { side, hand } = parsePosition(position);
  const waiting = hand.w + hand.b > 0 && t("sheet.hand", { white: hand.w, black: hand.b });
  return make(
    "figure",
    {},
    drawBoard(rules, position).element,
    make(
      "figcaption",
      {},
      make("strong", {}, `${t("turn.side", { player: t(`side.${side}`) })} · ${t(`goal.${goal}`)}`),
      waiting && make("span", {}, waiting),
      make("small", {}, name),
      make("span", { class: "line" }),
    ),
  );
}

// ── the chart of stars ─────────────────────────────────────────────────────────────────────────────

async function drawChart(sheet, more) {
  const { pupils, lessons } = await readStars();
  const games = [...new Set(lessons.map(({ game }) => game))];
  const turns = live.snapshot?.classroom.rota?.players ?? [];
  const known = new Map(pupils.map((one) => [one.id, one]));
  const waiting = turns.filter(({ id }) => !known.has(id)).map(({ name }) => ({ name, stars: new Map() }));
  const rows = [...pupils, ...waiting].slice(0, ROWS);
  const empty = Array.from({ length: ROWS - rows.length }, () => ({ name: "", stars: new Map() }));
  const show = (game) => {
    const course = lessons.filter((one) => one.game === game);
    const row = ({ name, stars }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, name),
        course.map(({ id }) => make("td", {}, stars.has(id) ? drawCount(stars.get(id)) : "☆☆☆")),
      );
    refill(
      sheet,
      make("h2", {}, `${t("sheet.stars")} · ${game}`),
      make(
        "table",
        { class: "chart" },
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", { scope: "col" }, t("stars.pupil")),
            course.map((one) => make("th", { scope: "col" }, make("span", {}, inLanguage(one.title)))),
          ),
        ),
        make("tbody", {}, [...rows, ...empty].map(row)),
      ),
    );
  };
  refill(
    more,
    choice("game", t("learn.game"), games.map((game) => [game, game]), games[0], ({ target }) => show(target.value)),
  );
  show(games[0]);
}
