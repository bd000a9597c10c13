/** Reeds, diodes, pull-ups and the time that wires take to rise, on the pins of the chip. */

import { chance, chanceOf } from './chance.js';

const SIDE = 5;
const HOLES = SIDE * SIDE;
const BOUNCE_NS = 100_000; // a contact flips about that often while it bounces
const FALL_NS = 1000;
const FUNCTION_SIO = 5;
const FLOATING = 0;
const PULLED_UP = 1;
const LOW = 2;

class Wire {
  hold = FLOATING;
  sinceNs = 0;

  held(now, ns) {
    if (now !== this.hold) [this.hold, this.sinceNs] = [now, ns];
  }

  isHigh(ns, riseNs) {
    const age = ns - this.sinceNs;
    if (this.hold === LOW) return age < FALL_NS;
    if (this.hold === PULLED_UP) return age >= riseNs;
    return chance() & 1;
  }
}

export class Reeds {
  resting = 0;
  closed = 0; // stuck so
  open = 0;
  chattering = 0;
  chatterNs = 1;
  isDown = false; // the button
  bouncesUntil = new Float64Array(HOLES);

  set(mask, ns, bounceNs) {
    for (let hole = 0; hole < HOLES; hole++) {
      if (((mask ^ this.resting) >> hole) & 1) this.bouncesUntil[hole] = ns + bounceNs;
    }
    this.resting = mask;
  }

  flips(hole, ns) {
    if ((this.chattering >> hole) & 1) return chanceOf(Math.floor(ns / this.chatterNs) * 31 + hole) & 1;
    return ns < this.bouncesUntil[hole] && chanceOf(Math.floor(ns / BOUNCE_NS) * 37 + hole) & 1;
  }

  at(ns) {
    let mask = this.resting;
    for (let hole = 0; hole < HOLES; hole++) if (this.flips(hole, ns)) mask ^= 1 << hole;
    return (mask | this.closed) & ~this.open;
  }
}

export class Matrix {
  noDiode = 0;
  turned = 0;
  grounded = 0;
  riseNs = 45_000; // 80 kΩ of internal pull-up and 600 pF of wire

  constructor(reeds) {
    this.reeds = reeds;
  }

  attach(chip, pins) {
    this.chip = chip;
    this.row = pins.PICO_ROW;
    this.column = pins.PICO_COLUMN;
    this.button = pins.PICO_BUTTON;
    this.wires = { rows: this.five(), columns: this.five() };
  }

  five() {
    return Array.from({ length: SIDE }, () => new Wire());
  }

  wire({ no_diode = 0, turned = 0, grounded = 0, rise_us = 45 }) {
    Object.assign(this, { noDiode: no_diode, turned, grounded, riseNs: rise_us * 1000 });
  }

  driven(first, level) {
    const { sio, gpio } = this.chip.rp;
    let found = 0;
    for (let i = 0; i < SIDE; i++) {
      const bit = 1 << (first + i);
      const isOut = sio.gpioOutputEnable & bit && gpio[first + i].functionSelect === FUNCTION_SIO;
      if (isOut && !!(sio.gpioValue & bit) === level) found |= 1 << i;
    }
    return found;
  }

  pulledUp(first) {
    let found = 0;
    for (let i = 0; i < SIDE; i++) {
      const pin = this.chip.rp.gpio[first + i];
      if (pin.pullupEnabled && !pin.pulldownEnabled) found |= 1 << i;
    }
    return found;
  }

  /** Low goes from row to column through a diode, the other way through a turned one. */
  spread(closed, low) {
    for (let changed = true; changed; ) {
      changed = false;
      for (let hole = 0; hole < HOLES; hole++) {
        if ((closed >> hole) & 1) changed = this.conduct(hole, low) || changed;
      }
    }
  }

  conduct(hole, low) {
    const row = 1 << Math.floor(hole / SIDE);
    const column = 1 << hole % SIDE;
    const isBare = (this.noDiode >> hole) & 1;
    const isTurned = (this.turned >> hole) & 1;
    const isDown = (isBare || !isTurned) && low.rows & row && !(low.columns & column);
    const isUp = (isBare || isTurned) && low.columns & column && !(low.rows & row);
    if (isDown) low.columns |= column;
    if (isUp) low.rows |= row;
    return isDown || isUp;
  }

  update() {
    const ns = this.chip.ns;
    if (this.driven(this.row, true) | this.driven(this.column, true)) this.chip.fault('driven_high');
    const low = { rows: this.driven(this.row, false), columns: this.driven(this.column, false) | this.grounded };
    this.spread(this.reeds.at(ns), low);
    const up = { rows: this.pulledUp(this.row), columns: this.pulledUp(this.column) };
    for (const kind of ['rows', 'columns']) {
      this.wires[kind].forEach((wire, i) =>
        wire.held((low[kind] >> i) & 1 ? LOW : (up[kind] >> i) & 1 ? PULLED_UP : FLOATING, ns),
      );
    }
  }

  /** What the chip reads from its pins now. */
  get levels() {
    this.update();
    const ns = this.chip.ns;
    let levels = 0;
    for (let i = 0; i < SIDE; i++) {
      if (this.wires.rows[i].isHigh(ns, this.riseNs)) levels |= 1 << (this.row + i);
      if (this.wires.columns[i].isHigh(ns, this.riseNs)) levels |= 1 << (this.column + i);
    }
    const { pullupEnabled } = this.chip.rp.gpio[this.button];
    if (!this.reeds.isDown && (pullupEnabled || chance() & 1)) levels |= 1 << this.button;
    return levels;
  }
}
