// How others get here: the address as text and as a QR code, and the big screen.

import { make, mark, refill } from "../parts/dom.js";
import { read } from "../connection/api.js";
import { t } from "../speech/words.js";

const LOOKS = ["wood", "night", "paper"];

/** Whether no other device can use this address. */
export function isLocal(url) {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

export function drawShare() {
  const address = make("p", { class: "address" });
  const text = make("p", {}, t("share.text"));
  const code = make("img", {
    class: "qr",
    alt: t("share.qr"),
    width: 180,
    height: 180,
    loading: "lazy",
  });
  const open = async () => {
    const { urls } = await read("/address").catch(() => ({ urls: [location.origin] }));
    const isShut = isLocal(urls[0]);
    mark(code, { hidden: isShut, src: isShut ? null : "/api/v1/qr.svg" });
    refill(text, t(isShut ? "share.local" : "share.text"));
    refill(address, isShut ? "" : urls[0]);
  };
  const looks = LOOKS.map((look) =>
    make(
      "a",
      { class: "button", href: `/show?look=${look}`, target: "_blank", rel: "noopener" },
      t(`look.${look}`),
    ),
  );
  return make(
    "details",
    { class: "share", ontoggle: open },
    make("summary", {}, t("share.title")),
    text,
    code,
    address,
    make("p", {}, t("share.show")),
    make("div", { class: "actions" }, looks),
  );
}
