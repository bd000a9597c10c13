/* What happened on the board, in order, until the host has acknowledged it.
   A lost short opening would be a lost capture: nothing is dropped silently. */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stdint.h>

#define REPORTS 32
#define REPORT_WINDOW 8     /* sent ahead of the oldest acknowledgement */
#define REPORT_REPEAT_MS 30

struct report {
    uint32_t ms;
    uint32_t mask;
    uint16_t held_ms;  /* of the button; 0 in a report of the mask */
    bool lost_before;  /* the queue was full: something between this and the one before is gone */
};

void report_begin(void); /* an empty queue; the next report is number 1 */
void report_mask(uint32_t ms, uint32_t mask);
void report_press(uint32_t ms, uint16_t held_ms);
const struct report *report_next(uint32_t now_ms, uint8_t *sequence); /* what is to be sent now */
void report_acknowledge(uint8_t sequence, uint32_t now_ms);           /* it and all before it */
uint8_t report_last(void);     /* sequence of the newest report, 0 before the first */
uint16_t report_lost(void);    /* how many were overwritten since the reset */

#endif
