// The places that hands can touch, each with a name for screen readers: 25 holes and two trays.

import { HOLES, spot } from "../game/holes.js";
import { draw, mark, refill } from "../parts/dom.js";
import { hasText, t } from "../speech/words.js";
import { SHAPES } from "./shapes.js";

export class Zones {
  constructor(board) {
    this.board = board;
    this.places = new Map([...HOLES, "b", "w"].map((place) => [place, drawZone(place)]));
    this.focused = "c1";
    refill(board.zones, [...this.places.values()]);
  }

  /** Walk to a place: it alone is reached by Tab, the others by arrows. */
  focus(place) {
    const zone = this.places.get(place);
    if (zone.hasAttribute("hidden")) return false;
    this.#aim(place);
    zone.focus();
    return true;
  }

  show({ archers, held, hand, dead, lights, isActive }) {
    const standing = new Map(archers.map((archer) => [archer.place, archer]));
    for (const [place, zone] of this.places) {
      const isTray = place === "w" || place === "b";
      const name = isTray
        ? trayName(place, hand, dead)
        : holeName(place, standing.get(place), lights[place]);
      const isFull = isTray
        ? archers.some((one) => one.side === place && one.place === "tray")
        : standing.has(place) || archers.some((one) => one.from === place);
      mark(zone, { "aria-label": name, "aria-disabled": isActive ? null : "true" });
      zone.classList.toggle("full", isActive && isFull);
      zone.classList.toggle("free", isActive && !isFull && Boolean(held));
    }
    this.#layTrays();
    this.#aim(this.focused);
  }

  #aim(place) {
    this.focused = place;
    for (const [name, zone] of this.places) mark(zone, { tabindex: name === place ? 0 : -1 });
  }

  #layTrays() {
    for (const side of ["w", "b"]) {
      const size = SHAPES[this.board.shape][side];
      const zone = this.places.get(side);
      mark(zone, { hidden: size === null });
      if (size) mark(zone.firstChild, { ...size, rx: 22 });
    }
  }
}

function drawZone(place) {
  const facts = { class: "zone", role: "button", tabindex: -1, "data-place": place };
  if (place === "w" || place === "b") return draw("g", facts, draw("rect", { class: "touch" }));
  const { x, y } = spot(place);
  return draw("g", facts, draw("circle", { class: "touch", cx: x, cy: y, r: 48 }));
}

function holeName(hole, archer, role) {
  const who = archer
    ? t(`hole.${archer.side}${archer.isChosen ? ".chosen" : ""}`, { hole })
    : t("hole.empty", { hole });
  return role && hasText(`role.${role}`) ? `${who}, ${t(`role.${role}`)}` : who;
}

function trayName(side, hand, dead) {
  return t(`tray.${side}`, { hand: hand[side], dead: dead[side] });
}
