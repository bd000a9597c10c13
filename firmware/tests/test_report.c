#include "expect.h"
#include "report.h"
#include "tests.h"

static uint8_t sequence;

static const struct report *next(uint32_t now_ms)
{
    return report_next(now_ms, &sequence);
}

static void reports_go_out_in_order_and_once(void)
{
    report_begin();
    report_mask(5, 0x11);
    report_mask(6, 0x22);
    expect_equal(next(6)->mask, 0x11);
    expect_equal(sequence, 1);
    expect_equal(next(6)->mask, 0x22);
    expect_equal(sequence, 2);
    expect(!next(7));
}

static void they_are_repeated_until_acknowledged(void)
{
    report_begin();
    report_mask(0, 0x11);
    report_mask(0, 0x22);
    next(0), next(0);
    expect(!next(REPORT_REPEAT_MS - 1));
    expect_equal(next(REPORT_REPEAT_MS)->mask, 0x11);
    report_acknowledge(1, 31);
    expect_equal(next(31)->mask, 0x22);
    report_acknowledge(2, 32);
    expect(!next(1000));
}

static void an_acknowledgement_covers_all_before_it(void)
{
    report_begin();
    for (int i = 1; i <= 5; i++)
        report_mask(i, i);
    for (int i = 1; i <= 5; i++)
        next(9);
    report_acknowledge(4, 10);
    expect_equal(next(100)->mask, 5);
    expect_equal(sequence, 5);
}

static void strange_acknowledgements_change_nothing(void)
{
    report_begin();
    report_mask(1, 1);
    next(1);
    report_acknowledge(0, 2);
    report_acknowledge(2, 2);
    report_acknowledge(200, 2);
    expect_equal(next(50)->mask, 1);
}

static void the_window_waits_for_the_host(void)
{
    report_begin();
    for (int i = 1; i <= REPORT_WINDOW + 3; i++)
        report_mask(i, i);
    for (int i = 1; i <= REPORT_WINDOW; i++)
        expect_equal(next(20)->mask, i);
    expect(!next(20));
    report_acknowledge(3, 21);
    expect_equal(next(21)->mask, REPORT_WINDOW + 1);
}

static void a_full_queue_keeps_order_and_says_so(void)
{
    uint16_t lost_before = report_lost();
    report_begin();
    for (int i = 1; i <= REPORTS + 4; i++)
        report_mask(i, i);
    expect_equal(report_lost() - lost_before, 4);
    for (int i = 1; i < REPORTS; i++) {
        const struct report *report = next(i * 100);
        expect_equal(report->mask, i);
        expect(!report->lost_before);
        report_acknowledge(sequence, i * 100);
    }
    expect_equal(next(9999)->mask, REPORTS + 4);
    expect(next(10099)->lost_before);
}

static void numbers_wrap(void)
{
    report_begin();
    for (int i = 1; i <= 600; i++) {
        report_mask(i, i);
        expect_equal(next(i)->mask, i);
        expect_equal(sequence, i % 256);
        expect_equal(report_last(), i % 256);
        report_acknowledge(sequence, i);
    }
}

static void a_press_stands_in_the_same_line(void)
{
    report_begin();
    report_mask(1, 1);
    report_press(2, 700);
    next(3);
    expect_equal(next(3)->held_ms, 700);
    expect_equal(sequence, 2);
}

void test_report(void)
{
    reports_go_out_in_order_and_once();
    they_are_repeated_until_acknowledged();
    an_acknowledgement_covers_all_before_it();
    strange_acknowledgements_change_nothing();
    the_window_waits_for_the_host();
    a_full_queue_keeps_order_and_says_so();
    numbers_wrap();
    a_press_stands_in_the_same_line();
}
