/* No host for three seconds: the middle hole breathes faintly, the rest is dark. */
#ifndef IDLE_H
#define IDLE_H

#include <stdint.h>

#define IDLE_AFTER_MS 3000

void idle_begin(uint32_t now_ms);
void idle_hear(uint32_t now_ms); /* the host said something */
void idle_breathe(uint32_t now_ms);

#endif
