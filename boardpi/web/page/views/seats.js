// Both seats with names, archers, points and score; and the clock of the game.

import { showTime } from "../parts/clocks.js";
import { make, mark, refill } from "../parts/dom.js";
import { other } from "../game/position.js";
import { handicapWords, nameOf } from "../speech/messages.js";
import { clock, hasText, t, tableName } from "../speech/words.js";

export class Seats {
  #timer = setInterval(() => this.#tick(), 500);
  #since = 0;
  #snapshot = null;

  constructor() {
    this.rows = { b: drawSeat("b"), w: drawSeat("w") };
    this.facts = make("p", { class: "facts" });
    this.clock = make("span", { class: "clock", role: "timer", "aria-label": t("seat.clock") });
    this.stopped = make("p", { class: "stopped", hidden: true });
    this.element = make(
      "section",
      { class: "seats", "aria-label": t("seat.label") },
      this.rows.b,
      this.rows.w,
      this.stopped,
      make("div", { class: "under" }, this.facts, this.clock),
    );
  }

  leave() {
    clearInterval(this.#timer);
  }

  show(snapshot) {
    this.#snapshot = snapshot;
    this.#since = performance.now();
    for (const side of ["w", "b"]) this.#showSeat(snapshot, side);
    const { table, rules, match } = snapshot;
    const ahead = match.handicap === null ? null : handicapWords(match.handicap);
    const facts = [tableName(table), rules.title, t("seat.game", { game: match.game }), ahead];
    mark(this.facts, { "data-ahead": ahead !== null });
    refill(this.facts, facts.filter(Boolean).join(" · "));
    this.#showStopped(snapshot);
    this.#tick();
  }

  /** Why nobody's time runs in the middle of a game. */
  #showStopped({ clocks, moves, outcome }) {
    const key = `clock.stopped.${clocks?.stopped}`;
    const isShown = Boolean(clocks?.stopped && moves.length && !outcome && hasText(key));
    mark(this.stopped, { hidden: !isShown });
    refill(this.stopped, isShown ? t(key) : "");
  }

  #showSeat(snapshot, side) {
    const number = side === "w" ? 0 : 1;
    const seat = this.rows[side];
    const isOpen = snapshot.open_turn !== null; // a move that may still bring an archer back
    const toMove = isOpen ? other(snapshot.side) : snapshot.side;
    const isTurn = !snapshot.outcome && (toMove === side || toMove === null);
    mark(seat, { "data-turn": isTurn && toMove !== null ? "now" : isTurn ? "any" : null });
    const winner = snapshot.outcome?.winner;
    seat.classList.toggle("winner", winner === side);
    refill(seat.querySelector(".who"), nameOf(snapshot, side));
    const parts = [];
    if (snapshot.hand[number]) parts.push(t("seat.hand", { count: snapshot.hand[number] }));
    if (snapshot.dead[number]) parts.push(t("seat.dead", { count: snapshot.dead[number] }));
    refill(seat.querySelector(".state"), parts.join(" · "));
    refill(seat.querySelector(".score"), String(snapshot.match.score[number]));
    mark(seat.querySelector(".score"), {
      "aria-label": t("seat.score", { count: snapshot.match.score[number] }),
    });
    refill(seat.querySelector(".turn"), isTurn && toMove ? t(isOpen ? "seat.open" : "seat.turn") : "");
  }

  #tick() {
    if (!this.#snapshot) return;
    const { clock_ms: ms, is_running: isRunning } = this.#snapshot;
    const after = performance.now() - this.#since;
    for (const [side, seat] of Object.entries(this.rows))
      showTime(seat.querySelector(".time"), this.#snapshot, side, after, nameOf(this.#snapshot, side));
    const text = clock(ms + (isRunning ? performance.now() - this.#since : 0));
    if (this.clock.textContent !== text) this.clock.textContent = text;
  }
}

function drawSeat(side) {
  return make(
    "div",
    { class: `seat ${side === "w" ? "white" : "black"}` },
    make("span", { class: "disc", "aria-hidden": "true" }),
    make(
      "span",
      { class: "names" },
      make("strong", { class: "who" }),
      make("span", { class: "state" }),
    ),
    make("span", { class: "turn" }),
    make("span", { class: "time", role: "timer", hidden: true }),
    make("span", { class: "score", role: "img" }),
  );
}
