#include "debounce.h"
#include "expect.h"
#include "tests.h"

#define A1 (1UL << 0)
#define E5 (1UL << 24)

struct step {
    int ms;
    uint32_t raw, settled;
};

/* Plays a table at a scan every `every` ms: the raw state holds from its line to the next. */
static void play(const struct step *steps, int count, int every, int limit_ms)
{
    debounce_begin(0);
    debounce_set(limit_ms);
    int line = 0;
    for (int ms = 0; ms <= steps[count - 1].ms; ms++) {
        while (line + 1 < count && steps[line + 1].ms <= ms)
            line++;
        if (ms % every == 0)
            debounce_take(steps[line].raw, ms ? every : 1);
        if (ms == steps[line].ms)
            expect_equal(debounce_settled(), steps[line].settled);
    }
}

#define PLAY(table, every, limit) play(table, sizeof table / sizeof *table, every, limit)

static void a_change_counts_when_it_has_lasted(void)
{
    static const struct step closes[] = {
        {0, 0, 0}, {20, A1, 0}, {29, A1, 0}, {30, A1, A1}, {50, 0, A1}, {59, 0, A1}, {60, 0, 0},
    };
    PLAY(closes, 1, 10);
    PLAY(closes, 10, 10);
}

static void a_bounce_starts_the_wait_again(void)
{
    static const struct step bounces[] = {
        {0, 0, 0},   {10, A1, 0}, {12, 0, 0},   {13, A1, 0},
        {19, 0, 0},  {20, A1, 0}, {29, A1, 0},  {30, A1, A1},
    };
    PLAY(bounces, 1, 10);
}

static void a_short_opening_is_seen(void)
{
    static const struct step sweep[] = {
        {0, A1, 0}, {10, A1, A1}, {100, 0, A1}, {110, 0, 0}, {125, A1, 0}, {135, A1, A1},
    };
    PLAY(sweep, 1, 10);
    PLAY(sweep, 5, 10);
}

static void one_hole_never_delays_another(void)
{
    debounce_begin(0);
    debounce_set(10);
    for (int ms = 0; ms < 30; ms++)
        debounce_take((ms & 1 ? A1 : 0) | E5, 1);
    expect_equal(debounce_settled(), E5);
    expect_equal(debounce_chatter(0), 14);
    expect_equal(debounce_chatter(24), 0);
}

static void the_wait_can_be_set_and_has_a_limit(void)
{
    static const struct step quick[] = {{0, 0, 0}, {5, A1, 0}, {7, A1, 0}, {8, A1, A1}};
    PLAY(quick, 1, 3);
    debounce_set(255);
    expect_equal(debounce_get(), DEBOUNCE_MS_MOST);
    static const struct step none[] = {{0, 0, 0}, {5, A1, A1}};
    PLAY(none, 1, 0);
}

void test_debounce(void)
{
    a_change_counts_when_it_has_lasted();
    a_bounce_starts_the_wait_again();
    a_short_opening_is_seen();
    one_hole_never_delays_another();
    the_wait_can_be_set_and_has_a_limit();
}
