#include "power.h"

static uint16_t limit_ma = POWER_MA;

void power_set(uint16_t ma)
{
    if (ma > POWER_MA_MOST)
        ma = POWER_MA_MOST;
    if (ma < POWER_MA_LEAST)
        ma = POWER_MA_LEAST;
    limit_ma = ma;
}

uint16_t power_get(void)
{
    return limit_ma;
}

static uint16_t total(const uint8_t *colours, uint8_t count)
{
    uint16_t sum = 0; /* 75 × 255 fits */
    while (count--)
        sum += *colours++;
    return sum;
}

void power_limit(uint8_t *colours, uint8_t count)
{
    uint32_t asked = (uint32_t)total(colours, count) * POWER_CHANNEL_MA;
    uint32_t allowed = (uint32_t)(limit_ma - POWER_IDLE_MA) * 255;
    if (asked <= allowed)
        return;
    uint8_t share = (uint8_t)(allowed * 256 / asked); /* below 256, for asked is above allowed */
    for (uint8_t i = 0; i < count; i++)
        colours[i] = (uint8_t)((uint16_t)colours[i] * share >> 8);
}
