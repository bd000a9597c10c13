// How people reach the archers: mouse and finger drag or tap, keys walk and press.

import { HOLES, beside, holeAt, isHole } from "../game/holes.js";
import { trayAt } from "./shapes.js";

const DRAG_PX = 7;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Reach {
  #press = null; // where a pointer went down
  #typed = "";

  /** `mayReach()` tells whether these hands may move; it may ask for the PIN on the way. */
  constructor(board, zones, hands, mayReach) {
    Object.assign(this, { board, zones, hands, mayReach });
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.#cancel());
    element.addEventListener("touchstart", (event) => this.#hold(event), { passive: false });
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("click", (event) => this.#click(event));
  }

  #down(event) {
    if (event.button !== 0 || !this.mayReach()) return;
    const spot = this.board.spotOf(event);
    const place = this.#placeAt(spot);
    if (!place) return;
    this.#press = {
      x: event.clientX,
      y: event.clientY,
      place,
      isDrag: false,
      wasHeld: Boolean(this.hands.held),
    };
    this.board.element.setPointerCapture(event.pointerId);
  }

  /** A finger on an archer carries it; anywhere else it scrolls the page as usual. */
  #hold(event) {
    const place = this.#placeAt(this.board.spotOf(event.touches[0]));
    const isFull = this.zones.places.get(place)?.classList.contains("full");
    if (isFull || this.hands.held) event.preventDefault();
  }

  #move(event) {
    const press = this.#press;
    if (press && !press.isDrag && this.#isFar(press, event)) this.#beginDrag(press);
    const follows = press?.isDrag || (event.pointerType === "mouse" && !press);
    if (follows && this.hands.held) this.hands.carry(this.board.spotOf(event));
  }

  #beginDrag(press) {
    press.isDrag = true;
    if (press.wasHeld) return;
    if (isHole(press.place)) {
      const archer = this.hands.on(press.place) ?? this.hands.above(press.place);
      if (archer) this.hands.lift(archer);
    } else {
      this.hands.liftFromTray(press.place);
    }
  }

  #up(event) {
    const press = this.#press;
    this.#press = null;
    if (!press) return;
    const place = this.#placeAt(this.board.spotOf(event));
    if (!press.isDrag) this.#touch(press.place);
    else if (this.hands.held) this.#letGoAt(place);
  }

  #letGoAt(place) {
    const { hands } = this;
    if (place === null || place === hands.held.from) hands.putBack();
    else if (isHole(place)) hands.place(place);
    else hands.drop();
  }

  #cancel() {
    if (this.#press?.isDrag) this.hands.putBack();
    this.#press = null;
  }

  /** Presses that no pointer made: a screen reader's or a switch's. */
  #click(event) {
    if (event.detail !== 0 || !this.mayReach()) return;
    const zone = event.target.closest("[data-place]");
    if (zone) this.#touch(zone.dataset.place);
  }

  #touch(place) {
    this.zones.focus(place);
    if (isHole(place)) this.hands.touch(place);
    else this.hands.touchTray(place);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (!place) return;
    if (event.key in ARROWS) this.zones.focus(next(place, ...this.#way(event.key)));
    else if (event.key === "Enter" || event.key === " ") this.mayReach() && this.#touch(place);
    else if (event.key === "Escape") this.hands.putBack();
    else if (event.key === "Delete" || event.key === "Backspace")
      this.hands.held && this.hands.drop();
    else if (!this.#type(event.key)) return;
    event.preventDefault();
  }

  /** Arrows go where they point, also on a board that is turned. */
  #way(key) {
    return ARROWS[key].map((step) => (this.board.isTurned ? -step : step));
  }

  /** `d` `3` walks to d3; `w` and `x` walk to the trays of White and Black. */
  #type(key) {
    const letter = key.toLowerCase();
    if (letter === "w" || letter === "x") return this.zones.focus(letter === "w" ? "w" : "b");
    const whole = this.#typed + letter;
    this.#typed = "abcde".includes(letter) ? letter : "";
    return isHole(whole) ? this.zones.focus(whole) : this.#typed !== "";
  }

  #placeAt(spot) {
    return holeAt(spot, 56) ?? trayAt(this.board.shape, spot);
  }

  #isFar(press, event) {
    return Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PX;
  }
}

function next(place, across, up) {
  if (!HOLES.includes(place)) {
    if (across < 0) return place === "w" ? "e1" : "e5";
    if (up > 0) return place === "w" ? "b" : "b";
    return up < 0 ? "w" : place;
  }
  if (across > 0 && place[0] === "e") return Number(place[1]) >= 3 ? "b" : "w";
  return beside(place, across, up);
}
