// The book: games to search, standings, players.

import { read, tell } from "../connection/api.js";
import { make, mark, refill } from "../parts/dom.js";
import { drawEntries } from "../parts/entries.js";
import { choice, text } from "../parts/fields.js";
import { live } from "../connection/live.js";
import { loadRules } from "../game/rulesets.js";
import { isSpectator } from "../connection/session.js";
import { day, t, tableName } from "../speech/words.js";
import { drawByGame } from "./organising/standings.js";

const LEAVES = ["games", "standings", "players"];
const PAGE = 50;
const PERIODS = ["", "today", "season"];

export class BookView {
  #offset = 0;
  #timer = 0;

  constructor(leaf = "games") {
    this.leaf = leaf;
    this.content = make("div", { class: "content", "aria-live": "off" });
    this.filter = make("form", {
      class: "filter",
      role: "search",
      onsubmit: (event) => event.preventDefault(),
    });
    this.element = make(
      "div",
      { class: "book" },
      make("h1", {}, t("nav.book")),
      this.#tabs(),
      this.filter,
      this.content,
    );
    this.#begin();
  }

  #tabs() {
    const links = LEAVES.map((leaf) =>
      make(
        "a",
        { href: `/book/${leaf}`, "aria-current": leaf === this.leaf ? "page" : null },
        t(`book.${leaf}`),
      ),
    );
    links.push(make("a", { href: "/analysis" }, t("analysis.title")));
    return make("nav", { class: "tabs", "aria-label": t("nav.book") }, links);
  }

  async #begin() {
    if (this.leaf === "players") return this.#showPlayers();
    const rules = await loadRules();
    const soon = () => this.#soon();
    const periods = PERIODS.map((period) => [period, t(`period.${period || "always"}`)]);
    const games = [["", t("book.any_rules")], ...rules.map(({ name, title }) => [name, title])];
    refill(
      this.filter,
      this.leaf === "games" && text("text", t("book.search"), { type: "search", oninput: soon }),
      choice("period", t("book.period"), periods, "", soon),
      choice("rules", t("match.rules"), games, "", soon),
      this.leaf === "games" &&
        make(
          "label",
          { class: "check" },
          make("input", { type: "checkbox", name: "bin", onchange: soon }),
          t("book.bin"),
        ),
    );
    return this.#show();
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#offset = 0;
    this.#timer = setTimeout(() => this.#show(), 200);
  }

  #query(more = {}) {
    const data = new FormData(this.filter);
    const query = new URLSearchParams(more);
    for (const key of ["text", "period", "rules"]) if (data.get(key)) query.set(key, data.get(key));
    if (data.get("bin")) query.set("bin", "true");
    return query;
  }

  async #show() {
    try {
      if (this.leaf === "games") await this.#showGames();
      else await this.#showStandings();
    } catch (error) {
      refill(this.content, make("p", { class: "empty" }, error.sentence ?? t("error.offline")));
    }
  }

  async #showGames() {
    const found = await read(`/games?${this.#query({ limit: PAGE, offset: this.#offset })}`);
    const turn = (step) => () => {
      this.#offset += step;
      this.#show();
    };
    const file = (kind) =>
      make(
        "a",
        { class: "button", href: `/api/v1/games.${kind}?${this.#query()}`, download: "" },
        t(`book.download_${kind}`),
      );
    const add = make("a", { class: "button", href: "/book/new" }, t("nav.results"));
    refill(
      this.content,
      !isSpectator() && make("div", { class: "actions" }, add),
      drawEntries(found.games),
      make(
        "div",
        { class: "actions row" },
        this.#offset > 0 &&
          make("button", { type: "button", onclick: turn(-PAGE) }, t("book.newer")),
        found.more && make("button", { type: "button", onclick: turn(PAGE) }, t("book.older")),
        file("csv"),
        file("json"),
      ),
    );
  }

  async #showStandings() {
    const { by_game: byGame, nameless } = await read(`/standings?${this.#query()}`);
    refill(
      this.content,
      this.#printed(),
      drawByGame(byGame),
      make(
        "p",
        { class: "actions" },
        make("button", { type: "button", onclick: () => window.print() }, t("share.print")),
      ),
      nameless > 0 && make("p", { class: "quiet" }, t("standings.nameless", { count: nameless })),
    );
  }

  /** What stands above the standings on paper: of which time, at which table, and when. */
  #printed() {
    const { period, rules } = this.filter.elements;
    const chosen = [period, rules.value && rules].map((field) => field && field.selectedOptions[0]?.textContent);
    const facts = [tableName(live.snapshot?.table ?? ""), ...chosen, day(new Date().toISOString())];
    return make("p", { class: "printed" }, make("strong", {}, t("book.standings")), ` · ${facts.filter(Boolean).join(" · ")}`);
  }

  async #showPlayers() {
    const { players } = await read("/players").catch(() => ({ players: [] }));
    const rows = players.map(({ id, name, club }) =>
      make(
        "li",
        {},
        make(
          "a",
          { class: "entry", href: `/book/players/${id}` },
          make("strong", {}, name),
          make("span", { class: "quiet" }, club),
        ),
      ),
    );
    const list = rows.length
      ? make("ul", { class: "entries" }, rows)
      : make("p", { class: "empty" }, t("players.empty"));
    refill(this.content, list, this.#newPlayer());
    mark(this.filter, { hidden: true });
  }

  #newPlayer() {
    const add = async (event) => {
      event.preventDefault();
      const data = new FormData(event.target);
      const player = await tell("POST", "/players", {
        name: data.get("name"),
        club: data.get("club"),
      });
      if (player) this.#showPlayers();
    };
    return make(
      "form",
      { class: "card inline", onsubmit: add },
      make("h2", {}, t("players.new")),
      text("name", t("players.name"), { required: true, maxlength: 60 }),
      text("club", t("players.club"), { maxlength: 60 }),
      make("button", { type: "submit", class: "primary" }, t("players.add")),
    );
  }
}
