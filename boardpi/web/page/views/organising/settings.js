// The settings that a club changes: shown as the configuration's file has them, and written there.

import { change, read, Refused, tell } from "../../connection/api.js";
import { make, refill } from "../../parts/dom.js";
import { choice, text } from "../../parts/fields.js";
import { themeChoices } from "../../board/looks.js";
import { loadRules } from "../../game/rulesets.js";
import { gainTrust, isTrusted } from "../../connection/session.js";
import { note } from "../../speech/say.js";
import { LANGUAGES, hasText, loadMore, t } from "../../speech/words.js";
import { drawDevices } from "./devices.js";

const GROUPS = {
  table: ["table.name", "page.language", "table.rules", "table.help", "table.theme"],
  who: ["page.host", "page.lock_play", "page.reading"],
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
    this.element = make("div", { class: "columns settings-place" });
    this.#load();
  }

  async #load() {
    await loadMore("organise");
    const title = make("h1", {}, t("nav.settings"));
    if (!isTrusted()) {
      const unlock = async () => (await gainTrust()) && this.#load();
      const press = make("button", { type: "button", class: "primary", onclick: unlock }, t("link.unlock"));
      return void refill(
        this.element,
        title,
        make("section", { class: "card" }, make("p", {}, t("settings.text")), make("div", { class: "actions" }, press)),
      );
    }
    this.rules = await loadRules();
    refill(this.element, title, this.form, this.devices);
    drawDevices(this.devices);
    try {
      this.#show(await read("/settings"));
    } catch (error) {
      note(error instanceof Refused ? error.sentence : t("error.offline"));
    }
  }

  #show(told) {
    this.told = told;
    const known = new Map(told.settings.map((setting) => [setting.name, setting]));
    const groups = Object.entries(GROUPS).map(([group, names]) =>
      make(
        "section",
        { class: "card" },
        make("h2", {}, t(`settings.group.${group}`)),
        names.map((name) => this.#field(known.get(name))),
      ),
    );
    refill(
      this.form,
      make("p", { class: "quiet path" }, t("settings.file", { path: told.path })),
      !told.is_writable && make("p", { class: "warning" }, t("settings.locked")),
      ...groups,
      make("div", { class: "actions" }, make("button", { type: "submit", class: "primary" }, t("action.save"))),
      this.state,
    );
    this.#showPending(told.pending);
  }

  #showPending(pending) {
    if (!pending.length) return void refill(this.state);
    const names = pending.map((name) => t(`set.${name}`)).join(", ");
    refill(
      this.state,
      make("p", { class: "warning" }, t("settings.pending", { names })),
      make("div", { class: "actions" }, make("button", { type: "button", onclick: () => this.#restart() }, t("care.restart"))),
    );
  }

  async #restart() {
    if (!(await tell("POST", "/restart"))) return;
    note(t("care.restarting"));
    refill(this.state);
  }

  #field({ name, kind, value, choices, low, high }) {
    const label = t(`set.${name}`);
    if (kind === "flag") {
      const box = make("input", { type: "checkbox", name, checked: value });
      return make("label", { class: "check" }, box, label);
    }
    if (choices.length) return choice(name, label, choices.map((one) => [one, this.#option(name, one)]), value);
    if (kind === "number") return text(name, label, { type: "number", min: low, max: high, required: true, value });
    return text(name, label, { maxlength: 40, required: true, value });
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

  async #save(event) {
    event.preventDefault();
    const changes = {};
    for (const { name, kind, value } of this.told.settings) {
      const field = this.form.elements[name];
      if (!field) continue;
      const now = kind === "flag" ? field.checked : kind === "number" ? Number(field.value) : field.value.trim();
      if (now !== value) changes[name] = now;
    }
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
