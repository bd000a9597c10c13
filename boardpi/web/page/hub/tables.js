// All tables: who is online, what is wrong, what has come; and how more of them join.

import { openSession, read } from "../connection/api.js";
import { askPin } from "../connection/pin.js";
import { make, refill } from "../parts/dom.js";
import { clock, hasText, t } from "../speech/words.js";
import { club } from "./state.js";

const LOOK_MS = 3000;

export class TablesView {
  constructor() {
    this.list = make("div", { class: "scroll" });
    this.join = make("section", { class: "card join" });
    const enter = async () => {
      if (await askPin(openSession)) club.refreshRole().then(() => this.#invite());
    };
    this.door = make("button", { type: "button", onclick: enter, hidden: true }, t("hub.join"));
    this.doors = make("p", {}, make("a", { class: "button", href: "/update" }, t("hub.update")), " ", this.door);
    this.element = make(
      "div",
      { class: "hub-view" },
      make("h1", {}, t("hub.tables")),
      this.list,
      this.doors,
      this.join,
    );
    this.looking = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
    club.refreshRole().then(() => this.#invite());
  }

  leave() {
    clearInterval(this.looking);
  }

  show(what) {
    if (what === "role") this.#invite();
  }

  async #look() {
    const status = await read("/status").catch(() => null);
    if (status) refill(this.list, drawHealth(status));
  }

  async #invite() {
    this.join.hidden = club.role !== "organiser";
    this.door.hidden = !this.join.hidden; // who is not known yet gives the PIN first
    if (this.join.hidden) return;
    const told = await read("/code").catch(() => null);
    if (!told) return;
    const address = told.url.split("/join")[0];
    const end = async () => {
      await club.act("end-code");
      this.#invite();
    };
    refill(
      this.join,
      make("h2", {}, t("hub.join")),
      make("p", { class: "code" }, told.code),
      make("img", { class: "qr", src: `/api/v1/qr.svg?join&${told.code}`, alt: t("hub.code") }),
      make("p", {}, t("hub.join_hint", { address })),
      make("p", { class: "quiet" }, t("hub.code_left", { time: clock(told.seconds * 1000) })),
      make("button", { type: "button", onclick: end }, t("hub.end_code")),
    );
  }
}

/** What a phone shows that has scanned the QR code: what to type at the table. */
export class JoinView {
  constructor() {
    const code = decodeURIComponent(location.hash.slice(1));
    this.element = make(
      "div",
      { class: "hub-view join" },
      make("h1", {}, t("hub.join")),
      make("p", { class: "code" }, code || "–"),
      make("p", {}, t("hub.join_hint", { address: location.origin })),
    );
  }

  show() {}
}

function drawHealth({ tables, broker, letters, refused }) {
  const heads = ["hub.table", "hub.state", "hub.letters", "hub.trouble"];
  const rows = Object.entries(tables).map(([name, table]) =>
    make(
      "tr",
      { class: table.is_online ? null : "gone" },
      make("th", { scope: "row" }, table.title || name, make("small", {}, ` ${name} ${table.version}`)),
      make("td", {}, t(table.is_online ? "hub.online" : "hub.away")),
      make("td", {}, String(table.cursor)),
      make("td", {}, troubleOf(table)),
    ),
  );
  return [
    make("p", { class: broker.is_online ? "quiet" : "trouble" }, brokerWords(broker, letters, refused)),
    rows.length
      ? make(
          "table",
          { class: "standings" },
          make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, t(head))))),
          make("tbody", {}, rows),
        )
      : make("p", {}, t("hub.no_tables")),
  ];
}

function brokerWords({ is_online: isOnline }, letters, refused) {
  if (!isOnline) return t("hub.broker_away");
  return t("hub.received", { letters, refused });
}

/** What a table does not tell the hub, such as a path, is left out of the sentence. */
const UNTOLD = { path: "", at: "", now: "?", then: "?", holes: "", columns: "", count: "" };

function troubleOf({ dead_holes: dead, suspects, warnings, is_lost: isLost, refused }) {
  const others = new Set(warnings.filter((code) => code !== "reed_suspect"));
  const found = [
    isLost && t("hub.board_away"),
    dead.length && `${t("hub.dead")}: ${dead.join(" ")}`,
    suspects.length && `${t("hub.call.reed")} ${suspects.join(" ")}`,
    ...[...others].map((code) => (hasText(`warning.${code}`) ? t(`warning.${code}`, UNTOLD) : code)),
    refused && t("hub.refused"),
  ];
  return found.filter(Boolean).join(", ") || "–";
}
