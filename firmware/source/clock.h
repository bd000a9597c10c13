/* Milliseconds since the reset, counted from the free running timer so that none is ever lost
   while interrupts wait for a pixel frame. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdbool.h>
#include <stdint.h>

void clock_begin(void);
uint8_t clock_advance(void); /* how many milliseconds have gone since the last call */
bool clock_due(void);
uint32_t clock_ms(void);

#endif
