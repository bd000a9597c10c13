/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef MATRIX_H
#define MATRIX_H

/* The wires between chip and reeds, electrically enough to catch bad scanning: diodes or none,
   floating inputs, slow rises, nobody allowed to drive high. */
#include <stdint.h>

void matrix_begin(void);
void matrix_wire(uint32_t no_diode, uint32_t turned, uint8_t grounded);
void matrix_rise(double rise_us);

#endif
