/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *out;

/* simavr prints to standard output when it feels like it; ours is for JSON only. */
void json_begin(void)
{
    out = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    setvbuf(out, NULL, _IOLBF, 1 << 16);
}

void json_say(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vfprintf(out, format, values);
    va_end(values);
    fputc('\n', out);
}

static const char *value_of(const char *line, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    const char *found = strstr(line, quoted);
    if (!found)
        return NULL;
    found += strlen(quoted);
    found += strspn(found, " :");
    return found;
}

bool json_text(const char *line, const char *key, char *text, size_t size)
{
    const char *value = value_of(line, key);
    if (!value || *value != '"')
        return false;
    size_t length = strcspn(++value, "\"");
    if (length >= size)
        return false;
    memcpy(text, value, length);
    text[length] = 0;
    return true;
}

double json_number(const char *line, const char *key, double otherwise)
{
    const char *value = value_of(line, key);
    return value ? strtod(value, NULL) : otherwise;
}

bool json_bool(const char *line, const char *key, bool otherwise)
{
    const char *value = value_of(line, key);
    return value ? *value == 't' : otherwise;
}
