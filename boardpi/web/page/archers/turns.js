// The turns of a game of Archers: a list to step through, and what each says in words.

import { make, mark, refill } from "../parts/dom.js";
import { t } from "../speech/words.js";
import { facingName, parsePart } from "./formation.js";

/** One part in words: `d3 shoots d6`, `d3 to d4`, `d4 faces right`. */
export function partWords(text) {
  const { archer, target, sign, isShot } = parsePart(text);
  if (sign) return t("archers.said.turn", { archer, facing: t(`archers.facing.${facingName(sign)}`) });
  return isShot ? t("archers.said.shot", { archer, target }) : t("archers.said.step", { archer, target });
}

export function turnWords(turn) {
  return turn.split(",").map(partWords).join(", ");
}

/** Where the archers of a turn came from and stand now. */
export function squaresOf(turn) {
  const parts = turn.split(",").map(parsePart);
  return new Set(parts.flatMap(({ archer, target }) => [archer, target]).filter(Boolean));
}

/** As it is shown: `d3×d6, d3–d4, d4→`. */
export function turnSigns(turn) {
  const arrows = { "^": "↑", ">": "→", "<": "←" };
  return turn
    .replace(/([a-o]\d+)v(?=,|$)/g, "$1↓")
    .replace(/[\^<>]/g, (sign) => arrows[sign])
    .replaceAll("x", "×")
    .replaceAll("-", "–")
    .replaceAll(",", ", ");
}

export class TurnList {
  #turns = [];
  #at = null; // how many turns are shown; null = all, live

  /** `look(number)` shows an earlier formation; `look(null)` comes back. */
  constructor(look) {
    this.look = look;
    this.list = make("ol", { class: "plies archers-turns" });
    const steps = make(
      "div",
      { class: "steps", role: "group", "aria-label": t("archers.steps") },
      this.#button("first", "⇤", () => 0),
      this.#button("before", "←", () => this.at - 1),
      this.#button("after", "→", () => this.at + 1),
      this.#button("last", "⇥", () => null),
    );
    this.buttons = [...steps.children];
    this.element = make(
      "section",
      { class: "moves", "aria-label": t("archers.turns") },
      make("h2", {}, t("archers.turns")),
      steps,
      this.list,
    );
  }

  get at() {
    return this.#at ?? this.#turns.length;
  }

  get isPast() {
    return this.#at !== null;
  }

  show(turns) {
    if (this.shown === turns.join(" ")) return;
    this.shown = turns.join(" ");
    this.#turns = turns;
    this.#at = null;
    const cells = turns.map((turn, number) => this.#cell(turn, number + 1));
    const rows = [];
    for (let number = 0; number < cells.length; number += 2)
      rows.push(make("li", {}, cells.slice(number, number + 2)));
    refill(this.list, rows);
    this.#mark();
    this.list.scrollTop = this.list.scrollHeight;
  }

  step(number) {
    const last = this.#turns.length;
    this.#at = number === null || number >= last ? null : Math.max(0, number);
    this.#mark();
    this.look(this.#at);
  }

  #cell(turn, number) {
    const shown = turnSigns(turn);
    const facts = {
      type: "button",
      class: "ply",
      "data-turn": number,
      "aria-label": `${shown}: ${turnWords(turn)}`,
      onclick: () => this.step(number),
    };
    return make("button", facts, shown);
  }

  #button(name, sign, aim) {
    const label = t(`archers.${name}`);
    const facts = { type: "button", "aria-label": label, title: label, "data-step": name };
    return make("button", { ...facts, onclick: () => this.step(aim()) }, sign);
  }

  #mark() {
    for (const cell of this.list.querySelectorAll("[data-turn]"))
      mark(cell, { "aria-current": Number(cell.dataset.turn) === this.at ? "step" : null });
    const [first, before, after, last] = this.buttons;
    first.disabled = before.disabled = this.at === 0;
    after.disabled = last.disabled = !this.isPast;
  }
}
