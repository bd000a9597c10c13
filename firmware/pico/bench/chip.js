/** An RP2040 of rp2040js, in time: its clocks count, its PIO keeps step, its watchdog resets it. */

import { RP2040 } from 'rp2040js';
import { Rom, SPIN_PLACE, STAGE_PLACE, stageOf } from './rom.js';
import { say } from './says.js';

const ROSC_HZ = 6.5e6;
const RAM = 0x20000000;
const STACK_TOP = 0x20040000;
const PAINT = 0xc5;
const GAP = 1024; // of painted bytes: what lies before is variables, what comes after is stack
const GPIO_IN = 4;
const GPIO_WRITES = 0x10;
const ALL_BUT_OSCILLATORS = 0x1fffc;
const PERIPHERALS = { 0x40014: 5, 0x4001c: 8, 0x50200: 10, 0x40054: 21, 0x40034: 22 };
const CAUSES = { power: 1 << 8, brownout: 1 << 8, external: 1 << 16, watchdog: 0 };
const BOOT_MOST = 10_000; // instructions

export class Chip {
  constructor(flash, pins, parts) {
    this.flash = flash;
    this.pins = pins;
    this.parts = parts; // line, matrix, strip
    this.pastNs = 0; // before the last reset
    this.clock = { nanos: 0, nextAlarm: null };
    this.hadCause = 0;
    this.isFrozen = false;
    this.reset('power', 0);
  }

  get ns() {
    return this.pastNs + this.clock.nanos;
  }

  get us() {
    return this.ns / 1000;
  }

  fault(what) {
    say({ us: this.us, fault: what });
  }

  // -- resets ------------------------------------------------------------------------------------

  reset(cause, holdMs) {
    this.cause = cause;
    this.heldUntilNs = this.ns + holdMs * 1e6 + 1;
    this.isUp = false;
  }

  freeze(isOn) {
    this.isFrozen = isOn;
    this.isUp = false;
    if (!isOn) this.reset('power', 0);
  }

  hang() {
    this.rp.core.PC = SPIN_PLACE;
    this.rp.core.waiting = false;
  }

  start() {
    this.pastNs = this.ns;
    this.rp = new RP2040();
    this.clock = this.rp.clock;
    this.stallNs = 0;
    this.rp.flash.set(this.flash);
    this.rp.sram.fill(PAINT);
    this.isUp = true;
    this.equip();
    this.rom = new Rom(this);
    say({ us: this.us, reset: true });
    this.boot();
  }

  equip() {
    const { rp } = this;
    const complain = (name, text) => this.fault(`${name}: ${text}`);
    rp.logger = { debug() {}, info() {}, warn: complain, error: complain };
    rp.clkSys = ROSC_HZ;
    rp.roscFreq = ROSC_HZ;
    this.cycleNs = 1e9 / ROSC_HZ;
    rp.addClockListener((hz) => (this.cycleNs = 1e9 / hz));
    this.equipResets();
    this.equipWatchdog();
    this.equipPins();
    this.equipPio();
    for (const part of Object.values(this.parts)) part.attach(this, this.pins);
    rp.peripherals[0x40034] = this.parts.line;
    this.guard();
  }

  /** Everything is held in reset until the program lets it go. */
  equipResets() {
    const resets = this.rp.peripherals[0x4000c];
    resets.reset = 0x1ffffff;
    Object.defineProperty(resets, 'reset_done', { get: () => ~resets.reset & 0x1ffffff });
    this.resets = resets;
    if (this.cause !== 'watchdog') this.hadCause = CAUSES[this.cause];
    const chipReset = { readUint32: (offset) => (offset === 8 ? this.hadCause : 0), writeUint32Atomic() {} };
    this.rp.peripherals[0x40064] = chipReset;
  }

  guard() {
    for (const [page, bit] of Object.entries(PERIPHERALS)) {
      const peripheral = this.rp.peripherals[page];
      const look = () => {
        if ((this.resets.reset >> bit) & 1) this.fault(`peripheral ${Number(page).toString(16)} is in reset`);
        if (bit === 21 && this.tickHz !== 1e6) this.fault(`the timer ticks at ${this.tickHz} Hz`);
      };
      this.rp.peripherals[page] = {
        readUint32: (offset) => (look(), peripheral.readUint32(offset)),
        writeUint32Atomic: (offset, value, kind) => {
          look();
          peripheral.writeUint32Atomic(offset, value, kind);
        },
      };
    }
  }

  equipWatchdog() {
    const watchdog = this.rp.peripherals[0x40058];
    const write = watchdog.writeUint32.bind(watchdog);
    watchdog.reason = this.cause === 'watchdog' ? 1 : 0;
    this.tickHz = 0;
    watchdog.writeUint32 = (offset, value) => {
      if (offset === 0x2c) this.tickHz = value & 0x200 ? this.rp.clocks.refFreq / (value & 0x1ff) : 0;
      write(offset, value);
    };
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = false; // rp2040js would call it again at once, for ever
      if (this.rp.peripherals[0x40010].readUint32(8) !== ALL_BUT_OSCILLATORS) this.fault('the watchdog resets little');
      this.reset('watchdog', 0);
    };
  }

  equipPins() {
    const { rp } = this;
    const { matrix } = this.parts;
    const read = rp.sio.readUint32.bind(rp.sio);
    const write = rp.sio.writeUint32.bind(rp.sio);
    rp.sio.readUint32 = (offset) => (offset === GPIO_IN ? matrix.levels : read(offset));
    rp.sio.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset >= GPIO_WRITES && offset < 0x30) matrix.update();
    };
    const pads = rp.peripherals[0x4001c];
    const writePad = pads.writeUint32.bind(pads);
    pads.writeUint32 = (offset, value) => {
      writePad(offset, value);
      matrix.update();
    };
  }

  // -- PIO: rp2040js executes its instructions without looking at the time ---------------------------

  equipPio() {
    const [pio] = this.rp.pio;
    pio.run = () => {};
    this.machine = pio.machines[0];
    this.machineNs = 0;
    this.wasStalled = true;
    this.rp.gpio[this.pins.PICO_STRIP].addListener((now, before) => {
      if (now === 1) this.parts.strip.rise(this.pinNs);
      else if (before === 1) this.parts.strip.fall(this.pinNs);
    });
  }

  /** Lets the state machine catch up with the processor. */
  keepStep() {
    const { machine } = this;
    if (!machine.enabled) return;
    if (machine.waiting) {
      this.wasStalled = true;
      this.cyclesThen = machine.cycles;
      return;
    }
    const cycleNs = this.cycleNs * machine.clockDivInt + (this.cycleNs * machine.clockDivFrac) / 256;
    if (this.wasStalled) {
      this.machineNs = this.ns + (machine.cycles - (this.cyclesThen ?? machine.cycles)) * cycleNs;
      this.wasStalled = false;
    }
    while (this.machineNs <= this.ns && !machine.waiting) {
      const before = machine.cycles;
      this.pinNs = this.machineNs;
      machine.step();
      this.rp.pio[0].checkChangedPins();
      this.machineNs += (machine.cycles - before) * cycleNs;
    }
  }

  // -- time --------------------------------------------------------------------------------------

  /** What the ROM does, then the second stage until it enters the flash. */
  boot() {
    const { core, peripherals } = this.rp;
    const stage = stageOf(this.flash);
    if (!stage) {
      this.fault('the ROM refuses the second boot stage: its sum is wrong');
      this.freeze(true);
      return;
    }
    this.rp.sram.set(stage, STAGE_PLACE - RAM);
    core.PC = STAGE_PLACE;
    core.SP = STACK_TOP;
    for (let i = 0; core.PC >>> 24 !== 0x10; i++) {
      if (i === BOOT_MOST) return this.fault('the second boot stage never ends');
      this.step();
    }
    const ssi = peripherals[0x18000];
    const isRight =
      ssi.ssienr === 1 &&
      ssi.crtlr0 === 0x001f0300 && // 32 bits a word, address out and data in
      ssi.crtlr1 === 0 &&
      ssi.spictlr0 === 0x03000218 && // command 03, 24 bits of address
      ssi.baudr >= 2 &&
      ssi.baudr % 2 === 0;
    if (!isRight) this.fault('the flash cannot be read like this');
    return undefined;
  }

  step() {
    const cycles = this.rp.core.executeInstruction();
    this.pass(cycles * this.cycleNs);
    if (this.stallNs) {
      const ns = this.stallNs;
      this.stallNs = 0;
      this.pass(ns);
    }
  }

  pass(ns) {
    this.clock.tick(ns);
    this.keepStep();
  }

  runUntil(ns) {
    while (this.ns < ns) {
      if (!this.isUp) this.wait(ns);
      else if (this.rp.core.waiting) this.sleep(ns);
      else this.step();
    }
  }

  /** While the chip is held, time goes on and bytes are lost. */
  wait(ns) {
    const until = this.isFrozen ? ns : Math.min(ns, this.heldUntilNs);
    if (until > this.ns) this.pastNs += until - this.ns;
    this.parts.line.drop();
    if (!this.isFrozen && this.ns >= this.heldUntilNs) this.start();
  }

  /** From WFI to the next alarm; an interrupt that waits already ends it at once. */
  sleep(ns) {
    const { core } = this.rp;
    if (core.pendingInterrupts & core.enabledInterrupts) {
      core.waiting = false;
      return;
    }
    const alarm = this.clock.nextAlarm;
    const left = ns - this.ns;
    if (!this.machine.waiting && this.machine.enabled) this.pass(Math.min(this.cycleNs, left));
    else this.pass(Math.max(0.001, Math.min(alarm ? alarm.nanos - this.clock.nanos : left, left)));
  }

  tellStack() {
    const { sram } = this.rp;
    let end = 0;
    for (let i = 0; i - end < GAP; i++) if (sram[i] !== PAINT) end = i + 1;
    let low = end;
    while (sram[low] === PAINT) low++;
    say({ us: this.us, static_bytes: end, stack_bytes: STACK_TOP - RAM - low });
  }
}
