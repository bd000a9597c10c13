#include "outbox.h"

#include <stdbool.h>

#include "clock.h"
#include "debounce.h"
#include "frame.h"
#include "hardware.h"
#include "matrix.h"
#include "message.h"
#include "power.h"
#include "report.h"
#include "watch.h"

#define STATE_EVERY_MS 1000
#define HELLO_LENGTH 24
#define STATE_LENGTH 17
#define REPORT_LENGTH 9
#define CHATTER_LENGTH (2 * HOLES)
#define FRAMING 6 /* type, sequence, CRC, COBS code, delimiter */

#define PAYLOAD 2 /* after type and sequence */

static uint8_t message[PAYLOAD + CHATTER_LENGTH + 2];
static uint8_t written = PAYLOAD;
static bool hello_due, state_due, chatter_due;
static uint8_t hello_sequence, chatter_sequence;
static uint32_t state_ms;
static uint16_t overruns;

void outbox_begin(void)
{
    hello_due = state_due = true;
    chatter_due = false;
    hello_sequence = 0;
}

void outbox_greet(uint8_t sequence)
{
    hello_due = state_due = true;
    hello_sequence = sequence;
}

void outbox_tell_state(void)
{
    state_due = true;
}

void outbox_tell_chatter(uint8_t sequence)
{
    chatter_due = true;
    chatter_sequence = sequence;
}

void outbox_count_overrun(void)
{
    overruns += overruns < UINT16_MAX;
}

static void put8(uint8_t value)
{
    message[written++] = value;
}

static void put16(uint16_t value)
{
    put8(value & 0xFF);
    put8(value >> 8);
}

static void put32(uint32_t value)
{
    put16(value & 0xFFFF);
    put16(value >> 16);
}

static void send(uint8_t type, uint8_t sequence)
{
    message[0] = type;
    message[1] = sequence;
    frame_send(message, written, hardware_byte_give);
    written = PAYLOAD;
}

static bool has_room(uint8_t length)
{
    return hardware_room() >= length + FRAMING;
}

static void say_hello(void)
{
    put8(PROTOCOL);
    put8(FIRMWARE_MAJOR);
    put8(FIRMWARE_MINOR);
    put8(FIRMWARE_PATCH);
    put32(hardware_board_id());
    put8(hardware_reset_cause());
    put8(debounce_get());
    put16(power_get());
    put16(overruns);
    put16(frame_bad());
    put16(watch_missed());
    put16(report_lost());
    put32(clock_ms());
    send(MESSAGE_HELLO, hello_sequence);
    hello_due = false;
}

/* Numbered like the newest report: who has that report has nothing newer to expect. */
static void say_state(void)
{
    state_ms = clock_ms();
    state_due = false;
    put32(state_ms);
    put32(debounce_settled());
    put32(watch_raw());
    put32(matrix_backward());
    put8(matrix_grounded());
    send(MESSAGE_STATE, report_last());
}

static void say_chatter(void)
{
    for (uint8_t hole = 0; hole < HOLES; hole++)
        put16(debounce_chatter(hole));
    send(MESSAGE_CHATTER, chatter_sequence);
    chatter_due = false;
}

static void say_report(const struct report *report, uint8_t sequence)
{
    put32(report->ms);
    if (report->held_ms)
        put16(report->held_ms);
    else
        put32(report->mask);
    put8(report->lost_before);
    send(report->held_ms ? MESSAGE_PRESSED : MESSAGE_REPORT, sequence);
}

void outbox_done(uint8_t sequence, uint8_t status)
{
    put8(status);
    send(MESSAGE_DONE, sequence);
}

static bool speak_of_reports(void)
{
    if (!has_room(REPORT_LENGTH))
        return false;
    uint8_t sequence;
    const struct report *report = report_next(clock_ms(), &sequence);
    if (report)
        say_report(report, sequence);
    return report;
}

void outbox_speak(void)
{
    if (clock_ms() - state_ms >= STATE_EVERY_MS)
        state_due = true;
    if (hello_due && has_room(HELLO_LENGTH))
        say_hello();
    else if (speak_of_reports())
        return;
    else if (state_due && has_room(STATE_LENGTH))
        say_state();
    else if (chatter_due && has_room(CHATTER_LENGTH))
        say_chatter();
}
