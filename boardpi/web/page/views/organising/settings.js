// The settings that a club changes: shown as the configuration's file has them, and written there.

import { change, read, Refused, tell } from "../../connection/api.js";
import { drawClockFields, readClockFields } from "../../parts/clocks.js";
import { make, mark, refill } from "../../parts/dom.js";
import { choice, text } from "../../parts/fields.js";
import { themeChoices } from "../../board/looks.js";
import { loadRules } from "../../game/rulesets.js";
import { gainTrust, isTrusted } from "../../connection/session.js";
import { note } from "../../speech/say.js";
import { LANGUAGES, hasText, loadMore, t } from "../../speech/words.js";
import { drawDevices } from "./devices.js";

const CLOCKS = ["main_s", "increment_s", "delay_s", "flag"];
const GROUPS = {
  table: ["table.name", "page.language", "table.rules", "table.help", "table.theme"],
  clocks: [],
  who: ["page.host", "page.reading", "page.lock_play"],
  voice: ["voice.kind", "voice.language", "voice.speed", "voice.verbosity", "voice.holes"],
  times: [
    ...["table.dwell_ms", "table.astray_ms", "table.inhand_ms", "table.decline_ms"],
    ...["table.menu_ms", "table.touch_move", "book.remind_days"],
  ],
};

export class SettingsView {
  constructor() {
    this.form = make("form", { class: "settings-form", onsubmit: (event) => this.#save(event) });
    this.state = make("div", { role: "status" });
    this.devices = make("section", { class: "card" });
    this.element = make("div", { class: "book settings-place" });
    this.#load();
  }

  async #load() {
    await loadMore("organise");
    const title = [
      make("p", { class: "back" }, make("a", { href: "/health" }, `← ${t("nav.health")}`)),
      make("h1", {}, t("nav.settings")),
    ];
    if (!isTrusted()) {
      const unlock = async () => (await gainTrust()) && this.#load();
      const press = make("button", { type: "button", class: "primary", onclick: unlock }, t("link.unlock"));
      return void refill(
        this.element,
        ...title,
        make("section", { class: "card" }, make("p", {}, t("settings.text")), make("div", { class: "actions" }, press)),
      );
    }
    this.rules = await loadRules();
    refill(this.element, ...title, this.form);
    drawDevices(this.devices);
    try {
      this.#show(await read("/settings"));
    } catch (error) {
      note(error instanceof Refused ? error.sentence : t("error.offline"));
    }
  }

  #show(told) {
    this.told = told;
    this.known = new Map(told.settings.map((setting) => [setting.name, setting]));
    const groups = Object.entries(GROUPS).map(([group, names]) =>
      make(
        "section",
        { class: "card", "data-group": group },
        make("h2", {}, t(`settings.group.${group}`)),
        group === "clocks" && this.#clocks(),
        names.map((name) => this.#field(this.known.get(name))),
      ),
    );
    refill(
      this.form,
      make("p", { class: "quiet path" }, t("settings.file", { path: told.path })),
      !told.is_writable && make("p", { class: "warning" }, t("settings.locked")),
      make("div", { class: "settings-cards" }, ...groups, this.devices),
      make(
        "div",
        { class: "save-bar" },
        make("button", { type: "submit", class: "primary" }, t("action.save")),
        this.state,
      ),
    );
    this.#showVoice();
    this.#showPending(told.pending);
  }

  /** Four keys that are one thing: how much time a player has. */
  #clocks() {
    const value = (key) => this.known.get(`clocks.${key}`).value;
    const control = value("main_s") ? Object.fromEntries(CLOCKS.map((key) => [key, value(key)])) : null;
    return [make("p", { class: "quiet" }, t("settings.clocks_text")), drawClockFields(control)];
  }

  /** Who says nothing needs no speed. */
  #showVoice() {
    const kind = this.form.elements["voice.kind"];
    const show = () => {
      for (const name of GROUPS.voice.slice(1))
        mark(this.form.elements[name].closest(".field"), { hidden: kind.value === "off" });
    };
    kind.addEventListener("change", show);
    show();
  }

  #showPending(pending) {
    if (!pending.length) return void refill(this.state);
    const title = (name) => (name.startsWith("clocks.") ? t("clock.title") : t(`set.${name}`));
    const names = [...new Set(pending.map(title))].join(", ");
    refill(
      this.state,
      make("p", { class: "warning" }, t("settings.pending", { names })),
      make("button", { type: "button", onclick: () => this.#restart() }, t("care.restart")),
    );
  }

  async #restart() {
    if (!(await tell("POST", "/restart"))) return;
    note(t("care.restarting"));
    refill(this.state);
  }

  #field({ name, kind, value, choices, low, high }) {
    const label = t(`set.${name}`);
    const hint = hasText(`hint.${name}`) && make("small", { class: "hint" }, t(`hint.${name}`));
    if (kind === "flag") {
      const box = make("input", { type: "checkbox", name, checked: value });
      return make("label", { class: "check" }, box, make("span", {}, label, hint));
    }
    const field = choices.length
      ? choice(name, label, choices.map((one) => [one, this.#option(name, one)]), value)
      : kind === "number"
        ? text(name, label, { ...numberFacts(name, low, high, value), type: "number", required: true })
        : text(name, label, { maxlength: 40, required: true, value });
    if (hint) field.append(hint);
    return field;
  }

  #option(name, value) {
    if (name.endsWith(".language")) return LANGUAGES[value] ?? value;
    if (name === "table.rules") return this.rules.find((one) => one.name === value)?.title ?? value;
    if (name === "table.help") return t(`help.${value}`);
    if (name === "table.theme") {
      const found = themeChoices().find((theme) => theme.name === value);
      return hasText(`theme.${value}`) ? t(`theme.${value}`) : (found?.title ?? value);
    }
    const key = `option.${name}.${value}`;
    return hasText(key) ? t(key) : value;
  }

  /** What differs from the file. */
  #changes() {
    const found = this.#chosenClocks();
    for (const { name, kind } of this.told.settings) {
      const field = this.form.elements[name];
      if (!field || name in found) continue;
      found[name] = kind === "flag" ? field.checked : kind === "number" ? readNumber(name, field) : field.value.trim();
    }
    return Object.fromEntries(Object.entries(found).filter(([name, value]) => this.known.get(name).value !== value));
  }

  #chosenClocks() {
    const control = readClockFields(new FormData(this.form));
    const flag = this.known.get("clocks.flag").value;
    const chosen = { main_s: 0, increment_s: 0, delay_s: 0, flag, ...control };
    return Object.fromEntries(CLOCKS.map((key) => [`clocks.${key}`, chosen[key]]));
  }

  async #save(event) {
    event.preventDefault();
    const changes = this.#changes();
    if (!Object.keys(changes).length) return void note(t("settings.same"));
    try {
      const told = await change("POST", "/settings", changes);
      if (!told) return;
      this.#show(told);
      note(t("settings.saved"));
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** A file that the table may not write says which command does it. */
  #refuse(error) {
    if (error.reason !== "file_locked") return void note(error.sentence ?? t("error.offline"));
    const command = error.message.slice(error.message.indexOf("Type: ") + 6);
    refill(
      this.state,
      make("p", { class: "warning" }, t("error.file_locked")),
      make("pre", { class: "command", tabindex: "0" }, command),
    );
  }
}

/** The file has milliseconds; people have seconds. */
function scaleOf(name) {
  return name.endsWith("_ms") ? 1000 : 1;
}

function numberFacts(name, low, high, value) {
  const scale = scaleOf(name);
  return { min: low / scale, max: high / scale, value: value / scale, step: scale === 1 ? 1 : "any" };
}

function readNumber(name, field) {
  return Math.round(Number(field.value) * scaleOf(name));
}
