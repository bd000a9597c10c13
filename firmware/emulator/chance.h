/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef CHANCE_H
#define CHANCE_H

/* Seeded chance, so that every run of a test is the same run. */
#include <stdint.h>

void chance_seed(uint64_t seed);
uint32_t chance(void);
double chance_share(void); /* 0 … 1 */
uint32_t chance_of(uint64_t what); /* always the same for the same thing and seed */

#endif
