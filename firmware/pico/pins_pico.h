/* Made from wiring/pins.toml by `make wiring`: change that.
   Rows 1–5 = GP2–GP6, columns a–e = GP7–GP11. */
#ifndef PINS_PICO_H
#define PINS_PICO_H

#define PICO_ROW 2
#define PICO_ROW_PINS (0x1Fu << PICO_ROW)
#define PICO_COLUMN 7
#define PICO_COLUMN_PINS (0x1Fu << PICO_COLUMN)
#define PICO_BUTTON 12
#define PICO_STRIP 13
#define PICO_SEND 0
#define PICO_RECEIVE 1

#endif
