// The first start: a name, a language, who may come, a PIN; then a lesson or a game.

import { change, read, tell } from "../../connection/api.js";
import { act, go } from "../../connection/actions.js";
import { make, refill } from "../../parts/dom.js";
import { choice, radios, text } from "../../parts/fields.js";
import { live } from "../../connection/live.js";
import { note } from "../../speech/say.js";
import { LANGUAGES, chooseLanguage, currentLanguage, loadMore, t, tableName } from "../../speech/words.js";
import { showCode } from "./devices.js";

const HERE = "127.0.0.1";
const EVERYWHERE = "0.0.0.0";
const AWAY_MS = 300;
const FIRST_LESSON = "jasir-first";

export class WelcomeView {
  constructor() {
    this.card = make("section", { class: "card welcome" });
    this.element = make("div", { class: "columns" }, this.card);
    this.#ask();
  }

  async #ask() {
    await loadMore("organise");
    const languages = Object.entries(LANGUAGES);
    const speak = async ({ target }) => {
      await chooseLanguage(target.value);
      location.reload(); // all that stands on the page in the language of its people
    };
    const digits = { type: "password", inputmode: "numeric", maxlength: 12 };
    const who = [
      [HERE, t("welcome.here"), t("welcome.here_text")],
      [EVERYWHERE, t("welcome.lan"), t("welcome.lan_text")],
    ];
    refill(
      this.card,
      make("h1", {}, t("welcome.title")),
      make("p", {}, t("welcome.text")),
      make(
        "form",
        { onsubmit: (event) => this.#save(event) },
        choice("language", t("set.page.language"), languages, currentLanguage(), speak),
        text("name", t("set.table.name"), { maxlength: 40, required: true, value: tableName(live.snapshot?.table ?? "") }),
        radios("host", t("welcome.who"), who, isFar() ? EVERYWHERE : HERE),
        make("p", { class: "quiet" }, t("welcome.pin_text")),
        text("pin", t("pin.old"), { ...digits, required: true }),
        text("renewed", t("welcome.pin_new"), { ...digits, pattern: "[0-9]{6,12}", title: t("pin.new_rule") }),
        make(
          "div",
          { class: "actions" },
          make("button", { type: "submit", class: "primary" }, t("welcome.save")),
          make("a", { class: "button", href: "/" }, t("welcome.later")),
        ),
      ),
    );
  }

  async #save(event) {
    event.preventDefault();
    const { name, host, pin, renewed } = Object.fromEntries(new FormData(event.target));
    const changes = { "table.name": name.trim(), "page.language": currentLanguage(), "page.host": host };
    const steps = [
      () => change("POST", "/session", { pin }),
      () => change("POST", "/settings", changes),
      () => !renewed || change("POST", "/pin", { pin, new: renewed }),
      () => change("POST", "/settings/seen"),
      () => change("POST", "/restart"),
    ];
    try {
      for (const step of steps) if (!(await step())) return;
    } catch (error) {
      const words = error.reason === "file_locked" ? error.message : (error.sentence ?? t("error.offline"));
      return void note(words, { isUrgent: true });
    }
    await this.#wait();
    this.#choose(host);
  }

  /** The table starts anew with what was chosen. */
  async #wait() {
    refill(this.card, make("h1", {}, t("welcome.title")), make("p", { role: "status" }, t("care.restarting")));
    for (let isBack = false; !isBack; ) {
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
      isBack = await read("/settings").then(({ pending }) => pending.length === 0, () => false);
    }
    live.reconnect();
  }

  #choose(host) {
    const code = make("div", { class: "device-code" });
    const learn = async () => (await act("lesson", { id: FIRST_LESSON, player: null })) && go("/");
    refill(
      this.card,
      make("h1", { tabindex: "-1" }, t("welcome.ready")),
      make("p", {}, t("welcome.what")),
      make(
        "div",
        { class: "actions" },
        make("button", { type: "button", class: "primary", onclick: learn }, t("welcome.lesson")),
        make("a", { class: "button primary", href: "/" }, t("welcome.game")),
      ),
      host !== HERE && make("h2", {}, t("device.title")),
      code,
    );
    if (host !== HERE) showCode(code);
    this.card.querySelector("h1").focus();
  }
}

/** Whether this page was called from another machine: then the table is open already. */
function isFar() {
  return !["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

/** A card for a table that is new; tell hides it for good. */
export async function drawWelcome() {
  await loadMore("organise");
  const later = async () => {
    const told = await tell("POST", "/settings/seen");
    if (told) live.dispatchEvent(new CustomEvent("table", { detail: { ...live.snapshot, is_new: false } }));
  };
  return [
    make("h2", {}, t("welcome.title")),
    make("p", {}, t("welcome.card")),
    make(
      "div",
      { class: "actions" },
      make("a", { class: "button primary", href: "/welcome" }, t("welcome.press")),
      make("button", { type: "button", onclick: later }, t("welcome.later")),
    ),
  ];
}
