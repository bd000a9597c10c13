// Devices that belong to the table: one QR code for each, used once; and the place where a device comes to.

import { change, read, tell } from "../../connection/api.js";
import { go } from "../../connection/actions.js";
import { make, refill } from "../../parts/dom.js";
import { live } from "../../connection/live.js";
import { refreshSession } from "../../connection/session.js";
import { note } from "../../speech/say.js";
import { day, loadMore, t } from "../../speech/words.js";
import { isLocal } from "../share.js";

/** The devices, and a code for one more, into a card. */
export async function drawDevices(card) {
  const found = await read("/devices").catch(() => ({ devices: [] }));
  const code = make("div", { class: "device-code", role: "status" });
  const invite = async () => showCode(code);
  const forget = (id) => async () => (await tell("DELETE", `/devices/${id}`)) && drawDevices(card);
  refill(
    card,
    make("h2", {}, t("device.title")),
    make("p", {}, t("device.text")),
    make("div", { class: "actions" }, make("button", { type: "button", onclick: invite }, t("device.press"))),
    code,
    found.devices.length > 0 &&
      make(
        "ul",
        { class: "copies" },
        found.devices.map(({ id, name, day: since }) =>
          make(
            "li",
            {},
            make("span", {}, make("strong", {}, name), make("small", {}, day(since))),
            make("button", { type: "button", onclick: forget(id) }, t("device.forget")),
          ),
        ),
      ),
  );
}

/** A QR code that one device may use. */
export async function showCode(place) {
  const told = await change("POST", "/devices", {}).catch((error) => void note(error.sentence ?? t("error.offline")));
  if (!told) return;
  if (isLocal(told.url)) return void refill(place, make("p", {}, t("share.local")));
  const src = `data:image/svg+xml;utf8,${encodeURIComponent(told.qr)}`;
  refill(
    place,
    make("p", {}, t("device.scan", { minutes: Math.round(told.seconds / 60) })),
    make("img", { class: "qr", alt: t("device.qr"), width: 220, height: 220, src, "data-url": told.url }),
  );
}

/** Where the QR code leads: the code stands behind the # and goes to nobody but the table. */
export class DeviceView {
  constructor() {
    this.card = make("section", { class: "card" });
    this.element = make("div", { class: "columns" }, this.card);
    this.#load();
  }

  async #load() {
    await loadMore("organise");
    const code = location.hash.slice(1);
    history.replaceState(null, "", "/device");
    const join = async () => {
      if (!(await tell("POST", "/devices/join", { code, name: nameOf(navigator.userAgent) }))) return;
      await refreshSession();
      live.reconnect();
      note(t("device.done"));
      go("/");
    };
    refill(
      this.card,
      make("h1", {}, t("device.title")),
      make("p", {}, t(code ? "device.sure" : "device.none")),
      code && make("div", { class: "actions" }, make("button", { type: "button", class: "primary", onclick: join }, t("device.yes"))),
    );
  }
}

/** What a device is called in the list. */
function nameOf(agent) {
  return ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"].find((name) => agent.includes(name)) ?? "?";
}
