#include "fake.h"

#include <string.h>

#include "hardware.h"
#include "holes.h"

uint16_t fake_ticks;
uint32_t fake_closed, fake_no_diode;
bool fake_button;
uint8_t fake_strip[75];
int fake_strips;
uint8_t fake_sent[4096];
int fake_sent_count, fake_room;
uint32_t fake_board_id;

static uint8_t arrived[65536];
static int arrived_count, arrived_read;
static uint8_t row_pulled, column_pulled;

void fake_begin(void)
{
    fake_closed = fake_no_diode = 0;
    fake_button = false;
    fake_strips = fake_sent_count = arrived_count = arrived_read = 0;
    fake_room = 127;
    fake_board_id = 7;
    row_pulled = column_pulled = 0;
}

void fake_pass_ms(int ms)
{
    fake_ticks += ms * 1000 / HARDWARE_TICK_US;
}

void fake_arrive(const uint8_t *bytes, int count)
{
    memcpy(arrived + arrived_count, bytes, count);
    arrived_count += count;
}

uint16_t hardware_ticks(void)
{
    return fake_ticks;
}

void hardware_row_pull(uint8_t row)
{
    row_pulled = 1 << row;
}

void hardware_rows_release(void)
{
    row_pulled = 0;
}

void hardware_column_pull(uint8_t column)
{
    column_pulled = 1 << column;
}

void hardware_columns_release(void)
{
    column_pulled = 0;
}

void hardware_row_pullups(bool on)
{
    (void)on;
}

void hardware_settle(void)
{
}

/* Diodes everywhere unless told otherwise: only then can low creep from column to row. */
static void spread(uint8_t *rows, uint8_t *columns)
{
    for (int pass = 0; pass < ROWS; pass++)
        for (int hole = 0; hole < HOLES; hole++) {
            uint8_t row = 1 << hole / COLUMNS, column = 1 << hole % COLUMNS;
            if (!(fake_closed >> hole & 1))
                continue;
            if (*rows & row)
                *columns |= column;
            if (fake_no_diode >> hole & 1 && *columns & column)
                *rows |= row;
        }
}

uint8_t hardware_columns_low(void)
{
    uint8_t rows = row_pulled, columns = column_pulled;
    spread(&rows, &columns);
    return columns;
}

uint8_t hardware_rows_low(void)
{
    uint8_t rows = row_pulled, columns = column_pulled;
    spread(&rows, &columns);
    return rows;
}

bool hardware_button_down(void)
{
    return fake_button;
}

bool hardware_byte_take(uint8_t *byte)
{
    if (arrived_read == arrived_count)
        return false;
    *byte = arrived[arrived_read++];
    return true;
}

bool hardware_byte_give(uint8_t byte)
{
    fake_sent[fake_sent_count++] = byte;
    return true;
}

uint8_t hardware_room(void)
{
    return fake_room;
}

bool hardware_overrun_take(void)
{
    return false;
}

void hardware_strip_send(const uint8_t *bytes, uint8_t count)
{
    memcpy(fake_strip, bytes, count);
    fake_strips++;
    fake_ticks += 900 / HARDWARE_TICK_US;
}

uint8_t hardware_reset_cause(void)
{
    return RESET_EXTERNAL;
}

uint32_t hardware_board_id(void)
{
    return fake_board_id;
}

void hardware_board_id_keep(uint32_t id)
{
    fake_board_id = id;
}
