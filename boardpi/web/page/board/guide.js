// For newcomers: a ghost of an archer shows the first move until somebody touches the board.

import { draw, mark } from "../parts/dom.js";
import { isSpectator } from "../connection/session.js";
import { spot } from "../game/holes.js";
import { keep, kept } from "../speech/words.js";

const KEPT = "boardpi.has_moved";
const LAP_MS = 3600;

export class Guide {
  constructor(tableBoard) {
    this.tableBoard = tableBoard;
    this.ghost = draw("g", { class: "guide", "aria-hidden": "true", hidden: true });
    this.ghost.append(draw("circle", { class: "ghost", r: 27 }), drawFinger());
    this.trail = draw("path", { class: "trail", hidden: true });
    tableBoard.board.pieces.element.before(this.trail);
    tableBoard.board.pieces.element.after(this.ghost);
    this.hide = () => this.#touched();
    tableBoard.element.addEventListener("pointerdown", this.hide);
    tableBoard.element.addEventListener("keydown", this.hide);
  }

  leave() {
    for (const lap of this.ghost.getAnimations()) lap.cancel();
    this.tableBoard.element.removeEventListener("pointerdown", this.hide);
    this.tableBoard.element.removeEventListener("keydown", this.hide);
  }

  show(snapshot) {
    const isNew = !kept(KEPT) && snapshot.board.has_hands && !isSpectator();
    const isQuiet = !snapshot.astray && !snapshot.guest && !snapshot.hint;
    const isFresh =
      isNew && isQuiet && snapshot.moves.length === 0 && snapshot.legal.includes("b1-d2");
    if (this.isShown === isFresh) return;
    this.isShown = isFresh;
    mark(this.ghost, { hidden: !isFresh });
    mark(this.trail, { hidden: !isFresh });
    if (isFresh) this.#move("b1", "d2");
    else for (const lap of this.ghost.getAnimations()) lap.cancel();
  }

  #move(origin, target) {
    const [from, to] = [spot(origin), spot(target)];
    mark(this.trail, { d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
    const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
    this.ghost.style.transform = at({ x: (from.x + 2 * to.x) / 3, y: (from.y + 2 * to.y) / 3 });
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const frames = [
      { transform: at(from), opacity: 0 },
      { transform: at(from), opacity: 1, offset: 0.15 },
      { transform: at(to), opacity: 1, offset: 0.6, easing: "ease-in-out" },
      { transform: at(to), opacity: 1, offset: 0.85 },
      { transform: at(to), opacity: 0 },
    ];
    this.ghost.animate(frames, { duration: LAP_MS, iterations: Infinity, easing: "ease-in-out" });
  }

  #touched() {
    keep(KEPT, "yes");
    mark(this.ghost, { hidden: true });
    mark(this.trail, { hidden: true });
  }
}

function drawFinger() {
  const d =
    "M0 4v30l-7-7c-3-3-8 1-5 5l14 18c2 3 5 4 9 4h10c7 0 11-5 11-12V30c0-6-8-6-8-1 0-7-8-7-8-1 0-7-9-7-9-1V4c0-6-7-6-7 0Z";
  return draw("path", { class: "finger", d });
}
