/** UART0 and the wire to the host, at the speed of the wire. rp2040js sends and receives in no time. */

import { chance, chanceShare } from './chance.js';
import { say } from './says.js';

const IRQ_UART0 = 20;
const BIT_NS = 1e9 / 250000; // the host's side, always right
const DEPTH = 32;
const TRIGGERS = [4, 8, 16, 24, 28];
const DR = 0x00;
const FR = 0x18;
const IBRD = 0x24;
const FBRD = 0x28;
const LCR_H = 0x2c;
const CR = 0x30;
const IFLS = 0x34;
const IMSC = 0x38;
const RECEIVED = 1 << 4;
const TIMEOUT = 1 << 6;
const OVERRUN = 1 << 11;
const ON = 1 << 0;
const TRANSMIT = 1 << 8;
const RECEIVE = 1 << 9;
const EIGHT_BITS_AND_FIFOS = (3 << 5) | (1 << 4);
const FUNCTION_UART = 2;

export class Line {
  constructor() {
    this.wire = []; // from the host, not yet at the chip
    this.corruptShare = 0;
    this.told = '';
  }

  /** The UART of a chip that has just been reset. */
  attach(chip, pins) {
    this.chip = chip;
    this.pins = pins;
    this.registers = { [IBRD]: 0, [FBRD]: 0, [LCR_H]: 0, [CR]: RECEIVE | TRANSMIT, [IFLS]: 0x12, [IMSC]: 0 };
    this.divisor = 0;
    this.unread = [];
    this.leaving = [];
    this.hasOverrun = false;
    this.status = 0;
    this.isSending = false;
    this.arrival = chip.clock.createAlarm(() => this.arrive());
    this.patience = chip.clock.createAlarm(() => this.raise(this.unread.length ? TIMEOUT : 0));
    this.departure = chip.clock.createAlarm(() => this.leave());
    this.startWire();
  }

  send(bytes) {
    const wasIdle = !this.wire.length;
    this.wire.push(...bytes);
    if (wasIdle) this.startWire();
  }

  drop() {
    this.wire.length = 0;
  }

  startWire() {
    if (this.wire.length) this.arrival?.schedule(10 * BIT_NS); // nobody listens before the first reset
  }

  corrupted(byte) {
    return chanceShare() < this.corruptShare ? byte ^ (1 << chance() % 8) : byte;
  }

  get bitNs() {
    return (this.divisor * 16 * 1e9) / this.chip.rp.clocks.periFreq;
  }

  /** A UART takes up to about 4 % of error over ten bits; beyond that bytes are noise. */
  throughBaud(byte) {
    return Math.abs(this.bitNs - BIT_NS) * 25 > BIT_NS ? byte ^ (chance() & 0xff || 1) : byte;
  }

  has(bit, pin) {
    const isOn = (this.registers[CR] & (ON | bit)) === (ON | bit) && this.divisor;
    const isWhole = (this.registers[LCR_H] & 0x70) === EIGHT_BITS_AND_FIFOS;
    return isOn && isWhole && this.chip.rp.gpio[pin].functionSelect === FUNCTION_UART;
  }

  arrive() {
    if (!this.wire.length) return;
    this.deliver(this.throughBaud(this.corrupted(this.wire.shift())));
    this.startWire();
  }

  deliver(byte) {
    if (!this.has(RECEIVE, this.pins.PICO_RECEIVE)) return;
    if (this.unread.length === DEPTH) {
      this.hasOverrun = true;
      return;
    }
    this.unread.push(byte);
    this.patience.schedule(32 * this.bitNs);
    if (this.unread.length >= this.trigger) this.raise(RECEIVED);
  }

  get trigger() {
    return TRIGGERS[(this.registers[IFLS] >> 3) & 7];
  }

  raise(bits) {
    this.status |= bits;
    this.chip.rp.setInterrupt(IRQ_UART0, !!(this.status & this.registers[IMSC]));
  }

  take() {
    const byte = this.unread.shift() ?? 0;
    const overrun = this.hasOverrun ? OVERRUN : 0;
    this.hasOverrun = false;
    if (this.unread.length < this.trigger) this.status &= ~RECEIVED;
    if (!this.unread.length) this.status &= ~TIMEOUT;
    this.raise(0);
    return byte | overrun;
  }

  give(byte) {
    if (!this.has(TRANSMIT, this.pins.PICO_SEND)) return;
    if (this.leaving.length === DEPTH) {
      this.chip.fault('a byte for a full UART');
      return;
    }
    this.leaving.push(byte);
    if (!this.isSending) this.departure.schedule(10 * this.bitNs);
    this.isSending = true;
  }

  leave() {
    this.tell(this.corrupted(this.throughBaud(this.leaving.shift())));
    this.isSending = this.leaving.length > 0;
    if (this.isSending) this.departure.schedule(10 * this.bitNs);
  }

  /** One line a frame. */
  tell(byte) {
    this.told += byte.toString(16).padStart(2, '0');
    if (byte && this.told.length < 4000) return;
    say({ us: this.chip.us, sent: this.told });
    this.told = '';
  }

  get flags() {
    const { leaving, unread } = this;
    return (
      (leaving.length ? 1 << 3 : 1 << 7) |
      (unread.length === DEPTH ? 1 << 6 : 0) |
      (leaving.length === DEPTH ? 1 << 5 : 0) |
      (unread.length ? 0 : 1 << 4)
    );
  }

  // -- as a peripheral of rp2040js ---------------------------------------------------------------

  readUint32(offset) {
    if (offset === DR) return this.take();
    if (offset === FR) return this.flags;
    if (offset in this.registers) return this.registers[offset];
    this.chip.fault(`UART register ${offset.toString(16)} is read`);
    return 0;
  }

  writeUint32(offset, value) {
    if (offset === DR) this.give(value & 0xff);
    else if (offset in this.registers) this.registers[offset] = value;
    else this.chip.fault(`UART register ${offset.toString(16)} is written`);
    if (offset === LCR_H) this.divisor = this.registers[IBRD] + this.registers[FBRD] / 64; // not before
    if (offset === IMSC) this.raise(0);
  }

  writeUint32Atomic(offset, value, kind) {
    const now = kind ? this.readUint32(offset) : 0;
    this.writeUint32(offset, [value, now ^ value, now | value, now & ~value][kind]);
  }
}
