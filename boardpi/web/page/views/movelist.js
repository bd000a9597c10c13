// The moves of a game, and stepping through its earlier positions.

import { make, mark, refill } from "../parts/dom.js";
import { moveWords } from "../speech/messages.js";
import { t } from "../speech/words.js";

export class MoveList {
  #moves = [];
  #start = "";
  #at = null; // how many plies are shown; null = all, live

  /** `look({position, move, ply})` shows an earlier position; `look(null)` comes back. */
  constructor(look) {
    this.look = look;
    this.list = make("ol", { class: "plies" });
    this.steps = make(
      "div",
      { class: "steps", role: "group", "aria-label": t("moves.steps") },
      this.#buttons(),
    );
    this.element = make(
      "section",
      { class: "moves", "aria-label": t("moves.label") },
      make("h2", {}, t("moves.label")),
      this.steps,
      this.list,
    );
    document.addEventListener("keydown", this.#press);
  }

  /** Arrows step from anywhere, unless something else wants them: the board, a field, a slider. */
  #press = (event) => {
    const isOwn = this.element.contains(event.target);
    const isFree = !event.target.closest?.("input, select, textarea, [data-place], [role=radio]");
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (isPlain && (isOwn || isFree)) this.#key(event);
  };

  leave() {
    document.removeEventListener("keydown", this.#press);
  }

  show({ moves, start, open_turn: open = null }) {
    const key = start + moves.map(({ move }) => move).join() + (open?.move ?? "");
    if (this.shown === key) return;
    this.shown = key;
    this.#moves = moves;
    this.#start = start;
    const isBlackFirst =
      moves.length > 0 && moves[0].position.split(" ")[1] === "w" && moves[0].move !== "pass";
    refill(
      this.list,
      drawTurns(moves, open?.move, isBlackFirst, (ply) => this.step(ply)),
    );
    if (this.#at !== null) this.step(null);
    this.#mark();
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Show the position after so many plies; null or all of them: the present. */
  step(ply) {
    const last = this.#moves.length;
    this.#at = ply === null || ply >= last ? null : Math.max(0, ply);
    this.#mark();
    if (this.#at === null) return this.look(null);
    const shown =
      this.#at === 0 ? { move: null, position: this.#start } : this.#moves[this.#at - 1];
    return this.look({ ...shown, ply: this.#at });
  }

  #buttons() {
    const button = (key, sign, aim) =>
      make(
        "button",
        {
          type: "button",
          "aria-label": t(key),
          title: t(key),
          "data-step": key,
          onclick: () => this.step(aim()),
        },
        sign,
      );
    const at = () => this.#at ?? this.#moves.length;
    return [
      button("moves.first", "⇤", () => 0),
      button("moves.before", "←", () => at() - 1),
      button("moves.after", "→", () => at() + 1),
      button("moves.now", "⇥", () => null),
    ];
  }

  #key(event) {
    const at = this.#at ?? this.#moves.length;
    const aims = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: null };
    if (!(event.key in aims) || this.#moves.length === 0) return;
    event.preventDefault();
    this.step(aims[event.key]);
  }

  #mark() {
    const at = this.#at ?? this.#moves.length;
    for (const ply of this.list.querySelectorAll("[data-ply]")) {
      mark(ply, { "aria-current": Number(ply.dataset.ply) === at ? "step" : null });
    }
    const [first, before, after, now] = this.steps.children;
    first.disabled = before.disabled = at === 0;
    after.disabled = now.disabled = this.#at === null;
  }
}

/** One full turn a line; a game that Black began leaves White's first place empty. */
function drawTurns(moves, open, isBlackFirst, step) {
  const plies = moves.map(({ move }, number) => drawPly(move, number + 1, step));
  if (open) plies.push(make("span", { class: "ply open", "data-open": open }, `${moveSign(open)} …`));
  const cells = isBlackFirst ? [make("span", { class: "ply none" }, "…"), ...plies] : plies;
  const turns = [];
  for (let number = 0; number < cells.length; number += 2) {
    turns.push(make("li", {}, cells.slice(number, number + 2)));
  }
  return turns;
}

function drawPly(move, ply, step) {
  const shown = moveSign(move);
  const facts = {
    type: "button",
    class: "ply",
    "data-ply": ply,
    "aria-label": `${shown}: ${moveWords(move)}`, // what is seen, then what it means
    onclick: () => step(ply),
  };
  return make("button", facts, shown);
}

/** A move as it stands in lists: `e5×d3`. */
export function moveSign(move) {
  return move === "pass" ? t("move.pass") : move.replace("x", "×").replace("-", "–");
}
