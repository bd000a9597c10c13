#include "clock.h"

#include "hardware.h"

#define TICKS_PER_MS (1000 / HARDWARE_TICK_US)

static uint16_t counted; /* the tick up to which time has been turned into milliseconds */
static uint32_t now_ms;

void clock_begin(void)
{
    counted = hardware_ticks();
    now_ms = 0;
}

bool clock_due(void)
{
    return (uint16_t)(hardware_ticks() - counted) >= TICKS_PER_MS;
}

uint8_t clock_advance(void)
{
    uint16_t waiting = (uint16_t)(hardware_ticks() - counted);
    uint8_t passed = 0;
    while (waiting >= TICKS_PER_MS) {
        waiting -= TICKS_PER_MS;
        counted += TICKS_PER_MS;
        passed++;
    }
    now_ms += passed;
    return passed;
}

uint32_t clock_ms(void)
{
    return now_ms;
}
