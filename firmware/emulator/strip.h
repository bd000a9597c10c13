/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef STRIP_H
#define STRIP_H

/* The 25 WS2812B on port B: decodes every frame from the edges and measures every one of them. */
void strip_begin(void);
void strip_reset(void); /* the chip was reset in the middle of a frame */

#endif
