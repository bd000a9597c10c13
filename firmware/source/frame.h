/* Frames on the wire: COBS, ended by 0x00; inside: type, sequence, payload, CRC-16/MCRF4XX. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "holes.h"

#define FRAME_PAYLOAD_MOST COLOURS
#define FRAME_MOST (2 + FRAME_PAYLOAD_MOST + 2)

struct frame {
    uint8_t type;
    uint8_t sequence;
    uint8_t length;
    const uint8_t *payload; /* valid until the next byte is taken */
};

void frame_begin(void);
bool frame_take(uint8_t byte, struct frame *frame); /* true when the byte completed a good frame */
void frame_refuse(void);                            /* it was not good after all */
uint16_t frame_bad(void);                           /* how many were not, since the reset */

/* Sends type, sequence and payload through `give`; `message` has two bytes more, for the CRC. */
void frame_send(uint8_t *message, uint8_t length, bool (*give)(uint8_t byte));

#endif
