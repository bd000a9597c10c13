// The hub's page: wall, pairings, standings, desk, tables. Everybody looks; a PIN changes.

import { read } from "../connection/api.js";
import { live } from "../connection/live.js";
import { make, mark, refill } from "../parts/dom.js";
import { applyPaper } from "../parts/frame.js";
import { LANGUAGES, chooseLanguage, currentLanguage, kept, loadTexts, t } from "../speech/words.js";
import { DeskView } from "./desk.js";
import { PairingsView, StandingsView } from "./lists.js";
import { club } from "./state.js";
import { JoinView, TablesView } from "./tables.js";
import { UpdateView } from "./update.js";
import { WallView } from "./wall.js";

const PLACES = {
  wall: ["/", WallView],
  pairings: ["/pairings", PairingsView],
  standings: ["/standings", StandingsView],
  desk: ["/desk", DeskView],
  tables: ["/tables", TablesView],
  update: ["/update", UpdateView], // from the tables' page, for the organiser
  join: ["/join", JoinView], // where the QR code leads: nobody looks for it
};

let view = null;

function drawFrame() {
  const name = make("span", {}, club.name || "boardpi");
  const links = Object.entries(PLACES)
    .filter(([place]) => place !== "join" && place !== "update")
    .map(([place, [path]]) => make("a", { href: path, "data-place": place }, t(`hub.${place}`)));
  const choose = async ({ target }) => {
    await chooseLanguage(target.value);
    drawFrame();
    show();
  };
  const options = Object.entries(LANGUAGES).map(([code, title]) =>
    make("option", { value: code, lang: code, selected: code === currentLanguage() }, title),
  );
  const languages = make(
    "label",
    { class: "language" },
    make("span", { class: "unseen" }, t("nav.language")),
    make("select", { onchange: choose }, options),
  );
  refill(
    document.getElementById("top"),
    make("a", { class: "brand", href: "/" }, name),
    make("nav", { "aria-label": t("nav.label") }, links),
    make("div", { class: "tools" }, languages),
  );
}

function placeOf(path) {
  return Object.keys(PLACES).find((place) => PLACES[place][0] === path) ?? "wall";
}

function show() {
  const place = placeOf(location.pathname);
  view?.leave?.();
  view = new PLACES[place][1]();
  refill(document.getElementById("main"), view.element);
  for (const link of document.querySelectorAll(".top nav a"))
    mark(link, { "aria-current": link.dataset.place === place ? "page" : null });
  document.title = `${t(`hub.${place}`)} · ${club.name || "boardpi"}`;
  view.show();
}

function followLink(event) {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || link.target || link.getAttribute("href").startsWith("/api")) return;
  event.preventDefault();
  history.pushState(null, "", link.getAttribute("href"));
  show();
  window.scrollTo(0, 0);
}

async function start() {
  applyPaper(kept("boardpi.paper") ?? "auto");
  await loadTexts();
  const status = await read("/status").catch(() => ({}));
  club.name = status.name ?? "";
  drawFrame();
  document.addEventListener("click", followLink);
  addEventListener("popstate", show);
  live.addEventListener("tables", ({ detail }) => {
    Object.assign(club.tables, detail.tables);
    view?.show("tables");
  });
  live.addEventListener("evening", ({ detail }) => {
    club.hear(detail);
    view?.show("evening");
  });
  live.addEventListener("link", ({ detail: isOpen }) => {
    document.body.classList.toggle("offline", !isOpen);
    club.refreshRole().then(() => view?.show("role"));
  });
  show();
  live.connect();
}

start().catch((error) => {
  console.error(error);
  document.querySelector(".unloaded")?.classList.add("failed");
});
