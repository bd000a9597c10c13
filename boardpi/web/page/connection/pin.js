// The dialogue for the table's PIN.

import { make, refill } from "../parts/dom.js";
import { live } from "./live.js";
import { t } from "../speech/words.js";

let asking = null;

/** Ask until a PIN fits or the player gives up; whether it fitted. */
export function askPin(openSession) {
  asking ??= ask(openSession).finally(() => {
    asking = null;
  });
  return asking;
}

function ask(openSession) {
  const dialog = make("dialog", { class: "dialog pin", "aria-labelledby": "pin-title" });
  const trouble = make("p", { class: "trouble", role: "alert" });
  const field = make("input", {
    id: "pin",
    type: "password",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 12,
    required: true,
  });
  return new Promise((resolve) => {
    const close = (isOpen) => {
      dialog.close();
      dialog.remove();
      resolve(isOpen);
    };
    const submit = async (event) => {
      event.preventDefault();
      const sentence = await refusalOf(openSession, field.value);
      if (!sentence) {
        live.reconnect(); // the connection then carries the new session
        close(true);
        return;
      }
      refill(trouble, sentence);
      field.select();
    };
    refill(
      dialog,
      form(field, trouble, submit, () => close(false)),
    );
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function form(field, trouble, submit, giveUp) {
  return make(
    "form",
    { onsubmit: submit },
    make("h2", { id: "pin-title" }, t("pin.title")),
    make("p", {}, t("pin.where")),
    make("label", { for: "pin" }, t("pin.label")),
    field,
    trouble,
    make(
      "div",
      { class: "actions" },
      make("button", { type: "submit", class: "primary" }, t("pin.open")),
      make("button", { type: "button", onclick: giveUp }, t("action.cancel")),
    ),
  );
}

async function refusalOf(openSession, pin) {
  try {
    await openSession(pin);
    return null;
  } catch (error) {
    return error.sentence ?? t("error.offline");
  }
}
