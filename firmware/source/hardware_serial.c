/* UART0 at 250000 baud. Bytes arrive by interrupt, for a pixel frame takes longer than the two
   that the chip can hold; they leave by polling, so that the receiver is the only interrupt that
   can run between two pixel bytes. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "hardware.h"
#include "hardware_serial.h"

#define RING 128
#define RING_LAST (RING - 1)

/* Indices live in general purpose I/O registers: one cycle instead of two to reach. */
#define HEAD GPIOR0
#define FAULTS GPIOR1
#define TAIL GPIOR2

uint8_t serial_received[RING]; /* not static: the interrupt names it in assembly */
static uint8_t leaving[RING];
static uint8_t leaving_head, leaving_tail;

void serial_begin(void)
{
    HEAD = TAIL = FAULTS = 0;
    UCSR0A = 1 << U2X0;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00; /* 8N1 */
    UBRR0 = 7;                          /* 16 MHz / 8 / 8 = 250000, exact */
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

/* By hand, because it decides the longest low inside a pixel frame: with the 4 cycles of response
   and the vector's jump it takes 52 cycles and that low 4.75 µs; written in C it was 5.6 µs. */
ISR(USART_RX_vect, ISR_NAKED)
{
    __asm__ volatile(
        "push r24\n\t"
        "in r24, __SREG__\n\t"
        "push r24\n\t"
        "push r25\n\t"
        "push r30\n\t"
        "push r31\n\t"
        "lds r24, %[status]\n\t" /* before the byte: reading the byte clears it */
        "sbrc r24, %[overrun]\n\t"
        "out %[faults], r24\n\t"
        "lds r24, %[data]\n\t"
        "in r30, %[head]\n\t"
        "mov r31, r30\n\t"
        "inc r31\n\t"
        "andi r31, %[last]\n\t"
        "in r25, %[tail]\n\t"
        "cp r31, r25\n\t"
        "breq 1f\n\t"
        "out %[head], r31\n\t"
        "ldi r31, 0\n\t"
        "subi r30, lo8(-(serial_received))\n\t"
        "sbci r31, hi8(-(serial_received))\n\t"
        "st Z, r24\n"
        "2:\n\t"
        "pop r31\n\t"
        "pop r30\n\t"
        "pop r25\n\t"
        "pop r24\n\t"
        "out __SREG__, r24\n\t"
        "pop r24\n\t"
        "reti\n"
        "1:\n\t"
        "ldi r25, %[full]\n\t"
        "out %[faults], r25\n\t"
        "rjmp 2b\n\t"
        :
        : [status] "n"(_SFR_MEM_ADDR(UCSR0A)), [data] "n"(_SFR_MEM_ADDR(UDR0)),
          [head] "I"(_SFR_IO_ADDR(HEAD)), [tail] "I"(_SFR_IO_ADDR(TAIL)),
          [faults] "I"(_SFR_IO_ADDR(FAULTS)), [last] "M"(RING_LAST), [overrun] "I"(DOR0), [full] "M"(1 << DOR0));
}

bool hardware_byte_take(uint8_t *byte)
{
    uint8_t tail = TAIL;
    if (tail == HEAD)
        return false;
    *byte = ((volatile uint8_t *)serial_received)[tail];
    TAIL = (tail + 1) & RING_LAST;
    return true;
}

bool hardware_overrun_take(void)
{
    cli();
    uint8_t faults = FAULTS;
    FAULTS = 0;
    sei();
    return faults;
}

uint8_t hardware_room(void)
{
    return (leaving_tail - leaving_head - 1) & RING_LAST;
}

bool hardware_byte_give(uint8_t byte)
{
    if (hardware_room() == 0)
        return false;
    leaving[leaving_head] = byte;
    leaving_head = (leaving_head + 1) & RING_LAST;
    return true;
}

void hardware_pump(void)
{
    while (leaving_tail != leaving_head && UCSR0A & 1 << UDRE0) {
        UDR0 = leaving[leaving_tail];
        leaving_tail = (leaving_tail + 1) & RING_LAST;
    }
}

bool serial_is_quiet(void)
{
    return HEAD == TAIL && leaving_head == leaving_tail;
}
