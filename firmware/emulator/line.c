/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "line.h"

#include <stdbool.h>

#include "chance.h"
#include "chip.h"

#define UCSR0A 0xC0
#define UCSR0B 0xC1
#define UBRR0L 0xC4
#define UBRR0H 0xC5
#define UDR0 0xC6
#define RXC 0x80
#define UDRE 0x20
#define DOR 0x08
#define U2X 0x02
#define RXEN 0x10
#define RX_VECTOR 18

#define BIT_CYCLES (CHIP_HZ / 250000) /* the host's side, always right */
#define BYTE_CYCLES (10 * BIT_CYCLES)
#define UNREAD_MOST 3
#define WIRE (1 << 16)

static uint8_t wire[WIRE]; /* from the host, not yet at the chip */
static size_t wire_head, wire_tail;
static uint8_t unread[UNREAD_MOST];
static int unread_count;
static bool overrun;
static uint8_t shifting, buffered;
static bool is_shifting, is_buffered;
static double corrupt_share;
static void (*give_host)(uint8_t);

static avr_int_vector_t received = {
    .vector = RX_VECTOR,
    .enable = AVR_IO_REGBIT(UCSR0B, 7),
    .raised = AVR_IO_REGBIT(UCSR0A, 7),
    .raise_sticky = 1,
};

void line_corrupt(double percent)
{
    corrupt_share = percent / 100;
}

static uint8_t maybe_corrupt(uint8_t byte)
{
    return chance_share() < corrupt_share ? byte ^ (1 << chance() % 8) : byte;
}

/* A UART takes up to about 4 % of error over ten bits; beyond that bytes are noise. */
static uint8_t through_baud(uint8_t byte)
{
    int divisor = chip->data[UBRR0L] + 256 * chip->data[UBRR0H] + 1;
    int cycles = divisor * (chip->data[UCSR0A] & U2X ? 8 : 16);
    int error = cycles > BIT_CYCLES ? cycles - BIT_CYCLES : BIT_CYCLES - cycles;
    return error * 25 > BIT_CYCLES ? byte ^ (uint8_t)(chance() | 1) : byte;
}

static void deliver(uint8_t byte)
{
    if (!(chip->data[UCSR0B] & RXEN))
        return;
    if (unread_count == UNREAD_MOST) {
        overrun = true;
        return;
    }
    unread[unread_count++] = byte;
    avr_raise_interrupt(chip, &received);
}

static avr_cycle_count_t arrive(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)param;
    if (wire_head == wire_tail)
        return 0;
    deliver(through_baud(maybe_corrupt(wire[wire_tail++ % WIRE])));
    return wire_head == wire_tail ? 0 : when + BYTE_CYCLES;
}

static avr_cycle_count_t leave(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)param;
    give_host(maybe_corrupt(through_baud(shifting)));
    is_shifting = is_buffered;
    shifting = buffered;
    is_buffered = false;
    return is_shifting ? when + BYTE_CYCLES : 0;
}

static uint8_t read_status(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)param;
    uint8_t status = avr->data[address] & U2X;
    status |= unread_count ? RXC : 0;
    status |= is_buffered ? 0 : UDRE;
    status |= overrun ? DOR : 0;
    avr->data[address] = status;
    return status;
}

static uint8_t read_data(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)address, (void)param;
    if (!unread_count)
        return 0;
    uint8_t byte = unread[0];
    unread[0] = unread[1];
    unread[1] = unread[2];
    overrun = false;
    if (--unread_count)
        avr_raise_interrupt(avr, &received);
    else
        avr_clear_interrupt(avr, &received);
    return byte;
}

static void write_plain(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    avr->data[address] = value;
}

static void write_data(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address, (void)param;
    if (is_shifting) {
        buffered = value;
        is_buffered = true;
        return;
    }
    shifting = value;
    is_shifting = true;
    avr_cycle_timer_register(avr, BYTE_CYCLES, leave, NULL);
}

void line_begin(void (*to_host)(uint8_t))
{
    give_host = to_host;
    avr_register_vector(chip, &received);
    chip_watch(UCSR0A, read_status, write_plain);
    chip_watch(UCSR0B, NULL, write_plain);
    chip_watch(UBRR0L, NULL, write_plain);
    chip_watch(UDR0, read_data, write_data);
}

static void start_wire(void)
{
    if (wire_head != wire_tail && !avr_cycle_timer_status(chip, arrive, NULL))
        avr_cycle_timer_register(chip, BYTE_CYCLES, arrive, NULL);
}

void line_reset(void)
{
    unread_count = 0;
    overrun = is_shifting = is_buffered = false;
    start_wire();
}

void line_drop(void)
{
    wire_tail = wire_head;
}

void line_send(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count && wire_head - wire_tail < WIRE; i++)
        wire[wire_head++ % WIRE] = bytes[i];
    start_wire();
}
