// Health: what every reed says, and what to do about those that lie.

import { read, tell } from "../connection/api.js";
import { make, mark, refill } from "../parts/dom.js";
import { text } from "../parts/fields.js";
import { drawMembership } from "./club.js";
import { Care } from "./organising/care.js";
import { HOLES } from "../game/holes.js";
import { live } from "../connection/live.js";
import { note } from "../speech/say.js";
import { number, t } from "../speech/words.js";

const CHATTER = 12; // changes in ten seconds that no hand makes

export class HealthView {
  #hear = ({ detail }) => this.#showHealth(detail);

  constructor() {
    this.cells = new Map(
      HOLES.map((hole) => [
        hole,
        make("button", {
          type: "button",
          class: "reed",
          "data-hole": hole,
          onclick: () => this.#toggle(hole),
        }),
      ]),
    );
    const rows = [5, 4, 3, 2, 1].flatMap((row) =>
      [..."abcde"].map((column) => this.cells.get(column + row)),
    );
    this.facts = make("dl", { class: "facts-list" });
    this.report = make("div", { class: "actions" });
    this.membership = make("div", {});
    this.care = new Care();
    const reeds = make(
      "section",
      { class: "card" },
      make("h2", {}, t("health.reeds")),
      make("p", { class: "quiet" }, t("health.mark")),
      make("div", { class: "reeds", role: "group", "aria-label": t("health.reeds") }, rows),
      drawKey(),
    );
    const table = make(
      "section",
      { class: "card" },
      make("h2", {}, t("health.table")),
      this.facts,
      make("div", { class: "actions" }, link("/settings", t("nav.settings"))),
      this.membership,
      drawPinChange(),
    );
    const trouble = make(
      "section",
      { class: "card" },
      make("h2", {}, t("health.report")),
      make("p", {}, t("health.report_text")),
      this.report,
      make("h2", {}, t("check.title")),
      make("p", {}, t("check.intro")),
      make("div", { class: "actions" }, link("/check", t("nav.check"))),
    );
    const copies = make(
      "section",
      { class: "card" },
      make("h2", {}, t("backup.title")),
      make("p", {}, t("backup.text")),
      make("div", { class: "actions" }, link("/backup", t("nav.backup"))),
    );
    this.element = make(
      "div",
      { class: "columns health" },
      make("h1", {}, t("nav.health")),
      make("div", { class: "stacked" }, reeds, trouble),
      make("div", { class: "stacked" }, table, copies, this.care.element),
    );
    live.addEventListener("health", this.#hear);
    live.watchHealth(true);
    read("/health")
      .then((health) => this.#showHealth(health))
      .catch(() => note(t("error.offline")));
  }

  leave() {
    live.removeEventListener("health", this.#hear);
    live.watchHealth(false);
  }

  show(snapshot) {
    this.dead = snapshot.dead_holes;
    this.#showClub(snapshot.club);
    this.care.show(snapshot);
    const { game_id: game } = snapshot.match;
    if (this.game === game) return;
    this.game = game;
    const href = `/api/v1/games/${game}/trace`;
    refill(
      this.report,
      make(
        "a",
        { class: "button primary", href, download: "", "data-act": "report" },
        t("health.report_press"),
      ),
    );
  }

  #showClub(club) {
    const key = club ? `${club.club} ${club.name} ${club.is_online}` : "";
    if (this.club === key) return;
    this.club = key;
    refill(this.membership, drawMembership(club));
  }

  #showHealth(health) {
    for (const [hole, cell] of this.cells) showReed(cell, hole, health.holes[hole]);
    const facts = [
      [
        "board",
        health.board.is_lost
          ? `${health.board.kind}: ${health.board.why ?? t("lost.title")}`
          : `${health.board.kind}: ${health.board.what ?? ""}`,
      ],
      [
        "book",
        health.book.is_kept
          ? t("health.book_kept", { path: health.book.path })
          : t("health.book_lost"),
      ],
      ["waiting", health.book.waiting ? number(health.book.waiting) : ""],
      ["lights", number(health.lights.frames)],
      ["uptime", t("health.minutes", { count: Math.floor(health.uptime_s / 60) })],
      ["spectators", number(health.spectators)],
    ];
    refill(
      this.facts,
      facts
        .filter(([, value]) => value)
        .map(([name, value]) =>
          make("div", {}, make("dt", {}, t(`health.${name}`)), make("dd", {}, value)),
        ),
    );
  }

  async #toggle(hole) {
    const dead = new Set(this.dead);
    if (!dead.delete(hole)) dead.add(hole);
    const table = await tell("POST", "/table/dead", {
      holes: HOLES.filter((one) => dead.has(one)),
    });
    if (!table) return;
    live.take(table);
    note(t(dead.has(hole) ? "health.marked" : "health.unmarked", { hole }));
    this.#showHealth(await read("/health"));
  }
}

function link(href, words) {
  return make("a", { class: "button", href }, words);
}

function drawPinChange() {
  const digits = { type: "password", inputmode: "numeric", required: true, maxlength: 12 };
  const save = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { pin, renewed } = Object.fromEntries(new FormData(form));
    if (!(await tell("POST", "/pin", { pin, new: renewed }))) return;
    form.reset();
    live.reconnect(); // the connection then carries the new session
    note(t("pin.changed"));
  };
  return make(
    "details",
    { class: "change-pin" },
    make("summary", {}, t("pin.change")),
    make(
      "form",
      { onsubmit: save },
      text("pin", t("pin.old"), digits),
      text("renewed", t("pin.new"), { ...digits, pattern: "[0-9]{6,12}", title: t("pin.new_rule") }),
      make("p", { class: "quiet" }, t("pin.new_rule")),
      make(
        "div",
        { class: "actions" },
        make("button", { type: "submit", class: "primary" }, t("action.save")),
        make("button", { type: "button", onclick: forgetPin }, t("pin.forget")),
      ),
    ),
  );
}

/** End the session, wherever its cookie was copied to: for a device that others use, too. */
async function forgetPin() {
  if (await tell("DELETE", "/session")) live.reconnect();
}

function showReed(cell, hole, reed) {
  const state = stateOf(reed);
  const since = reed.last_ms_ago === null ? t("health.never") : ago(reed.last_ms_ago);
  const name = [
    hole,
    t(`reed.${reed.settled ? "closed" : "open"}`),
    state !== "sound" && t(`reed.${state}`),
    since,
  ]
    .filter(Boolean)
    .join(", ");
  mark(cell, {
    "data-state": state,
    "data-filled": reed.settled ? "yes" : "no",
    "aria-pressed": String(reed.is_dead),
    title: name,
  });
  refill(
    cell,
    make("b", {}, hole),
    " ", // heard as words of their own
    make(
      "span",
      {},
      state === "sound" ? t(`reed.${reed.settled ? "closed" : "open"}`) : t(`reed.${state}`),
    ),
    " ",
    make("small", {}, `${number(reed.changes)} · ${since}`),
  );
}

function stateOf(reed) {
  if (reed.is_dead) return "dead";
  if (reed.changes_10s >= CHATTER) return "chatter";
  return reed.settled === reed.expected ? "sound" : "strange";
}

function ago(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 90
    ? t("health.seconds_ago", { count: seconds })
    : t("health.minutes_ago", { count: Math.round(seconds / 60) });
}

function drawKey() {
  const states = ["sound", "strange", "chatter", "dead"];
  return make(
    "p",
    { class: "key" },
    states.map((state) => make("span", { class: `key-${state}` }, t(`reed.${state}`))),
  );
}
