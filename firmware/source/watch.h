/* One look at the board per millisecond: what has settled becomes a report. */
#ifndef WATCH_H
#define WATCH_H

#include <stdint.h>

void watch_begin(void);
void watch_look(uint8_t passed_ms);
uint32_t watch_raw(void);    /* the last look, not debounced */
uint16_t watch_missed(void); /* milliseconds without a look since the reset */

#endif
