/* ATmega328P on an Arduino Nano: pins, clock, sleep, watchdog, identity. Rows are on port C, columns
   and the button on port D; on which pins, pins.h tells. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/delay.h>

#include "hardware.h"
#include "hardware_serial.h"
#include "holes.h"
#include "pins.h"

#define RECEIVE_PIN (1 << PD0)

#define SETTLE_US 30

/* In the EEPROM, not at its address 0, which a brown-out during a write is known to hit. */
#define BOARD_ID ((uint32_t *)16)

static uint8_t reset_flags __attribute__((section(".noinit")));

void reset_note(void) __attribute__((naked, used, section(".init3")));

/* Before main: a watchdog reset leaves the watchdog running at its shortest. Bootloaders of the
   Optiboot family clear MCUSR and hand it over in r2. */
void reset_note(void)
{
    uint8_t handed_over;
    __asm__ volatile("mov %0, r2" : "=r"(handed_over));
    reset_flags = MCUSR ? MCUSR : handed_over;
    MCUSR = 0;
    wdt_disable();
}

static void begin_pins(void)
{
    DDRB = STRIP_PIN;
    DDRC = 0;
    PORTC = 0;
    DDRD = 0;
    PORTD = COLUMN_PINS | BUTTON_PIN | RECEIVE_PIN; /* pull-ups */
}

/* Timer 1 runs free and is the clock; timer 0 only ends the sleep once a millisecond. */
static void begin_timers(void)
{
    TCCR1A = 0;
    TCCR1B = 1 << CS11 | 1 << CS10; /* 16 MHz / 64 */
    TCCR0A = 1 << WGM01;
    TCCR0B = 1 << CS01 | 1 << CS00;
    OCR0A = 249;
    TIMSK0 = 1 << OCIE0A;
}

EMPTY_INTERRUPT(TIMER0_COMPA_vect)

void hardware_begin(void)
{
    begin_pins();
    begin_timers();
    serial_begin();
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_250MS);
    sei();
}

uint16_t hardware_ticks(void)
{
    return TCNT1; /* no interrupt touches a 16-bit register, so TEMP is safe */
}

void hardware_rest(void)
{
    cli();
    if (serial_is_quiet()) {
        sleep_enable();
        sei(); /* takes effect after the next instruction: no wake-up is lost */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

void hardware_watchdog_feed(void)
{
    wdt_reset();
}

uint8_t hardware_reset_cause(void)
{
    return reset_flags & (1 << WDRF | 1 << BORF | 1 << EXTRF | 1 << PORF);
}

void hardware_row_pull(uint8_t row)
{
    DDRC = 1 << (row + ROW_SHIFT);
}

void hardware_rows_release(void)
{
    DDRC = 0;
}

uint8_t hardware_columns_low(void)
{
    return (~PIND & COLUMN_PINS) >> COLUMN_SHIFT;
}

/* Low without ever driving high: the pull-up goes first. */
void hardware_column_pull(uint8_t column)
{
    uint8_t pin = 1 << (column + COLUMN_SHIFT);
    PORTD &= ~pin;
    DDRD |= pin;
}

void hardware_columns_release(void)
{
    DDRD &= ~COLUMN_PINS;
    PORTD |= COLUMN_PINS;
}

void hardware_row_pullups(bool on)
{
    PORTC = on ? ROW_PINS : 0;
}

uint8_t hardware_rows_low(void)
{
    return (~PINC & ROW_PINS) >> ROW_SHIFT;
}

void hardware_settle(void)
{
    _delay_us(SETTLE_US);
}

bool hardware_button_down(void)
{
    return !(PIND & BUTTON_PIN);
}

uint32_t hardware_board_id(void)
{
    return eeprom_read_dword(BOARD_ID);
}

void hardware_board_id_keep(uint32_t id)
{
    eeprom_update_dword(BOARD_ID, id);
}
