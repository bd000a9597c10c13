/** The pixels' wire, decoded, with the extremes of its timing. */

import { say } from './says.js';

const BITS = 25 * 24;
const ONE_NS = 500; // between the two windows
const LATCH_NS = 280_000;

const widest = () => ({ zero_high_ns: [0, 0], one_high_ns: [0, 0], low_ns: [0, 0] });
const round = (ns) => Math.round(ns * 10) / 10;

export class Strip {
  constructor() {
    this.fellNs = 0;
    this.roseNs = 0;
    this.clear();
  }

  clear() {
    this.bits = 0;
    this.stray = 0;
    this.bytes = new Uint8Array(BITS / 8);
    this.ranges = widest();
  }

  attach(chip) {
    this.chip = chip;
    this.clear();
  }

  measure(name, ns) {
    const [least, most] = this.ranges[name];
    this.ranges[name] = [most ? Math.min(least, ns) : ns, Math.max(most, ns)];
  }

  rise(ns) {
    const isLatched = ns - this.fellNs >= LATCH_NS;
    if (isLatched && this.bits && this.bits !== BITS) this.tell(ns); // torn
    if (isLatched) this.clear();
    if (!this.bits) this.beganNs = ns;
    else if (this.bits < BITS) this.measure('low_ns', ns - this.fellNs);
    this.roseNs = ns;
  }

  fall(ns) {
    const highNs = ns - this.roseNs;
    const isOne = highNs >= ONE_NS;
    this.fellNs = ns;
    if (this.bits === BITS) {
      if (!this.stray++) say({ us: ns / 1000, stray: true });
      return;
    }
    this.measure(isOne ? 'one_high_ns' : 'zero_high_ns', highNs);
    if (isOne) this.bytes[this.bits >> 3] |= 0x80 >> this.bits % 8;
    if (++this.bits === BITS) this.tell(ns);
  }

  tell(ns) {
    const hex = Buffer.from(this.bytes.subarray(0, Math.ceil(this.bits / 8))).toString('hex');
    const { stray, bits } = this;
    const ranges = Object.fromEntries(
      Object.entries(this.ranges).map(([name, range]) => [name, range.map(round)]),
    );
    say({ us: ns / 1000, began_us: this.beganNs / 1000, strip: hex, bits, stray, ...ranges });
  }
}
