// Learning: lessons, puzzles, the coach as an opponent, and a class.

import { act, go, mayLeaveGame } from "../connection/actions.js";
import { read } from "../connection/api.js";
import { archersOf } from "../board/archers.js";
import { Board } from "../board/board.js";
import { make, mark, refill } from "../parts/dom.js";
import { choice } from "../parts/fields.js";
import { live } from "../connection/live.js";
import { inLanguage } from "../speech/messages.js";
import { parsePosition } from "../game/position.js";
import { loadRules } from "../game/rulesets.js";
import { isSpectator } from "../connection/session.js";
import { keep, kept, t } from "../speech/words.js";
import { solvedHere } from "./guest.js";
import { learnHere } from "./learning/phone.js";

const LEAVES = ["lessons", "puzzles", "coach", "class", "stars", "sheets"];
const PUPIL = "boardpi.pupil";
const LEVEL = "boardpi.level";
const SHOWN = 12; // puzzles at once: each is a board of its own

export class LearnView {
  constructor(leaf = "lessons") {
    this.leaf = leaf;
    this.content = make("div", { class: "content" });
    this.element = make(
      "div",
      { class: "book learn" },
      make("h1", {}, t("nav.learn")),
      this.#tabs(),
      this.content,
    );
    this.#load();
  }

  show(snapshot) {
    this.editor?.show(snapshot);
    this.classroom?.show(snapshot);
  }

  #tabs() {
    const links = LEAVES.map((leaf) =>
      make(
        "a",
        { href: `/learn/${leaf}`, "aria-current": leaf === this.leaf ? "page" : null },
        t(leaf === "stars" ? "learn.stars_place" : `learn.${leaf}`),
      ),
    );
    return make("nav", { class: "tabs", "aria-label": t("nav.learn") }, links);
  }

  async #load() {
    try {
      await DRAW[this.leaf](this);
    } catch (error) {
      refill(this.content, make("p", { class: "empty" }, error.sentence ?? t("error.offline")));
    }
  }
}

const DRAW = {
  lessons: drawLessons,
  puzzles: drawPuzzles,
  coach: drawCoach,
  class: async (view) => (await import("./learning/class.js")).drawClass(view),
  stars: async (view) => (await import("./learning/stars.js")).drawStars(view),
  sheets: async (view) => (await import("./learning/sheets.js")).drawSheets(view),
};

// ── lessons ────────────────────────────────────────────────────────────────────────────────────────

async function drawLessons(view) {
  const [{ lessons, troubles }, { players }] = await Promise.all([
    read("/lessons"),
    read("/players"),
  ]);
  const list = make("div", {});
  const show = async () => {
    const pupil = pupilOf(players);
    const done = pupil === null ? [] : (await read(`/players/${pupil}/lessons`)).lessons;
    const stars = new Map(done.map((one) => [one.lesson, one.stars]));
    refill(list, drawGames(lessons, stars, () => pupilOf(players)));
  };
  refill(
    view.content,
    make("p", {}, t("learn.lessons_text")),
    players.length > 0 && drawPupil(players, show),
    list,
    troubles.map(({ file, message }) => {
      const part = message.split(": ")[0]; // the key of the file; the rest is English
      return make("p", { class: "warning", title: message }, t("learn.trouble", { file, part }));
    }),
  );
  await show();
}

function pupilOf(players) {
  const pupil = Number(kept(PUPIL));
  return players.some(({ id }) => id === pupil) ? pupil : null;
}

function drawPupil(players, show) {
  const names = [["", t("learn.nobody")], ...players.map(({ id, name }) => [String(id), name])];
  const choose = ({ target }) => {
    keep(PUPIL, target.value);
    show();
  };
  return choice("pupil", t("learn.pupil"), names, String(pupilOf(players) ?? ""), choose);
}

/** Who learns is asked when a lesson begins: stars of somebody else may still be on their way. */
function drawGames(lessons, stars, askPupil) {
  const games = [...new Set(lessons.map(({ game }) => game))];
  return games.flatMap((game) => [
    make("h2", {}, game),
    make(
      "ol",
      { class: "lessons" },
      drawCourse(
        lessons.filter((one) => one.game === game),
        stars,
        askPupil,
      ),
    ),
  ]);
}

/** The first lesson that nobody has come through yet is where to start. */
function drawCourse(lessons, stars, askPupil) {
  const first = lessons.find(({ id }) => !stars.has(id));
  return lessons.map((one, number) => drawLesson(one, number + 1, one === first, stars, askPupil));
}

function drawLesson(lesson, number, isNext, stars, askPupil) {
  const start = async () => {
    if (await act("lesson", { id: lesson.id, player: askPupil() })) go("/");
  };
  const count = stars.get(lesson.id);
  return make(
    "li",
    { class: "card lesson", "data-lesson": lesson.id },
    make("h3", {}, `${number}. ${inLanguage(lesson.title)}`, count && drawStars(count)),
    make("p", {}, inLanguage(lesson.intro)),
    make("p", { class: "quiet minutes" }, t("learn.minutes", { count: lesson.minutes })),
    make(
      "div",
      { class: "actions" },
      make(
        "button",
        { type: "button", class: isNext && !isSpectator() ? "primary" : null, onclick: start },
        t(count ? "learn.again" : isNext ? "learn.here" : "learn.start"),
      ),
      make(
        "button",
        {
          type: "button",
          class: isNext && isSpectator() ? "primary" : null,
          onclick: () => learnHere({ id: lesson.id, player: askPupil() }),
        },
        t("phone.here"),
      ),
    ),
  );
}

function drawStars(count) {
  return make(
    "span",
    { class: "stars", role: "img", "aria-label": t("learn.stars", { count }) },
    "★".repeat(count) + "☆".repeat(3 - count),
  );
}

// ── puzzles ────────────────────────────────────────────────────────────────────────────────────────

async function drawPuzzles(view) {
  const [{ puzzles, of_the_day: ofTheDay }, rules, { players }] = await Promise.all([
    read("/puzzles"),
    loadRules(),
    read("/players"),
  ]);
  const pupil = pupilOf(players);
  const done = pupil === null ? [] : (await read(`/players/${pupil}/lessons`)).lessons;
  const stars = new Map(done.map((one) => [one.lesson, one.stars]));
  const lines = new Map(rules.map((one) => [one.name, one]));
  const today = pupil === null ? [] : (await read(`/players/${pupil}/today`)).puzzles;
  const named = new Map(puzzles.map((one) => [one.name, one]));
  const wanted = { game: puzzles[0]?.game ?? "", grade: "1", theme: "" };
  const list = make("div", {});
  const show = (count = SHOWN) => {
    const found = puzzles.filter((one) =>
      Object.entries(wanted).every(([key, value]) => !value || String(one[key]) === value),
    );
    const more = make("button", { type: "button", onclick: () => show(count + SHOWN) }, t("learn.more"));
    refill(
      list,
      found.length === 0 && make("p", { class: "empty" }, t("learn.no_puzzle")),
      make(
        "div",
        { class: "puzzles" },
        found.slice(0, count).map((one) => drawPuzzle(one, lines.get(one.rules), stars, pupil)),
      ),
      found.length > count && make("div", { class: "actions" }, more),
    );
  };
  const filter = (key, label, values) =>
    choice(key, label, values, wanted[key], ({ target }) => {
      wanted[key] = target.value;
      show();
    });
  const all = ["", t("learn.all")];
  const known = (key) => [...new Set(puzzles.map((one) => one[key]))];
  refill(
    view.content,
    make("p", {}, t("learn.puzzles_text")),
    drawWhere(),
    ofTheDay && drawDay(named.get(ofTheDay), lines, stars, pupil),
    today.length > 0 && make("h2", {}, t("learn.today")),
    make(
      "div",
      { class: "puzzles today" },
      today.map(({ name, is_done: isDone }) => {
        const one = named.get(name);
        const card = drawPuzzle(one, lines.get(one.rules), stars, pupil);
        mark(card, { "data-done": isDone });
        return card;
      }),
    ),
    today.length > 0 && make("h2", {}, t("learn.all_puzzles")),
    make(
      "div",
      { class: "filters" },
      filter("game", t("learn.game"), [all, ...known("game").map((game) => [game, game])]),
      filter("grade", t("learn.grades"), [
        all,
        ...known("grade").map((grade) => [String(grade), t("learn.grade", { grade })]),
      ]),
      filter("theme", t("learn.theme"), [
        all,
        ...known("theme").map((theme) => [theme, t(`theme.${theme}`)]),
      ]),
    ),
    list,
  );
  show();
}

/** One puzzle for everybody, another one every day. */
function drawDay(puzzle, lines, stars, pupil) {
  const card = drawPuzzle(puzzle, lines.get(puzzle.rules), stars, pupil);
  mark(card, { "data-puzzle": null, "data-day": puzzle.name });
  return make("section", {}, make("h2", {}, t("learn.of_the_day")), make("div", { class: "puzzles" }, card));
}

const HERE = "boardpi.puzzles";

/** Whether puzzles are solved on this device; who only looks on cannot move the board. */
function isHere() {
  return kept(HERE) === "here" || (kept(HERE) === null && isSpectator());
}

function drawWhere() {
  const places = [
    ["board", t("phone.on_board")],
    ["here", t("phone.here")],
  ];
  return choice("where", t("phone.where"), places, isHere() ? "here" : "board", ({ target }) =>
    keep(HERE, target.value),
  );
}

function drawPuzzle({ name, game, goal, position }, rules, stars, pupil) {
  const start = async () => {
    if (isHere()) await learnHere({ puzzle: name, player: pupil });
    else if (await act("puzzle", { name, player: pupil })) go("/");
  };
  const { side, hand, ...rest } = parsePosition(position);
  const board = new Board();
  mark(board.element, { role: "presentation", "aria-hidden": "true" });
  board.setLines(rules.lines, rules.dotted);
  board.pieces.show(archersOf({ ...rest, side, hand }), hand);
  const count = stars.get(`puzzle-${name}`);
  const isSolved = !count && solvedHere().includes(name);
  return make(
    "button",
    { type: "button", class: "puzzle", onclick: start, "data-puzzle": name },
    board.element,
    make("strong", {}, `${game}: ${t(`goal.${goal}`)}`, count && drawStars(count), isSolved && drawSolved()),
    make("small", {}, t("turn.side", { player: t(`side.${side}`) })),
  );
}

function drawSolved() {
  return make("span", { class: "solved", role: "img", "aria-label": t("learn.solved") }, "✓");
}

// ── the coach ──────────────────────────────────────────────────────────────────────────────────────

async function drawCoach(view) {
  const [rules, { levels }] = await Promise.all([loadRules(), read("/coach")]);
  const names = levels.map(({ name, titles }) => [name, `${name} · ${inLanguage(titles)}`]);
  const sides = [
    ["b", t("coach.you_white")],
    ["w", t("coach.you_black")],
  ];
  const start = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const coach = { side: data.get("side"), level: data.get("level") };
    keep(LEVEL, coach.level);
    if (!(await mayLeaveGame(t("coach.start")))) return;
    if (await act("match", { rules: data.get("rules"), coach })) go("/");
  };
  refill(
    view.content,
    make(
      "form",
      { class: "card coach-form", onsubmit: start },
      make("p", {}, t(live.snapshot?.board.by_hand === false ? "coach.text_screen" : "coach.text")),
      choice("level", t("coach.level"), names, kept(LEVEL) ?? levels[0].name),
      choice("side", t("coach.side"), sides, "b"),
      choice(
        "rules",
        t("match.rules"),
        rules.map(({ name, title }) => [name, title]),
        live.snapshot?.rules.name,
      ),
      make(
        "div",
        { class: "actions" },
        make("button", { type: "submit", class: "primary" }, t("coach.start")),
      ),
      make("p", { class: "quiet" }, t("match.two_games")),
    ),
  );
}
