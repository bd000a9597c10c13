// Pairings and standings: for the wall, for phones, and for paper.

import { make, refill } from "../parts/dom.js";
import { t } from "../speech/words.js";
import { club, half, roundWords } from "./state.js";

export class PairingsView {
  constructor() {
    this.element = make("div", { class: "hub-view lists" });
  }

  show(what) {
    if (what === "tables") return;
    const evening = club.evening;
    const rounds = evening?.event ? [...evening.pairings].reverse() : [];
    refill(
      this.element,
      make("h1", {}, evening?.event ? roundWords(evening) : t("hub.no_event")),
      evening?.event && !rounds.length && make("p", { class: "quiet" }, t("hub.before")),
      rounds.map((pairings, index) => drawRound(pairings, rounds.length - index, index === 0)),
      make("p", { class: "actions unprinted" }, printButton()),
    );
  }
}

function drawRound(pairings, number, isNow) {
  const rows = pairings.map((pairing) =>
    make(
      "tr",
      {},
      make("td", { class: "table-name" }, pairing.table ? club.title(pairing.table) : "–"),
      make("td", {}, pairing.one),
      make("td", { class: "score" }, resultWords(pairing)),
      make("td", {}, pairing.two ?? t("hub.bye")),
    ),
  );
  const head = make("h2", {}, t("hub.round_number", { number }));
  return make(
    "section",
    { class: isNow ? "round now" : "round" },
    head,
    make("div", { class: "scroll" }, make("table", { class: "pairings" }, make("tbody", {}, rows))),
  );
}

export function resultWords({ result, games, two }) {
  if (two === null) return "";
  if (result) return `${half(result.halves[0])} : ${half(result.halves[1])}`;
  return games ? t("hub.second_game") : t("hub.playing");
}

export class StandingsView {
  constructor() {
    this.element = make("div", { class: "hub-view lists" });
  }

  show(what) {
    if (what === "tables") return;
    const evening = club.evening;
    refill(
      this.element,
      make("h1", {}, evening?.event ? roundWords(evening) : t("hub.no_event")),
      evening?.event && drawStandings(evening),
      evening?.teams?.length > 1 && drawTeams(evening.teams),
      make(
        "p",
        { class: "actions unprinted" },
        printButton(),
        make("a", { class: "button", href: "/api/v1/export/standings.csv" }, t("hub.csv")),
        make("a", { class: "button", href: "/api/v1/export/games.json" }, t("hub.json")),
        make("a", { class: "button", href: "/api/v1/export/games.zip" }, t("hub.jas")),
      ),
    );
  }
}

function drawStandings({ event, standings }) {
  const isKeizer = event.format === "keizer";
  const heads = [
    "",
    t("hub.player"),
    t("hub.points"),
    isKeizer && t("hub.keizer"),
    t("hub.matches"),
    ...event.tie_breaks.map((name) => t(`hub.break.${name}`)),
  ].filter((head) => head !== false);
  const rows = standings.map((one) =>
    make(
      "tr",
      { class: one.is_in ? null : "gone" },
      make("td", {}, `${one.place}.`),
      make("th", { scope: "row" }, one.name, one.team && make("small", {}, ` ${one.team}`)),
      make("td", { class: "score" }, half(one.halves)),
      isKeizer && make("td", {}, half(one.value)),
      make("td", { class: "unbroken" }, `${one.won} / ${one.drawn} / ${one.lost}`),
      one.breaks.map((value, index) => make("td", {}, breakWords(event.tie_breaks[index], value))),
    ),
  );
  return make(
    "div",
    { class: "scroll" },
    make(
      "table",
      { class: "standings" },
      make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, rows),
    ),
  );
}

/** Sums of half points are halved; Sonneborn is kept four times as large. */
function breakWords(name, value) {
  if (name === "buchholz" || name === "direct") return half(value);
  return name === "sonneborn" ? String(value / 4) : String(value);
}

function drawTeams(teams) {
  const rows = teams.map((team) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, team.name),
      make("td", { class: "score" }, half(team.halves)),
    ),
  );
  return make(
    "section",
    {},
    make("h2", {}, t("hub.teams")),
    make("table", { class: "standings" }, make("tbody", {}, rows)),
  );
}

function printButton() {
  return make("button", { type: "button", onclick: () => print() }, t("hub.print"));
}
