// Results by hand: a match of a board that tells nothing; and games from a file.

import { go } from "../../connection/actions.js";
import { read, tell } from "../../connection/api.js";
import { live } from "../../connection/live.js";
import { loadRules } from "../../game/rulesets.js";
import { make, mark, refill } from "../../parts/dom.js";
import { choice, text } from "../../parts/fields.js";
import { note } from "../../speech/say.js";
import { loadMore, t } from "../../speech/words.js";
import { REASONS } from "./corrections.js";

const MOST_POINTS = 10;

export class ResultsView {
  #uid = newUid();

  constructor() {
    this.content = make("div", { class: "columns" });
    this.element = make(
      "div",
      { class: "book" },
      make("p", { class: "back" }, make("a", { href: "/book/games" }, `← ${t("book.games")}`)),
      make("h1", {}, t("nav.results")),
      this.content,
    );
    this.#load();
  }

  async #load() {
    try {
      const [rules, { players }] = await Promise.all([loadRules(), read("/players"), loadMore("organise")]);
      refill(this.content, this.#drawForm(rules, players), drawFile());
    } catch (error) {
      refill(this.content, make("p", { class: "empty" }, error.sentence ?? t("error.offline")));
    }
  }

  #drawForm(rules, players) {
    const seat = { list: "names", maxlength: 60, required: true, oninput: () => this.#name() };
    const second = make("input", { type: "checkbox", name: "both", checked: true, onchange: () => this.#name() });
    this.games = [1, 2].map(drawGame);
    this.form = make(
      "form",
      { class: "card result-form", onsubmit: (event) => this.#save(event) },
      make("p", {}, t("result.text")),
      choice(
        "rules",
        t("match.rules"),
        rules.map(({ name, title }) => [name, title]),
        live.snapshot?.rules.name,
      ),
      make("div", { class: "pair" }, text("white", t("result.one"), seat), text("black", t("result.two"), seat)),
      make("datalist", { id: "names" }, players.map(({ name }) => make("option", { value: name }))),
      this.games[0],
      make("label", { class: "check" }, second, t("result.both")),
      this.games[1],
      make(
        "div",
        { class: "pair" },
        text("day", t("result.day"), { type: "date" }),
        text("table", t("result.board"), { maxlength: 60 }),
      ),
      text("note", t("result.note"), { maxlength: 200 }),
      make("div", { class: "actions" }, make("button", { type: "submit", class: "primary" }, t("result.save"))),
    );
    this.#name();
    return this.form;
  }

  /** Points are asked for by the players' names, the same way round in both games. */
  #name() {
    const { white, black, both } = this.form.elements;
    const names = [white.value.trim() || t("result.one"), black.value.trim() || t("result.two")];
    for (const game of this.games) {
      [...game.querySelectorAll(".points span")].forEach((label, seat) =>
        refill(label, t("result.points", { player: names[seat] })),
      );
    }
    mark(this.games[1], { hidden: !both.checked, disabled: !both.checked });
  }

  async #save(event) {
    event.preventDefault();
    const data = new FormData(this.form);
    const filled = ["day", "table", "note"].filter((key) => data.get(key).trim());
    const body = {
      rules: data.get("rules"),
      white: data.get("white"),
      black: data.get("black"),
      games: (data.get("both") ? [1, 2] : [1]).map((number) => outcomeOf(data, number)),
      uid: this.#uid,
      ...Object.fromEntries(filled.map((key) => [key, data.get(key).trim()])),
    };
    const written = await tell("POST", "/results", body);
    if (!written) return;
    this.#uid = newUid();
    note(t("result.saved"));
    go(`/book/games/${written.games[0].id}`);
  }
}

/** The first player has White in the first game, and Black in the second. */
function outcomeOf(data, number) {
  const [one, two] = [1, 2].map((seat) => Number(data.get(`points${number}${seat}`)));
  const points = number === 1 ? [one, two] : [two, one];
  const winner = points[0] === points[1] ? null : points[0] > points[1] ? "w" : "b";
  return { reason: data.get(`reason${number}`), winner, points };
}

function drawGame(number) {
  const points = (seat) =>
    mark(text(`points${number}${seat}`, "", { type: "number", min: 0, max: MOST_POINTS, required: true, inputmode: "numeric" }), {
      class: "field points",
    });
  const reasons = REASONS.map((name) => [name, t(`reason.${name}`)]);
  return make(
    "fieldset",
    { class: "hand-game" },
    make("legend", {}, t(`result.game${number}`)),
    make("div", { class: "pair" }, points(1), points(2)),
    choice(`reason${number}`, t("book.ending"), reasons, "arrived"),
  );
}

function drawFile() {
  const bring = async (event) => {
    event.preventDefault();
    const [file] = event.target.elements.file.files;
    const brought = await tell("POST", "/games/import", { text: await file.text() });
    if (brought) note(t("result.brought", { count: brought.new.length, known: brought.known.length }));
  };
  return make(
    "form",
    { class: "card inline file-form", onsubmit: bring },
    make("h2", {}, t("result.file")),
    make("p", {}, t("result.file_text")),
    text("file", t("result.choose"), { type: "file", accept: ".jas,.json", required: true }),
    make("button", { type: "submit" }, t("result.bring")),
  );
}

/** By which the table knows a match again if an answer was lost and somebody presses twice. */
function newUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
