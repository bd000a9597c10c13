/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "matrix.h"

#include <stdbool.h>

#include "../source/pins.h" /* generated numbers, no code */
#include "chance.h"
#include "chip.h"
#include "json.h"
#include "reeds.h"

#define PINC 0x26
#define DDRC 0x27
#define PORTC 0x28
#define PIND 0x29
#define DDRD 0x2A
#define PORTD 0x2B
#define SERIAL_PINS 0x03
#define SIDE 5
#define FALL_CYCLES (1 * CHIP_CYCLES_PER_US)

/* 35 kΩ of internal pull-up and some 600 pF of wire reach the threshold after about 20 µs. */
static uint64_t rise_cycles = 20 * CHIP_CYCLES_PER_US;
static uint32_t without_diode, turned_diode;
static uint8_t grounded_columns;

enum hold { FLOATING, PULLED_UP, PULLED_LOW };

struct wire {
    enum hold hold;
    uint64_t since;
};

static struct wire rows[SIDE], columns[SIDE];

void matrix_wire(uint32_t no_diode, uint32_t turned, uint8_t grounded)
{
    without_diode = no_diode;
    turned_diode = turned;
    grounded_columns = grounded;
}

void matrix_rise(double rise_us)
{
    rise_cycles = (uint64_t)(rise_us * CHIP_CYCLES_PER_US);
}

/* One reed: low goes from row to column through a diode, the other way through a turned one. */
static bool conduct(int hole, uint8_t *rows_low, uint8_t *columns_low)
{
    uint8_t row = 1 << hole / SIDE, column = 1 << hole % SIDE;
    bool bare = without_diode >> hole & 1, turned = turned_diode >> hole & 1;
    bool down = (bare || !turned) && *rows_low & row && !(*columns_low & column);
    bool up = (bare || turned) && *columns_low & column && !(*rows_low & row);
    if (down)
        *columns_low |= column;
    if (up)
        *rows_low |= row;
    return down || up;
}

static void spread(uint32_t closed, uint8_t *rows_low, uint8_t *columns_low)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int hole = 0; hole < SIDE * SIDE; hole++)
            if (closed >> hole & 1)
                changed |= conduct(hole, rows_low, columns_low);
    }
}

static void hold(struct wire *wires, uint8_t low, uint8_t pulled_up)
{
    for (int i = 0; i < SIDE; i++) {
        enum hold now = low >> i & 1 ? PULLED_LOW : pulled_up >> i & 1 ? PULLED_UP : FLOATING;
        if (now != wires[i].hold)
            wires[i] = (struct wire){now, chip->cycle};
    }
}

static void update(void)
{
    const uint8_t *data = chip->data;
    uint8_t rows_low = (data[DDRC] & ~data[PORTC] & ROW_PINS) >> ROW_SHIFT;
    uint8_t columns_low = (data[DDRD] & ~data[PORTD] & COLUMN_PINS) >> COLUMN_SHIFT | grounded_columns;
    spread(reeds_closed(chip->cycle), &rows_low, &columns_low);
    hold(rows, rows_low, (~data[DDRC] & data[PORTC] & ROW_PINS) >> ROW_SHIFT);
    hold(columns, columns_low, (~data[DDRD] & data[PORTD] & COLUMN_PINS) >> COLUMN_SHIFT);
}

static bool is_high(const struct wire *wire)
{
    uint64_t age = chip->cycle - wire->since;
    switch (wire->hold) {
    case PULLED_LOW:
        return age < FALL_CYCLES;
    case PULLED_UP:
        return age >= rise_cycles;
    default:
        return chance() & 1;
    }
}

static uint8_t levels(const struct wire *wires)
{
    uint8_t high = 0;
    for (int i = 0; i < SIDE; i++)
        high |= is_high(&wires[i]) << i;
    return high;
}

static uint8_t button_level(void)
{
    if (button_is_down())
        return 0;
    bool has_pullup = chip->data[PORTD] & BUTTON_PIN;
    return has_pullup || chance() & 1 ? BUTTON_PIN : 0;
}

static uint8_t read_columns(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)param;
    update();
    avr->data[address] = levels(columns) << COLUMN_SHIFT | button_level() | SERIAL_PINS;
    return avr->data[address];
}

static uint8_t read_rows(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)param;
    update();
    avr->data[address] = levels(rows) << ROW_SHIFT;
    return avr->data[address];
}

/* Driving a matrix line high against another that is low would be a short circuit. */
static void write_line(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    avr->data[address] = value;
    if (avr->data[DDRC] & avr->data[PORTC] & ROW_PINS ||
        avr->data[DDRD] & avr->data[PORTD] & COLUMN_PINS)
        json_say("{\"us\": %.1f, \"driven_high\": true}", chip_us());
    update();
}

void matrix_begin(void)
{
    chip_watch(PINC, read_rows, NULL);
    chip_watch(PIND, read_columns, NULL);
    chip_watch(DDRC, NULL, write_line);
    chip_watch(PORTC, NULL, write_line);
    chip_watch(DDRD, NULL, write_line);
    chip_watch(PORTD, NULL, write_line);
}
