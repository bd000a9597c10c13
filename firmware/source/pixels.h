/* One pixel per hole. Callers speak of holes and of red, green, blue; the strip has an order of
   its own (pins.h) and wants green first. */
#ifndef PIXELS_H
#define PIXELS_H

#include <stdint.h>

void pixels_clear(void);
void pixels_set(uint8_t hole, uint8_t red, uint8_t green, uint8_t blue);
void pixels_show(void); /* within the current limit; set every pixel anew before the next show */

#endif
