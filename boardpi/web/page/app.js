// The page: its frame, its addresses, its views.

import { make, refill } from "./parts/dom.js";
import { drawFrame, showPlace } from "./parts/frame.js";
import { live } from "./connection/live.js";
import { loadThemes } from "./board/looks.js";
import { narrate } from "./speech/narrator.js";
import { gainTrust, refreshSession } from "./connection/session.js";
import { loadMore, loadTexts, t } from "./speech/words.js";
import { TableView } from "./views/table.js";

// The table comes with the page; the other places when somebody goes there.
const ADDRESSES = [
  [/^\/$/, "table", async () => TableView],
  [/^\/match$/, "match", async () => (await import("./views/match.js")).MatchView],
  [
    /^\/book(?:\/(games|standings|players))?$/,
    "book",
    async () => (await import("./views/book.js")).BookView,
  ],
  [
    /^\/book\/new$/,
    "results",
    async () => (await import("./views/organising/results.js")).ResultsView,
  ],
  [/^\/book\/games\/(\d+)$/, "book", async () => (await import("./views/game.js")).GameView],
  [
    /^\/book\/games\/(\d+)\/analysis$/,
    "analysis",
    async () => (await import("./views/analysis.js")).AnalysisView,
  ],
  [/^\/analysis$/, "analysis", async () => (await import("./views/analysis.js")).AnalysisView],
  [/^\/book\/players\/(\d+)$/, "book", async () => (await import("./views/player.js")).PlayerView],
  [
    /^\/learn(?:\/(lessons|puzzles|coach|class|stars|sheets))?$/,
    "learn",
    async () => (await import("./views/learn.js")).LearnView,
  ],
  [/^\/how$/, "how", async () => (await import("./views/learning/how.js")).HowView],
  [/^\/phone$/, "learn", async () => (await import("./views/learning/phone.js")).PhoneView],
  [/^\/archers(?:\/(\d+))?$/, "archers", loadArchers],
  [/^\/health$/, "health", async () => (await import("./views/health.js")).HealthView],
  [/^\/settings$/, "settings", async () => (await import("./views/organising/settings.js")).SettingsView],
  [/^\/welcome$/, "welcome", async () => (await import("./views/organising/welcome.js")).WelcomeView],
  [/^\/device$/, "device", async () => (await import("./views/organising/devices.js")).DeviceView],
  [/^\/backup$/, "backup", async () => (await import("./views/organising/backup.js")).BackupView],
  [/^\/check$/, "check", async () => (await import("./views/check.js")).CheckView],
];

/** Its texts come with it. */
async function loadArchers() {
  const [{ ArchersView }] = await Promise.all([import("./archers/view.js"), loadMore("archers")]);
  return ArchersView;
}

let view = null;
let visits = 0;

async function show() {
  const visit = (visits += 1);
  const [found, place, load] = viewOf(location.pathname);
  const next = await draw(load, found.slice(1));
  if (visit !== visits) return; // somebody has gone elsewhere meanwhile
  view?.leave?.();
  view = next;
  refill(document.getElementById("main"), view.element);
  showPlace(place);
  document.title = `${t(`nav.${place}`)} · boardpi`;
  if (live.snapshot) view.show?.(live.snapshot);
}

/** A view; one that cannot be loaded says so and offers to try again. */
async function draw(load, facts) {
  try {
    const View = await load();
    return new View(...facts);
  } catch (error) {
    console.error(error);
    return { element: make("div", { class: "columns" }, make("h1", {}, t("load.failed")), again()) };
  }
}

function again() {
  const onclick = () => location.reload();
  return make("button", { type: "button", class: "primary", onclick }, t("load.again"));
}

function viewOf(path) {
  for (const [pattern, place, load] of ADDRESSES) {
    const found = pattern.exec(path);
    if (found) return [found, place, load];
  }
  return [[path], "lost", async () => NotFound];
}

/** An address that leads nowhere says so. */
class NotFound {
  constructor() {
    this.element = make(
      "div",
      { class: "columns" },
      make("h1", {}, t("nav.lost")),
      make(
        "div",
        {},
        make("p", {}, t("lost.address", { path: location.pathname })),
        make("p", {}, make("a", { class: "button primary", href: "/" }, t("nav.table"))),
      ),
    );
  }
}

export async function go(path) {
  history.pushState(null, "", path);
  await show();
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

async function rebuild() {
  document.getElementById("skip").textContent = t("nav.skip");
  drawFrame(rebuild);
  await show();
}

async function start() {
  await Promise.all([loadTexts(), loadThemes(), refreshSession()]);
  narrate();
  live.addEventListener("table", ({ detail }) => view?.show?.(detail));
  live.addEventListener("session", () => {
    showPlace(viewOf(location.pathname)[1]);
    if (live.snapshot) view?.show?.(live.snapshot);
  });
  live.addEventListener("link", ({ detail: isOpen }) => showLink(isOpen));
  live.addEventListener("renewed", offerReload);
  live.connect();
  await rebuild();
  keepShell();
  window.addEventListener("popstate", show);
  document.addEventListener("click", followLink);
  document.addEventListener("boardpi:go", ({ detail }) => go(detail));
}

/** A page on a home screen says that the table is away where a browser would show its own error.
 * Only there: whoever just visits keeps nothing. Browsers allow it on https and on localhost. */
function keepShell() {
  const isOnHomeScreen =
    window.matchMedia("(display-mode: standalone)").matches || new URLSearchParams(location.search).has("home");
  if (!isOnHomeScreen || !navigator.serviceWorker) return;
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
}

function showLink(isOpen) {
  document.body.classList.toggle("offline", !isOpen);
  document.getElementById("away")?.remove();
  if (isOpen) return;
  if (live.isLocked && live.snapshot) location.reload(); // a session ended: show nothing any more
  const bar = make("p", { id: "away", class: "away", role: "status" });
  refill(bar, ...(live.isLocked ? [t("link.locked"), " ", unlock()] : [t("link.away")]));
  document.getElementById("top").after(bar);
}

/** Give the PIN after all; what could not be read before is read then. */
function unlock() {
  const onclick = async () => (await gainTrust()) && show();
  return make("button", { type: "button", onclick }, t("link.unlock"));
}

/** The table has a newer page than this one, whose parts it does not serve any more. */
function offerReload() {
  if (document.getElementById("renewed")) return;
  const bar = make("p", { id: "renewed", class: "away renewed", role: "status" });
  refill(bar, t("load.renewed"), " ", again());
  document.getElementById("top").after(bar);
}

// What stands on the page until then offers to load it again.
start().catch(() => document.querySelector(".unloaded")?.classList.add("failed"));
