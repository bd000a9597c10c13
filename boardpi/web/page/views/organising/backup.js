// Copies of the score book: saving one to this device, and going back to one.

import { change, read, Refused, tell, upload } from "../../connection/api.js";
import { confirm } from "../../parts/dialog.js";
import { make, refill } from "../../parts/dom.js";
import { gainTrust, isTrusted } from "../../connection/session.js";
import { note } from "../../speech/say.js";
import { day, moment, number, t } from "../../speech/words.js";

const MOST_NAMED = 8;

export class BackupView {
  constructor() {
    this.save = make("section", { class: "card" });
    this.back = make("section", { class: "card" });
    this.element = make(
      "div",
      { class: "columns backup" },
      make("h1", {}, t("backup.title")),
      this.save,
      this.back,
    );
    this.#load();
  }

  async #load() {
    if (!isTrusted()) return void this.#lock();
    try {
      this.#show(await read("/backups"));
    } catch (error) {
      if (error.code === "pin_needed") return void this.#lock();
      note(error instanceof Refused ? error.sentence : t("error.offline"));
    }
  }

  /** Copies are for who knows the PIN: they hold what is not shown to everybody. */
  #lock() {
    const unlock = async () => (await gainTrust()) && this.#load();
    refill(
      this.save,
      make("h2", {}, t("backup.save")),
      make("p", {}, t("backup.text")),
      actions(button("link.unlock", unlock, "primary")),
    );
    refill(this.back, make("h2", {}, t("restore.title")), make("p", {}, t("restore.text")));
  }

  #show({ last, games_since: since, is_kept: isKept, copies }) {
    const saved = () => setTimeout(() => this.#load(), 1500);
    refill(
      this.save,
      make("h2", {}, t("backup.save")),
      make("p", {}, t("backup.text")),
      make(
        "p",
        { class: "strong" },
        last ? t("backup.last", { when: moment(last) }) : t("backup.never"),
        " ",
        t("backup.since", { count: since }),
      ),
      isKept
        ? actions(
            make(
              "a",
              { class: "button primary", href: "/api/v1/backup.sqlite", download: "", onclick: saved },
              t("backup.press"),
            ),
          )
        : make("p", { class: "warning" }, t("warning.book_damaged")),
    );
    refill(
      this.back,
      make("h2", {}, t("restore.title")),
      make("p", {}, t("restore.text")),
      this.#picker(),
      copies.length > 0 && make("h3", {}, t("restore.copies")),
      copies.length > 0 && this.#list(copies),
    );
  }

  #picker() {
    const pick = make("input", {
      type: "file",
      id: "backup-file",
      accept: ".sqlite",
      onchange: ({ target }) => target.files[0] && this.#compare(() => send(target.files[0])),
    });
    return make(
      "label",
      { class: "field", for: "backup-file" },
      make("span", {}, t("restore.file")),
      pick,
    );
  }

  #list(copies) {
    const choose = (name) => () =>
      this.#compare(() => change("POST", "/restore/copy", { name }));
    return make(
      "ul",
      { class: "copies" },
      copies.map(({ name, at, bytes }) =>
        make(
          "li",
          {},
          make("span", {}, make("strong", {}, moment(at)), make("small", {}, `${name} · ${size(bytes)}`)),
          make("button", { type: "button", onclick: choose(name) }, t("restore.look")),
        ),
      ),
    );
  }

  /** What would be lost stands there before anything is done. */
  async #compare(ask) {
    refill(this.back, make("h2", {}, t("restore.title")), make("p", { role: "status" }, t("restore.looking")));
    try {
      const told = await ask();
      if (told) return void this.#tell(told);
    } catch (error) {
      note(error instanceof Refused ? error.sentence : t("error.offline"), { isUrgent: true });
    }
    this.#load();
  }

  #tell(told) {
    const leave = async () => {
      await tell("DELETE", "/restore");
      this.#load();
    };
    refill(
      this.back,
      make("h2", { tabindex: "-1" }, t("restore.title")),
      make("p", {}, t("restore.holds", { name: told.name, ...amounts(told.backup) })),
      ...losses(told),
      told.playing && make("p", {}, t("restore.playing", { names: seats(told.playing) })),
      make("p", { class: "quiet" }, t("restore.aside")),
      actions(
        button("restore.press", () => this.#restore(told), "primary"),
        button("action.cancel", leave),
      ),
    );
    this.back.querySelector("h2").focus();
  }

  async #restore(told) {
    const text = t("restore.sure_text", { count: told.lost_games });
    if (!(await confirm(t("restore.sure"), told.lost_games ? text : "", t("restore.press")))) return;
    const done = await tell("POST", "/restore/now", { id: told.id });
    if (!done) return void this.#load();
    const lines = [make("h2", { tabindex: "-1" }, t("restore.done")), make("p", {}, t("restore.done_text"))];
    if (done.aside) lines.push(make("p", { class: "path" }, t("restore.kept", { path: done.aside })));
    lines.push(actions(make("a", { class: "button primary", href: "/" }, t("nav.table"))));
    refill(this.back, ...lines);
    this.back.querySelector("h2").focus();
  }
}

function send(file) {
  return upload(`/restore?name=${encodeURIComponent(file.name.slice(-100))}`, file);
}

function losses({ present, lost_games: games, games: entries, lost_players: people, players, changed_games: changed }) {
  if (!present) return [make("p", { class: "warning" }, t("restore.unreadable"))];
  if (!games && !people && !changed) return [make("p", { class: "strong" }, t("restore.nothing_lost"))];
  return [
    make("p", {}, t("restore.book_holds", amounts(present))),
    games > 0 && make("p", { class: "warning" }, t("restore.lost_games", { count: games })),
    games > 0 &&
      make(
        "ul",
        {},
        entries.slice(0, MOST_NAMED).map((entry) =>
          make("li", {}, `${day(entry.day)}: ${seats(entry)} ${entry.outcome?.points.join("–") ?? ""}`),
        ),
        games > MOST_NAMED && make("li", {}, t("restore.more", { count: games - MOST_NAMED })),
      ),
    people > 0 &&
      make("p", {}, t("restore.lost_players", { count: people, names: players.slice(0, MOST_NAMED).join(", ") })),
    changed > 0 && make("p", {}, t("restore.changed", { count: changed })),
  ];
}

function amounts({ games, players, last_day: last }) {
  return { games: number(games), players: number(players), day: day(last) };
}

function seats({ white, black }) {
  return `${white ?? t("side.w")} – ${black ?? t("side.b")}`;
}

function size(bytes) {
  return bytes < 1e6 ? `${number(Math.ceil(bytes / 1000))} kB` : `${number(Math.round(bytes / 1e5) / 10)} MB`;
}

function actions(...inside) {
  return make("div", { class: "actions" }, inside);
}

function button(key, onclick, kind = null) {
  return make("button", { type: "button", class: kind, onclick }, t(key));
}
