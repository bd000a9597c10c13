// The frame around every view: name, places, language, light or dark.

import { draw, make, mark, refill } from "./dom.js";
import { changeEars, currentEars, sound, speak } from "../speech/voice.js";
import { isSpectator } from "../connection/session.js";
import { LANGUAGES, chooseLanguage, currentLanguage, keep, kept, t } from "../speech/words.js";

const PLACES = {
  table: "/",
  match: "/match",
  learn: "/learn",
  archers: "/archers",
  book: "/book",
  health: "/health",
};
// Places that have no link of their own.
const WITHIN = {
  ...{ analysis: "book", check: "health", how: "learn", results: "book" },
  ...{ backup: "book", settings: "health", welcome: "health", device: "table" },
};
const FOR_PLAYERS = ["match", "health"]; // who only looks on changes nothing
const PAPER = "boardpi.paper";
const PAPERS = ["auto", "light", "dark"];

const ICONS = {
  table: "M4 4h16v16H4zM8 16l4-8 4 8M8 16l8-4",
  match: "M8 4v16M8 5h10l-3 3.5L18 12H8",
  learn: "M2 9l10-5 10 5-10 5zM6 11v5c2 2.5 10 2.5 12 0v-5M22 9v6",
  voice: "M4 9v6h4l5 4V5L8 9zM16 9c1.5 2 1.5 4 0 6M18.5 6.5c3 3.5 3 7.5 0 11",
  sounds: "M9 18V6l10-2v12M9 18a3 2.4 0 1 1-6 0 3 2.4 0 0 1 6 0M19 16a3 2.4 0 1 1-6 0 3 2.4 0 0 1 6 0",
  silent: "M4 9v6h4l5 4V5L8 9zM17 10l4 4M21 10l-4 4",
  archers: "M5 19 19 5M13 5h6v6M4 14c0-6 4-10 10-10M5 19l1-4M5 19l4-1",
  book: "M4 5c3-1.5 6-1 8 .5 2-1.5 5-2 8-.5v14c-3-1.5-6-1-8 .5-2-1.5-5-2-8-.5zM12 5.5v14",
  health: "M3 12h4l2.5-6 4.5 12 2.5-6H21",
  how: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18v.5",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  dark: "M19 14.5A8 8 0 0 1 9.5 5 8 8 0 1 0 19 14.5",
};

export function icon(name) {
  return draw(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: ICONS[name] }),
  );
}

export function drawFrame(rebuild) {
  applyPaper(kept(PAPER) ?? "auto");
  refill(
    document.getElementById("top"),
    make("a", { class: "brand", href: "/", "aria-label": "boardpi" }, drawMark(), make("span", {}, "boardpi")),
    make("nav", { "aria-label": t("nav.label") }, Object.entries(PLACES).map(drawPlace)),
    make("div", { class: "tools" }, drawLanguages(rebuild), drawHow(), drawEars(), drawPaper()),
  );
}

export function showPlace(place) {
  for (const link of document.querySelectorAll(".top nav a")) {
    mark(link, { hidden: isSpectator() && FOR_PLAYERS.includes(link.dataset.place) });
    mark(link, { "aria-current": link.dataset.place === (WITHIN[place] ?? place) ? "page" : null });
  }
}

/** Light or dark, as chosen before; for views without a frame. */
export function applyPaper(paper) {
  mark(document.documentElement, { "data-paper": PAPERS.includes(paper) ? paper : "auto" });
}

function drawPlace([place, path]) {
  return make(
    "a",
    { href: path, "data-place": place },
    icon(place),
    make("span", {}, t(`nav.${place}`)),
  );
}

function drawLanguages(rebuild) {
  const choose = async (event) => {
    await chooseLanguage(event.target.value);
    rebuild();
    document.querySelector(".language select").focus();
  };
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    make("option", { value: code, lang: code, selected: code === currentLanguage() }, name),
  );
  return make(
    "label",
    { class: "language" },
    make("span", { class: "unseen" }, t("nav.language")),
    make("select", { onchange: choose }, options),
  );
}

function drawHow() {
  const label = t("nav.how");
  return make("a", { class: "paper button how-link", href: "/how", "aria-label": label, title: label }, icon("how"));
}

/** Silence, quiet sounds, or a voice that tells everything: one press goes on to the next. */
function drawEars() {
  const button = make("button", { type: "button", class: "paper voice" });
  const dress = () => {
    const ears = currentEars();
    const label = t(`ears.${ears}`);
    refill(mark(button, { "aria-label": label, title: label, "data-ears": ears }), icon(ears));
  };
  button.addEventListener("click", () => {
    changeEars();
    speak(t("voice.hello"));
    sound("move");
    dress();
  });
  dress();
  return button;
}

function drawPaper() {
  const button = make("button", { type: "button", class: "paper" });
  const dress = (paper) => {
    const label = t(`paper.${paper}`);
    refill(mark(button, { "aria-label": label, title: label }), icon(paper));
  };
  button.addEventListener("click", () => {
    const now = document.documentElement.dataset.paper;
    const next = PAPERS[(PAPERS.indexOf(now) + 1) % PAPERS.length];
    keep(PAPER, next);
    applyPaper(next);
    dress(next);
  });
  dress(kept(PAPER) ?? "auto");
  return button;
}

/** Three lines and three archers: the sign of the house. */
function drawMark() {
  return draw(
    "svg",
    { class: "sign", viewBox: "0 0 40 40", "aria-hidden": "true" },
    draw("path", { d: "M7 33 20 7 33 33M7 33 33 20M20 7 33 20" }),
    draw("circle", { class: "light", cx: 7, cy: 33, r: 5 }),
    draw("circle", { class: "light", cx: 33, cy: 33, r: 5 }),
    draw("circle", { class: "dark", cx: 20, cy: 7, r: 5 }),
    draw("circle", { class: "dark", cx: 33, cy: 20, r: 5 }),
  );
}
