// Hands on the virtual board: they lift, carry, place and drop archers as real ones would.
// The table owns the archers. Hands tell it what they do, and what a snapshot shows is true: an archer
// that was left in the air can be taken by anybody, on any device.

import { AIR, TRAY, agree, archerOn, archersOf, follow, obey, standingMask } from "./archers.js";
import { HOLES } from "../game/holes.js";
import { parsePosition } from "../game/position.js";

const BETWEEN_MS = 60; // no hand is faster, and a reed needs time to be seen
const ECHO_MS = 1500; // by then a snapshot has shown what these hands did

export class Hands extends EventTarget {
  archers = [];
  held = null;
  position = null;
  legal = [];
  #reeds;
  #waiting = []; // messages to send, each of archers that are moved together
  #isSending = false;
  #isBehind = false; // the last snapshot is older than what these hands did
  #timer = 0;
  #seen = null;

  /** `reeds` tells the board what stands on it. */
  constructor(reeds) {
    super();
    this.#reeds = reeds;
  }

  /** Take note of the table: its game, and where its archers are. */
  see(snapshot) {
    this.#seen = snapshot;
    this.#isBehind = false;
    this.position = parsePosition(snapshot.position);
    this.legal = snapshot.legal;
    if (this.archers.length === 0) this.archers = archersOf(this.position);
    this.#reeds.see(snapshot.board);
    if (!this.#isSending) this.#obey();
    this.#changed();
  }

  on(hole) {
    return archerOn(this.archers, hole);
  }

  /** An archer that was lifted here and is still in the air, in nobody's hand that we know of. */
  above(hole) {
    return this.#flying().findLast((one) => one.from === hole) ?? null;
  }

  /** Take an archer that stands somewhere, or that is in the air already. */
  lift(archer) {
    if (this.held) this.putBack();
    this.held = archer;
    if (archer.place === AIR) return this.#changed();
    Object.assign(archer, { from: archer.place, place: AIR });
    return this.#tell([archer, AIR]);
  }

  liftFromTray(side) {
    const archer = this.archers.find((one) => one.side === side && one.place === TRAY);
    if (!archer) return;
    if (this.#isDead(side)) this.#refuse("hands.dead");
    else this.lift(archer);
  }

  /** Set the held archer on a hole; an archer of the other colour there is swept into the tray. */
  place(hole) {
    const present = this.on(hole);
    if (present?.side === this.held.side) {
      this.#refuse("hands.one_archer", { hole });
      return this.putBack();
    }
    const archer = this.#letGo(hole);
    if (!present) return this.#tell([archer, hole]);
    present.place = TRAY;
    if (this.#reeds.isSmooth) return this.#tell([present, TRAY], [archer, hole]);
    this.#tell([present, TRAY]);
    return this.#tell([archer, hole]);
  }

  drop() {
    this.#tell([this.#letGo(TRAY), TRAY]);
  }

  putBack() {
    this.held ??= this.#flying().at(-1) ?? null;
    if (!this.held) return;
    const { from } = this.held;
    const home = HOLES.includes(from) && !this.on(from) ? from : TRAY;
    this.#tell([this.#letGo(home), home]);
  }

  /** What a tap on a hole means: lift, place, change one's mind, or take a victim first. */
  touch(hole) {
    const present = this.on(hole);
    if (!this.held) {
      if (present) return this.lift(present);
      this.held = this.above(hole) ?? this.#flying().at(-1) ?? null;
      if (!this.held) return undefined;
    }
    if (this.held.from === hole) return this.putBack();
    if (present && this.#isTakerOfHeld(hole)) {
      this.drop();
      return this.lift(present);
    }
    return present && present.side === this.held.side ? this.lift(present) : this.place(hole);
  }

  touchTray(side) {
    this.held ??= this.#flying().findLast((one) => one.side === side) ?? null;
    if (this.held) this.drop();
    else this.liftFromTray(side);
  }

  carry(spot) {
    if (this.held) this.held.carried = spot;
    this.#changed();
  }

  /** Put one archer where it belongs: the pair that the lights show. */
  mend({ missing, extra }) {
    this.held = null;
    const there = extra ? this.on(extra) : null;
    if (!missing) return there && this.#set([there, TRAY]);
    const side = this.position.archers.get(missing)?.side;
    const own = this.archers.filter((one) => one.side === side);
    const isAstray = (one) => this.position.archers.get(one.place)?.side !== side;
    const archer =
      own.find((one) => one === there || one.place === AIR) ??
      own.find((one) => one.place !== TRAY && isAstray(one)) ??
      own.find((one) => one.place === TRAY) ??
      there;
    if (!archer) return undefined;
    const isLeft = there && there !== archer; // of the other colour: it does not belong there either
    return this.#set([archer, missing], ...(isLeft ? [[there, TRAY]] : []));
  }

  /** Put all archers as a position line has them. */
  arrange(line) {
    this.held = null;
    for (const archer of this.archers) archer.carried = null;
    this.#waiting.push((reeds) => reeds.setUp(line));
    this.#send();
  }

  #flying() {
    return this.archers.filter((one) => one.place === AIR);
  }

  /** On a board that sets itself up, who is dead stays in the tray. */
  #isDead(side) {
    const { board, outcome } = this.#seen;
    if (board.by_hand || outcome) return false;
    const isOut = (one) => one.side === side && one.place !== TRAY;
    const standing = [...this.position.archers.values()].filter((one) => one.side === side);
    return this.archers.filter(isOut).length >= standing.length + this.position.hand[side];
  }

  #set(...moves) {
    for (const [archer, place] of moves)
      Object.assign(archer, { place, from: null, carried: null });
    this.#tell(...moves);
  }

  #letGo(place) {
    const archer = this.held;
    this.held = null;
    return Object.assign(archer, { place, from: null, carried: null });
  }

  #isTakerOfHeld(hole) {
    return (
      this.held.side !== this.on(hole).side &&
      this.legal.some((move) => move.startsWith(`${hole}x${this.held.from}`))
    );
  }

  #refuse(key, facts) {
    this.dispatchEvent(new CustomEvent("refuse", { detail: { key, ...facts } }));
  }

  /** These archers were moved together: [archer, place] each. */
  #tell(...moves) {
    const told = moves.map(([{ id }, to]) => ({ archer: id, to }));
    this.#waiting.push((reeds) => reeds.bring(told));
    this.#changed();
    this.#send();
  }

  /** One message after the other, each only when the table has had time to see the one before. */
  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#waiting.length) {
      const answer = await this.#waiting.shift()(this.#reeds);
      const isDone = answer?.type === "done";
      this.#isBehind = isDone;
      if (!isDone) this.#waiting = []; // what comes after a refusal makes no sense
      else await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
    this.#isSending = false;
    clearTimeout(this.#timer);
    if (this.#isBehind) this.#timer = setTimeout(() => this.#catchUp(), ECHO_MS);
    else this.#catchUp();
  }

  #catchUp() {
    if (this.#isSending || !this.#seen) return;
    this.#obey();
    this.#changed();
  }

  /** The archers are where the table says. */
  #obey() {
    const { board, raw } = this.#seen;
    if (board.archers) {
      obey(this.archers, this.position, board.archers);
      if (this.held?.place !== AIR) this.held = null;
    } else {
      follow(this.archers, this.position, raw);
      if (standingMask(this.archers) === this.position.mask) agree(this.archers, this.position);
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
