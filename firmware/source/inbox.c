#include "inbox.h"

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "debounce.h"
#include "frame.h"
#include "hardware.h"
#include "holes.h"
#include "idle.h"
#include "message.h"
#include "outbox.h"
#include "pixels.h"
#include "power.h"
#include "report.h"

void inbox_begin(void)
{
    frame_begin();
}

static uint16_t get16(const uint8_t *bytes)
{
    return bytes[0] | (uint16_t)bytes[1] << 8;
}

static uint32_t get32(const uint8_t *bytes)
{
    return get16(bytes) | (uint32_t)get16(bytes + 2) << 16;
}

/* A new conversation: what was queued for another host is told by the state that follows. */
static void hear_greeting(const struct frame *frame)
{
    report_begin();
    outbox_greet(frame->sequence);
}

static void hear_lights(const uint8_t *colours)
{
    for (uint8_t hole = 0; hole < HOLES; hole++, colours += 3)
        pixels_set(hole, colours[0], colours[1], colours[2]);
    pixels_show();
}

static void hear_settings(const uint8_t *settings)
{
    debounce_set(settings[0]);
    power_set(get16(settings + 1));
}

/* Every type has one length. That is part of the check: a CRC that ends in zero can lose that zero
   to a single flipped bit and still be right. */
static uint8_t length_of(uint8_t type)
{
    switch (type) {
    case MESSAGE_GREET:
        return 1;
    case MESSAGE_LIGHTS:
        return COLOURS;
    case MESSAGE_SETTINGS:
        return 3;
    case MESSAGE_NAME:
        return 4;
    default:
        return 0;
    }
}

/* Messages that have an answer of their own. */
static bool hear_question(const struct frame *frame)
{
    switch (frame->type) {
    case MESSAGE_GREET:
        hear_greeting(frame);
        return true;
    case MESSAGE_ACKNOWLEDGE:
        report_acknowledge(frame->sequence, clock_ms());
        return true;
    case MESSAGE_ASK_CHATTER:
        outbox_tell_chatter(frame->sequence);
        return true;
    default:
        return false;
    }
}

static uint8_t hear_order(const struct frame *frame)
{
    switch (frame->type) {
    case MESSAGE_LIGHTS:
        hear_lights(frame->payload);
        return DONE_WELL;
    case MESSAGE_SETTINGS:
        hear_settings(frame->payload);
        return DONE_WELL;
    case MESSAGE_NAME:
        hardware_board_id_keep(get32(frame->payload));
        return DONE_WELL;
    default:
        return DONE_UNKNOWN_TYPE;
    }
}

static void hear(const struct frame *frame)
{
    if (frame->length != length_of(frame->type)) {
        frame_refuse();
        return;
    }
    idle_hear(clock_ms());
    if (!hear_question(frame))
        outbox_done(frame->sequence, hear_order(frame));
}

void inbox_listen(void)
{
    struct frame frame;
    uint8_t byte;
    if (hardware_overrun_take())
        outbox_count_overrun();
    while (hardware_room() >= OUTBOX_DONE_ROOM && hardware_byte_take(&byte))
        if (frame_take(byte, &frame)) {
            hear(&frame);
            break; /* a look at the reeds may be due after a frame of lights */
        }
}
