/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "chip.h"
#include "json.h"
#include "line.h"
#include "matrix.h"
#include "port.h"
#include "reeds.h"

#define LINE_MOST 16384
#define WAITING_MOST 4096

struct waiting {
    uint64_t cycle;
    char *line;
};

static struct waiting waiting[WAITING_MOST]; /* sorted, soonest first */
static size_t waiting_count;

static void set_reeds(const char *line)
{
    double bounce_us = json_number(line, "bounce_us", 0);
    reeds_set((uint32_t)json_number(line, "mask", 0), chip->cycle,
              (uint64_t)(bounce_us * CHIP_CYCLES_PER_US));
}

static void press(const char *line)
{
    button_set(json_bool(line, "down", true));
}

static void stick(const char *line)
{
    reeds_stick((uint32_t)json_number(line, "closed", 0), (uint32_t)json_number(line, "open", 0));
}

static void chatter(const char *line)
{
    double every_us = json_number(line, "every_us", 1000);
    reeds_chatter((uint32_t)json_number(line, "mask", 0), (uint64_t)(every_us * CHIP_CYCLES_PER_US));
}

static void wire(const char *line)
{
    matrix_wire((uint32_t)json_number(line, "no_diode", 0), (uint32_t)json_number(line, "turned", 0),
                (uint8_t)json_number(line, "grounded", 0));
    matrix_rise(json_number(line, "rise_us", 20));
}

static void send(const char *line)
{
    static char hex[LINE_MOST];
    uint8_t bytes[LINE_MOST / 2];
    size_t count = 0;
    if (json_text(line, "hex", hex, sizeof hex))
        for (; sscanf(hex + 2 * count, "%2hhx", &bytes[count]) == 1; count++)
            continue;
    line_send(bytes, count);
}

static void reset(const char *line)
{
    char cause[16] = "external";
    json_text(line, "cause", cause, sizeof cause);
    chip_reset(cause, json_number(line, "hold_ms", 0));
}

static void hang(const char *line)
{
    (void)line;
    chip_hang();
}

static void freeze(const char *line)
{
    chip_freeze(json_bool(line, "on", true));
}

static void corrupt(const char *line)
{
    line_corrupt(json_number(line, "percent", 0));
}

static void seed(const char *line)
{
    chance_seed((uint64_t)json_number(line, "seed", 0));
}

static void stack(const char *line)
{
    (void)line;
    chip_tell_stack();
}

static void listen(const char *line)
{
    port_listen(json_bool(line, "on", true));
}

static void unplug(const char *line)
{
    (void)line;
    port_unplug();
}

static void plug(const char *line)
{
    char link[4096];
    if (json_text(line, "link", link, sizeof link) && port_plug(link))
        chip_reset("power", 0);
}

static const struct {
    const char *name;
    void (*follow)(const char *line);
} orders[] = {
    {"reeds", set_reeds}, {"press", press},     {"stick", stick},   {"chatter", chatter},
    {"wire", wire},       {"send", send},       {"reset", reset},   {"hang", hang},
    {"freeze", freeze},   {"corrupt", corrupt}, {"seed", seed},     {"stack", stack},
    {"unplug", unplug},   {"plug", plug},       {"listen", listen},
};

static void follow(const char *line)
{
    char name[32] = "";
    json_text(line, "do", name, sizeof name);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (!strcmp(orders[i].name, name)) {
            orders[i].follow(line);
            return;
        }
    json_say("{\"error\": \"no such order\", \"order\": \"%s\"}", name);
}

static void wait_for(uint64_t cycle, const char *line)
{
    if (waiting_count == WAITING_MOST) {
        json_say("{\"error\": \"too many orders wait\"}");
        return;
    }
    size_t i = waiting_count++;
    for (; i > 0 && waiting[i - 1].cycle > cycle; i--)
        waiting[i] = waiting[i - 1];
    waiting[i] = (struct waiting){cycle, strdup(line)};
}

uint64_t orders_next(void)
{
    return waiting_count ? waiting[0].cycle : UINT64_MAX;
}

void orders_do_due(void)
{
    while (waiting_count && waiting[0].cycle <= chip->cycle) {
        char *line = waiting[0].line;
        memmove(waiting, waiting + 1, --waiting_count * sizeof *waiting);
        follow(line);
        free(line);
    }
}

static void run_until(uint64_t cycle)
{
    while (chip->cycle < cycle) {
        orders_do_due();
        chip_run_until(orders_next() < cycle ? orders_next() : cycle);
    }
    orders_do_due();
    json_say("{\"us\": %.1f, \"ran\": true}", chip_us());
}

bool orders_take(const char *line)
{
    char name[32] = "";
    json_text(line, "do", name, sizeof name);
    double at_us = json_number(line, "at_us", -1);
    if (!strcmp(name, "stop"))
        return false;
    if (!strcmp(name, "run"))
        run_until(chip->cycle + (uint64_t)(json_number(line, "us", 0) * CHIP_CYCLES_PER_US));
    else if (at_us >= 0)
        wait_for((uint64_t)(at_us * CHIP_CYCLES_PER_US), line);
    else
        follow(line);
    return true;
}
