#include <stdbool.h>
#include <string.h>

#include "expect.h"
#include "fake.h"
#include "frame.h"
#include "hardware.h"
#include "tests.h"

#define SOAK_FRAMES 300000
#define SOAK_BYTES 5000000

static uint64_t state;

static uint32_t chance(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

static int parse_hex(const char *text, uint8_t *bytes)
{
    int count = 0;
    if (strcmp(text, "-"))
        for (; sscanf(text + 2 * count, "%2hhx", &bytes[count]) == 1; count++)
            continue;
    return count;
}

static bool take_all(const uint8_t *wire, int count, struct frame *frame)
{
    bool whole = false;
    for (int i = 0; i < count; i++)
        whole |= frame_take(wire[i], frame);
    return whole;
}

static int encode(uint8_t type, uint8_t sequence, const uint8_t *payload, int length)
{
    uint8_t message[FRAME_MOST] = {type, sequence};
    memcpy(message + 2, payload, length);
    fake_sent_count = 0;
    frame_send(message, 2 + length, hardware_byte_give);
    return fake_sent_count;
}

/* A line of the file: name, type, sequence, payload ("-" if none), wire. */
static void check_vector(const char *line)
{
    char name[64], payload_hex[200], wire_hex[200];
    uint8_t type, sequence, payload[100], wire[100];
    struct frame frame;
    expect_equal(sscanf(line, "%63s %hhx %hhx %199s %199s", name, &type, &sequence, payload_hex,
                        wire_hex), 5);
    int length = parse_hex(payload_hex, payload), count = parse_hex(wire_hex, wire);
    frame_begin();
    expect(take_all(wire, count, &frame));
    expect(frame.type == type && frame.sequence == sequence && frame.length == length);
    expect(!memcmp(frame.payload, payload, length));
    expect_equal(encode(type, sequence, payload, length), count);
    expect(!memcmp(fake_sent, wire, count));
}

static void the_golden_vectors_hold_both_ways(const char *folder)
{
    char path[500], line[1000];
    int count = 0;
    snprintf(path, sizeof path, "%s/frames.txt", folder);
    FILE *file = fopen(path, "r");
    expect(file);
    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && line[0] != '\n') {
            check_vector(line);
            count++;
        }
    fclose(file);
    expect(count >= 12);
}

static void a_frame_too_long_is_bad_and_the_next_is_read(void)
{
    struct frame frame;
    uint8_t payload[FRAME_PAYLOAD_MOST] = {0};
    frame_begin();
    for (int i = 0; i < 1000; i++)
        expect(!frame_take(0x33, &frame));
    expect(!frame_take(0, &frame));
    expect_equal(frame_bad(), 1);
    int count = encode(0x82, 1, payload, FRAME_PAYLOAD_MOST);
    expect(take_all(fake_sent, count, &frame));
    expect_equal(frame.length, FRAME_PAYLOAD_MOST);
}

static void empty_frames_are_no_fault(void)
{
    struct frame frame;
    frame_begin();
    for (int i = 0; i < 10; i++)
        expect(!frame_take(0, &frame));
    expect_equal(frame_bad(), 0);
}

/* Noise of every kind: nothing crashes (the sanitizers watch), hardly anything passes the CRC
   (2 in 65536 of the frames that are long enough), and the frame after it is always read. */
static void noise_never_stops_the_next_frame(void)
{
    struct frame frame;
    int accepted = 0, offered = 0;
    uint8_t payload[] = {1, 0, 2};
    frame_begin();
    for (int i = 0; i < SOAK_BYTES; i++) {
        uint8_t byte = chance() % 12 ? chance() : 0;
        offered += byte == 0;
        accepted += frame_take(byte, &frame);
        if (i % 50000 == 0) {
            frame_take(0, &frame);
            int count = encode(0x84, i / 50000, payload, 3);
            expect(take_all(fake_sent, count, &frame));
            expect(frame.length == 3 && !memcmp(frame.payload, payload, 3));
        }
    }
    expect(offered > SOAK_BYTES / 20);
    expect(accepted <= offered / 10000);
}

/* One to three flipped bits in the wire of a good frame. A flip that leaves the COBS structure
   alone is caught for certain (the polynomial's distance is 4); one in a code byte moves zeros
   about and is caught but for 1 in 65536 (the seed is one where none slips through). One kind
   passes the CRC by its nature: a CRC that ends in zero loses that zero to a flipped last code, and
   a CRC cannot see a zero less. Hence every type has one length, and inbox.c insists on it. */
static void no_damaged_frame_is_accepted(void)
{
    struct frame frame;
    for (int i = 0; i < SOAK_FRAMES; i++) {
        uint8_t payload[FRAME_PAYLOAD_MOST];
        int length = chance() % 20;
        for (int k = 0; k < length; k++)
            payload[k] = chance() % 3 ? chance() : 0;
        int count = encode(chance(), i, payload, length);
        for (int flips = chance() % 3; flips >= 0; flips--)
            fake_sent[chance() % count] ^= 1 << chance() % 8;
        frame_begin();
        bool whole = take_all(fake_sent, count, &frame);
        if (whole && frame.length != length - 1) /* two flips may have undone each other */
            expect(frame.length == length && !memcmp(frame.payload, payload, length));
    }
}

void test_frame(const char *vectors)
{
    state = 20;
    the_golden_vectors_hold_both_ways(vectors);
    a_frame_too_long_is_bad_and_the_next_is_read();
    empty_frames_are_no_fault();
    noise_never_stops_the_next_frame();
    no_damaged_frame_is_accepted();
}
