/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef JSON_H
#define JSON_H

/* Just enough JSON for the bench: one flat object per line. */
#include <stdbool.h>
#include <stddef.h>

bool json_text(const char *line, const char *key, char *text, size_t size);
double json_number(const char *line, const char *key, double otherwise);
bool json_bool(const char *line, const char *key, bool otherwise);

/* Prints one line to whoever drives the bench. */
void json_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void json_begin(void);

#endif
