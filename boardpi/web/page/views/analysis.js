// Looking at a game, or at any position: try moves, ask the coach, keep what was found out.

import { archersOf, follow } from "../board/archers.js";
import { Board } from "../board/board.js";
import { lookOf } from "../board/looks.js";
import { NARROW, lastLights, turnable } from "../board/table_board.js";
import { Zones } from "../board/zones.js";
import { read, tell } from "../connection/api.js";
import { live } from "../connection/live.js";
import { parseMove, parsePosition } from "../game/position.js";
import { loadRules } from "../game/rulesets.js";
import { Tree } from "../game/tree.js";
import { drawGraph } from "../parts/charts.js";
import { make, mark, refill } from "../parts/dom.js";
import { choice } from "../parts/fields.js";
import { Openings, drawWorth } from "../parts/openings.js";
import { seatName } from "../parts/entries.js";
import { moveWords } from "../speech/messages.js";
import { note } from "../speech/say.js";
import { t } from "../speech/words.js";
import { drawFiles, turnWords } from "../share/files.js";
import { Editor } from "./learning/editor.js";
import { moveSign } from "./movelist.js";

export class AnalysisView {
  #legal = new Map(); // position → what may be played there
  #lines = new Map(); // position → what the coach said
  #picked = []; // holes that were touched
  #turnShape = () => this.board.setShape(NARROW.matches ? "tall" : "wide");

  constructor(id = null) {
    this.id = id === null ? null : Number(id);
    this.element = make("div", { class: "game-view analysis" });
    this.board = new Board({ shape: NARROW.matches ? "tall" : "wide", label: t("board.label") });
    this.zones = new Zones(this.board);
    this.caption = make("p", { class: "caption", "aria-live": "polite" });
    this.choices = make("div", { class: "actions row choices" });
    this.list = make("div", { class: "tree" });
    this.coach = make("section", { class: "card coach-lines", "aria-live": "polite" });
    this.openings = new Openings((move) => this.#tryNamed(move));
    this.graph = make("section", { class: "card graph" });
    this.comment = make("textarea", { rows: 3, maxlength: 500, oninput: () => this.#write() });
    this.files = make("div");
    this.remove = make("button", { type: "button", onclick: () => this.#go(this.tree.remove(this.at)) }, t("analysis.remove"));
    NARROW.addEventListener("change", this.#turnShape);
    document.addEventListener("keydown", this.#press);
    this.board.element.addEventListener("click", ({ target }) =>
      this.#touch(target.closest("[data-place]")?.dataset.place),
    );
    this.board.element.addEventListener("keydown", (event) => this.#key(event));
    this.#load();
  }

  leave() {
    NARROW.removeEventListener("change", this.#turnShape);
    document.removeEventListener("keydown", this.#press);
    clearTimeout(this.timer);
    this.board.glow.leave();
  }

  async #load() {
    try {
      this.known = await loadRules();
      if (this.id === null) await this.#begin(live.snapshot?.rules.name ?? this.known[0].name);
      else await this.#open();
    } catch (error) {
      refill(this.element, make("p", { class: "empty" }, error.sentence ?? t("error.offline")));
    }
  }

  async #open() {
    const [game, found] = await Promise.all([
      read(`/games/${this.id}`),
      read(`/games/${this.id}/analysis`),
    ]);
    Object.assign(this, { game, rules: game.rules, tree: Tree.of(game, found) });
    const places = [...this.tree.places()].filter(({ isGame }) => isGame);
    const wanted = Number(new URLSearchParams(location.search).get("ply") ?? places.length - 1);
    this.#draw();
    await this.#go(places[wanted] ?? places.at(-1));
    this.#follow();
  }

  /** An empty board, or rather: any position. */
  async #begin(rules, position = null) {
    const query = new URLSearchParams({ rules, ...(position && { position }) });
    const found = await read(`/analysis/position?${query}`);
    this.rules = rules;
    this.tree = new Tree(found.position);
    this.#draw();
    await this.#go(this.tree.root);
  }

  #draw() {
    const { game } = this;
    const title = game ? `${seatName(game, "w")} – ${seatName(game, "b")}` : t("analysis.title");
    const back = game && make("a", { href: `/book/games/${this.id}` }, `← ${t("analysis.game")}`);
    refill(
      this.element,
      back && make("p", { class: "back" }, back),
      make("h1", {}, title),
      make(
        "div",
        { class: "stage" },
        this.board.element,
        this.caption,
        this.choices,
        make("div", { class: "actions row" }, turnable(this.board)),
      ),
      make(
        "section",
        { class: "side" },
        !game && this.#setting(),
        make("div", { class: "card" }, make("h2", {}, t("moves.label")), this.#steps(), this.list),
        make(
          "div",
          { class: "card" },
          make("label", { class: "field" }, make("span", {}, t("analysis.comment")), this.comment),
          game && this.#button("analysis.save", () => this.#save(), "primary"),
        ),
        this.coach,
        game && this.graph,
        this.openings.element,
        this.files,
      ),
    );
  }

  /** Which rules, and which position. */
  #setting() {
    const editor = new Editor();
    const rules = this.known.map(({ name, title }) => [name, title]);
    const field = choice("rules", t("match.rules"), rules, this.rules, ({ target }) => this.#begin(target.value));
    const { lines, dotted } = this.known.find(({ name }) => name === this.rules);
    editor.show({ rules: { lines, dotted }, position: this.tree.root.position });
    const set = () => this.#begin(this.rules, editor.line).catch((error) => note(error.sentence ?? t("error.offline")));
    return make(
      "div",
      { class: "card" },
      field,
      make("details", {}, make("summary", {}, t("analysis.set")), editor.element, this.#button("analysis.look", set)),
    );
  }

  #button(key, onclick, kind = null) {
    return make("button", { type: "button", class: kind, onclick }, t(key));
  }

  #steps() {
    const step = (key, sign, aim) =>
      make("button", { type: "button", "aria-label": t(key), title: t(key), onclick: () => this.#go(aim()) }, sign);
    return make(
      "div",
      { class: "steps" },
      step("moves.first", "⇤", () => this.tree.root),
      step("moves.before", "←", () => this.at.parent ?? this.at),
      step("moves.after", "→", () => this.at.children[0] ?? this.at),
      step("moves.now", "⇥", () => endOf(this.at)),
      this.remove,
    );
  }

  // ── where we are ───────────────────────────────────────────────────────────────────────────────

  async #go(place) {
    this.at = place;
    this.#picked = [];
    this.comment.value = place.comment;
    this.#show();
    if (!this.#legal.has(place.position)) {
      const query = new URLSearchParams({ rules: this.rules, position: place.position });
      this.#legal.set(place.position, await read(`/analysis/position?${query}`));
    }
    if (this.at === place) this.#show();
  }

  #show() {
    const { at } = this;
    const position = parsePosition(at.position);
    const known = this.#legal.get(at.position);
    this.archers ??= archersOf(position);
    follow(this.archers, position, position.mask);
    if (known) this.board.setLines(known.rules.lines, known.rules.dotted);
    this.board.pieces.show(this.archers, position.hand);
    const lights = this.#picked.length ? this.#ways() : lastLights(at.move);
    const theme = live.snapshot?.theme ?? "default";
    this.board.glow.show(lights, (role, hole) => lookOf(theme, role, hole, position));
    this.zones.show({ ...position, archers: this.archers, held: null, lights, isActive: true });
    const words = at.move ? moveWords(at.move) : t("moves.start");
    const ended = known?.outcome ? ` ${t(`reason.${known.outcome.reason}`)}` : "";
    refill(this.caption, `${words}. ${known?.outcome ? "" : turnWords(at)}${ended}`);
    this.#showChoices(known);
    refill(this.list, this.#branch(this.tree.root));
    this.#showCoach();
    this.openings.show(this.rules, at.position, known, this.#lines.get(at.position));
    this.#showFiles();
    mark(this.remove, { hidden: at.isGame || !at.parent });
    this.list.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
  }

  /** One line of moves; what else was tried stands below the move that it replaces. */
  #branch(place) {
    const items = [];
    for (let next = place; next.children.length > 0; next = next.children[0]) {
      const [first, ...others] = next.children;
      items.push(...this.#move(first));
      for (const other of others)
        items.push(make("div", { class: "variation" }, this.#move(other), this.#branch(other)));
    }
    return items;
  }

  #move(place) {
    const { move, depth, comment } = place;
    const sign = moveSign(move);
    const facts = {
      type: "button",
      class: "ply",
      "aria-current": place === this.at ? "step" : null,
      "aria-label": `${depth}. ${sign}: ${moveWords(move)}`,
      onclick: () => this.#go(place),
    };
    return [make("button", facts, `${depth}. ${sign}`), comment && make("span", { class: "remark" }, comment)];
  }

  // ── trying moves ───────────────────────────────────────────────────────────────────────────────

  get #moves() {
    return this.#legal.get(this.at.position)?.moves ?? [];
  }

  /** The moves that fit what was touched: holes in any order that a hand could have. */
  #fitting(picked = this.#picked) {
    return this.#moves.filter(({ move }) => {
      const { origin, target, reentry } = parseMove(move);
      const holes = [origin, target, reentry].filter(Boolean);
      return picked.every((hole, number) => holes[number] === hole);
    });
  }

  #touch(place) {
    if (!place || place === "w" || place === "b") return;
    const next = [...this.#picked, place];
    const fitting = this.#fitting(next);
    this.#picked = fitting.length ? next : this.#fitting([place]).length ? [place] : [];
    const left = this.#picked.length ? this.#fitting() : [];
    const isWhole = left.length === 1 && this.#picked.length >= Math.min(2, left[0].move.length / 2);
    if (isWhole || (left.length === 1 && left[0].move[0] === "@")) return void this.#try(left[0]);
    this.#show();
  }

  #try({ move, position }) {
    return this.#go(this.tree.add(this.at, move, position));
  }

  #ways() {
    const lights = { [this.#picked[0]]: "origin" };
    for (const { move } of this.#fitting()) {
      const { target, takes } = parseMove(move);
      if (target) lights[target] = takes ? "capture" : "target";
    }
    return lights;
  }

  #showChoices(known) {
    const moves = this.#picked.length ? this.#fitting() : (known?.moves ?? []);
    const label = this.#picked.length ? "analysis.which" : "analysis.moves";
    const buttons = moves.map((one) =>
      make("button", { type: "button", onclick: () => this.#try(one), "aria-label": `${one.move}: ${moveWords(one.move)}` }, one.move),
    );
    const list = make("div", { class: "actions row" }, buttons);
    const isOpen = this.#picked.length > 0 || this.choices.firstChild?.open;
    refill(this.choices, moves.length > 0 && make("details", { open: isOpen }, make("summary", {}, t(label)), list));
  }

  /** What was opened stays open from move to move. */
  #showFiles() {
    refill(this.files, drawFiles(this, this.files.firstChild?.open ?? false));
  }

  #key(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.#touch(event.target.closest("[data-place]")?.dataset.place);
  }

  /** Arrows walk through the tree from anywhere but fields: along, and up and down between variations. */
  #press = (event) => {
    if (!this.at || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, [data-place], [role=radio]")) return;
    const beside = (by) => {
      const all = this.at.parent?.children ?? [this.at];
      return all[(all.indexOf(this.at) + by + all.length) % all.length];
    };
    const aims = {
      ArrowLeft: () => this.at.parent ?? this.at,
      ArrowRight: () => this.at.children[0] ?? this.at,
      ArrowUp: () => beside(-1),
      ArrowDown: () => beside(1),
      Home: () => this.tree.root,
    };
    if (!(event.key in aims)) return;
    event.preventDefault();
    this.#go(aims[event.key]());
  };

  // ── what others think ──────────────────────────────────────────────────────────────────────────

  #showCoach() {
    const found = this.#lines.get(this.at.position);
    const isOver = this.#legal.get(this.at.position)?.outcome;
    const ask = this.#button("analysis.ask", () => this.#ask());
    ask.disabled = this.isThinking || Boolean(isOver);
    refill(
      this.coach,
      make("h2", {}, t("analysis.coach")),
      found ? make("ol", {}, found.lines.map((line) => this.#line(line))) : make("p", { class: "quiet" }, t(this.isThinking ? "analysis.thinking" : "analysis.ask_text")),
      !found && ask,
    );
  }

  #line({ moves, score, is_exact: isExact }) {
    const play = () => this.#playLine(moves);
    return make(
      "li",
      {},
      drawWorth(score, isExact),
      " ",
      make("button", { type: "button", class: "link", onclick: play }, moves.join(" ")),
    );
  }

  async #ask() {
    const { at, rules } = this;
    this.isThinking = true;
    this.#showCoach();
    const found = await tell("POST", "/analysis/lines", { rules, position: at.position });
    this.isThinking = false;
    if (found) this.#lines.set(at.position, found);
    this.#show();
  }

  /** Put a line of the coach beside the game; its positions are asked for one by one. */
  async #playLine(moves) {
    let place = this.at;
    for (const move of moves) {
      const query = new URLSearchParams({ rules: this.rules, position: place.position });
      const { moves: legal } = await read(`/analysis/position?${query}`);
      const found = legal.find((one) => one.move === move);
      if (!found) break;
      place = this.tree.add(place, move, found.position);
    }
    await this.#go(this.at.after(moves[0]) ?? this.at);
  }

  #tryNamed(move) {
    const legal = this.#moves.find((one) => one.move === move);
    if (legal) this.#try(legal);
  }

  async #follow() {
    const review = await read(`/games/${this.id}/review`).catch(() => null);
    this.review = review;
    const begin = async () => {
      if (await tell("POST", `/games/${this.id}/review`)) this.#follow();
    };
    const isBusy = review?.state === "waiting" || review?.state === "thinking";
    if (isBusy) this.timer = setTimeout(() => this.#follow(), 1000);
    const plies = [...this.tree.places()].filter(({ isGame }) => isGame);
    refill(
      this.graph,
      make("h2", {}, t("analysis.graph")),
      review?.scores?.length
        ? drawGraph(review.scores, (ply) => this.#go(plies[ply]))
        : isBusy
          ? make("p", { class: "quiet" }, t("review.thinking"))
          : [make("p", { class: "quiet" }, t("analysis.graph_ask")), this.#button("analysis.graph_begin", begin)],
    );
    if (this.at) this.#showFiles();
  }

  // ── keeping ────────────────────────────────────────────────────────────────────────────────────

  #write() {
    this.at.comment = this.comment.value.trim();
  }

  async #save() {
    if (await tell("POST", `/games/${this.id}/analysis`, this.tree.toJson())) note(t("analysis.saved"));
    refill(this.list, this.#branch(this.tree.root));
  }
}

/** The last move of the line that goes on from here. */
function endOf(place) {
  return place.children.length ? endOf(place.children[0]) : place;
}
