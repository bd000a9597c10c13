/** The chip's ROM: it starts the second boot stage, and its functions write the flash. */

import { FLASH_SIZE } from './uf2.js';

const STAGE = 256;
export const STAGE_PLACE = 0x20041f00;
const TABLE = 0x80;
const CODE = 0x100;
const SPIN = 0x200;
const SECTOR = 4096;
const PAGE = 256;
const ERASE_NS = 45e6; // typical of a W25Q16JV; 400 ms at worst
const PROGRAM_NS = 0.4e6;
const NAMES = ['', 'IF', 'EX', 'RE', 'RP', 'FC', 'CX'];

export const SPIN_PLACE = SPIN;

/** The sum that makes a second boot stage: CRC-32, polynomial 04C11DB7, nothing reflected. */
function sum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let i = 0; i < 8; i++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

export function stageOf(flash) {
  const stage = flash.subarray(0, STAGE);
  const told = new DataView(stage.buffer, stage.byteOffset).getUint32(STAGE - 4, true);
  return sum(stage.subarray(0, STAGE - 4)) === told ? stage : null;
}

/** Code that only asks us: a breakpoint with a number, and back. */
function image() {
  const words = new Uint16Array(8192);
  words[0x14 / 2] = TABLE;
  words[0x18 / 2] = CODE | 1;
  NAMES.forEach((_, n) => words.set([0xbe00 | n, 0x4770], (CODE + 4 * n) / 2));
  words[SPIN / 2] = 0xe7fe;
  return new Uint32Array(words.buffer);
}

const IMAGE = image();

export class Rom {
  constructor(chip) {
    this.chip = chip;
    this.isConnected = false;
    this.reads = null;
    chip.rp.bootrom.set(IMAGE);
    chip.rp.onBreak = (n) => this.call(n);
  }

  call(n) {
    const { registers, PM } = this.chip.rp.core;
    if (n === 0) {
      const code = registers[1];
      const name = String.fromCharCode(code & 0xff, code >> 8);
      const found = NAMES.indexOf(name);
      if (registers[0] !== TABLE || found < 1) return this.chip.fault(`the ROM has no function ${name}`);
      registers[0] = (CODE + 4 * found) | 1;
      return undefined;
    }
    if (!PM) this.chip.fault(`${NAMES[n]} with interrupts on`);
    return this.follow(NAMES[n], registers);
  }

  follow(name, registers) {
    if (name === 'IF') this.isConnected = true;
    else if (name === 'EX') this.leave();
    else if (name === 'CX') this.enter();
    else if (name === 'RE') this.erase(registers[0], registers[1]);
    else if (name === 'RP') this.program(registers[0], registers[1], registers[2]);
  }

  /** From now on nothing can be read or run from the flash. */
  leave() {
    const { rp } = this.chip;
    if (!this.isConnected) this.chip.fault('EX before IF');
    if (this.reads) return;
    this.reads = {};
    for (const kind of ['readUint32', 'readUint16', 'readUint8']) {
      const read = (this.reads[kind] = rp[kind]);
      rp[kind] = (address) => {
        if (address >>> 24 === 0x10) this.chip.fault('the flash is read while it is written');
        return read.call(rp, address);
      };
    }
  }

  enter() {
    Object.assign(this.chip.rp, this.reads ?? {});
    this.reads = null;
    this.isConnected = false;
  }

  check(what, place, count, step) {
    const isRight = this.reads && place % step === 0 && count % step === 0 && place + count <= FLASH_SIZE;
    if (!isRight) this.chip.fault(`${what} of ${count} bytes at ${place}`);
  }

  erase(place, count) {
    this.check('RE', place, count, SECTOR);
    this.chip.flash.fill(0xff, place, place + count);
    this.written((count / SECTOR) * ERASE_NS);
  }

  program(place, data, count) {
    this.check('RP', place, count, PAGE);
    for (let i = 0; i < count; i++) this.chip.flash[place + i] &= this.chip.rp.sram[data - 0x20000000 + i];
    this.written((count / PAGE) * PROGRAM_NS);
  }

  written(ns) {
    this.chip.rp.flash.set(this.chip.flash);
    this.chip.stallNs += ns;
  }
}
