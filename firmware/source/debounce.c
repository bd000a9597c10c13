#include "debounce.h"

static uint32_t settled;
static uint32_t watched;         /* inputs that differ from their settled state */
static uint8_t waited_ms[INPUTS]; /* for how long they have, without a break */
static uint16_t chatter[INPUTS];
static uint8_t limit_ms = DEBOUNCE_MS;

void debounce_begin(uint32_t raw)
{
    settled = raw;
    watched = 0;
    for (uint8_t i = 0; i < INPUTS; i++)
        chatter[i] = 0;
}

void debounce_set(uint8_t ms)
{
    limit_ms = ms > DEBOUNCE_MS_MOST ? DEBOUNCE_MS_MOST : ms;
}

uint8_t debounce_get(void)
{
    return limit_ms;
}

uint32_t debounce_settled(void)
{
    return settled;
}

uint16_t debounce_chatter(uint8_t hole)
{
    return chatter[hole];
}

static void forget(uint8_t input)
{
    if (chatter[input] < UINT16_MAX)
        chatter[input]++;
}

/* True when the input has kept its new state for long enough. */
static uint8_t lasted(uint8_t input, uint8_t is_new, uint8_t passed_ms)
{
    if (is_new)
        waited_ms[input] = 0;
    else
        waited_ms[input] += passed_ms;
    return waited_ms[input] >= limit_ms;
}

static uint32_t settle(uint32_t differs, uint8_t passed_ms)
{
    uint32_t changed = 0;
    uint32_t bit = 1;
    for (uint8_t input = 0; input < INPUTS; input++, bit <<= 1) {
        if (!(differs & bit)) {
            if (watched & bit)
                forget(input);
        } else if (lasted(input, !(watched & bit), passed_ms)) {
            changed |= bit;
        }
    }
    return changed;
}

uint32_t debounce_take(uint32_t raw, uint8_t passed_ms)
{
    uint32_t differs = raw ^ settled;
    if (passed_ms > DEBOUNCE_MS_MOST)
        passed_ms = DEBOUNCE_MS_MOST; /* keeps the sum within its byte */
    if (!(differs | watched))
        return 0; /* nearly always: nobody moves */
    uint32_t changed = settle(differs, passed_ms);
    settled ^= changed;
    watched = differs & ~changed;
    return changed;
}
