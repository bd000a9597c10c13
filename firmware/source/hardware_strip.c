/* WS2812B bits on port B, 20 cycles each at 16 MHz: high for 5 (312 ns, a zero) or 12 (750 ns, a one).
   The data sheet's windows are 220–380 and 580–1000 ns. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "hardware.h"
#include "pins.h"

/* Between two bytes interrupts are open for two instructions. Only the receiver can be waiting: the
   timer is masked, nothing else is enabled, and its next byte is 640 cycles away. So the low between
   two bytes stays below 5 µs, far from the 50 µs that older pixels take for a reset.
   (One instruction would do on the chip; simavr 1.6 opens one later.) */
static void send(const uint8_t *bytes, uint8_t count)
{
    uint8_t high = PORTB | STRIP_PIN;
    uint8_t low = PORTB & ~STRIP_PIN;
    uint8_t byte, bits;
    __asm__ volatile(
        "1:\n\t"
        "ld %[byte], Z+\n\t"
        "ldi %[bits], 8\n"
        "2:\n\t"
        "out %[port], %[high]\n\t" /* 0: up */
        "nop\n\t"
        "nop\n\t"
        "nop\n\t"
        "sbrs %[byte], 7\n\t"
        "out %[port], %[low]\n\t" /* 5: down for a zero */
        "lsl %[byte]\n\t"
        "rjmp .+0\n\t"
        "rjmp .+0\n\t"
        "nop\n\t"
        "out %[port], %[low]\n\t" /* 12: down for a one */
        "dec %[bits]\n\t"
        "rjmp .+0\n\t"
        "rjmp .+0\n\t"
        "brne 2b\n\t" /* 20: the next bit */
        "sei\n\t"
        "nop\n\t"
        "nop\n\t"
        "cli\n\t"
        "dec %[count]\n\t"
        "brne 1b\n\t"
        : [byte] "=&d"(byte), [bits] "=&d"(bits), [count] "+r"(count), "+z"(bytes)
        : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low)
        : "memory");
}

void hardware_strip_send(const uint8_t *bytes, uint8_t count)
{
    uint8_t timers = TIMSK0;
    TIMSK0 = 0; /* the clock runs on by itself; only the end of sleep waits */
    cli();
    send(bytes, count);
    sei();
    TIMSK0 = timers;
}
