/* Everything that touches a pin or a register; the rest of the firmware is plain C.
   hardware_*.c speak for the ATmega328P, ../pico for the RP2040, tests/fake.c for the unit tests. */
#ifndef HARDWARE_H
#define HARDWARE_H

#include <stdbool.h>
#include <stdint.h>

#define HARDWARE_TICK_US 4

enum reset_cause {
    RESET_POWER = 1,
    RESET_EXTERNAL = 2,
    RESET_BROWNOUT = 4,
    RESET_WATCHDOG = 8,
};

void hardware_begin(void);
uint16_t hardware_ticks(void); /* free running, 4 µs each, wraps after 262 ms */
void hardware_rest(void);      /* sleeps until a byte arrives or the millisecond is over */
void hardware_watchdog_feed(void);
uint8_t hardware_reset_cause(void);

/* Matrix: a pulled line is low, a released one floats up; bit 0 is row 1 or column a. */
void hardware_row_pull(uint8_t row);
void hardware_rows_release(void);
uint8_t hardware_columns_low(void);
void hardware_column_pull(uint8_t column);
void hardware_columns_release(void);
void hardware_row_pullups(bool on);
uint8_t hardware_rows_low(void);
void hardware_settle(void);
bool hardware_button_down(void);

/* Serial line: bytes wait in rings on both sides. */
bool hardware_byte_take(uint8_t *byte);
bool hardware_byte_give(uint8_t byte);
uint8_t hardware_room(void);
void hardware_pump(void);
bool hardware_overrun_take(void);

void hardware_strip_send(const uint8_t *bytes, uint8_t count);

uint32_t hardware_board_id(void);
void hardware_board_id_keep(uint32_t id);

#endif
