/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef PORT_H
#define PORT_H

/* The USB cable: a pty under a name that stays, while the pty itself comes and goes. */
#include <stdbool.h>
#include <stdint.h>

bool port_plug(const char *link);
void port_unplug(void);
void port_give(uint8_t byte);
bool port_was_opened(void); /* since the last question: on a Nano that is a reset */
void port_flush(void);
void port_read(void); /* hands what the host wrote to the line */
void port_listen(bool on); /* tell what the host writes, too */

#endif
