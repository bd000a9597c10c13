// Hands on the virtual board: they lift, carry, place and drop archers as real ones would.
// The board hears nothing but masks, one for every change.

import { AIR, TRAY, agree, archerOn, archersOf, follow, standingMask } from "./archers.js";
import { HOLES } from "../game/holes.js";
import { parsePosition } from "../game/position.js";

const BETWEEN_MS = 60; // no hand is faster, and a reed needs time to be seen
const ECHO_MS = 3000; // by then a snapshot shows what these hands did, unless others did more

export class Hands extends EventTarget {
  archers = [];
  held = null;
  position = null;
  legal = [];
  side = null;
  #reeds;
  #waiting = []; // masks to send
  #isSending = false;
  #echo = null; // the last mask sent, until a snapshot shows it: {mask, until}
  #seen = null;

  /** `reeds` tells the board what stands on it. */
  constructor(reeds) {
    super();
    this.#reeds = reeds;
  }

  /** Take note of the table: its game, and archers that other hands or a real board have moved. */
  see(snapshot) {
    this.#seen = snapshot;
    this.position = parsePosition(snapshot.position);
    this.legal = snapshot.legal;
    this.side = snapshot.side;
    if (this.archers.length === 0) this.archers = archersOf(this.position);
    this.#reeds.see(snapshot.board);
    // A board without wood knows where archers stand, also on reeds that fail.
    const standing = snapshot.board.standing ?? snapshot.raw;
    if (this.#isOthers(standing)) follow(this.archers, this.position, standing);
    if (!this.held && standingMask(this.archers) === this.position.mask)
      agree(this.archers, this.position);
    this.#changed();
  }

  on(hole) {
    return archerOn(this.archers, hole);
  }

  lift(archer) {
    if (this.held) this.putBack();
    Object.assign(archer, { from: archer.place, place: AIR });
    this.held = archer;
    this.#sense();
  }

  liftFromTray(side) {
    const archer = this.archers.find((one) => one.side === side && one.place === TRAY);
    if (archer) this.lift(archer);
    return archer ?? null;
  }

  /** Set the held archer on a hole; an archer of the other colour there is swept into the tray. */
  place(hole) {
    const present = this.on(hole);
    if (present?.side === this.held.side) return this.#refuse("hands.one_archer", hole);
    if (present) {
      present.place = TRAY;
      if (!this.#reeds.isSmooth) this.#sense();
    }
    this.#letGo(hole);
    return true;
  }

  drop() {
    this.#letGo(TRAY);
  }

  putBack() {
    if (this.held) this.#letGo(this.#home());
  }

  /** What a tap on a hole means: lift, place, change one's mind, or take a victim first. */
  touch(hole) {
    const present = this.on(hole);
    if (!this.held) {
      if (present) this.lift(present);
      return;
    }
    if (this.held.from === hole) this.putBack();
    else if (present && this.#isTakerOfHeld(hole)) {
      this.drop();
      this.lift(present);
    } else if (present && present.side === this.held.side) this.lift(present);
    else this.place(hole);
  }

  touchTray(side) {
    if (this.held) this.drop();
    else this.liftFromTray(side);
  }

  carry(spot) {
    if (this.held) this.held.carried = spot;
    this.#changed();
  }

  /** Put one archer where it belongs: the pair that the lights show. */
  mend({ missing, extra }) {
    this.putBack();
    const side = this.position.archers.get(missing)?.side;
    const archer = extra
      ? this.on(extra)
      : this.archers.find((one) => one.side === side && one.place === TRAY);
    if (archer) this.#set(archer, missing ?? TRAY);
  }

  /** Put all archers as a position has them. */
  arrange(position) {
    this.held = null;
    follow(this.archers, position, position.mask);
    for (const archer of this.archers) archer.carried = null;
    this.#sense();
  }

  #set(archer, place) {
    Object.assign(archer, { place, from: null, carried: null });
    this.#sense();
  }

  #letGo(place) {
    const archer = this.held;
    this.held = null;
    this.#set(archer, place);
  }

  #home() {
    const { from } = this.held;
    return HOLES.includes(from) && !this.on(from) ? from : TRAY;
  }

  #isTakerOfHeld(hole) {
    return (
      this.held.side !== this.on(hole).side &&
      this.legal.some((move) => move.startsWith(`${hole}x${this.held.from}`))
    );
  }

  #refuse(key, hole) {
    this.dispatchEvent(new CustomEvent("refuse", { detail: { key, hole } }));
    this.putBack();
    return false;
  }

  /** Whether this mask is the work of other hands: ours come back in snapshots too. */
  #isOthers(mask) {
    if (this.#echo?.mask === mask || this.#echo?.until < performance.now()) this.#echo = null;
    if (this.#echo || this.#isSending) return false;
    return mask !== standingMask(this.archers);
  }

  #sense() {
    this.#waiting.push(standingMask(this.archers));
    if (!this.#isSending) this.#send();
    this.#changed();
  }

  /** One mask after the other, each only when the table has had time to see the one before. */
  async #send() {
    this.#isSending = true;
    while (this.#waiting.length) {
      const mask = this.#waiting.shift();
      this.#echo = { mask, until: performance.now() + ECHO_MS };
      await this.#reeds.send(mask);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
    this.#isSending = false;
    if (this.#seen) this.see(this.#seen);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
