/* Each input settles by itself: symmetric (opening as closing), deferred (a change counts once it
   has lasted), per key (a chattering hole never delays another). */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

#include "holes.h"

#define DEBOUNCE_MS 10
#define DEBOUNCE_MS_MOST 100

void debounce_begin(uint32_t raw);
void debounce_set(uint8_t ms);
uint8_t debounce_get(void);
uint32_t debounce_take(uint32_t raw, uint8_t passed_ms); /* returns the inputs that changed */
uint32_t debounce_settled(void);
uint16_t debounce_chatter(uint8_t hole); /* changes that did not last, at most 65535 */

#endif
