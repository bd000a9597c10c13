// What each move of a position is worth, proven or estimated, and what the club has played there.

import { read } from "../connection/api.js";
import { make, mark, refill } from "./dom.js";
import { START } from "../game/position.js";
import { number, t } from "../speech/words.js";

const PLAYED = ["games", "white", "drawn", "black"];

/** White's hundredths of a point, e.g. `+1.2`. */
export function scoreWords(score) {
  return `${score > 0 ? "+" : score < 0 ? "−" : "±"}${number(Math.abs(score) / 100)}`;
}

export class Openings {
  #known = new Map(); // rules and position → { played, values }
  #at = "";

  /** `play(move)` tries one. */
  constructor(play) {
    this.play = play;
    this.element = make("section", { class: "card openings" });
  }

  /** `legal`: [{move}]; `lines`: what the coach said here, if it was asked. */
  async show(rules, position, { moves: legal = [], outcome } = {}, lines = null) {
    const key = `${rules} ${position}`;
    this.#at = key;
    const draw = () => this.#draw(position, outcome ? [] : legal, this.#known.get(key), lines);
    draw();
    if (this.#known.has(key) || !legal.length) return;
    const query = new URLSearchParams({ rules, position });
    const ask = (what) => read(`/analysis/${what}?${query}`).catch(() => null); // the other one is shown
    const [played, values] = await Promise.all([ask("openings"), ask("values")]);
    const found = { played: played?.moves ?? [], values: values ?? { moves: {} } };
    if (played && values && !values.is_withheld) this.#known.set(key, found);
    if (this.#at === key) this.#draw(position, outcome ? [] : legal, found, lines);
  }

  #draw(position, legal, { played = [], values = { moves: {} } } = {}, lines = null) {
    const games = new Map(played.map((row) => [row.move, row]));
    const guesses = new Map(lines?.ranked ?? []);
    const rows = legal.map(({ move }) => {
      const proven = values.moves[move] ?? null;
      const score = proven === null ? (guesses.get(move) ?? null) : 100 * proven;
      return { move, score, isProven: proven !== null || Boolean(lines?.is_exact), ...games.get(move) };
    });
    const isKnown = values.is_withheld || rows.some(({ score, games: count }) => score !== null || count);
    mark(this.element, { hidden: !isKnown });
    if (!isKnown) return void refill(this.element);
    rows.sort(bestFirst(position));
    const heads = ["move", "value", ...(played.length ? PLAYED : [])];
    refill(
      this.element,
      make("h2", {}, t("openings.title")),
      make("p", {}, valueWords(values)),
      make(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": t("openings.title") },
        make(
          "table",
          { class: "standings" },
          make("thead", {}, make("tr", {}, heads.map(drawHead))),
          make("tbody", {}, rows.map((row) => this.#row(row, played.length > 0))),
        ),
      ),
      make("p", { class: "quiet" }, t("openings.text")),
    );
  }

  #row({ move, score, isProven, games = 0, white = 0, black = 0 }, isPlayed) {
    const button = make("button", { type: "button", class: "link", onclick: () => this.play(move) }, move);
    const counts = !isPlayed ? [] : games ? [games, white, games - white - black, black] : PLAYED.map(() => "");
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, button),
      make("td", { class: "figure" }, score === null ? "–" : drawWorth(score, isProven)),
      counts.map((count) => make("td", { class: "figure" }, String(count))),
    );
  }
}

/** What it is worth to White, and whether that is proven. */
export function drawWorth(score, isProven) {
  return [make("b", { class: "worth" }, scoreWords(score)), " ", drawSure(isProven)];
}

export function drawSure(isProven) {
  return make("span", { class: isProven ? "proven" : "estimated" }, sureWord(isProven));
}

export function sureWord(isProven) {
  return t(isProven ? "analysis.proven" : "analysis.estimated");
}

function drawHead(name) {
  return make("th", { scope: "col", class: name === "move" ? null : "figure" }, t(`openings.${name}`));
}

/** White's moves before Black's where either may begin; each side's best first, then what was played. */
function bestFirst(position) {
  const white = new Set([..."abcde"].map((column) => `${column}1`));
  const sideOf = position === START ? ({ move }) => (white.has(move.slice(0, 2)) ? 1 : -1) : () => side;
  const side = position.split(" ")[1] === "w" ? 1 : -1;
  const worth = ({ score }, sign) => (score === null ? -Infinity : sign * score);
  return (one, two) =>
    sideOf(two) - sideOf(one) ||
    compare(worth(two, sideOf(two)), worth(one, sideOf(one))) ||
    (two.games ?? 0) - (one.games ?? 0);
}

function compare(one, two) {
  return one === two ? 0 : one > two ? 1 : -1;
}

/** What the position is worth, as far as it is proven. */
function valueWords({ value = null, is_withheld: isWithheld = false }) {
  if (isWithheld) return t("openings.withheld");
  if (value === null) return t("openings.unproven");
  if (value === 0) return t("openings.even");
  return t(value > 0 ? "openings.wins.w" : "openings.wins.b", { points: Math.abs(value) });
}
