// How to play: the games, what each light means, what hands may do. Nothing here needs the PIN.

import { AIR, archersOf } from "../../board/archers.js";
import { Board } from "../../board/board.js";
import { Lamp } from "../../board/glow.js";
import { lookOf } from "../../board/looks.js";
import { live } from "../../connection/live.js";
import { START, parsePosition } from "../../game/position.js";
import { loadRules } from "../../game/rulesets.js";
import { make, mark, refill } from "../../parts/dom.js";
import { hasText, loadMore, t } from "../../speech/words.js";
import { PICTURES } from "./pictures.js";

const RULES = {
  both: ["start", "move", "take", "first_row", "home", "match"],
  Jasir: ["forward", "hand", "end", "pass"],
  Jarmo: ["backward", "hand", "return", "shuttle", "end"],
};
const SIX = ["target", "capture", "reentry", "ask", "missing", "refused"];
const REST = [
  "extra",
  "origin",
  "taker",
  "tentative",
  "last",
  "turn",
  "passed",
  "winner",
  "point",
  "hint",
  "chosen",
  "movable",
  "menu3",
];
const HANDS = ["lift", "take", "back", "refused", "ask", "astray"]; // each with its picture

/** The rules of a game, or of both, one line each. */
export function listRules(game) {
  return make("ol", {}, RULES[game].map((rule) => make("li", {}, t(`sheet.${game.toLowerCase()}.${rule}`))));
}

/** A board that nobody touches; what it shows is told beside it. */
export function drawBoard(rules, line) {
  const position = parsePosition(line);
  const board = new Board();
  mark(board.element, { role: "presentation", "aria-hidden": "true" });
  board.setLines(rules.lines, rules.dotted);
  board.pieces.show(archersOf(position), position.hand);
  return board;
}

export class HowView {
  #shining = []; // an endless motion would keep its lamp in memory after the view is gone
  #isGone = false;

  constructor() {
    this.content = make("div", { class: "content" });
    this.element = make("div", { class: "book how" }, make("h1", {}, t("nav.how")), this.content);
    this.#load();
  }

  show({ theme }) {
    if (this.theme === theme) return;
    this.theme = theme;
    if (this.rules) this.#draw();
  }

  leave() {
    this.#isGone = true;
    this.#rest();
  }

  async #load() {
    try {
      const [rules] = await Promise.all([loadRules(), loadMore("how")]);
      if (rules.length === 0) throw new Error("no rules");
      this.rules = new Map(rules.map((one) => [one.name, one]));
      if (!this.#isGone) this.#draw();
    } catch {
      refill(this.content, make("p", { class: "empty" }, t("error.offline")));
    }
  }

  #rest() {
    for (const one of this.#shining) one.leave();
    this.#shining = [];
  }

  #draw() {
    this.#rest();
    this.theme ??= live.snapshot?.theme;
    refill(
      this.content,
      make("p", {}, t("how.intro")),
      make("p", { class: "actions" }, ["games", "lights", "hands"].map(drawJump)),
      this.#drawGames(),
      this.#drawLights(),
      this.#drawHands(),
      drawNext(),
    );
  }

  #drawGames() {
    return make(
      "section",
      {},
      make("h2", { id: "how-games", tabindex: "-1" }, t("how.games")),
      make(
        "div",
        { class: "how-top" },
        make("figure", {}, drawBoard(this.rules.get("jasir-pergioco"), START).element),
        make("div", {}, make("p", {}, t("sheet.board")), make("h3", {}, t("how.both")), listRules("both")),
      ),
      make(
        "div",
        { class: "how-cards" },
        ["Jasir", "Jarmo"].map((game) =>
          make("section", { class: "card" }, make("h3", {}, game), listRules(game)),
        ),
      ),
      make("p", { class: "quiet" }, t("sheet.source")),
    );
  }

  #drawLights() {
    const list = (roles) => make("ul", { class: "how-lights" }, roles.map((role) => this.#drawLight(role)));
    return make(
      "section",
      {},
      make("h2", { id: "how-lights", tabindex: "-1" }, t("how.lights")),
      make("p", {}, t("how.lights_text")),
      make("h3", {}, t("how.six")),
      list(SIX),
      make("h3", {}, t("how.rest")),
      list(REST),
      make("p", { class: "quiet" }, t("how.one_light")),
    );
  }

  #drawLight(role) {
    const lamp = new Lamp(lookOf(this.theme, role, "c3", parsePosition(START)));
    this.#shining.push(lamp);
    const name = `role.${role}`;
    return make(
      "li",
      { "data-role": role },
      lamp.element,
      make("p", {}, make("strong", {}, hasText(name) ? t(name) : t("how.menu3")), make("span", {}, t(`how.light.${role}`))),
    );
  }

  #drawHands() {
    return make(
      "section",
      {},
      make("h2", { id: "how-hands", tabindex: "-1" }, t("how.hands")),
      make("div", { class: "how-pictures" }, HANDS.map((name) => this.#drawPicture(name))),
      ["mind", "button"].flatMap((name) => [
        make("h3", {}, t(`how.${name}`)),
        make("p", {}, t(`how.${name}_text`)),
      ]),
      make("p", { class: "warning" }, t("how.straighten")),
    );
  }

  #drawPicture(name) {
    const { rules, position: line, places, lights } = PICTURES[name];
    const position = parsePosition(line);
    const board = drawBoard(this.rules.get(rules), line);
    const archers = archersOf(position);
    for (const archer of archers.filter((one) => one.place in places)) {
      Object.assign(archer, { from: archer.place, place: places[archer.place] });
      if (archer.place === AIR) archer.carried = null;
    }
    board.setShape(position.hand.w + position.hand.b > 0 ? "wide" : "bare");
    board.pieces.show(archers, position.hand);
    board.glow.show(lights, (role, hole) => lookOf(this.theme, role, hole, position));
    this.#shining.push(board.glow);
    return make(
      "figure",
      { class: "card", "data-picture": name },
      board.element,
      make("figcaption", {}, make("h3", {}, t(`how.${name}`)), make("p", {}, t(`how.${name}_text`))),
    );
  }
}

/** The place is long on a phone. */
function drawJump(name) {
  const jump = (event) => {
    event.preventDefault(); // the address stays
    const head = document.getElementById(`how-${name}`);
    head.scrollIntoView();
    head.focus({ preventScroll: true });
  };
  return make("a", { class: "button", href: `#how-${name}`, onclick: jump }, t(`how.${name}`));
}

function drawNext() {
  const link = (path, key, kind) => make("a", { class: kind, href: path }, t(key));
  return make(
    "section",
    {},
    make("h2", {}, t("how.next")),
    make("p", {}, t("how.next_text")),
    make(
      "div",
      { class: "actions" },
      link("/learn/lessons", "learn.lessons", "button primary"),
      link("/learn/coach", "learn.coach", "button"),
      link("/archers", "nav.archers", "button"), // the third game, on the page alone
    ),
  );
}
