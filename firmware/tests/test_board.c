/* Clock, matrix, power, pixels, idle: the small ones. */
#include <string.h>

#include "clock.h"
#include "expect.h"
#include "fake.h"
#include "holes.h"
#include "idle.h"
#include "matrix.h"
#include "pixels.h"
#include "power.h"
#include "tests.h"

static void no_millisecond_is_lost(void)
{
    fake_ticks = 65000; /* about to wrap */
    clock_begin();
    uint32_t told = 0;
    for (int i = 0; i < 1000; i++) {
        fake_ticks += 333; /* 1.332 ms */
        told += clock_advance();
        expect_equal(told, (i + 1) * 333 / 250);
    }
    expect_equal(clock_ms(), told);
    fake_pass_ms(1);
    expect(clock_due());
}

static void the_scan_reads_every_set_of_magnets(void)
{
    fake_begin();
    uint32_t set = 1;
    for (int i = 0; i < 1000; i++, set = set * 1664525 + 1013904223) {
        fake_closed = set >> 7 & HOLES_MASK;
        expect_equal(matrix_scan(), fake_closed);
        expect_equal(matrix_backward(), 0);
    }
    expect_equal(matrix_grounded(), 0);
}

static void a_missing_diode_shows_itself(void)
{
    fake_begin();
    fake_closed = 1 << 12 | 1 << 3;
    fake_no_diode = 1 << 12 | 1 << 13;
    expect_equal(matrix_backward(), 1 << 12); /* 13 has no magnet to betray it */
}

static uint16_t current_ma(const uint8_t *colours)
{
    uint32_t sum = 0;
    for (int i = 0; i < COLOURS; i++)
        sum += colours[i];
    return POWER_IDLE_MA + (sum * POWER_CHANNEL_MA + 254) / 255;
}

static void the_limit_holds_whatever_is_asked(void)
{
    static const uint16_t asked[] = {0, 50, 99, 500, 1000, 1500, 2000, 65535};
    for (unsigned i = 0; i < sizeof asked / sizeof *asked; i++) {
        uint8_t colours[COLOURS];
        memset(colours, 255, sizeof colours);
        power_set(asked[i]);
        power_limit(colours, COLOURS);
        expect(power_get() <= POWER_MA_MOST);
        expect(current_ma(colours) <= power_get());
        expect(current_ma(colours) >= power_get() * 9 / 10 - 10); /* no darker than need be */
    }
}

static void dim_frames_pass_untouched(void)
{
    uint8_t colours[COLOURS], before[COLOURS];
    for (int i = 0; i < COLOURS; i++)
        colours[i] = before[i] = i;
    power_set(POWER_MA);
    power_limit(colours, COLOURS);
    expect(!memcmp(colours, before, COLOURS));
}

static void pixels_follow_the_snake_green_first(void)
{
    static const struct {
        uint8_t hole, pixel;
    } places[] = {{0, 0}, {4, 4}, {5, 9}, {9, 5}, {12, 12}, {15, 19}, {24, 24}};
    fake_begin();
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        pixels_clear();
        pixels_set(places[i].hole, 1, 2, 3);
        pixels_show();
        const uint8_t *pixel = fake_strip + 3 * places[i].pixel;
        expect(pixel[0] == 2 && pixel[1] == 1 && pixel[2] == 3);
    }
}

static void idle_waits_three_seconds_for_a_host(void)
{
    fake_begin();
    idle_begin(0);
    idle_hear(5000);
    for (uint32_t ms = 5000; ms < 7990; ms += 10)
        idle_breathe(ms);
    expect_equal(fake_strips, 0);
    for (uint32_t ms = 8000; ms < 10000; ms += 10)
        idle_breathe(ms);
    expect(fake_strips > 20 && fake_strips < 40);
    for (int i = 0; i < COLOURS; i++)
        expect(i / 3 == 12 ? fake_strip[i] <= 16 : fake_strip[i] == 0);
}

void test_board(void)
{
    no_millisecond_is_lost();
    the_scan_reads_every_set_of_magnets();
    a_missing_diode_shows_itself();
    the_limit_holds_whatever_is_asked();
    dim_frames_pass_untouched();
    pixels_follow_the_snake_green_first();
    idle_waits_three_seconds_for_a_host();
}
