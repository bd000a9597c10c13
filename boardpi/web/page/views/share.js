// How others get here: the address as text and as a QR code, and the big screen.

import { make, refill } from "../parts/dom.js";
import { read } from "../connection/api.js";
import { t } from "../speech/words.js";

const LOOKS = ["wood", "night", "paper"];

export function drawShare() {
  const address = make("p", { class: "address" });
  const code = make("img", {
    class: "qr",
    alt: t("share.qr"),
    width: 180,
    height: 180,
    loading: "lazy",
  });
  const open = async () => {
    if (code.src) return;
    code.src = "/api/v1/qr.svg";
    const { urls } = await read("/address").catch(() => ({ urls: [location.origin] }));
    refill(address, urls[0]);
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
    make("p", {}, t("share.text")),
    code,
    address,
    make("p", {}, t("share.show")),
    make("div", { class: "actions" }, looks),
  );
}
