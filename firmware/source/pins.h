/* Made from wiring/pins.toml by `make wiring`: change that.
   Rows 1–5 = PC0–PC4, columns a–e = PD3–PD7, button = PD2, pixels = PB0. */
#ifndef PINS_H
#define PINS_H

#define ROW_SHIFT 0
#define ROW_PINS (0x1F << ROW_SHIFT)
#define COLUMN_SHIFT 3
#define COLUMN_PINS (0x1F << COLUMN_SHIFT)
#define BUTTON_PIN (1 << 2)
#define STRIP_PIN (1 << 0)

/* The place of each hole's pixel in the chain, a1 first. */
#define PIXEL_OF_HOLE \
    {0, 1, 2, 3, 4, \
     9, 8, 7, 6, 5, \
     10, 11, 12, 13, 14, \
     19, 18, 17, 16, 15, \
     20, 21, 22, 23, 24}

#endif
