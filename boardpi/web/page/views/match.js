// The match: who plays what, and how a game ends before its time.

import { act, go, mayLeaveGame } from "../connection/actions.js";
import { read, tell } from "../connection/api.js";
import { controlWords, drawClockFields, readClockFields } from "../parts/clocks.js";
import { confirm } from "../parts/dialog.js";
import { drawHandicapField, readHandicapField } from "../parts/handicaps.js";
import { make, refill } from "../parts/dom.js";
import { choice, radios, text } from "../parts/fields.js";
import { live } from "../connection/live.js";
import { themeChoices } from "../board/looks.js";
import {
  AMOUNTS,
  SPEEDS,
  canSpeak,
  chooseAmount,
  chooseSpeed,
  currentAmount,
  currentSpeed,
  speak,
} from "../speech/voice.js";
import { handicapWords, matchWords, nameOf, outcomeWords } from "../speech/messages.js";
import { loadRules } from "../game/rulesets.js";
import { note } from "../speech/say.js";
import { hasText, t } from "../speech/words.js";

export class MatchView {
  #rules = [];

  constructor() {
    this.now = make("section", { class: "card now" });
    this.form = make("form", { class: "card match-form", onsubmit: (event) => this.#start(event) });
    this.switches = make("div", { class: "switches" });
    this.handicap = make("div");
    this.settings = make("form", { class: "card settings" });
    this.element = make(
      "div",
      { class: "columns" },
      make("h1", {}, t("match.title")),
      this.form,
      make("div", { class: "stacked" }, this.now, this.settings),
    );
    this.#load();
  }

  show(snapshot) {
    this.#showNow(snapshot);
    if (this.form.childElementCount === 0 && this.#rules.length) this.#fill(snapshot);
  }

  async #load() {
    const names = read("/players").catch(() => ({ players: [] }));
    const [rules, { players }] = await Promise.all([loadRules(), names]);
    this.#rules = rules;
    this.names = players.map(({ name }) => name);
    if (live.snapshot) this.#fill(live.snapshot);
  }

  #fill(snapshot) {
    this.#fillSettings(snapshot);
    const rules = this.#rules.map(({ name, title }) => [name, title]);
    const seat = { list: "names", maxlength: 60 };
    refill(
      this.form,
      make("h2", {}, t("match.new")),
      choice("rules", t("match.rules"), rules, snapshot.rules.name, () => this.#showSwitches()),
      this.switches,
      make(
        "div",
        { class: "pair" },
        text("white", t("side.w"), { ...seat, placeholder: t("match.nobody") }),
        text("black", t("side.b"), { ...seat, placeholder: t("match.nobody") }),
      ),
      drawClockFields(snapshot.next_clock),
      this.handicap,
      make(
        "datalist",
        { id: "names" },
        this.names.map((name) => make("option", { value: name })),
      ),
      make(
        "div",
        { class: "actions" },
        make("button", { type: "submit", class: "primary" }, t("match.start")),
      ),
      make("p", { class: "quiet" }, t("match.two_games")),
    );
    this.#showSwitches();
  }

  /** What is chosen here holds at once, whatever is being played. */
  #fillSettings({ help, theme, board }) {
    const helps = ["off", "lift", "full"].map((level) => [
      level,
      t(`help.${level}`),
      t(`help.${level}.hint`),
    ]);
    const themes = themeChoices().map(({ name, title }) => [
      name,
      hasText(`theme.${name}`) ? t(`theme.${name}`) : title,
    ]);
    const set = (key) => ({ target }) => act(key, { [key]: target.value });
    const byHand = make("input", {
      type: "checkbox",
      name: "by_hand",
      checked: board.by_hand,
      onchange: ({ target }) => act("by-hand", { by_hand: target.checked }),
    });
    refill(
      this.settings,
      make("h2", {}, t("match.settings")),
      radios("help", t("match.help"), helps, help),
      choice("theme", t("match.theme"), themes, theme, set("theme")),
      board.has_hands && make("label", { class: "check" }, byHand, t("match.by_hand")),
      canSpeak() && drawVoice(),
      make("p", {}, make("a", { href: "/settings" }, t("match.all_settings"))),
    );
    for (const radio of this.settings.querySelectorAll("[name=help]"))
      radio.addEventListener("change", set("help"));
  }

  #showSwitches() {
    const rules = this.#rules.find(({ name }) => name === this.form.elements.rules.value);
    const key = `rules.${rules.game.toLowerCase()}`;
    const source = `source.${rules.name}`;
    refill(this.handicap, drawHandicapField(rules));
    refill(
      this.switches,
      make("p", {}, hasText(key) ? t(key) : rules.title),
      make("p", { class: "quiet" }, t("match.source", { source: hasText(source) ? t(source) : rules.sources })),
    );
  }

  async #start(event) {
    event.preventDefault();
    if (!(await mayLeaveGame(t("match.start")))) return;
    const data = new FormData(this.form);
    const seat = (name) => data.get(name).trim() || null;
    const body = {
      rules: data.get("rules"),
      white: seat("white"),
      black: seat("black"),
      clock: readClockFields(data),
      handicap: readHandicapField(data),
    };
    const table = await tell("POST", "/table/match", body);
    if (!table) return;
    live.take(table);
    go("/");
  }

  #showNow(snapshot) {
    const { match, outcome, moves } = snapshot;
    const names = { white: nameOf(snapshot, "w"), black: nameOf(snapshot, "b") };
    const { clocks } = snapshot;
    const key = JSON.stringify([match, outcome, moves.length > 0, clocks?.control, clocks?.stopped === "held"]);
    if (this.shown === key) return;
    this.shown = key;
    refill(
      this.now,
      make("h2", {}, t("match.now")),
      make(
        "p",
        { class: "versus" },
        make("span", {}, names.white),
        make("b", {}, `${match.score[0]} – ${match.score[1]}`),
        make("span", {}, names.black),
      ),
      make(
        "p",
        { class: "quiet" },
        [
          snapshot.rules.title,
          t("seat.game", { game: match.game }),
          clocks && controlWords(clocks.control),
          match.handicap !== null && handicapWords(match.handicap),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      this.#names(match),
      outcome && make("p", {}, `${outcomeWords(snapshot).title}. ${outcomeWords(snapshot).text}`),
      match.is_over && outcome && make("p", { class: "strong" }, `${matchWords(snapshot).title}.`),
      make(
        "div",
        { class: "actions stack" },
        outcome ? this.#afterwards() : this.#endings(names, moves.length > 0),
        clocks && !outcome && drawClockActions(clocks, names),
      ),
    );
  }

  /** Who plays may be said at any time; the seats of the other game follow. */
  #names({ game_id: game, white, black }) {
    const save = async (event) => {
      event.preventDefault();
      const data = new FormData(event.target);
      const seat = (name) => data.get(name).trim() || null;
      const entry = await tell("POST", `/games/${game}/names`, {
        white: seat("white"),
        black: seat("black"),
      });
      if (entry) note(t("match.named"));
    };
    const seat = { list: "names", maxlength: 60, placeholder: t("match.nobody") };
    return make(
      "details",
      {},
      make("summary", {}, t("match.names")),
      make(
        "form",
        { class: "names-form", onsubmit: save },
        make(
          "div",
          { class: "pair" },
          text("white", t("side.w"), { ...seat, value: white }),
          text("black", t("side.b"), { ...seat, value: black }),
        ),
        make("button", { type: "submit" }, t("action.save")),
      ),
    );
  }

  #afterwards() {
    return [
      button(t("action.next_game"), () => act("next"), "primary"),
      button(t("action.take_back"), () => act("take-back")),
    ];
  }

  #endings({ white, black }, hasMoves) {
    const sure = (title, label, what, body) => async () =>
      (await confirm(title, "", label)) && act(what, body);
    const resign = (side, player) =>
      button(
        t("action.resign", { player }),
        sure(t("sure.resign", { player }), t("action.resign", { player }), "resign", { side }),
      );
    return [
      hasMoves && button(t("action.take_back"), () => act("take-back")),
      button(t("action.draw"), sure(t("sure.draw"), t("action.draw"), "draw", {})),
      resign("w", white),
      resign("b", black),
      button(
        t("action.abandon"),
        sure(t("sure.abandon"), t("action.abandon"), "abandon", {}),
        "danger",
      ),
    ];
  }
}

/** What an arbiter does to the clocks. */
function drawClockActions({ stopped }, { white, black }) {
  const isHeld = stopped === "held";
  const hold = button(t(isHeld ? "clock.go" : "clock.hold"), () => act("clock", { is_held: !isHeld }));
  const give = (player, key) => button(t("clock.give", { player }), () => act("clock", { [key]: 60 }));
  return [hold, give(white, "white_s"), give(black, "black_s")];
}

function button(label, onclick, kind = null) {
  return make("button", { type: "button", class: kind, onclick }, label);
}

/** How this device speaks: nobody else hears the difference. */
function drawVoice() {
  const named = (key, names) => names.map((name) => [name, t(`voice.${key}.${name}`)]);
  const speeds = choice("speed", t("voice.speed"), named("speed", SPEEDS), currentSpeed(), ({ target }) => {
    chooseSpeed(target.value);
    speak(t("voice.hello"), { isUrgent: true });
  });
  const amounts = choice("amount", t("voice.amount"), named("amount", AMOUNTS), currentAmount(), ({ target }) =>
    chooseAmount(target.value),
  );
  return make("div", { class: "own-voice" }, make("h3", {}, t("voice.own")), speeds, amounts);
}
