// The card that tells what the table wants: whose turn, a question, a refusal, the way back.

import { make, mark, refill } from "../parts/dom.js";
import { isSpectator } from "../connection/session.js";
import { START } from "../game/position.js";
import { messageOf } from "../speech/messages.js";
import { t } from "../speech/words.js";

export class Message {
  constructor(acts) {
    Object.assign(this, acts); // answer, mend, arrange, setUp, step, again
    this.card = make("section", { class: "message", "aria-label": t("message.label") });
    this.element = make("div", { class: "slot" }, this.card);
    this.shown = "";
  }

  show(snapshot) {
    const message = messageFor(snapshot);
    const isVirtual = snapshot.board.has_hands && !snapshot.board.is_lost;
    const buttons = isSpectator() ? [] : [
      ...this.#choices(message),
      ...this.#ways(message, snapshot, isVirtual),
      ...this.#steps(message),
      ...this.#afterMatch(message, snapshot),
    ];
    const key = JSON.stringify([message, isVirtual, buttons.length]);
    if (this.shown === key) return;
    this.shown = key;
    mark(this.card, { "data-kind": message.kind, "data-side": message.side ?? null });
    this.card.classList.toggle("acts", buttons.length > 0);
    refill(
      this.card,
      make("h2", {}, message.title),
      message.text && make("p", {}, message.text),
      buttons.length > 0 && make("div", { class: "actions" }, buttons),
    );
  }

  #choices({ choices }) {
    return choices.map(({ choice, label }) =>
      make(
        "button",
        {
          type: "button",
          class: "primary",
          "data-choice": choice,
          onclick: () => this.answer(choice),
        },
        label,
      ),
    );
  }

  /** How a lesson goes on. */
  #steps({ steps }) {
    return steps.map((step) =>
      make(
        "button",
        {
          type: "button",
          class: step === "continue" ? "primary" : null,
          "data-step": step,
          onclick: () => this.step(step),
        },
        t(`lesson.step.${step}`),
      ),
    );
  }

  /** The match is over: the same two once more, or the next two. */
  #afterMatch({ kind }, snapshot) {
    if (kind !== "over" || !snapshot.match.is_over || snapshot.guest) return [];
    return [
      primary("again", () => this.again(snapshot), t("match.again")),
      make("a", { class: "button", href: "/match", "data-act": "next-pair" }, t("match.next_pair")),
    ];
  }

  /** On the virtual board the page can do what it asks for. */
  #ways({ kind, mend }, snapshot, isVirtual) {
    if (!isVirtual) return [];
    if (kind === "arrange") return [primary("set-up", this.setUp, t("action.arrange"))];
    if (kind === "over" && !snapshot.match.is_over)
      return [this.#arrange(START, t("action.set_up"))];
    if (!mend) return [];
    const put = primary("mend", () => this.mend(mend), t("action.put_back"));
    const wrong = snapshot.astray
      ? snapshot.astray.missing.length + snapshot.astray.extra.length
      : 0;
    return wrong > 2 ? [put, this.#arrange(snapshot.position, t("action.put_all_back"))] : [put];
  }

  #arrange(line, label) {
    return primary("arrange", () => this.arrange(line), label);
  }
}

/** Who looks on is not told what to do with the archers. */
function messageFor(snapshot) {
  const message = messageOf(snapshot);
  return message.kind === "turn" && isSpectator() ? { ...message, text: "" } : message;
}

function primary(act, onclick, label) {
  return make("button", { type: "button", class: "primary", "data-act": act, onclick }, label);
}
