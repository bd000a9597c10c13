// What lies beside the field of Archers: a new game, the rules and which are ours, games kept.

import { read } from "../connection/api.js";
import { make, refill } from "../parts/dom.js";
import { choice, text } from "../parts/fields.js";
import { day, t } from "../speech/words.js";

const SIZES = [7, 9, 11, 13, 15];
const USUAL = 9;
const RULES = ["turn", "zone", "shoot", "win"];
const RULINGS = ["size", "first", "shots", "leave", "end"];
const LIMIT = 20;

/** A form; `begin({size, kings, white, black})` is called with what was chosen. */
export function drawNewGame(begin, isOpen) {
  const submit = (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    begin({
      size: Number(data.get("size")),
      kings: data.has("kings"),
      white: data.get("white") || null,
      black: data.get("black") || null,
    });
  };
  const sizes = SIZES.map((size) => [String(size), `${size} × ${size}`]);
  const form = make(
    "form",
    { class: "archers-form", onsubmit: submit },
    make(
      "div",
      { class: "pair" },
      text("white", t("side.w"), { maxlength: 40 }),
      text("black", t("side.b"), { maxlength: 40 }),
    ),
    choice("size", t("archers.size"), sizes, String(USUAL)),
    make("p", { class: "quiet size-hint" }, t("archers.size_hint")),
    make(
      "label",
      { class: "check" },
      make("input", { type: "checkbox", name: "kings" }),
      t("archers.kings"),
    ),
    make("button", { type: "submit", class: "primary" }, t("archers.begin")),
  );
  return make(
    "details",
    { class: "card", open: isOpen },
    make("summary", {}, t("archers.new")),
    form,
  );
}

export function drawRules() {
  const list = (prefix, keys) =>
    make("ul", {}, keys.map((key) => make("li", {}, t(`archers.${prefix}.${key}`))));
  return make(
    "details",
    { class: "card archers-rules" },
    make("summary", {}, t("archers.rules")),
    make("p", {}, t("archers.intro")),
    list("rule", RULES),
    make("h3", {}, t("archers.rulings")),
    list("ruling", RULINGS),
  );
}

/** Who plays this side. */
export function nameOf({ white, black }, side) {
  return (side === "w" ? white : black) ?? t(`side.${side}`);
}

/** Both seats; the side to move stands out while the game is played. */
export function drawSeats(game, side) {
  return ["w", "b"].map((one) =>
    make(
      "div",
      {
        class: ["seat", one === "w" ? "white" : "black", game.winner === one && "winner"].filter(Boolean).join(" "),
        "data-turn": game.state === "playing" && one === side ? "now" : null,
      },
      make("span", { class: "disc" }),
      make("span", { class: "who" }, nameOf(game, one)),
    ),
  );
}

/** How a game ended, in words; null while it is played. */
export function endWords(game) {
  if (game.state === "playing") return null;
  if (game.state !== "over") return t("archers.unfinished");
  return t(`archers.ended.${game.reason}`, { player: game.winner && nameOf(game, game.winner) });
}

export class KeptGames {
  #offset = 0;

  constructor() {
    this.list = make("div", {});
    this.element = make(
      "section",
      { class: "archers-games", "aria-label": t("archers.games") },
      make("h2", {}, t("archers.games")),
      this.list,
    );
  }

  async show() {
    const query = `limit=${LIMIT}&offset=${this.#offset}`;
    const { games, more } = await read(`/archers/games?${query}`).catch(() => ({ games: [] }));
    const turn = (step) => () => {
      this.#offset += step;
      this.show();
    };
    const ended = games.filter(({ state }) => state !== "playing");
    refill(
      this.list,
      ended.length
        ? make("ul", { class: "entries" }, ended.map(drawEntry))
        : make("p", { class: "quiet" }, t("archers.none")),
      ended.length > 0 && make("p", { class: "quiet" }, t("archers.no_standings")),
      make(
        "div",
        { class: "actions row" },
        this.#offset > 0 &&
          make("button", { type: "button", onclick: turn(-LIMIT) }, t("book.newer")),
        more && make("button", { type: "button", onclick: turn(LIMIT) }, t("book.older")),
      ),
    );
  }
}

function drawEntry(game) {
  const names = [nameOf(game, "w"), nameOf(game, "b")].join(" – ");
  const facts = t("archers.entry", { count: game.count, size: game.size });
  return make(
    "li",
    {},
    make(
      "a",
      { class: "archers-entry", href: `/archers/${game.id}` },
      make("strong", {}, names),
      make("span", { class: "quiet" }, `${day(game.day)} · ${facts}`),
      make("span", { class: "quiet" }, endWords(game)),
    ),
  );
}
