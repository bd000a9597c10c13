// The computer below the table, its log, starting it anew; asked for when somebody looks, never by a clock.

import { change, read, tell } from "../../connection/api.js";
import { confirm } from "../../parts/dialog.js";
import { make, refill } from "../../parts/dom.js";
import { note } from "../../speech/say.js";
import { loadMore, moment, number, t } from "../../speech/words.js";

const HOT_C = 80; // a Pi slows itself down from here on
const SHORT = 500e6; // bytes: some hundred evenings, but no upgrade any more

export class Care {
  constructor() {
    this.facts = make("dl", { class: "facts-list" });
    this.log = make("div", {});
    this.element = make("section", { class: "card care" });
    this.#load();
  }

  /** Who has the board now: somebody who learns, a check, or the two who play. */
  show({ guest, match }) {
    const names = [match.white ?? t("side.w"), match.black ?? t("side.b")].join(" – ");
    const who = guest ? [t(`lent.${guest.kind}`), guest.player?.name] : [names];
    this.who = who.filter(Boolean).join(": ");
    if (this.machine) this.#showFacts();
  }

  async #load() {
    try {
      await loadMore("organise");
      refill(
        this.element,
        make("h2", {}, t("care.title")),
        this.facts,
        make(
          "div",
          { class: "actions" },
          make("button", { type: "button", onclick: () => this.#look() }, t("care.again")),
          make("button", { type: "button", onclick: () => this.#showLog() }, t("care.log")),
          make("button", { type: "button", onclick: restart }, t("care.restart")),
        ),
        this.log,
        make("p", { class: "quiet" }, t("care.update")),
      );
      await this.#look();
    } catch (error) {
      note(error.sentence ?? t("error.offline"));
    }
  }

  async #look() {
    this.machine = await read("/machine");
    this.#showFacts();
  }

  #showFacts() {
    const { machine } = this;
    const { model, is_voltage_low: isLow, trouble_now: now } = machine;
    const isPi = model !== null || isLow !== null || now !== null; // others tell neither
    const rows = [
      ["who", this.who],
      ["disk", t("care.free", { free: size(machine.disk_free), total: size(machine.disk_total) })],
      ["heat", machine.temperature_c === null ? t("care.unknown") : `${number(machine.temperature_c)} °C`],
      ["voltage", isPi && voltageWords(machine)],
      ["slowed", isPi && troubleWords(machine)],
      ["model", model ?? t("care.no_pi")],
      ["system", machine.system && `${machine.system}, Python ${machine.python}`],
      ["version", machine.version],
    ];
    const list = rows
      .filter(([, value]) => value)
      .map(([name, value]) => make("div", { "data-fact": name }, make("dt", {}, t(`care.${name}`)), make("dd", {}, value)));
    refill(this.facts, list, alarms(machine).map((key) => make("p", { class: "warning" }, t(`care.alarm.${key}`))));
  }

  async #showLog() {
    try {
      const told = await change("GET", "/log");
      if (!told) return;
      const lines = told.lines.map(({ at, level, text }) =>
        make("li", { "data-level": level }, make("small", {}, moment(at)), " ", text),
      );
      const label = t("care.log");
      refill(this.log, make("div", { class: "log", tabindex: 0, role: "region", "aria-label": label }, make("ol", {}, lines)));
      this.log.firstChild.scrollTop = this.log.firstChild.scrollHeight;
    } catch (error) {
      note(error.sentence ?? t("error.offline"));
    }
  }
}

async function restart() {
  if (!(await confirm(t("care.restart_sure"), t("care.restart_text"), t("care.restart")))) return;
  if (await tell("POST", "/restart")) note(t("care.restarting"));
}

function size(bytes) {
  return `${number(Math.round(bytes / 1e8) / 10)} GB`;
}

function voltageWords({ is_voltage_low: isLow }) {
  if (isLow === null) return t("care.unknown");
  return t(isLow ? "care.low" : "care.fine");
}

/** Slowed down now, or since the start, and why. */
function troubleWords({ trouble_now: now, trouble_since_start: ever }) {
  if (now === null) return t("care.unknown");
  const names = (list) => list.map((name) => t(`care.trouble.${name}`)).join(", ");
  if (now.length > 0) return t("care.slowed_now", { why: names(now) });
  return ever.length > 0 ? t("care.slowed_before", { why: names(ever) }) : t("care.not_slowed");
}

function alarms({ disk_free: free, temperature_c: heat, is_voltage_low: isLow, trouble_now: now }) {
  return [
    free < SHORT && "disk",
    heat !== null && heat >= HOT_C && "heat",
    (isLow || now?.includes("low_voltage")) && "voltage",
  ].filter(Boolean);
}
