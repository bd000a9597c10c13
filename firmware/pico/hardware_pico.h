/* What the files of the Pico know of each other. */
#ifndef HARDWARE_PICO_H
#define HARDWARE_PICO_H

#include <stdbool.h>
#include <stdint.h>

uint32_t hardware_us(void);
void watchdog_allow(uint32_t ms); /* once, for something that takes longer than it allows */

void serial_begin(void);
bool serial_is_quiet(void); /* nothing to read and nothing that could leave: sleep does no harm */

void strip_begin(void);
void flash_begin(void);

/* Named by the vectors in boot.S. */
void timer_interrupt(void);
void serial_interrupt(void);

#endif
