/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "strip.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../source/pins.h" /* generated numbers, no code */
#include "chip.h"
#include "json.h"

#define PORTB 0x25
#define DDRB 0x24
#define BITS (25 * 24)
#define ONE_CYCLES 8                              /* 500 ns: between the two windows */
#define LATCH_CYCLES (280 * CHIP_CYCLES_PER_US)

struct range {
    uint32_t least, most;
};

static uint8_t bytes[BITS / 8];
static int bits;
static bool level;
static uint64_t rose, fell, began;
static struct range zero_high, one_high, low;
static uint32_t stray; /* bits that came without a latch after a whole frame */

static void measure(struct range *range, uint64_t cycles)
{
    if (!range->most || cycles < range->least)
        range->least = (uint32_t)cycles;
    if (cycles > range->most)
        range->most = (uint32_t)cycles;
}

static void say_range(char *text, size_t size, const char *name, struct range range)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, ", \"%s\": [%.1f, %.1f]", name, range.least * 62.5,
             range.most * 62.5);
}

static void say_frame(void)
{
    char hex[2 * sizeof bytes + 1], ranges[200] = "";
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    hex[(bits + 7) / 8 * 2] = 0;
    say_range(ranges, sizeof ranges, "zero_high_ns", zero_high);
    say_range(ranges, sizeof ranges, "one_high_ns", one_high);
    say_range(ranges, sizeof ranges, "low_ns", low);
    json_say("{\"us\": %.1f, \"began_us\": %.1f, \"strip\": \"%s\", \"bits\": %d, \"stray\": %u%s}",
             chip_us(), (double)began / CHIP_CYCLES_PER_US, hex, bits, stray, ranges);
}

static void clear(void)
{
    bits = 0;
    stray = 0;
    zero_high = one_high = low = (struct range){0};
    memset(bytes, 0, sizeof bytes);
}

void strip_reset(void)
{
    clear();
    level = false;
}

static void rise(uint64_t now)
{
    bool is_latched = now - fell >= LATCH_CYCLES;
    if (is_latched && bits && bits != BITS)
        say_frame(); /* torn */
    if (is_latched)
        clear();
    if (!bits)
        began = now;
    else if (bits < BITS)
        measure(&low, now - fell);
    rose = now;
}

static void fall(uint64_t now)
{
    uint64_t high = now - rose;
    bool is_one = high >= ONE_CYCLES;
    fell = now;
    if (bits == BITS) {
        if (!stray++)
            json_say("{\"us\": %.1f, \"stray\": true}", chip_us());
        return;
    }
    measure(is_one ? &one_high : &zero_high, high);
    if (is_one)
        bytes[bits / 8] |= 0x80 >> bits % 8;
    if (++bits == BITS)
        say_frame();
}

static void write_port(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    avr->data[address] = value;
    bool now_high = value & avr->data[DDRB] & STRIP_PIN;
    if (now_high == level)
        return;
    level = now_high;
    if (level)
        rise(avr->cycle);
    else
        fall(avr->cycle);
}

void strip_begin(void)
{
    chip_watch(PORTB, NULL, write_port);
}
