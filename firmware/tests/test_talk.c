/* The whole logic without a chip: bytes from a host in, bytes to the host out. */
#include <string.h>

#include "clock.h"
#include "debounce.h"
#include "expect.h"
#include "fake.h"
#include "frame.h"
#include "hardware.h"
#include "holes.h"
#include "idle.h"
#include "inbox.h"
#include "message.h"
#include "outbox.h"
#include "power.h"
#include "report.h"
#include "tests.h"
#include "watch.h"

static struct frame said[64];
static uint8_t payloads[64][FRAME_PAYLOAD_MOST];
static int said_count;

static void begin(uint32_t closed)
{
    fake_begin();
    fake_closed = closed;
    clock_begin();
    debounce_set(DEBOUNCE_MS);
    watch_begin();
    report_begin();
    inbox_begin();
    outbox_begin();
    idle_begin(0);
}

/* Decodes what the board said with the board's own decoder: it is idle in these tests. */
static void listen(void)
{
    struct frame frame;
    said_count = 0;
    for (int i = 0; i < fake_sent_count; i++)
        if (frame_take(fake_sent[i], &frame)) {
            memcpy(payloads[said_count], frame.payload, frame.length);
            said[said_count] = frame;
            said[said_count].payload = payloads[said_count];
            said_count++;
        }
    fake_sent_count = 0;
}

static void run_ms(int ms)
{
    for (int i = 0; i < ms; i++) {
        fake_pass_ms(1);
        uint8_t passed = clock_advance();
        if (passed)
            watch_look(passed);
        inbox_listen();
        outbox_speak();
        outbox_speak();
    }
    listen();
}

static void tell(uint8_t type, uint8_t sequence, const uint8_t *payload, uint8_t length)
{
    uint8_t message[FRAME_MOST] = {type, sequence};
    for (int i = 0; i < length; i++)
        message[2 + i] = payload[i];
    fake_sent_count = 0;
    frame_send(message, 2 + length, hardware_byte_give);
    fake_arrive(fake_sent, fake_sent_count);
    fake_sent_count = 0;
}

static const struct frame *find(uint8_t type)
{
    for (int i = 0; i < said_count; i++)
        if (said[i].type == type)
            return &said[i];
    return NULL;
}

static int count(uint8_t type)
{
    int found = 0;
    for (int i = 0; i < said_count; i++)
        found += said[i].type == type;
    return found;
}

static void a_board_introduces_itself_and_tells_its_state(void)
{
    begin(0x1F);
    run_ms(5);
    expect_equal(said[0].type, MESSAGE_HELLO);
    expect_equal(said[0].sequence, 0);
    expect_equal(said[0].payload[0], PROTOCOL);
    expect_equal(said[0].payload[4], 7); /* board id */
    expect_equal(said[0].payload[8], RESET_EXTERNAL);
    expect_equal(find(MESSAGE_STATE)->payload[4], 0x1F);
    run_ms(1000);
    expect_equal(count(MESSAGE_STATE), 1);
    expect_equal(count(MESSAGE_REPORT), 0);
}

static void a_lift_is_reported_until_acknowledged(void)
{
    begin(0x1F);
    run_ms(5);
    fake_closed = 0x1E;
    run_ms(100);
    expect(count(MESSAGE_REPORT) >= 3);
    expect_equal(find(MESSAGE_REPORT)->sequence, 1);
    expect_equal(find(MESSAGE_REPORT)->payload[4], 0x1E);
    tell(MESSAGE_ACKNOWLEDGE, 1, NULL, 0);
    run_ms(2);
    run_ms(100);
    expect_equal(count(MESSAGE_REPORT), 0);
}

static void the_state_bears_the_number_of_the_newest_report(void)
{
    begin(0);
    run_ms(5);
    fake_closed = 3;
    run_ms(1005);
    expect_equal(find(MESSAGE_STATE)->sequence, 1);
}

static void the_button_going_down_is_told_by_a_state_at_once(void)
{
    begin(0);
    run_ms(5);
    fake_button = true;
    run_ms(30);
    expect_equal(count(MESSAGE_STATE), 1);
    expect_equal(find(MESSAGE_STATE)->payload[7], 2); /* bit 25 of the settled mask */
    expect_equal(count(MESSAGE_PRESSED), 0);
}

static void a_greeting_starts_the_numbers_anew(void)
{
    begin(0);
    run_ms(5);
    fake_closed = 1;
    run_ms(20);
    tell(MESSAGE_GREET, 9, (uint8_t[]){PROTOCOL}, 1);
    run_ms(5);
    expect_equal(find(MESSAGE_HELLO)->sequence, 9);
    expect_equal(find(MESSAGE_STATE)->sequence, 0);
    expect_equal(find(MESSAGE_STATE)->payload[4], 1);
    fake_closed = 0;
    run_ms(20);
    expect_equal(find(MESSAGE_REPORT)->sequence, 1);
}

static void lights_are_painted_and_done(void)
{
    uint8_t colours[COLOURS] = {10, 20, 30};
    begin(0);
    run_ms(5);
    tell(MESSAGE_LIGHTS, 33, colours, COLOURS);
    run_ms(3);
    expect_equal(find(MESSAGE_DONE)->sequence, 33);
    expect_equal(find(MESSAGE_DONE)->payload[0], DONE_WELL);
    expect(fake_strip[0] == 20 && fake_strip[1] == 10 && fake_strip[2] == 30);
}

static void unknown_types_are_answered_and_wrong_lengths_are_bad_frames(void)
{
    begin(0);
    run_ms(5);
    tell(0x99, 1, NULL, 0);
    run_ms(3);
    expect_equal(find(MESSAGE_DONE)->payload[0], DONE_UNKNOWN_TYPE);
    tell(MESSAGE_LIGHTS, 2, (uint8_t[]){1, 2, 3}, 3);
    run_ms(3);
    expect(!find(MESSAGE_DONE));
    expect_equal(frame_bad(), 1);
    expect_equal(fake_strips, 0);
}

static void settings_and_name_are_kept(void)
{
    begin(0);
    run_ms(5);
    tell(MESSAGE_SETTINGS, 1, (uint8_t[]){5, 0xFF, 0xFF}, 3);
    tell(MESSAGE_NAME, 2, (uint8_t[]){1, 2, 3, 4}, 4);
    run_ms(5);
    expect_equal(debounce_get(), 5);
    expect_equal(power_get(), POWER_MA_MOST);
    expect_equal(fake_board_id, 0x04030201);
}

static void the_button_tells_how_long_it_was_held(void)
{
    begin(0);
    run_ms(5);
    fake_button = true;
    run_ms(300);
    expect_equal(count(MESSAGE_PRESSED), 0);
    fake_button = false;
    run_ms(20);
    const struct frame *pressed = find(MESSAGE_PRESSED);
    expect_equal(pressed->payload[4] | pressed->payload[5] << 8, 300);
}

static void chatter_is_counted_per_hole(void)
{
    begin(0);
    for (int i = 0; i < 40; i++) {
        fake_closed = i & 1 ? 1 << 7 : 0;
        run_ms(1);
    }
    tell(MESSAGE_ASK_CHATTER, 5, NULL, 0);
    run_ms(5);
    const struct frame *chatter = find(MESSAGE_CHATTER);
    expect_equal(chatter->sequence, 5);
    expect_equal(chatter->payload[14], 19);
    expect_equal(chatter->payload[12], 0);
}

static void speech_waits_for_room(void)
{
    begin(0);
    fake_room = 10;
    run_ms(50);
    expect_equal(said_count, 0);
    fake_room = 127;
    run_ms(5);
    expect(find(MESSAGE_HELLO) && find(MESSAGE_STATE));
}

void test_talk(void)
{
    a_board_introduces_itself_and_tells_its_state();
    a_lift_is_reported_until_acknowledged();
    the_state_bears_the_number_of_the_newest_report();
    the_button_going_down_is_told_by_a_state_at_once();
    a_greeting_starts_the_numbers_anew();
    lights_are_painted_and_done();
    unknown_types_are_answered_and_wrong_lengths_are_bad_frames();
    settings_and_name_are_kept();
    the_button_tells_how_long_it_was_held();
    chatter_is_counted_per_hole();
    speech_waits_for_room();
}
