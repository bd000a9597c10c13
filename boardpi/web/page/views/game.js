// One game of the book: replay, downloads, corrections.

import { read, tell } from "../connection/api.js";
import { archersOf, follow } from "../board/archers.js";
import { Board } from "../board/board.js";
import { NARROW, lastLights, turnable } from "../board/table_board.js";
import { controlWords, parseControl } from "../parts/clocks.js";
import { confirm } from "../parts/dialog.js";
import { make, mark, refill } from "../parts/dom.js";
import { dayOf, playedAt, reason, result, seatName } from "../parts/entries.js";
import { live } from "../connection/live.js";
import { lookOf } from "../board/looks.js";
import { moveWords } from "../speech/messages.js";
import { parsePosition } from "../game/position.js";
import { offerFiles } from "../share/files.js";
import { Tree } from "../game/tree.js";
import { dottedLines, loadRules, ruleTitle } from "../game/rulesets.js";
import { note, say } from "../speech/say.js";
import { clock, t, tableName } from "../speech/words.js";
import { drawCorrections } from "./organising/corrections.js";
import { MoveList, moveSign } from "./movelist.js";
import { Turning } from "./turning.js";

export class GameView {
  #turnShape = () => this.board?.setShape(NARROW.matches ? "tall" : "wide");

  constructor(id) {
    this.id = Number(id);
    this.element = make("div", { class: "game-view" });
    NARROW.addEventListener("change", this.#turnShape);
    this.#load();
  }

  async #load() {
    try {
      await loadRules();
      this.#draw(await read(`/games/${this.id}`));
    } catch (error) {
      refill(this.element, make("p", { class: "empty" }, error.sentence ?? t("error.offline")));
    }
  }

  #draw(game) {
    this.game = game;
    this.archers = archersOf(parsePosition(game.start));
    this.board = new Board({ shape: NARROW.matches ? "tall" : "wide", label: t("board.label") });
    this.board.setLines(game.lines, dottedLines(game.rules));
    this.slider = make("input", {
      type: "range",
      class: "slider",
      min: 0,
      max: game.moves.length,
      value: 0,
      "aria-label": t("moves.slider"),
      oninput: () => this.#step(Number(this.slider.value)),
    });
    this.caption = make("p", { class: "caption", "aria-live": "polite" });
    this.moves = new MoveList((past) => this.#look(past));
    this.moves.show(game);
    refill(
      this.element,
      make("p", { class: "back" }, make("a", { href: "/book/games" }, `← ${t("book.games")}`)),
      make("h1", {}, `${seatName(game, "w")} – ${seatName(game, "b")}`),
      make(
        "div",
        { class: "stage" },
        this.board.element,
        this.slider,
        this.caption,
        make("div", { class: "actions row" }, turnable(this.board)),
      ),
      make(
        "section",
        { class: "side" },
        this.#facts(),
        this.moves.element,
        game.moves.length > 0 && this.#turning(),
        this.#files(),
        game.moves.length > 0 && offerFiles(() => this.#share()),
        drawCorrections(game, () => this.#load()),
        this.#bin(),
      ),
    );
    this.element.append(this.#sheet());
    this.#step(null);
  }

  /** The score sheet, for paper: who, when, what, every move with its time, and two signatures. */
  #sheet() {
    const { game } = this;
    const { moves } = game;
    const used = (ply) => game.clock?.used_ms[ply] ?? (ply ? moves[ply].ms - moves[ply - 1].ms : 0);
    const cell = (ply) => make("td", {}, moves[ply] && [moveSign(moves[ply].move), " ", make("small", {}, clock(used(ply)))]);
    const rows = [];
    for (let ply = 0; ply < moves.length; ply += 2)
      rows.push(make("tr", {}, make("th", { scope: "row" }, String(ply / 2 + 1)), cell(ply), cell(ply + 1)));
    const control = game.clock && controlWords(parseControl(game.clock.control));
    const facts = [result(game), reason(game), ruleTitle(game.rules), control, dayOf(game), playedAt(game), tableName(game.table)];
    const isBlackFirst = moves[0]?.position.split(" ")[1] === "w" && moves[0].move !== "pass";
    const sides = isBlackFirst ? ["b", "w"] : ["w", "b"];
    const heads = sides.map((side) => make("th", { scope: "col" }, `${t(`side.${side}`)}: ${seatName(game, side)}`));
    return make(
      "div",
      { class: "printed" },
      make("p", {}, facts.filter(Boolean).join(" · ")),
      make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "#"), heads)), make("tbody", {}, rows)),
      make("p", { class: "signatures" }, make("span", {}, seatName(game, "w")), make("span", {}, seatName(game, "b"))),
    );
  }

  #step(ply) {
    this.moves.step(ply);
  }

  #look(past) {
    const { moves, start } = this.game;
    const ply = past ? past.ply : moves.length;
    const last = moves[ply - 1];
    const position = parsePosition(last ? last.position : start);
    follow(this.archers, position, position.mask);
    const theme = live.snapshot?.theme ?? "default";
    this.board.glow.show(lastLights(last?.move), (role, hole) =>
      lookOf(theme, role, hole, position),
    );
    this.board.pieces.show(this.archers, position.hand);
    this.slider.value = ply;
    const used = this.game.clock?.used_ms[ply - 1] ?? (last && last.ms - moves[0].ms);
    const words = last ? `${moveWords(last.move)} (${clock(used)})` : t("moves.start");
    const text = t("moves.at", { ply, count: moves.length, words });
    mark(this.slider, { "aria-valuetext": text });
    refill(this.caption, text);
  }

  #turning() {
    this.turning?.leave();
    this.turning = new Turning(this.id, this.game.moves, (ply) => this.#step(ply));
    return this.turning.element;
  }

  leave() {
    NARROW.removeEventListener("change", this.#turnShape);
    this.moves?.leave();
    this.turning?.leave();
    this.board?.glow.leave();
  }

  #facts() {
    const { game } = this;
    const facts = [
      [t("book.result"), result(game)],
      [t("book.ending"), reason(game)],
      [t("match.rules"), ruleTitle(game.rules)],
      [t("clock.title"), game.clock && controlWords(parseControl(game.clock.control))],
      [t("book.day"), [dayOf(game), playedAt(game)].filter(Boolean).join(", ")],
      [t("book.table"), tableName(game.table)],
      [t("book.number"), t("seat.game", { game: game.number })],
      [t("book.no_title"), String(game.id)],
    ];
    const rows = facts
      .filter(([, value]) => value)
      .map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value)));
    return make(
      "div",
      {},
      make("dl", { class: "facts-list" }, rows),
      game.corrected && make("p", { class: "quiet" }, t(game.plies > 0 ? "book.corrected" : "book.by_hand")),
      !game.is_day_sure && make("p", { class: "quiet" }, t("book.day_unsure")),
    );
  }

  #files() {
    const path = `/api/v1/games/${this.id}`;
    const file = (href, label) => make("a", { class: "button", href, download: "" }, label);
    return make(
      "div",
      { class: "actions row" },
      make("a", { class: "button primary", href: `/book/games/${this.id}/analysis` }, t("analysis.open")),
      make("button", { type: "button", onclick: () => window.print() }, t("share.print_sheet")),
      file(`${path}.jas`, t("book.download_jas")),
      file(`${path}.json`, t("book.download_json")),
      this.game.has_trace && file(`${path}/trace`, t("book.download_trace")),
    );
  }

  /** What is taken away: the game as far as it is shown, with its variations and turning points. */
  async #share() {
    const { id, game, board } = this;
    const [found, review] = await Promise.all([
      read(`/games/${id}/analysis`),
      read(`/games/${id}/review`).catch(() => null),
    ]);
    const tree = Tree.of(game, found);
    const at = [...tree.places()].findLast(({ isGame }) => isGame);
    return { id, game, rules: game.rules, tree, at, review, board };
  }

  #bin() {
    if (this.game.state === "playing" || live.snapshot?.match.game_id === this.id) return null;
    if (this.game.deleted)
      return make("button", { type: "button", onclick: () => this.#restore() }, t("book.restore"));
    const remove = async () => {
      if (!(await confirm(t("book.delete_sure"), t("book.delete_text"), t("book.delete")))) return;
      if (await tell("DELETE", `/games/${this.id}`)) {
        this.#load();
        note(t("book.deleted"), { label: t("action.undo"), act: () => this.#restore() });
      }
    };
    return make("button", { type: "button", class: "danger", onclick: remove }, t("book.delete"));
  }

  async #restore() {
    if (await tell("POST", `/games/${this.id}/restore`)) {
      this.#load();
      say(t("book.restored"));
    }
  }
}
