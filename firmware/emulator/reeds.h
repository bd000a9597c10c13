/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef REEDS_H
#define REEDS_H

/* Twenty-five reeds and a button: bounce, chatter, stuck contacts. */
#include <stdbool.h>
#include <stdint.h>

void reeds_set(uint32_t mask, uint64_t now, uint64_t bounce_cycles);
uint32_t reeds_closed(uint64_t now);
void reeds_stick(uint32_t closed, uint32_t open);
void reeds_chatter(uint32_t holes, uint64_t every_cycles);
void button_set(bool is_down);
bool button_is_down(void);

#endif
