#include "watch.h"

#include "clock.h"
#include "debounce.h"
#include "hardware.h"
#include "holes.h"
#include "matrix.h"
#include "outbox.h"
#include "report.h"

#define BUTTON_MASK (1UL << BUTTON)

static uint32_t raw;
static uint16_t missed;
static uint32_t pressed_ms;

static uint32_t look(void)
{
    return matrix_scan() | (hardware_button_down() ? BUTTON_MASK : 0);
}

void watch_begin(void)
{
    raw = look();
    debounce_begin(raw); /* what stands on the board at a reset is no news: the state tells it */
}

uint32_t watch_raw(void)
{
    return raw;
}

uint16_t watch_missed(void)
{
    return missed;
}

static void note_button(uint32_t now_ms)
{
    if (debounce_settled() & BUTTON_MASK) {
        pressed_ms = now_ms;
        outbox_tell_state(); /* the host shows how long it is held */
        return;
    }
    uint32_t held_ms = now_ms - pressed_ms;
    report_press(now_ms, held_ms > UINT16_MAX ? UINT16_MAX : (uint16_t)held_ms);
}

void watch_look(uint8_t passed_ms)
{
    uint8_t skipped = passed_ms - 1;
    missed = missed > UINT16_MAX - skipped ? UINT16_MAX : missed + skipped;
    raw = look();
    uint32_t changed = debounce_take(raw, passed_ms);
    uint32_t now_ms = clock_ms();
    if (changed & HOLES_MASK)
        report_mask(now_ms, debounce_settled() & HOLES_MASK);
    if (changed & BUTTON_MASK)
        note_button(now_ms);
}
