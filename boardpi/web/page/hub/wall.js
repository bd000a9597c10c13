// The wall: every board live and small, one large on a tap, the clock of the round over all.

import { archersOf, follow } from "../board/archers.js";
import { Board } from "../board/board.js";
import { parsePosition } from "../game/position.js";
import { make, mark, refill } from "../parts/dom.js";
import { clock, t } from "../speech/words.js";
import { club, roundWords } from "./state.js";

const TURN_MS = 12000; // so long a page of boards stays when there are more than fit
const PAGE = 20;

export class WallView {
  constructor() {
    this.tiles = new Map();
    this.large = null;
    this.page = 0;
    this.title = make("h1", {});
    this.clock = make("p", { class: "round-clock clock", role: "timer" });
    this.grid = make("div", { class: "wall" });
    this.empty = make("p", { class: "quiet" }, t("hub.no_tables"));
    this.element = make(
      "div",
      { class: "hub-view wall-view" },
      make("div", { class: "wall-head" }, this.title, this.clock),
      this.empty,
      this.grid,
    );
    this.ticking = setInterval(() => this.#tick(), 500);
    this.turning = setInterval(() => this.#turn(), TURN_MS);
  }

  leave() {
    clearInterval(this.ticking);
    clearInterval(this.turning);
  }

  show() {
    refill(this.title, club.evening?.event ? roundWords(club.evening) : club.name);
    const names = Object.keys(club.tables).sort();
    for (const name of names) {
      if (!this.tiles.has(name)) {
        const tile = new Tile(() => this.#enlarge(name));
        this.tiles.set(name, tile);
        this.grid.append(tile.element);
      }
      this.tiles.get(name).show(club.tables[name]);
    }
    this.empty.hidden = names.length > 0;
    this.#arrange();
    this.#tick();
  }

  #tick() {
    const isTimed = Boolean(club.evening?.event?.minutes);
    this.clock.hidden = !isTimed;
    if (!isTimed) return;
    refill(this.clock, clock(club.left() * 1000));
    mark(this.clock, { "data-late": club.left() < 60 ? "yes" : null });
  }

  #turn() {
    this.page += 1;
    this.#arrange();
  }

  #arrange() {
    const tiles = [...this.tiles.keys()].sort();
    const pages = Math.max(1, Math.ceil(tiles.length / PAGE));
    const shown = this.page % pages;
    tiles.forEach((name, number) => {
      const element = this.tiles.get(name).element;
      element.hidden = this.large ? name !== this.large : Math.floor(number / PAGE) !== shown;
      element.style.order = number;
    });
    const count = Math.min(tiles.length, PAGE);
    const rows = count <= 5 ? 1 : Math.round(Math.sqrt(count / 2)); // a wall is wider than high
    this.grid.style.setProperty("--columns", Math.max(1, Math.ceil(count / rows)));
    this.grid.style.setProperty("--rows", rows);
    mark(this.grid, { "data-large": this.large ? "yes" : null, "data-rows": rows });
  }

  #enlarge(name) {
    this.large = this.large ? null : name;
    this.#arrange();
  }
}

class Tile {
  constructor(onclick) {
    this.board = new Board({ shape: "bare", label: "" });
    mark(this.board.element, { role: "presentation" });
    this.title = make("span", { class: "tile-title" });
    this.seats = { w: drawSeat("white"), b: drawSeat("black") };
    this.badge = make("span", { class: "badge" });
    this.element = make(
      "button",
      { type: "button", class: "tile", onclick },
      make("span", { class: "tile-head" }, this.title, this.badge),
      this.seats.b.element,
      this.board.element,
      this.seats.w.element,
    );
  }

  show({ title, is_online: isOnline, calls, picture }) {
    refill(this.title, title);
    const trouble = calls.length ? t("hub.called") : isOnline ? "" : t("hub.away");
    refill(this.badge, trouble);
    mark(this.element, {
      "data-state": calls.length ? "called" : isOnline ? "online" : "away",
    });
    if (!picture) return;
    const position = parsePosition(picture.position);
    this.archers ??= archersOf(position);
    follow(this.archers, position, position.mask);
    this.board.setLines(picture.rules.lines, picture.rules.dotted);
    this.board.pieces.show(this.archers, position.hand);
    const { white, black, score } = picture.match;
    this.seats.w.show(white ?? t("side.w"), score[0], picture.side === "w" && !picture.outcome);
    this.seats.b.show(black ?? t("side.b"), score[1], picture.side === "b" && !picture.outcome);
  }
}

function drawSeat(colour) {
  const [name, score] = [make("span", { class: "who" }), make("span", { class: "score" })];
  const element = make(
    "span",
    { class: `tile-seat ${colour}` },
    make("span", { class: "disc" }),
    name,
    score,
  );
  return {
    element,
    show(who, points, isTurn) {
      refill(name, who);
      refill(score, String(points));
      mark(element, { "data-turn": isTurn ? "now" : null });
    },
  };
}
