// The page: its frame, its addresses, its views.

import { make, mark, refill } from "./parts/dom.js";
import { drawFrame, showPlace } from "./parts/frame.js";
import { live } from "./connection/live.js";
import { loadThemes } from "./board/looks.js";
import { narrate } from "./speech/narrator.js";
import { refreshSession } from "./connection/session.js";
import { loadTexts, t } from "./speech/words.js";
import { BookView } from "./views/book.js";
import { CheckView } from "./views/check.js";
import { GameView } from "./views/game.js";
import { HealthView } from "./views/health.js";
import { LearnView } from "./views/learn.js";
import { MatchView } from "./views/match.js";
import { PlayerView } from "./views/player.js";
import { TableView } from "./views/table.js";

const ADDRESSES = [
  [/^\/$/, "table", TableView],
  [/^\/match$/, "match", MatchView],
  [/^\/book(?:\/(games|standings|players))?$/, "book", BookView],
  [/^\/book\/games\/(\d+)$/, "book", GameView],
  [/^\/book\/players\/(\d+)$/, "book", PlayerView],
  [/^\/learn(?:\/(lessons|puzzles|coach|class))?$/, "learn", LearnView],
  [/^\/health$/, "health", HealthView],
  [/^\/check$/, "check", CheckView],
];

let view = null;

function show() {
  const [found, place, View] = viewOf(location.pathname);
  view?.leave?.();
  view = new View(...found.slice(1));
  refill(document.getElementById("main"), view.element);
  showPlace(place);
  document.title = place === "table" ? "boardpi" : `${t(`nav.${place}`)} · boardpi`;
  if (live.snapshot) view.show?.(live.snapshot);
}

function viewOf(path) {
  for (const [pattern, place, View] of ADDRESSES) {
    const found = pattern.exec(path);
    if (found) return [found, place, View];
  }
  return [["/"], "table", TableView];
}

export function go(path) {
  history.pushState(null, "", path);
  show();
  window.scrollTo(0, 0);
  document.getElementById("main").focus({ preventScroll: true });
}

function followLink(event) {
  const link = event.target.closest?.("a[href^='/']");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || link.hasAttribute("download") || link.target) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}

function rebuild() {
  mark(document.getElementById("skip"), {}).textContent = t("nav.skip");
  drawFrame(rebuild);
  show();
}

async function start() {
  await loadTexts();
  await Promise.all([loadThemes(), refreshSession()]);
  rebuild();
  narrate();
  live.addEventListener("table", ({ detail }) => view.show?.(detail));
  live.addEventListener("session", () => live.snapshot && view.show?.(live.snapshot));
  live.addEventListener("link", ({ detail: isOpen }) => showLink(isOpen));
  live.connect();
  window.addEventListener("popstate", show);
  document.addEventListener("click", followLink);
  document.addEventListener("boardpi:go", ({ detail }) => go(detail));
}

function showLink(isOpen) {
  document.body.classList.toggle("offline", !isOpen);
  document.getElementById("away")?.remove();
  if (!isOpen)
    document
      .getElementById("top")
      .after(make("p", { id: "away", class: "away", role: "status" }, t("link.away")));
}

start();
