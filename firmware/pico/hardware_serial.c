/* UART0 at 250000 baud. Bytes arrive by interrupt and leave by polling, as on the Nano. The chip holds
   32 each way: 1.28 ms, longer than the loop ever sleeps. */
#include "hardware.h"
#include "hardware_pico.h"
#include "registers.h"

#define RING 256 /* so that the indices wrap by themselves */

#define DR_OVERRUN (1 << 11)
#define FR_RECEIVE_EMPTY (1 << 4)
#define FR_TRANSMIT_FULL (1 << 5)

static uint8_t received[RING], leaving[RING];
static volatile uint8_t head, tail;
static uint8_t leaving_head, leaving_tail;
static volatile bool overrun;

void serial_begin(void)
{
    REGISTER(UART0_IBRD) = CRYSTAL_MHZ * 1000000 / 16 / 250000; /* 3, exact */
    REGISTER(UART0_FBRD) = 0;
    REGISTER(UART0_LCR_H) = 3 << 5 | 1 << 4;       /* 8N1, with FIFOs; takes the divisors over */
    REGISTER(UART0_IFLS) = 0;                      /* an interrupt at four bytes */
    REGISTER(UART0_IMSC) = 1 << 4 | 1 << 6;        /* and when fewer have waited for 32 bits */
    REGISTER(UART0_CR) = 1 << 9 | 1 << 8 | 1 << 0; /* receive, transmit, on */
}

void serial_interrupt(void)
{
    while (!(REGISTER(UART0_FR) & FR_RECEIVE_EMPTY)) {
        uint32_t data = REGISTER(UART0_DR);
        uint8_t next = head + 1;
        if (data & DR_OVERRUN || next == tail)
            overrun = true;
        if (next == tail)
            continue;
        received[head] = (uint8_t)data;
        head = next;
    }
}

bool hardware_byte_take(uint8_t *byte)
{
    if (tail == head)
        return false;
    *byte = ((volatile uint8_t *)received)[tail];
    tail++;
    return true;
}

bool hardware_overrun_take(void)
{
    interrupts_off();
    bool was = overrun;
    overrun = false;
    interrupts_on();
    return was;
}

uint8_t hardware_room(void)
{
    return leaving_tail - leaving_head - 1;
}

bool hardware_byte_give(uint8_t byte)
{
    if (hardware_room() == 0)
        return false;
    leaving[leaving_head++] = byte;
    return true;
}

void hardware_pump(void)
{
    while (leaving_tail != leaving_head && !(REGISTER(UART0_FR) & FR_TRANSMIT_FULL))
        REGISTER(UART0_DR) = leaving[leaving_tail++];
}

bool serial_is_quiet(void)
{
    return head == tail && (leaving_head == leaving_tail || REGISTER(UART0_FR) & FR_TRANSMIT_FULL);
}
