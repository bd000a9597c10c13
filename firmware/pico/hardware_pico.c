/* RP2040 on a Raspberry Pi Pico: clocks, pins, sleep, watchdog. Everything runs at the 12 MHz of the
   crystal, without a PLL: that is enough, exact for 250000 baud and for the pixels, and simple. */
#include "hardware.h"
#include "hardware_pico.h"
#include "holes.h"
#include "pins_pico.h"
#include "registers.h"

/* The pull-ups inside have 50 to 80 kΩ: with some 600 pF of wire that takes up to 45 µs to rise. */
#define SETTLE_US 60

#define MS_US 1000
#define WATCHDOG_MS 250
/* Each tick takes two from the counter (erratum RP2040-E1). */
#define WATCHDOG_COUNT(ms) ((ms) * 2000)

#define USED (RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_PIO0 | RESET_TIMER | RESET_UART0)

static uint32_t next_us;

static void wait_for(uint32_t address, uint32_t bits)
{
    while ((REGISTER(address) & bits) != bits)
        continue;
}

/* From the crystal straight to everything. The system clock steps aside first, for its source must
   not change under it. */
static void begin_clocks(void)
{
    REGISTER(XOSC_STARTUP) = CRYSTAL_MHZ * 1000 / 256; /* 1 ms */
    REGISTER(XOSC_CTRL) = 0xFAB << 12 | 0xAA0;         /* on, 1 to 15 MHz */
    wait_for(XOSC_STATUS, 1u << 31);
    REGISTER(CLK_SYS_CTRL) = 0; /* from the reference clock */
    wait_for(CLK_SYS_SELECTED, 1 << 0);
    REGISTER(CLK_REF_CTRL) = 2; /* from the crystal */
    wait_for(CLK_REF_SELECTED, 1 << 2);
    REGISTER(CLK_PERI_CTRL) = 1 << 11; /* on, from the system clock */
    REGISTER(WATCHDOG_TICK) = 1 << 9 | CRYSTAL_MHZ; /* microseconds, for timer and watchdog */
}

static void begin_peripherals(void)
{
    SET(RESETS_RESET) = USED;
    CLEAR(RESETS_RESET) = USED;
    wait_for(RESETS_RESET_DONE, USED);
}

static void begin_pin(uint8_t pin, enum function function, uint32_t pad)
{
    REGISTER(PAD(pin)) = pad;
    REGISTER(IO_CTRL(pin)) = function;
}

/* Rows and columns are pulled low or let go by their output enable alone; the level is always 0. */
static void begin_pins(void)
{
    REGISTER(GPIO_OE_CLEAR) = ~0u;
    REGISTER(GPIO_OUT_CLEAR) = ~0u;
    for (uint8_t i = 0; i < ROWS; i++)
        begin_pin(PICO_ROW + i, FUNCTION_SIO, PAD_PLAIN);
    for (uint8_t i = 0; i < COLUMNS; i++)
        begin_pin(PICO_COLUMN + i, FUNCTION_SIO, PAD_PLAIN | PAD_PULL_UP);
    begin_pin(PICO_BUTTON, FUNCTION_SIO, PAD_PLAIN | PAD_PULL_UP);
    begin_pin(PICO_STRIP, FUNCTION_PIO0, PAD_PLAIN);
    begin_pin(PICO_SEND, FUNCTION_UART, PAD_PLAIN);
    begin_pin(PICO_RECEIVE, FUNCTION_UART, PAD_PLAIN | PAD_PULL_UP);
}

static void arm(void)
{
    next_us += MS_US;
    if ((int32_t)(next_us - REGISTER(TIMER_RAW_LOW)) < 10) /* late: an alarm in the past never comes */
        next_us = REGISTER(TIMER_RAW_LOW) + MS_US;
    REGISTER(TIMER_ALARM0) = next_us;
}

/* Only ends the sleep once a millisecond; the clock is the timer itself. */
void timer_interrupt(void)
{
    REGISTER(TIMER_INTR) = 1 << 0;
    arm();
}

static void begin_timer(void)
{
    next_us = REGISTER(TIMER_RAW_LOW);
    REGISTER(TIMER_INTE) = 1 << 0;
    arm();
}

static void begin_watchdog(void)
{
    REGISTER(PSM_WDSEL) = 0x1FFFC; /* restarts all but the oscillators */
    REGISTER(WATCHDOG_LOAD) = WATCHDOG_COUNT(WATCHDOG_MS);
    SET(WATCHDOG_CTRL) = 1 << 30;
}

void hardware_begin(void)
{
    begin_clocks();
    begin_peripherals();
    begin_pins();
    begin_timer();
    serial_begin();
    strip_begin();
    flash_begin();
    REGISTER(NVIC_ENABLE) = 1 << IRQ_TIMER0 | 1 << IRQ_UART0;
    begin_watchdog();
    interrupts_on();
}

uint16_t hardware_ticks(void)
{
    return (uint16_t)(REGISTER(TIMER_RAW_LOW) / HARDWARE_TICK_US);
}

uint32_t hardware_us(void)
{
    return REGISTER(TIMER_RAW_LOW);
}

void hardware_rest(void)
{
    interrupts_off();
    if (serial_is_quiet())
        __asm__ volatile("wfi"); /* an interrupt that waits ends it at once, masked or not */
    interrupts_on();
}

void hardware_watchdog_feed(void)
{
    REGISTER(WATCHDOG_LOAD) = WATCHDOG_COUNT(WATCHDOG_MS);
}

void watchdog_allow(uint32_t ms)
{
    REGISTER(WATCHDOG_LOAD) = WATCHDOG_COUNT(ms);
}

/* A brown-out cannot be told from power that came: one bit stands for both. */
uint8_t hardware_reset_cause(void)
{
    if (REGISTER(WATCHDOG_REASON))
        return RESET_WATCHDOG;
    uint32_t chip = REGISTER(CHIP_RESET);
    return (chip >> 8 & 1 ? RESET_POWER : 0) | (chip >> 16 & 1 ? RESET_EXTERNAL : 0);
}

void hardware_row_pull(uint8_t row)
{
    REGISTER(GPIO_OE_SET) = 1u << (PICO_ROW + row);
}

void hardware_rows_release(void)
{
    REGISTER(GPIO_OE_CLEAR) = PICO_ROW_PINS;
}

uint8_t hardware_columns_low(void)
{
    return (uint8_t)((~REGISTER(GPIO_IN) & PICO_COLUMN_PINS) >> PICO_COLUMN);
}

void hardware_column_pull(uint8_t column)
{
    REGISTER(GPIO_OE_SET) = 1u << (PICO_COLUMN + column);
}

void hardware_columns_release(void)
{
    REGISTER(GPIO_OE_CLEAR) = PICO_COLUMN_PINS;
}

void hardware_row_pullups(bool on)
{
    for (uint8_t i = 0; i < ROWS; i++)
        REGISTER(PAD(PICO_ROW + i)) = on ? PAD_PLAIN | PAD_PULL_UP : PAD_PLAIN;
}

uint8_t hardware_rows_low(void)
{
    return (uint8_t)((~REGISTER(GPIO_IN) & PICO_ROW_PINS) >> PICO_ROW);
}

void hardware_settle(void)
{
    uint32_t began_us = hardware_us();
    while (hardware_us() - began_us <= SETTLE_US) /* the first may be nearly over */
        continue;
}

bool hardware_button_down(void)
{
    return !(REGISTER(GPIO_IN) & 1u << PICO_BUTTON);
}
