/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "chance.h"

static uint64_t seed_now = 1, state = 1;

void chance_seed(uint64_t seed)
{
    seed_now = state = seed + 1;
}

uint32_t chance_of(uint64_t what)
{
    uint64_t x = what + seed_now * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(x >> 32);
}

uint32_t chance(void)
{
    return chance_of(state++ * 7919);
}

double chance_share(void)
{
    return chance() / 4294967296.0;
}
