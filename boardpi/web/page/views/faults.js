// The panel of faults: what goes wrong with real reeds, cables and hands, to try on the virtual board.

import { make, mark, refill } from "../parts/dom.js";
import { HOLES } from "../game/holes.js";
import { t } from "../speech/words.js";

const FAULTS = ["sound", "open", "closed", "chatter"];
const SHORTEST_MS = 120; // a chip takes no notice of a contact that bounces

export class Faults {
  constructor(tableBoard) {
    this.reeds = tableBoard.reeds;
    this.list = make("ul", { class: "fault-list" });
    this.cable = make("button", { type: "button", onclick: () => this.reeds.plug(this.isLost) });
    this.element = make(
      "details",
      { class: "faults", hidden: true },
      make("summary", {}, t("faults.title")),
      make("p", {}, t("faults.text")),
      this.#smooth(),
      this.#reed(),
      this.list,
      make(
        "div",
        { class: "actions" },
        this.cable,
        this.#button(),
        this.#press("faults.button_long", 3200),
        this.#mend(),
      ),
    );
  }

  show({ board }, isSpectator) {
    mark(this.element, { hidden: !board.has_hands || isSpectator });
    this.isLost = board.is_lost;
    refill(this.cable, t(board.is_lost ? "faults.plug" : "faults.unplug"));
    this.#list();
  }

  #smooth() {
    this.smooth = make("input", {
      type: "checkbox",
      name: "smooth",
      onchange: () => (this.reeds.isSmooth = this.smooth.checked),
    });
    return make("label", { class: "check" }, this.smooth, t("faults.smooth"));
  }

  #reed() {
    const hole = make(
      "select",
      { name: "hole", "aria-label": t("faults.hole") },
      HOLES.map((name) => make("option", { value: name }, name)),
    );
    const fault = make(
      "select",
      { name: "fault", "aria-label": t("faults.kind") },
      FAULTS.map((name) => make("option", { value: name }, t(`fault.${name}`))),
    );
    const set = () => this.reeds.setFault(hole.value, fault.value);
    return make(
      "div",
      { class: "pick" },
      hole,
      fault,
      make("button", { type: "button", onclick: set }, t("faults.set")),
    );
  }

  /** As long as a finger, a mouse or a key holds it: the rows of the board light up meanwhile. */
  #button() {
    let isDown = false;
    let since = 0;
    const hold = (wanted) => {
      if (isDown === wanted) return;
      isDown = wanted;
      if (wanted) since = performance.now();
      const wait = wanted ? 0 : Math.max(0, SHORTEST_MS - (performance.now() - since));
      setTimeout(() => this.reeds.hold(wanted), wait);
    };
    const isPress = ({ key }) => key === "Enter" || key === " ";
    return make(
      "button",
      {
        type: "button",
        onpointerdown: () => hold(true),
        onpointerup: () => hold(false),
        onpointerleave: () => hold(false),
        onpointercancel: () => hold(false),
        onkeydown: (event) => isPress(event) && hold(true),
        onkeyup: (event) => isPress(event) && hold(false),
        onblur: () => hold(false),
      },
      t("faults.button"),
    );
  }

  #press(key, heldMs) {
    return make("button", { type: "button", onclick: () => this.reeds.press(heldMs) }, t(key));
  }

  #mend() {
    const mend = () => {
      this.reeds.mend();
      this.smooth.checked = false;
    };
    return make("button", { type: "button", onclick: mend }, t("faults.mend"));
  }

  #list() {
    const items = [...this.reeds.faults].map(([hole, fault]) =>
      make("li", {}, `${hole}: ${t(`fault.${fault}`)}`),
    );
    refill(this.list, items);
  }
}
