// Who has the board instead of the game: a lesson, a class, a review; how far it is, how to steer it.

import { act, stepLesson } from "../connection/actions.js";
import { make, mark, refill } from "../parts/dom.js";
import { choice } from "../parts/fields.js";
import { inLanguage } from "../speech/messages.js";
import { gainTrust, isSpectator, isTrusted } from "../connection/session.js";
import { currentLanguage, keep, kept, t } from "../speech/words.js";

export class GuestPanel {
  constructor() {
    this.element = make("section", { class: "guest card", "aria-label": t("guest.label") });
    this.shown = "";
  }

  show({ guest, is_frozen: isFrozen, classroom }) {
    const seen = guest && { ...guest, vote: guest.vote?.is_open };
    const key = JSON.stringify([seen, isFrozen, isTrusted(), isSpectator(), classroom]);
    if (this.shown === key) return;
    this.shown = key;
    mark(this.element, { hidden: !(guest?.kind in PANELS), "data-kind": guest?.kind ?? null });
    refill(this.element, guest ? (PANELS[guest.kind]?.(guest, isFrozen, classroom) ?? []) : []);
  }
}

const SOLVED = "boardpi.solved";
export const NEXT = { lesson: "lesson.next", puzzle: "puzzle.next" };
const ENDS = { lesson: "lesson.step.end", puzzle: "puzzle.step.end" };
const PANELS = {
  lesson: drawLesson,
  puzzle: drawLesson,
  class: drawClass,
  review: drawReview,
  menu: drawMenu,
  handicap: drawHandicap,
};

/** The game begins when all archers stand; whoever leaves is where they were. */
function drawHandicap({ title }) {
  const leave = make("div", { class: "actions" }, button(t("guest.leave"), () => act("leave")));
  return [heading(t("handicap.label"), inLanguage(title)), !isSpectator() && leave];
}

/** What shines, by its holes: hands choose it on the board. */
function drawMenu({ choices, touched }) {
  const lines = choices.map(({ hole, words }) =>
    make("li", { class: hole === touched ? "chosen" : null }, `${hole}: ${inLanguage(words)}`),
  );
  return [
    heading(t("menu.title")),
    make("ul", { class: "menu-choices" }, lines),
    !isSpectator() &&
      make(
        "div",
        { class: "actions" },
        button(t("menu.close"), () => act("menu", { is_open: false })),
      ),
  ];
}

function drawLesson(guest, isFrozen, classroom) {
  if (!isSpectator()) noteSolved(guest);
  const body = guest.kind === "puzzle" ? { puzzle: guest.puzzle.name } : { id: guest.id };
  return [
    heading(inLanguage(guest.title), guest.player?.name),
    drawWay(guest.step, guest.steps),
    isSpectator() &&
      classroom.phones &&
      make("div", { class: "actions" }, button(t("phone.here"), () => learn(body), "primary")),
    !isSpectator() && make(
      "div",
      { class: "actions" },
      guest.do === "done" &&
        guest.next &&
        button(t(NEXT[guest.kind]), () => act(guest.kind, nextOf(guest)), "primary"),
      button(t(ENDS[guest.kind]), () => stepLesson("end")),
    ),
  ];
}

/** On this device; its view is loaded only for those who want it. */
async function learn(body) {
  (await import("./learning/phone.js")).learnHere(body);
}

function nextOf({ kind, next, player }) {
  return { [kind === "puzzle" ? "name" : "id"]: next, player: player?.id ?? null };
}

/** Puzzles that were solved on this device, or at the board while it looked on. */
export function noteSolved({ kind, do: step, stars, puzzle }) {
  if (kind !== "puzzle" || step !== "done" || stars < 2) return; // one star is for who skips
  keep(SOLVED, JSON.stringify([...new Set([...solvedHere(), puzzle.name])]));
}

export function solvedHere() {
  try {
    return JSON.parse(kept(SOLVED) ?? "[]");
  } catch {
    return [];
  }
}

function drawClass(guest, isFrozen) {
  const { step, steps, vote, teams } = guest;
  const title = heading(t("class.title"), t("class.at", { step, steps }));
  if (!isTrusted()) return isSpectator() ? [title] : [title, drawLead()];
  return [
    title,
    make(
      "div",
      { class: "actions" },
      button(t("class.back"), () => act("step", { by: -1 }), null, step === 0),
      button(t("class.forth"), () => act("step", { by: 1 }), null, step === steps),
      button(t(isFrozen ? "class.thaw" : "class.freeze"), () =>
        act("freeze", { is_frozen: !isFrozen }),
      ),
      button(t(vote?.is_open ? "class.close_vote" : "class.open_vote"), () =>
        act("vote", vote?.is_open ? { is_open: false } : { is_open: true, is_shared: isShared, ...wishes }),
      ),
    ),
    !vote?.is_open && drawVoteWishes(),
    !vote?.is_open && drawShared(),
    make(
      "div",
      { class: "actions" },
      button(t(teams ? "teams.end" : "teams.begin"), () =>
        act("teams", teams ? { is_on: false } : { is_on: true, is_shared: isShared, ...wishes }),
      ),
    ),
    make(
      "div",
      { class: "actions" },
      make("a", { class: "button", href: "/learn/class" }, t("class.another")),
      button(t("guest.leave"), () => act("leave")),
    ),
  ];
}

let isShared = false;
const wishes = { is_secret: false }; // how the teacher wants the next vote

function drawVoteWishes() {
  const secret = make("input", {
    type: "checkbox",
    name: "secret",
    checked: wishes.is_secret,
    onchange: ({ target }) => (wishes.is_secret = target.checked),
  });
  const times = [["", t("vote.no_limit")], ...[30, 60, 120].map((count) => [count, t("vote.seconds", { count })])];
  const choose = ({ target }) => {
    if (target.value) wishes.seconds = Number(target.value);
    else delete wishes.seconds;
  };
  return make(
    "div",
    { class: "actions" },
    choice("seconds", t("vote.time"), times, String(wishes.seconds ?? ""), choose),
    make("label", { class: "check" }, secret, t("vote.secret")),
  );
}

/** Behind one router all phones have one address, and the table would count one vote. */
function drawShared() {
  const box = make("input", {
    type: "checkbox",
    checked: isShared,
    onchange: () => {
      isShared = box.checked;
    },
  });
  return make("label", { class: "check" }, box, t("class.shared"));
}

/** Pupils look and vote; who leads gives the PIN first. */
function drawLead() {
  return make("div", { class: "actions" }, button(t("class.lead"), gainTrust));
}

function drawReview(guest) {
  const { step, steps } = guest;
  return [
    heading(t("review.title")),
    drawWay(step + 1, steps),
    !isSpectator() && make(
      "div",
      { class: "actions" },
      button(t("class.back"), () => act("step", { by: -1 }), null, step === 0),
      button(t("class.forth"), () => act("step", { by: 1 }), "primary", step + 1 >= steps),
      button(t("guest.leave"), () => act("leave")),
    ),
  ];
}

export function heading(title, more) {
  return make(
    "h2",
    { lang: currentLanguage() },
    title,
    more && make("small", { class: "quiet" }, ` · ${more}`),
  );
}

/** Pearls on a string: those that are behind, this one, and those to come. */
export function drawWay(step, steps) {
  const label = t("lesson.way", { step, steps });
  const pearls = Array.from({ length: steps }, (_, number) =>
    make("i", { class: number + 1 < step ? "done" : number + 1 === step ? "now" : "" }),
  );
  return make("p", { class: "way", role: "img", "aria-label": label, title: label }, pearls);
}

function button(label, onclick, kind = null, disabled = false) {
  return make("button", { type: "button", class: kind, onclick, disabled }, label);
}
