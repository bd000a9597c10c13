/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef ORDERS_H
#define ORDERS_H

/* What the bench can be told, one JSON object a line; README.md lists them. */
#include <stdbool.h>
#include <stdint.h>

bool orders_take(const char *line); /* false when told to stop */
uint64_t orders_next(void);         /* cycle of the next order that waits for its time */
void orders_do_due(void);

#endif
