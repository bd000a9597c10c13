/* CRC-16/MCRF4XX: start 0xFFFF; over a message with its own CRC the result is 0. */
#ifndef CRC_H
#define CRC_H

#include <stdint.h>

#define CRC_START 0xFFFF

#ifdef __AVR__
#include <util/crc16.h>
#define crc_update _crc_ccitt_update
#else
static inline uint16_t crc_update(uint16_t crc, uint8_t byte)
{
    byte ^= crc & 0xFF; /* eight steps at once, as avr-libc's manual has them in C */
    byte ^= byte << 4;
    return ((uint16_t)byte << 8 | crc >> 8) ^ byte >> 4 ^ (uint16_t)byte << 3;
}
#endif

#endif
