#include "pixels.h"

#include "hardware.h"
#include "holes.h"
#include "pins.h"
#include "power.h"

static uint8_t strip[COLOURS];

static const uint8_t place[HOLES] = PIXEL_OF_HOLE;

void pixels_clear(void)
{
    for (uint8_t i = 0; i < COLOURS; i++)
        strip[i] = 0;
}

void pixels_set(uint8_t hole, uint8_t red, uint8_t green, uint8_t blue)
{
    uint8_t *pixel = strip + 3 * place[hole];
    pixel[0] = green;
    pixel[1] = red;
    pixel[2] = blue;
}

void pixels_show(void)
{
    power_limit(strip, COLOURS);
    hardware_strip_send(strip, COLOURS);
}
