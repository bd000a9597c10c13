#include "frame.h"

#include "crc.h"

static uint8_t decoded[FRAME_MOST];
static uint8_t length;
static uint8_t block_left; /* bytes to come before the next COBS code */
static bool zero_owed;     /* the next block begins with the zero that its code stands for */
static bool spoilt;        /* too long: wait for the delimiter */
static uint16_t bad;

static void start(void)
{
    length = 0;
    block_left = 0;
    zero_owed = false;
    spoilt = false;
}

void frame_begin(void)
{
    start();
    bad = 0;
}

uint16_t frame_bad(void)
{
    return bad;
}

void frame_refuse(void)
{
    bad += bad < UINT16_MAX;
}

static void append(uint8_t byte)
{
    if (length == FRAME_MOST)
        spoilt = true;
    else
        decoded[length++] = byte;
}

static uint16_t sum(const uint8_t *bytes, uint8_t count)
{
    uint16_t crc = CRC_START;
    while (count--)
        crc = crc_update(crc, *bytes++);
    return crc;
}

static bool is_good(void)
{
    return !spoilt && block_left == 0 && length >= 4 && sum(decoded, length) == 0;
}

static bool end(struct frame *frame)
{
    bool empty = length == 0 && block_left == 0 && !zero_owed && !spoilt;
    bool good = !empty && is_good();
    if (good)
        *frame = (struct frame){decoded[0], decoded[1], length - 4, decoded + 2};
    else if (!empty)
        frame_refuse();
    start();
    return good;
}

bool frame_take(uint8_t byte, struct frame *frame)
{
    if (byte == 0)
        return end(frame);
    if (block_left) {
        append(byte);
        block_left--;
        return false;
    }
    if (zero_owed)
        append(0);
    block_left = byte - 1;
    zero_owed = byte != 0xFF;
    return false;
}

static uint8_t run_length(const uint8_t *bytes, uint8_t count)
{
    uint8_t run = 0;
    while (run < count && bytes[run])
        run++;
    return run;
}

/* A frame is shorter than 254 bytes, so no block ever needs the code 0xFF. */
static void stuff(const uint8_t *bytes, uint8_t count, bool (*give)(uint8_t))
{
    for (;;) {
        uint8_t run = run_length(bytes, count);
        give(run + 1);
        for (uint8_t i = 0; i < run; i++)
            give(bytes[i]);
        if (run == count)
            break;
        bytes += run + 1;
        count -= run + 1;
    }
    give(0);
}

void frame_send(uint8_t *message, uint8_t count, bool (*give)(uint8_t byte))
{
    uint16_t crc = sum(message, count);
    message[count] = crc & 0xFF;
    message[count + 1] = crc >> 8;
    stuff(message, count + 2, give);
}
