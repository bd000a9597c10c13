/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
/* The emulator bench: the real ELF on libsimavr with virtual reeds, pixels and a serial port.
     bench ELF                     time runs only when told to: {"do": "run", "us": 1000}
     bench ELF LINK [HOLD_MS]      as fast as a real chip, its serial port under the name LINK;
                                   opening the port resets it, HOLD_MS in the bootloader */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "chip.h"
#include "json.h"
#include "line.h"
#include "matrix.h"
#include "orders.h"
#include "port.h"
#include "strip.h"

#define STEP_US 250
#define LATE_US 100000 /* a machine that cannot keep up slows emulated time down instead */

static char sent[4096];
static size_t sent_length;

/* One line per frame: without a port, whoever drives the bench is the host. */
static void tell_byte(uint8_t byte)
{
    sent_length += (size_t)snprintf(sent + sent_length, sizeof sent - sent_length, "%02x", byte);
    if (byte && sent_length < sizeof sent - 3)
        return;
    json_say("{\"us\": %.1f, \"sent\": \"%s\"}", chip_us(), sent);
    sent_length = 0;
}

static void begin(const char *elf, void (*to_host)(uint8_t))
{
    json_begin();
    if (!chip_load(elf)) {
        fprintf(stderr, "bench: cannot read the firmware %s\n", elf);
        exit(2);
    }
    line_begin(to_host);
    matrix_begin();
    strip_begin();
    chip_reset("power", 0);
}

static int follow_script(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0 && orders_take(line))
        continue;
    free(line);
    return 0;
}

static double wall_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

/* Whole lines only; the rest waits for its newline. False at the end of the input. */
static bool read_orders(void)
{
    static char text[65536];
    static size_t length;
    ssize_t count = read(STDIN_FILENO, text + length, sizeof text - length - 1);
    if (count <= 0)
        return false;
    length += (size_t)count;
    text[length] = 0;
    char *line = text, *end;
    for (; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        if (!orders_take(line))
            return false;
    }
    length -= (size_t)(line - text);
    memmove(text, line, length);
    return true;
}

/* Sleeps until emulated time is due; returns false when told to stop. */
static bool wait_for_wall(double ahead_us)
{
    struct pollfd orders = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec rest = {.tv_nsec = ahead_us > 0 ? (long)(ahead_us * 1000) : 0};
    if (ppoll(&orders, 1, &rest, NULL) > 0)
        return read_orders();
    return true;
}

static int keep_pace(const char *link, double hold_ms)
{
    double began_us = wall_us() - chip_us();
    if (!port_plug(link)) {
        fprintf(stderr, "bench: cannot make a port at %s\n", link);
        return 2;
    }
    for (;;) {
        if (port_was_opened())
            chip_reset("external", hold_ms);
        port_read();
        orders_do_due();
        chip_run_until(chip->cycle + STEP_US * CHIP_CYCLES_PER_US);
        port_flush();
        double ahead_us = began_us + chip_us() - wall_us();
        if (ahead_us < -LATE_US)
            began_us -= ahead_us;
        if (!wait_for_wall(ahead_us))
            break;
    }
    port_unplug();
    return 0;
}

int main(int count, char **words)
{
    if (count < 2) {
        fprintf(stderr, "usage: bench ELF [LINK [HOLD_MS]]\n");
        return 2;
    }
    begin(words[1], count > 2 ? port_give : tell_byte);
    if (count == 2)
        return follow_script();
    return keep_pace(words[2], count > 3 ? atof(words[3]) : 1600);
}
