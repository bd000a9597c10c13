#include "idle.h"

#include "holes.h"
#include "pixels.h"

#define MIDDLE 12         /* c3 */
#define STEP_MS 64        /* one level; 32 steps make a breath of two seconds */
#define BRIGHTEST 16

static uint32_t heard_ms;
static uint8_t shown_step;

void idle_begin(uint32_t now_ms)
{
    heard_ms = now_ms;
}

void idle_hear(uint32_t now_ms)
{
    heard_ms = now_ms;
}

static uint8_t level(uint8_t step)
{
    uint8_t phase = step % (2 * BRIGHTEST);
    return phase < BRIGHTEST ? phase : 2 * BRIGHTEST - phase;
}

void idle_breathe(uint32_t now_ms)
{
    uint8_t step = (uint8_t)(now_ms / STEP_MS);
    if (now_ms - heard_ms < IDLE_AFTER_MS || step == shown_step)
        return;
    shown_step = step;
    uint8_t light = level(step);
    pixels_clear();
    pixels_set(MIDDLE, light, light, light);
    pixels_show();
}
