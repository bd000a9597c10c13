// The desk: the organiser plans, checks in and pairs; the arbiter corrects and keeps the clock.

import { openSession, read } from "../connection/api.js";
import { askPin } from "../connection/pin.js";
import { confirm } from "../parts/dialog.js";
import { make, refill } from "../parts/dom.js";
import { clock, moment, t } from "../speech/words.js";
import { resultWords } from "./lists.js";
import { club, half, roundWords } from "./state.js";

const FORMATS = ["swiss", "round-robin", "keizer", "free"];
const BREAKS = ["buchholz", "sonneborn", "direct", "points", "wins"];
const RESULTS = [
  [2, 0],
  [1, 1],
  [0, 2],
  [0, 0],
];

export class DeskView {
  constructor() {
    this.element = make("div", { class: "hub-view desk" });
    this.clock = make("p", { class: "round-clock clock" });
    this.players = [];
    this.ticking = setInterval(() => refill(this.clock, clock(club.left() * 1000)), 500);
    this.#load();
  }

  leave() {
    clearInterval(this.ticking);
  }

  async #load() {
    await club.refreshRole();
    if (club.role !== "all") {
      const [known, rules] = await Promise.all([read("/players"), read("/rules")]).catch(() => []);
      this.players = known?.players ?? [];
      this.rules = rules?.rules ?? [];
    }
    this.show();
  }

  show(what) {
    if (what === "tables" && !this.#callsChanged()) return;
    if (this.element.contains(document.activeElement) && what) {
      if (/INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName)) return; // somebody types
    }
    if (club.role === "all") refill(this.element, this.#door());
    else refill(this.element, this.#parts());
  }

  #callsChanged() {
    const calls = JSON.stringify(Object.entries(club.tables).map(([n, table]) => [n, table.calls]));
    const isOther = calls !== this.calls;
    this.calls = calls;
    return isOther;
  }

  #door() {
    const onclick = async () => {
      if (await askPin(openSession)) this.#load();
    };
    return [
      make("h1", {}, t("hub.desk")),
      make("p", {}, t("hub.sign_in")),
      make("button", { type: "button", class: "primary", onclick }, t("hub.give_pin")),
    ];
  }

  #parts() {
    const evening = club.evening;
    const isOrganiser = club.role === "organiser";
    const event = evening?.event;
    return [
      make("h1", {}, event ? roundWords(evening) : t("hub.desk")),
      club.guesses > 0 &&
        make("p", { class: "strong", role: "status" }, t("warning.pin_guessed", { count: club.guesses })),
      this.#calls(),
      event && !event.is_closed && this.#round(evening, isOrganiser),
      event && !event.is_closed && isOrganiser && this.#checkIn(evening),
      isOrganiser && (!event || event.is_closed || !event.number) && this.#plan(event),
      event && isOrganiser && this.#end(event),
      event && this.#log(),
    ];
  }

  #calls() {
    const calling = Object.entries(club.tables).filter(([, table]) => table.calls.length);
    if (!calling.length) return null;
    const rows = calling.map(([name, table]) =>
      make(
        "p",
        { class: "call" },
        make("strong", {}, table.title),
        ` ${t(`hub.call.${table.calls.at(-1)}`)} `,
        button(t("hub.answered"), () => club.act("answer", { table: name })),
      ),
    );
    return make("section", { class: "card calls" }, make("h2", {}, t("hub.calls")), rows);
  }

  // ── the round ────────────────────────────────────────────────────────────────────────────────

  #round({ event, pairings, missing, timer }, isOrganiser) {
    const last = pairings.at(-1) ?? [];
    const isOpen = event.format !== "free" && event.number < event.rounds;
    const pair = () => club.act("pair").then(() => this.show());
    return make(
      "section",
      { class: "card" },
      make("h2", {}, event.number ? t("hub.round_number", { number: event.number }) : t("hub.pairings")),
      event.minutes > 0 && event.number > 0 && this.#timer(event, timer),
      missing > 0 && make("p", { class: "strong" }, t("hub.missing", { count: missing })),
      make("div", { class: "matches" }, last.map((pairing) => this.#match(pairing))),
      isOrganiser &&
        make(
          "div",
          { class: "actions" },
          isOpen && button(t("hub.pair"), pair, missing ? null : "primary", missing > 0),
          last.length > 0 && button(t("hub.unpair"), () => club.act("unpair").then(() => this.show())),
        ),
    );
  }

  #timer(event, timer) {
    const set = (values) => club.act("timer", values).then(() => this.show());
    refill(this.clock, clock(club.left() * 1000));
    return make(
      "div",
      { class: "timer" },
      this.clock,
      timer.is_running
        ? button(t("hub.stop"), () => set({ is_running: false }))
        : button(t("hub.start"), () => set({ is_running: true }), "primary"),
      button(t("hub.reset"), () => set({ is_running: false, left_s: event.minutes * 60 })),
    );
  }

  #match(pairing) {
    const names = pairing.two === null ? `${pairing.one}: ${t("hub.bye")}` : `${pairing.one} – ${pairing.two}`;
    const where = pairing.table ? club.title(pairing.table) : t("hub.no_table");
    const kind = pairing.result?.kind;
    return make(
      "details",
      { class: "match" },
      make(
        "summary",
        {},
        make("span", { class: "names" }, names, make("small", {}, pairing.two === null ? "" : ` ${where}`)),
        make("span", { class: "score" }, resultWords(pairing)),
      ),
      pairing.result?.reason && make("p", { class: "quiet" }, pairing.result.reason),
      pairing.two !== null && this.#ruling(pairing),
      pairing.two !== null && this.#move(pairing),
      (kind === "ruling" || kind === "forfeit") &&
        button(t("hub.uncorrect"), () => this.#rule({ uid: pairing.uid, halves: null })),
    );
  }

  #ruling(pairing) {
    const choice = make(
      "select",
      { "aria-label": t("hub.result") },
      RESULTS.map((halves) =>
        make("option", { value: halves.join() }, `${half(halves[0])} : ${half(halves[1])}`),
      ),
    );
    const reason = make("input", { type: "text", maxlength: 200, "aria-label": t("hub.reason"), placeholder: t("hub.reason") });
    const absent = make("input", { type: "checkbox" });
    const submit = (event) => {
      event.preventDefault();
      const halves = choice.value.split(",").map(Number);
      this.#rule({ uid: pairing.uid, halves, reason: reason.value, forfeit: absent.checked });
    };
    return make(
      "form",
      { class: "ruling", onsubmit: submit },
      choice,
      reason,
      make("label", { class: "check" }, absent, make("span", {}, t("hub.forfeit"))),
      make("button", { type: "submit" }, t("hub.correct")),
    );
  }

  #rule(values) {
    document.activeElement?.blur();
    return club.act("rule", values).then(() => this.show());
  }

  #move(pairing) {
    const onchange = ({ target }) => {
      target.blur();
      club.act("move", { uid: pairing.uid, table: target.value }).then(() => this.show());
    };
    const tables = ["", ...Object.keys(club.tables).sort()];
    const options = tables.map((name) =>
      make("option", { value: name, selected: name === pairing.table }, name ? club.title(name) : "–"),
    );
    return make("label", { class: "field" }, make("span", {}, t("hub.table")), make("select", { onchange }, options));
  }

  // ── check-in ─────────────────────────────────────────────────────────────────────────────────

  #checkIn({ entrants, event }) {
    const name = make("input", { type: "text", maxlength: 60, list: "known", required: true, autocomplete: "off" });
    const team = make("input", { type: "text", maxlength: 60, autocomplete: "off" });
    const submit = async (submitted) => {
      submitted.preventDefault();
      if (await club.act("enter", { name: name.value, team: team.value })) {
        name.value = team.value = "";
        document.activeElement.blur();
        this.show();
        this.element.querySelector(".check-in input")?.focus();
      }
    };
    const here = entrants.map((one) =>
      make(
        "li",
        { class: one.is_in ? null : "gone" },
        make("span", {}, one.name, one.team && make("small", {}, ` ${one.team}`)),
        button(t(one.is_in ? "hub.withdraw" : "hub.return"), () =>
          club.act(one.is_in ? "withdraw" : "return", { player: one.id }).then(() => this.show()),
        ),
      ),
    );
    return make(
      "section",
      { class: "card check-in" },
      make("h2", {}, t("hub.check_in", { count: entrants.filter((one) => one.is_in).length })),
      make(
        "form",
        { onsubmit: submit },
        field(t("hub.player"), name),
        field(t("hub.club"), team),
        make("button", { type: "submit", class: "primary" }, t("hub.add")),
        make("datalist", { id: "known" }, this.players.map((one) => make("option", { value: one.name }))),
      ),
      make("ul", { class: "entrants" }, here),
      event.number === 0 && this.#import(),
    );
  }

  #import() {
    const list = make("textarea", { rows: 4, maxlength: 15000 });
    const open = async ({ target }) => {
      list.value = await target.files[0].text();
    };
    const file = make("input", { type: "file", accept: ".csv,.txt,text/csv,text/plain", onchange: open });
    const bring = async () => {
      if (await club.act("import", { csv: list.value })) this.show();
    };
    return make(
      "details",
      {},
      make("summary", {}, t("hub.import")),
      field(t("hub.import_file"), file),
      field(t("hub.import_hint"), list),
      button(t("hub.add"), bring),
    );
  }

  // ── the plan ─────────────────────────────────────────────────────────────────────────────────

  #plan(event) {
    const name = make("input", { type: "text", maxlength: 60, required: true });
    const format = select(FORMATS, (one) => t(`hub.format.${one}`));
    const rounds = make("input", { type: "number", min: 1, max: 99, value: 5 });
    const minutes = make("input", { type: "number", min: 0, max: 600, value: 40 });
    const bye = select(["2", "1", "0"], (one) => half(Number(one)));
    const breaks = [0, 1, 2].map((place) => select(BREAKS, (one) => t(`hub.break.${one}`), BREAKS[[0, 1, 3][place]]));
    const rules = select((this.rules ?? []).map((one) => one.name), (one) => this.rules.find(({ name }) => name === one).title);
    const help = select(["", "off", "lift", "full"], (one) => (one ? t(`help.${one}`) : t("hub.help_own")));
    const submit = async (submitted) => {
      submitted.preventDefault();
      document.activeElement.blur();
      const values = { name: name.value, format: format.value, rounds: Number(rounds.value), minutes: Number(minutes.value) };
      Object.assign(values, { bye: Number(bye.value), rules: rules.value, tie_breaks: [...new Set(breaks.map((one) => one.value))] });
      await club.act("plan", { ...values, help: help.value });
      this.show();
    };
    return make(
      "details",
      { class: "card plan", open: !event },
      make("summary", {}, t("hub.plan")),
      make(
        "form",
        { onsubmit: submit },
        field(t("hub.name"), name),
        field(t("hub.format"), format),
        make("div", { class: "pair" }, field(t("hub.rounds"), rounds), field(t("hub.minutes"), minutes)),
        make("div", { class: "pair" }, field(t("hub.rules"), rules), field(t("hub.bye_scores"), bye)),
        field(t("hub.help"), help),
        make("fieldset", { class: "field breaks" }, make("legend", {}, t("hub.tie_breaks")), breaks),
        make("button", { type: "submit", class: "primary" }, t("hub.begin")),
      ),
    );
  }

  #end(event) {
    if (event.is_closed)
      return make("p", {}, button(t("hub.reopen"), () => club.act("open").then(() => this.show())));
    const close = async () => {
      if (await confirm(t("hub.close"), t("hub.close_hint"), t("hub.close")))
        club.act("close").then(() => this.show());
    };
    return make("p", {}, button(t("hub.close"), close, "danger"));
  }

  #log() {
    const lines = make("ol", { class: "log" });
    const ontoggle = async ({ target }) => {
      if (!target.open) return;
      const { log } = await read("/log");
      refill(lines, log.map((line) => make("li", {}, `${moment(line.at)} ${t(`hub.role.${line.who}`)}: ${logWords(line)}`)));
    };
    return make("details", { class: "card", ontoggle }, make("summary", {}, t("hub.log")), lines);
  }
}

function logWords({ what, at, who, ...values }) {
  if (what === "ruled") {
    const match = club.evening.pairings.flat().find(({ uid }) => uid === values.uid);
    const names = match ? `${match.one} – ${match.two}: ` : "";
    if (values.halves) return `${names}${values.halves.map(half).join(" : ")} (${values.reason})`;
    return `${names}${t("hub.uncorrect")}`;
  }
  const known = { entered: "hub.add", withdrew: "hub.withdraw", returned: "hub.return", paired: "hub.pair", unpaired: "hub.unpair", moved: "hub.table", closed: "hub.close", opened: "hub.reopen", planned: "hub.plan" };
  const detail = values.name ?? values.round ?? values.table ?? "";
  return `${t(known[what])} ${detail}`.trim();
}

function button(label, onclick, kind = null, disabled = false) {
  return make("button", { type: "button", class: kind, onclick, disabled }, label);
}

function field(label, input) {
  return make("label", { class: "field" }, make("span", {}, label), input);
}

function select(values, label, chosen = null) {
  return make(
    "select",
    {},
    values.map((value) => make("option", { value, selected: value === chosen }, label(value))),
  );
}
