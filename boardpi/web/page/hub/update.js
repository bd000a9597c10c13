// The organiser's update: a release goes to one table first, then to the others.

import { Refused, openSession, read } from "../connection/api.js";
import { askPin } from "../connection/pin.js";
import { make, refill } from "../parts/dom.js";
import { note } from "../speech/say.js";
import { hasText, t } from "../speech/words.js";
import { club } from "./state.js";

const LOOK_MS = 2000;
const PART = 500_000; // bytes of a release in one request

export class UpdateView {
  constructor() {
    this.element = make("div", { class: "hub-view update" });
    this.left = new Set();
    this.canary = null;
    this.drawn = "";
    this.percent = null;
    this.looking = setInterval(() => this.#look(), LOOK_MS);
    club.refreshRole().then(() => this.#look());
  }

  leave() {
    clearInterval(this.looking);
  }

  show(what) {
    if (what === "role") this.#look();
  }

  async #look() {
    const told = club.role === "organiser" ? await read("/update").catch(() => null) : null;
    this.#draw(told);
  }

  #draw(told) {
    const drawn = JSON.stringify([told, this.percent, this.canary, [...this.left]]);
    if (drawn === this.drawn) return; // nobody loses the place where a finger or a key is
    this.drawn = drawn;
    refill(this.element, told ? this.#parts(told) : this.#door());
  }

  #door() {
    const onclick = async () => {
      if (await askPin(openSession)) club.refreshRole().then(() => this.#look());
    };
    return [
      make("h1", {}, t("hub.update")),
      make("p", {}, t("hub.update_door")),
      make("button", { type: "button", class: "primary", onclick }, t("hub.give_pin")),
    ];
  }

  #parts(told) {
    this.told = told;
    return [
      make("h1", {}, t("hub.update")),
      make("p", { class: "quiet" }, t("hub.update_hint")),
      this.#release(told.release),
      this.#progress(told),
      this.#tables(told),
      this.#start(told),
    ];
  }

  #release(release) {
    const onchange = ({ target }) => target.files[0] && this.#bring(target.files[0]);
    const known = release
      ? [
          make("h2", {}, t("hub.update_release", { version: release.version })),
          make("p", {}, t("hub.update_mark"), " ", make("strong", { class: "unbroken" }, release.mark)),
        ]
      : [make("h2", {}, t("hub.update_none"))];
    return make(
      "section",
      { class: "card" },
      known,
      make(
        "label",
        { class: "field" },
        make("span", {}, t("hub.update_bring")),
        make("input", { type: "file", accept: ".release", onchange, disabled: this.percent !== null }),
      ),
      this.percent !== null &&
        make("p", { role: "status" }, t("hub.update_bringing", { percent: this.percent })),
    );
  }

  async #bring(file) {
    try {
      for (let at = 0; at < file.size; at += PART) {
        this.percent = Math.floor((100 * at) / file.size);
        this.#draw(this.told);
        await send(file, at);
      }
    } catch (error) {
      note(error instanceof Refused ? error.sentence : t("error.offline"));
    }
    this.percent = null;
    this.#look();
  }

  #progress(told) {
    const { state, version } = told;
    if (!state) return null;
    const press = (what) => async () => {
      await club.act(what);
      this.#look();
    };
    const [what, words] =
      state === "running" ? ["update-stop", "hub.stop"] : ["update-resume", "hub.update_resume"];
    return make(
      "section",
      { class: state === "failed" ? "card calls" : "card" },
      make("p", { class: "strong", role: "status" }, t(`hub.update_state.${state}`, { version })),
      (state === "running" || canGoOn(told)) &&
        make("button", { type: "button", onclick: press(what) }, t(words)),
    );
  }

  #tables(told) {
    const isFree = canStart(told);
    const heads = ["hub.table", "hub.version", "hub.state", ...(isFree ? ["hub.update_who"] : [])];
    const rows = Object.entries(told.tables).map(([name, table]) =>
      make(
        "tr",
        { class: table.is_online ? null : "gone" },
        make("th", { scope: "row" }, table.title, make("small", {}, ` ${name}`)),
        make("td", {}, table.version || "–"),
        make("td", {}, stateWords(table, told), " ", this.#second(name, table, told)),
        isFree && make("td", {}, this.#choices(name, table)),
      ),
    );
    if (!rows.length) return make("p", {}, t("hub.no_tables"));
    return make(
      "div",
      { class: "scroll" },
      make(
        "table",
        { class: "standings" },
        make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, t(head))))),
        make("tbody", {}, rows),
      ),
    );
  }

  /** What can be done about a table that is on the way. */
  #second(name, { at, is_allowed: isAllowed }, { canary, tables, is_of_release: isOfRelease }) {
    const press = (what) => async () => {
      await club.act(what, { table: name });
      this.#look();
    };
    const button = (what, words) =>
      make("button", { type: "button", class: "small", onclick: press(what) }, t(words));
    if (isOfRelease && isAllowed && (at === "failed" || at === "left"))
      return button("update-again", "hub.update_again");
    const canLeave = isOfRelease && tables[canary].at === "done";
    if (canLeave && (at === "queued" || at === "failed")) return button("update-leave", "hub.update_leave");
    return null;
  }

  #choices(name, { is_allowed: isAllowed, title }) {
    if (!isAllowed) return "–";
    const choose = () => {
      this.canary = name;
      this.left.delete(name);
      this.#draw(this.told);
    };
    const leave = ({ target }) => {
      if (target.checked) this.left.add(name);
      else this.left.delete(name);
      if (this.canary === name) this.canary = null;
      this.#draw(this.told);
    };
    const label = (field, words) => make("label", { class: "check" }, field, make("span", {}, t(words)));
    return [
      label(
        make("input", {
          type: "radio",
          name: "canary",
          checked: this.canary === name,
          onchange: choose,
          "aria-label": `${t("hub.update_canary")}: ${title}`,
        }),
        "hub.update_canary",
      ),
      label(
        make("input", {
          type: "checkbox",
          checked: this.left.has(name),
          onchange: leave,
          "aria-label": `${t("hub.update_leave")}: ${title}`,
        }),
        "hub.update_leave",
      ),
    ];
  }

  #start(told) {
    const { release, tables } = told;
    if (!canStart(told)) return null;
    if (!Object.values(tables).some((table) => table.is_allowed))
      return make("p", {}, t("hub.update_nobody"));
    const onclick = async () => {
      await club.act("update-start", { canary: this.canary, leave: [...this.left] });
      this.#look();
    };
    return make(
      "p",
      {},
      make(
        "button",
        { type: "button", class: "primary", disabled: !this.canary, onclick },
        t("hub.update_start"),
      ),
      !this.canary && make("small", { class: "quiet" }, " ", t("hub.update_choose")),
    );
  }
}

/** The way that a release has begun goes on when its first table has made it. */
function canGoOn({ state, canary, tables, is_of_release: isOfRelease }) {
  return isOfRelease && /^(stopped|failed)$/.test(state) && tables[canary].at === "done";
}

function canStart(told) {
  return Boolean(told.release) && told.state !== "running" && !canGoOn(told);
}

async function send(file, at) {
  const answer = await fetch(`/api/v1/release?at=${at}&bytes=${file.size}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file.slice(at, at + PART),
  });
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, content.error);
}

function stateWords(table, { release }) {
  const { at, why, does, is_online: isOnline, is_busy: isBusy, is_allowed: isAllowed } = table;
  if (at === null) return release && !isAllowed ? t("hub.update_why.not_allowed") : "–";
  if (at === "queued" && !isOnline) return t("hub.update_at.away");
  if (at === "queued" && isBusy) return t("hub.update_at.busy");
  if (at === "ordered" && hasText(`hub.update_at.${does}`)) return t(`hub.update_at.${does}`);
  const reason = hasText(`hub.update_why.${why}`) ? t(`hub.update_why.${why}`) : why;
  if (at === "left" && why === "not_allowed") return reason;
  return [t(`hub.update_at.${at}`), at === "failed" && reason].filter(Boolean).join(": ");
}
