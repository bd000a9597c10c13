/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "reeds.h"

#include "chance.h"

#define HOLES 25
#define BOUNCE_SLOT (100 * 16) /* a contact flips about every 100 µs while it bounces */

static uint32_t resting, stuck_closed, stuck_open, chattering;
static uint64_t bounces_until[HOLES];
static uint64_t chatter_slot = 1;
static bool is_down;

void reeds_set(uint32_t mask, uint64_t now, uint64_t bounce_cycles)
{
    for (int hole = 0; hole < HOLES; hole++)
        if ((mask ^ resting) >> hole & 1)
            bounces_until[hole] = now + bounce_cycles;
    resting = mask;
}

void reeds_stick(uint32_t closed, uint32_t open)
{
    stuck_closed = closed;
    stuck_open = open;
}

void reeds_chatter(uint32_t holes, uint64_t every_cycles)
{
    chattering = holes;
    chatter_slot = every_cycles ? every_cycles : 1;
}

static bool flips(int hole, uint64_t now)
{
    if (chattering >> hole & 1)
        return chance_of(now / chatter_slot * 31 + hole) & 1;
    return now < bounces_until[hole] && chance_of(now / BOUNCE_SLOT * 37 + hole) & 1;
}

uint32_t reeds_closed(uint64_t now)
{
    uint32_t closed = resting;
    for (int hole = 0; hole < HOLES; hole++)
        if (flips(hole, now))
            closed ^= 1u << hole;
    return (closed | stuck_closed) & ~stuck_open;
}

void button_set(bool down)
{
    is_down = down;
}

bool button_is_down(void)
{
    return is_down;
}
