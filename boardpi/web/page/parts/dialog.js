// Questions that must be answered before something is done.

import { make, refill } from "./dom.js";
import { t } from "../speech/words.js";

/** Whether the player really wants this. */
export function confirm(title, text, label) {
  const dialog = make("dialog", { class: "dialog", "aria-labelledby": "confirm-title" });
  return new Promise((resolve) => {
    const close = (isWanted) => {
      dialog.close();
      dialog.remove();
      resolve(isWanted);
    };
    refill(
      dialog,
      make("h2", { id: "confirm-title" }, title),
      text && make("p", {}, text),
      make(
        "div",
        { class: "actions" },
        make("button", { type: "button", class: "primary", onclick: () => close(true) }, label),
        make("button", { type: "button", onclick: () => close(false) }, t("action.cancel")),
      ),
    );
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
