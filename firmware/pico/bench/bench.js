/**
 * The Pico's bench: the file for its USB drive on rp2040js, with virtual reeds, pixels and a serial line.
 *   node bench.js UF2     time runs only when told to: {"do": "run", "us": 1000}
 * The orders and what is told are those of firmware/emulator/README.md.
 */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { seedChance } from './chance.js';
import { Chip } from './chip.js';
import { Line } from './line.js';
import { Matrix, Reeds } from './matrix.js';
import { say } from './says.js';
import { Strip } from './strip.js';
import { flashOf } from './uf2.js';

const [, , image, header = new URL('../pins_pico.h', import.meta.url)] = process.argv;
const pins = Object.fromEntries(
  [...readFileSync(header, 'utf8').matchAll(/#define (PICO_\w+) (\d+)$/gm)].map(([, name, value]) => [
    name,
    Number(value),
  ]),
);
const reeds = new Reeds();
const matrix = new Matrix(reeds);
const line = new Line();
const chip = new Chip(flashOf(readFileSync(image)), pins, { line, matrix, strip: new Strip() });

const waiting = []; // {ns, order}, soonest first

const ORDERS = {
  reeds: ({ mask = 0, bounce_us = 0 }) => reeds.set(mask, chip.ns, bounce_us * 1000),
  press: ({ down = true }) => (reeds.isDown = down),
  stick: ({ closed = 0, open = 0 }) => Object.assign(reeds, { closed, open }),
  chatter: ({ mask = 0, every_us = 1000 }) =>
    Object.assign(reeds, { chattering: mask, chatterNs: every_us * 1000 || 1 }),
  wire: (wiring) => matrix.wire(wiring),
  send: ({ hex = '' }) => line.send(Buffer.from(hex, 'hex')),
  reset: ({ cause = 'external', hold_ms = 0 }) => chip.reset(cause, hold_ms),
  hang: () => chip.hang(),
  freeze: ({ on = true }) => chip.freeze(on),
  corrupt: ({ percent = 0 }) => (line.corruptShare = percent / 100),
  seed: ({ seed = 0 }) => seedChance(seed),
  stack: () => chip.tellStack(),
};

function follow(order) {
  const act = ORDERS[order.do];
  if (act) act(order);
  else say({ error: 'no such order', order: order.do });
}

function runUntil(ns) {
  for (;;) {
    while (waiting.length && waiting[0].ns <= chip.ns) follow(waiting.shift().order);
    if (chip.ns >= ns) break;
    chip.runUntil(waiting.length ? Math.min(waiting[0].ns, ns) : ns);
  }
  say({ us: chip.us, ran: true });
}

function take(order) {
  if (order.do === 'run') {
    runUntil(chip.ns + (order.us ?? 0) * 1000);
  } else if (order.at_us >= 0) {
    const ns = order.at_us * 1000;
    const place = waiting.findIndex((other) => other.ns > ns);
    waiting.splice(place < 0 ? waiting.length : place, 0, { ns, order });
  } else {
    follow(order);
  }
}

for await (const text of createInterface({ input: process.stdin })) {
  const order = JSON.parse(text);
  if (order.do === 'stop') break;
  take(order);
}
