#include "report.h"

static struct report queue[REPORTS];
static uint8_t oldest;   /* sequence of the oldest report not yet acknowledged */
static uint8_t length;
static uint8_t sent;     /* of these, how many went out since the last repeat */
static uint32_t sent_ms; /* when the oldest went out */
static uint16_t lost;

void report_begin(void)
{
    oldest = 1;
    length = 0;
    sent = 0;
}

static struct report *at(uint8_t sequence)
{
    return &queue[sequence % REPORTS];
}

uint8_t report_last(void)
{
    return (uint8_t)(oldest + length - 1);
}

uint16_t report_lost(void)
{
    return lost;
}

/* A full queue keeps its order and lets the newest replace the last, marked. */
static struct report *add(uint32_t ms)
{
    bool full = length == REPORTS;
    if (full)
        lost += lost < UINT16_MAX;
    else
        length++;
    /* The one replaced never went out: the window is shorter than the queue. */
    struct report *newest = at(report_last());
    *newest = (struct report){.ms = ms, .lost_before = full};
    return newest;
}

void report_mask(uint32_t ms, uint32_t mask)
{
    add(ms)->mask = mask;
}

void report_press(uint32_t ms, uint16_t held_ms)
{
    add(ms)->held_ms = held_ms ? held_ms : 1;
}

const struct report *report_next(uint32_t now_ms, uint8_t *sequence)
{
    if (sent && now_ms - sent_ms >= REPORT_REPEAT_MS)
        sent = 0;
    if (sent == length || sent == REPORT_WINDOW)
        return 0;
    if (sent == 0)
        sent_ms = now_ms;
    *sequence = (uint8_t)(oldest + sent++);
    return at(*sequence);
}

void report_acknowledge(uint8_t sequence, uint32_t now_ms)
{
    uint8_t count = (uint8_t)(sequence - oldest + 1);
    if (count == 0 || count > length)
        return; /* an old acknowledgement, or one from before a reset */
    oldest += count;
    length -= count;
    sent = sent > count ? sent - count : 0;
    sent_ms = now_ms;
}
