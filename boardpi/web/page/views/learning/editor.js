// A position set by hand: choose an archer, touch the holes. The table says whether it can be.

import { archersOf } from "../../board/archers.js";
import { Board } from "../../board/board.js";
import { Zones } from "../../board/zones.js";
import { make, refill } from "../../parts/dom.js";
import { choice, text } from "../../parts/fields.js";
import { HOLES } from "../../game/holes.js";
import { parsePosition } from "../../game/position.js";
import { note } from "../../speech/say.js";
import { t } from "../../speech/words.js";

const BRUSHES = ["w", "b", "W", "B", "none"];
const COUNTS = ["0", "1", "2", "3", "4", "5"].map((count) => [count, count]);
const ARCHERS = 5;
const SHAPE = /^[wbWB1-5]+(\/[wbWB1-5]+){4} [wb] w\db\d w\db\d \S+$/;

export class Editor {
  #letters = new Map(); // hole → letter of the position line
  #brush = "w";

  constructor() {
    this.board = new Board({ label: t("editor.board") });
    this.zones = new Zones(this.board);
    this.board.element.addEventListener("click", (event) => this.#touch(placeOf(event)));
    this.board.element.addEventListener("keydown", (event) => this.#key(event));
    this.field = text("line", t("editor.line"), { spellcheck: "false", oninput: () => this.#read() });
    this.input = this.field.querySelector("input");
    this.fields = make("div", { class: "editor-fields" });
    this.element = make(
      "div",
      { class: "editor" },
      make("div", { class: "stage" }, this.board.element),
      make("div", {}, this.#brushes(), this.fields, this.field),
    );
  }

  /** The position line; the table refuses one that cannot be. */
  get line() {
    return this.input.value.trim();
  }

  /** Begin with what stands on the table; afterwards the teacher's hands alone change it. */
  show(snapshot) {
    this.board.setLines(snapshot.rules.lines, snapshot.rules.dotted);
    if (this.#letters.size > 0 || this.input.value) return;
    this.input.value = snapshot.position;
    this.#read();
  }

  #brushes() {
    const brush = (name) =>
      make(
        "label",
        { class: "radio" },
        make("input", {
          type: "radio",
          name: "brush",
          value: name,
          checked: name === this.#brush,
          onchange: () => (this.#brush = name),
        }),
        make("span", {}, t(`editor.${name}`)),
      );
    return make(
      "fieldset",
      { class: "field" },
      make("legend", {}, t("editor.brush")),
      BRUSHES.map(brush),
    );
  }

  #touch(hole) {
    if (!HOLES.includes(hole)) return;
    const isGone = this.#brush === "none" || this.#letters.get(hole) === this.#brush;
    if (isGone) this.#letters.delete(hole);
    else if (this.#isFull(hole)) return void note(t("editor.five"));
    else this.#letters.set(hole, this.#brush);
    const [, ...rest] = this.input.value.split(" ");
    this.input.value = [ranksOf(this.#letters), ...rest].join(" ");
    this.#draw();
  }

  /** Whether all archers of the brush's side stand elsewhere already. */
  #isFull(hole) {
    const others = [...this.#letters].filter(([place]) => place !== hole);
    const side = this.#brush.toLowerCase();
    return others.filter(([, letter]) => letter.toLowerCase() === side).length >= ARCHERS;
  }

  #key(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.#touch(placeOf(event));
  }

  /** Somebody typed a line: draw it as soon as it is one. */
  #read() {
    if (!SHAPE.test(this.line) || hasTooMany(this.line)) return;
    this.#letters = new Map();
    for (const [hole, { side, isChosen }] of parsePosition(this.line).archers)
      this.#letters.set(hole, isChosen ? side.toUpperCase() : side);
    this.#draw();
  }

  #draw() {
    const position = parsePosition(this.line);
    const archers = archersOf(position);
    this.board.pieces.show(archers, position.hand);
    this.zones.show({ ...position, archers, held: null, lights: {}, isActive: true });
    this.#drawFields(position);
  }

  #drawFields({ side, hand }) {
    const set = (change) => {
      const parts = this.line.split(" ");
      change(parts);
      this.input.value = parts.join(" ");
      this.#draw();
    };
    const inHand = (place) => ({ target }) =>
      set((parts) => {
        parts[2] = parts[2].slice(0, place) + target.value + parts[2].slice(place + 1);
      });
    const sides = ["w", "b"].map((one) => [one, t(`side.${one}`)]);
    const turn = ({ target }) =>
      set((parts) => {
        parts[1] = target.value;
      });
    refill(
      this.fields,
      choice("turn", t("editor.turn"), sides, side, turn),
      make(
        "div",
        { class: "pair" },
        choice("hand-w", t("editor.hand.w"), COUNTS, String(hand.w), inHand(1)),
        choice("hand-b", t("editor.hand.b"), COUNTS, String(hand.b), inHand(3)),
      ),
    );
  }
}

function hasTooMany(line) {
  const [ranks] = line.split(" ");
  return [/w/gi, /b/gi].some((letters) => (ranks.match(letters)?.length ?? 0) > ARCHERS);
}

function placeOf(event) {
  return event.target.closest?.("[data-place]")?.dataset.place;
}

function ranksOf(letters) {
  const rank = (row) =>
    [..."abcde"]
      .map((column) => letters.get(column + row) ?? ".")
      .join("")
      .replace(/\.+/g, (gap) => String(gap.length));
  return [5, 4, 3, 2, 1].map(rank).join("/");
}
