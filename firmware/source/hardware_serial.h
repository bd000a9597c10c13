/* The serial line as hardware_avr.c needs it. */
#ifndef HARDWARE_SERIAL_H
#define HARDWARE_SERIAL_H

#include <stdbool.h>

void serial_begin(void);
bool serial_is_quiet(void); /* nothing to read, nothing to write: sleep does no harm */

#endif
