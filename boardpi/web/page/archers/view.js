// The place of Archers: the field, a turn that is put together and can be undone, games to replay.

import { read, tell } from "../connection/api.js";
import { live } from "../connection/live.js";
import { gainTrust, isSpectator } from "../connection/session.js";
import { confirm } from "../parts/dialog.js";
import { make, mark, refill } from "../parts/dom.js";
import { inLanguage } from "../speech/messages.js";
import { note, say } from "../speech/say.js";
import { t } from "../speech/words.js";
import { FieldBoard } from "./field.js";
import { parseFormation, parsePart, turned, withParts, withTurn } from "./formation.js";
import { KeptGames, drawNewGame, drawRules, drawSeats, endWords, nameOf } from "./papers.js";
import { TurnList, partWords, squaresOf, turnWords } from "./turns.js";

const NONE = new Set();
const NEWS = ({ game, turns, is_over: isOver }) => `${game} ${turns} ${isOver}`;

export class ArchersView {
  #game = null;
  #formations = [];
  #turn = null; // what the table says of the turn under way
  #chosen = null;
  #showsZones = false;
  #isBusy = false;
  #news = "";
  #told = {}; // which game was shown last, and how far it was
  #isGone = false;
  #hear = () => this.#draw();

  /** With a number it shows that game of the book, to be replayed. */
  constructor(id = null) {
    this.id = id === null ? null : Number(id);
    this.field = new FieldBoard({
      choose: (square) => this.#choose(square),
      wish: (from, to) => this.#wishFor(from, to),
      press: (key, square) => this.#press(key, square),
    });
    this.turns = new TurnList((at) => this.#look(at));
    this.kept = new KeptGames();
    this.seats = make("div", { class: "archers-seats" });
    this.title = make("h2", {});
    this.text = make("p", {});
    this.message = make("div", { class: "message archers-message" }, this.title, this.text);
    this.tools = make("div", { class: "archers-tools" });
    this.stage = make("div", { class: "stage" }, this.field.element, this.tools);
    this.more = make("div", { class: "actions row" });
    this.fresh = make("div", {});
    this.intro = make("p", { hidden: true }, t("archers.intro"));
    this.element = make(
      "div",
      { class: "archers-view" },
      make("h1", {}, t("archers.title")),
      this.intro,
      this.seats,
      this.message,
      this.stage,
      make(
        "section",
        { class: "side" },
        this.more,
        this.turns.element,
        this.fresh,
        drawRules(),
        this.kept.element,
      ),
    );
    this.#drawTools();
    live.addEventListener("session", this.#hear);
    this.#load();
  }

  leave() {
    this.#isGone = true;
    live.removeEventListener("session", this.#hear);
  }

  /** Snapshots say that something has changed; then the game is asked for. */
  show({ archers }) {
    if (this.id === null && archers && NEWS(archers) !== this.#news) this.#load();
  }

  // ── the game ───────────────────────────────────────────────────────────────────────────────

  async #load() {
    this.#news = live.snapshot ? NEWS(live.snapshot.archers) : "";
    const path = this.id === null ? "/archers" : `/archers/games/${this.id}`;
    try {
      const found = await read(path);
      await this.#take(this.id === null ? found.game : found);
    } catch (error) {
      if (!this.#isGone) refill(this.title, error.sentence ?? t("error.offline"));
    }
  }

  /** A game as the table has it; a turn that was being put together ends where it is not the same. */
  async #take(game) {
    const { id, turns = [] } = game ?? {};
    const isSame = this.#game?.id === id;
    const count = this.#game?.turns.length ?? 0;
    if (isSame && turns.length < count) return; // an old answer
    this.#game = game;
    if (!isSame || turns.length > count || !this.#formations.length) this.#follow(game);
    // Asked for before anything is shown: what is seen can be played on at once.
    if (game?.state === "playing" && this.id === null && !this.#turn) await this.#ask("");
    if (this.#game !== game) return; // the table has told more meanwhile
    this.turns.show(turns);
    this.#drawPapers();
    this.#draw();
    if (this.#told.id === id && turns.length > this.#told.count) this.#tellTurn(game);
    this.#told = { id, count: turns.length };
  }

  #follow(game) {
    this.#formations = game ? [parseFormation(game.start)] : [];
    for (const turn of game?.turns ?? []) this.#formations.push(withTurn(this.#formations.at(-1), turn));
    this.#turn = null;
    this.#chosen = null;
  }

  #tellTurn(game) {
    const side = game.turns.length % 2 ? "w" : "b";
    const words = turnWords(game.turns.at(-1));
    const end = endWords(game);
    say([t("archers.said.turn_of", { player: this.#name(side), words }), end].filter(Boolean).join(". "));
  }

  /** Ask the table what stands with these parts, and with one more. */
  async #ask(made, wish = "") {
    const { id, turns } = this.#game;
    const query = new URLSearchParams({ game: id, at: turns.length, made });
    if (wish) query.set("wish", wish);
    this.#isBusy = true;
    try {
      this.#turn = await read(`/archers/turn?${query}`);
      return true;
    } catch (error) {
      note(error.sentence ?? t("error.offline"));
      if (error.reason === "archers_moved") this.#load();
      return false;
    } finally {
      this.#isBusy = false;
    }
  }

  get #now() {
    const last = this.#formations.at(-1);
    return this.#turn ? withParts(last, this.#turn.made) : last;
  }

  get #isPlayable() {
    return Boolean(this.#turn) && !this.turns.isPast && this.id === null && !isSpectator();
  }

  #name(side) {
    return nameOf(this.#game, side);
  }

  // ── hands ──────────────────────────────────────────────────────────────────────────────────

  #choose(square) {
    if (!this.#isPlayable) return;
    const { archers, side } = this.#now;
    const owner = archers.get(square)?.side;
    if (owner === side) this.#chosen = this.#chosen === square ? null : square;
    else if (this.#chosen) return void this.#wishFor(this.#chosen, square);
    else if (owner) note(t("archers.refused.not_your_archer", { archer: square }), { isUrgent: true });
    this.#draw();
  }

  #wishFor(from, to) {
    if (!this.#isPlayable) return;
    const { archers, side } = this.#now;
    const isShot = archers.has(to) && archers.get(to).side !== side;
    this.#add(`${from}${isShot ? "x" : "-"}${to}`, to);
  }

  #rotate(way, square = this.#chosen) {
    const archer = this.#isPlayable && this.#now.archers.get(square);
    if (archer && archer.side === this.#now.side)
      this.#add(`${square}${turned(archer.sign, way)}`, square);
  }

  /** One more part of the turn; what the rules refuse is said in words. */
  async #add(wish, target) {
    if (this.#isBusy || !(await this.#ask(this.#turn.made.join(), wish))) return;
    const { refusal, made } = this.#turn;
    if (refusal) note(inLanguage(refusal.say), { isUrgent: true });
    else {
      this.#chosen = parsePart(wish).isShot || made.length === 0 ? this.#chosen : target;
      say(`${partWords(wish)}. ${this.#todo()}`);
    }
    this.#draw();
  }

  async #undo() {
    if (!this.#isPlayable || this.#isBusy || !this.#turn.made.length) return;
    const made = this.#turn.made.slice(0, -1);
    if (!(await this.#ask(made.join()))) return;
    this.#chosen = null;
    say(`${t("archers.said.undone")}. ${this.#todo()}`);
    this.#draw();
  }

  async #finish() {
    if (!this.#isPlayable || this.#isBusy) return;
    if (this.#turn.missing) {
      note(inLanguage(this.#turn.missing.say), { isUrgent: true });
      return;
    }
    const { id, turns } = this.#game;
    const body = { at: turns.length, turn: this.#turn.made.join() };
    await this.#change(`/archers/games/${id}/turn`, body);
  }

  /** Change something; what comes back is the game as it stands then. */
  async #change(path, body) {
    this.#isBusy = true;
    const told = await tell("POST", path, body);
    this.#isBusy = false;
    if (told) await this.#take(told.game);
    else await this.#load();
  }

  #press(key, square) {
    const deeds = {
      l: () => this.#rotate(-1, square),
      r: () => this.#rotate(1, square),
      z: () => this.#toggleZones(),
      f: () => this.#finish(),
      Backspace: () => this.#undo(),
      Escape: () => {
        this.#chosen = null;
        this.#draw();
      },
    };
    const deed = deeds[key.length === 1 ? key.toLowerCase() : key];
    deed?.();
    return Boolean(deed);
  }

  #toggleZones() {
    this.#showsZones = !this.#showsZones;
    this.#draw();
  }

  #look(at) {
    this.#draw();
    const { turns } = this.#game;
    if (at !== null) say(at ? this.#atWords(at) : t("archers.at_start"));
    else if (turns.length) say(this.#atWords(turns.length));
  }

  #atWords(at) {
    const { turns } = this.#game;
    return t("archers.at", { number: at, count: turns.length, words: turnWords(turns[at - 1]) });
  }

  async #begin(wishes) {
    const isPlayed = this.#game?.state === "playing" && this.#game.turns.length > 0;
    if (isPlayed && !(await confirm(t("archers.leave"), t("archers.leave_text"), t("archers.begin"))))
      return;
    await this.#change("/archers/games", wishes);
    this.stage.scrollIntoView({ block: "nearest" });
  }

  async #end(label, body) {
    if (!(await confirm(t("archers.sure"), "", label))) return;
    const { id, turns } = this.#game;
    await this.#change(`/archers/games/${id}/end`, { at: turns.length, ...body });
  }

  async #delete() {
    if (!(await confirm(t("archers.delete_sure"), "", t("archers.delete")))) return;
    const left = await tell("DELETE", `/archers/games/${this.id}`);
    if (left) document.dispatchEvent(new CustomEvent("boardpi:go", { detail: "/archers" }));
  }

  // ── drawing ────────────────────────────────────────────────────────────────────────────────

  #drawTools() {
    const button = (name, onclick, facts = {}) =>
      make("button", { type: "button", "data-do": name, onclick, ...facts }, t(`archers.${name}`));
    this.buttons = {
      left: button("left", () => this.#rotate(-1)),
      right: button("right", () => this.#rotate(1)),
      undo: button("undo", () => this.#undo()),
      finish: button("finish", () => this.#finish(), { class: "primary" }),
      zones: button("zones", () => this.#toggleZones(), { "aria-pressed": "false" }),
    };
    this.hint = make("p", { class: "quiet hint" }, t("archers.hint"));
    this.shots = make("p", { class: "shots" }); // below the field, which must not jump
    refill(this.tools, Object.values(this.buttons), this.shots, this.hint);
  }

  #draw() {
    if (this.#isGone) return;
    const isThere = Boolean(this.#game);
    for (const part of [this.stage, this.seats, this.turns.element, this.message])
      mark(part, { hidden: !isThere });
    mark(this.intro, { hidden: isThere });
    if (!isThere) return;
    const formation = this.turns.isPast ? this.#formations[this.turns.at] : this.#now;
    this.field.show(formation, this.#marks(formation));
    refill(this.seats, drawSeats(this.#game, formation.side));
    this.#drawMessage();
    this.#drawButtons();
  }

  #marks({ side, archers }) {
    const turn = this.turns.isPast ? null : this.#turn;
    const isActive = this.#isPlayable;
    const chosen = isActive && archers.has(this.#chosen) ? this.#chosen : null;
    const parts = [...(turn?.shots ?? []), ...(turn?.manoeuvres ?? [])].map(parsePart);
    const own = parts.filter(({ archer, target }) => chosen && archer === chosen && target);
    const last = this.turns.at ? this.#game.turns[this.turns.at - 1] : "";
    const isFresh = !turn?.made.length;
    const zones = turn && this.#showsZones && turn.zones;
    return {
      isActive,
      chosen,
      movable: isActive ? side : null,
      steps: new Set(own.filter(({ isShot }) => !isShot).map(({ target }) => target)),
      shots: new Set(own.filter(({ isShot }) => isShot).map(({ target }) => target)),
      attacked: turn ? new Set(turn.attacked) : NONE,
      zones: zones ? { w: new Set(zones.w), b: new Set(zones.b) } : null,
      last: isFresh && last ? squaresOf(last) : NONE,
    };
  }

  /** What is still to be done in this turn. */
  #todo() {
    const { missing, decides, made } = this.#turn;
    if (decides) return t("archers.decides");
    if (!missing) return t("archers.ready");
    if (missing.code !== "not_two") return inLanguage(missing.say);
    const count = made.filter((part) => !parsePart(part).isShot).length;
    return count ? t("archers.one_left") : t("archers.two_left");
  }

  #drawMessage() {
    const { turns } = this;
    const end = endWords(this.#game);
    const isNow = !turns.isPast && this.#turn;
    const past = turns.at ? this.#atWords(turns.at) : t("archers.at_start");
    const now = isNow ? t("archers.to_move", { player: this.#name(this.#now.side) }) : (end ?? "");
    const shots = isNow ? this.#turn.shots.map(partWords).join(", ") : "";
    const told = [isNow && this.#turn.made.map(partWords).join(", "), isNow && this.#todo()];
    refill(this.title, turns.isPast ? past : now);
    refill(this.text, told.filter(Boolean).join(" · "));
    refill(this.shots, shots && t("archers.may_shoot", { shots }));
    mark(this.message, { "data-kind": end ? "over" : "turn" });
  }

  #drawButtons() {
    const { left, right, undo, finish, zones } = this.buttons;
    const isPlayable = this.#isPlayable;
    left.disabled = right.disabled = !isPlayable || !this.#chosen;
    undo.disabled = !isPlayable || !this.#turn.made.length;
    finish.disabled = !isPlayable || Boolean(this.#turn.missing);
    zones.disabled = !this.#turn || this.turns.isPast;
    mark(zones, { "aria-pressed": String(this.#showsZones) });
    const canPlay = this.id === null && this.#game.state === "playing";
    for (const one of [left, right, undo, finish, zones, this.hint]) mark(one, { hidden: !canPlay });
    this.#drawMore(canPlay);
  }

  #drawMore(canPlay) {
    const key = JSON.stringify([canPlay, isSpectator(), this.#game?.id, this.#game?.state, this.id]);
    if (this.drawnMore === key) return;
    this.drawnMore = key;
    const button = (label, onclick, facts) => make("button", { type: "button", onclick, ...facts }, label);
    const resigns = (side) => {
      const label = t("archers.resigns", { player: this.#name(side) });
      return button(label, () => this.#end(label, { resigns: side }));
    };
    const draw = t("archers.draw");
    const record = `/api/v1/archers/games/${this.#game.id}.archers`;
    refill(
      this.more,
      canPlay && isSpectator() && make("p", { class: "quiet" }, t("archers.look_on")),
      canPlay && isSpectator() && button(t("archers.play_here"), () => gainTrust(), { class: "primary" }),
      canPlay && !isSpectator() && [resigns("w"), resigns("b"), button(draw, () => this.#end(draw, {}))],
      this.id !== null && make("a", { class: "button", href: "/archers" }, t("archers.back")),
      make("a", { class: "button", href: record, download: "" }, t("archers.record")),
      this.id !== null &&
        this.#game.state !== "playing" &&
        button(t("archers.delete"), () => this.#delete(), { class: "danger" }),
    );
  }

  #drawPapers() {
    const isOpen = this.#game?.state !== "playing";
    const key = `${this.#game?.id} ${isOpen}`;
    if (this.drawnPapers === key) return;
    this.drawnPapers = key;
    this.kept.show();
    if (this.id === null) refill(this.fresh, drawNewGame((wishes) => this.#begin(wishes), isOpen));
  }
}
