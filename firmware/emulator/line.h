/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef LINE_H
#define LINE_H

/* The serial line, bit times and buffers as on the chip: two bytes and a shift register to receive,
   one and a shift register to send. simavr's own UART counts 11 bits and buffers 64 bytes. */
#include <stddef.h>
#include <stdint.h>

void line_begin(void (*to_host)(uint8_t byte));
void line_reset(void);
void line_drop(void); /* bytes that arrive at a chip in reset */
void line_send(const uint8_t *bytes, size_t count);
void line_corrupt(double percent);

#endif
