#include "matrix.h"

#include "hardware.h"
#include "holes.h"

uint32_t matrix_scan(void)
{
    uint32_t mask = 0;
    for (uint8_t row = ROWS; row-- > 0;) {
        hardware_row_pull(row);
        hardware_settle();
        mask = mask << COLUMNS | hardware_columns_low();
        hardware_rows_release();
    }
    return mask;
}

static uint32_t spread(uint8_t rows_low, uint8_t column)
{
    uint32_t holes = 0;
    for (uint8_t row = 0; row < ROWS; row++)
        if (rows_low & 1 << row)
            holes |= 1UL << (row * COLUMNS + column);
    return holes;
}

/* A 1N4148 from column to row blocks this direction, so every row must stay high. */
uint32_t matrix_backward(void)
{
    uint32_t holes = 0;
    hardware_row_pullups(true);
    for (uint8_t column = 0; column < COLUMNS; column++) {
        hardware_column_pull(column);
        hardware_settle();
        holes |= spread(hardware_rows_low(), column);
        hardware_columns_release();
        hardware_settle(); /* a row that was low needs its rise before the next column */
    }
    hardware_row_pullups(false);
    return holes;
}

uint8_t matrix_grounded(void)
{
    hardware_settle();
    return hardware_columns_low();
}
