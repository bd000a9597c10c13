/* WS2812B bits from a state machine of PIO0, 15 cycles of 12 MHz each: high for 4 (333 ns, a zero) or
   9 (750 ns, a one). The data sheet's windows are 220–380 and 580–1000 ns. No interrupt can disturb it. */
#include "hardware.h"
#include "hardware_pico.h"
#include "pins_pico.h"
#include "registers.h"

#define HIGH_CYCLES 4 /* of every bit */
#define MORE_CYCLES 5 /* high for a one, low for a zero */
#define LOW_CYCLES 6  /* of every bit */

/* A side-set bit is the level, the other four bits of the field a delay after the instruction. */
#define SIDE(level, cycles) ((level) << 12 | ((cycles) - 1) << 8)
#define OUT_X_1 0x6021
#define JMP(target) (0x0000 | (target))
#define JMP_IF_X_ZERO(target) (0x0020 | (target))
#define NOP 0xA042

#define STALLED (1 << 24)  /* of FDEBUG: nothing left to send */
#define FULL (1 << 16)     /* of FSTAT */

enum { BIT, ONE = 2, ZERO = 3, LAST = ZERO };

static const uint16_t program[] = {
    [BIT] = OUT_X_1 | SIDE(0, LOW_CYCLES),
    [1] = JMP_IF_X_ZERO(ZERO) | SIDE(1, HIGH_CYCLES),
    [ONE] = JMP(BIT) | SIDE(1, MORE_CYCLES),
    [ZERO] = NOP | SIDE(0, MORE_CYCLES),
};

/* The pin's direction is set by an instruction of its own, as long as SET means that pin. */
static void begin_pin(void)
{
    REGISTER(PIO0_PINCTRL) = 1 << 26 | PICO_STRIP << 5; /* SET: one pin, this */
    REGISTER(PIO0_INSTR) = 0xE081;                      /* set pindirs, 1 */
    REGISTER(PIO0_PINCTRL) = 1 << 29 | PICO_STRIP << 10; /* side-set: one pin, this */
}

void strip_begin(void)
{
    for (uint8_t i = 0; i <= LAST; i++)
        REGISTER(PIO0_INSTRUCTION(i)) = program[i];
    REGISTER(PIO0_CLKDIV) = 1 << 16;
    REGISTER(PIO0_EXECCTRL) = LAST << 12;             /* after it comes 0 again */
    REGISTER(PIO0_SHIFTCTRL) = 24 << 25 | 1 << 17;    /* highest bit first; a new word after 24 */
    begin_pin();
    REGISTER(PIO0_CTRL) = 1 << 4 | 1 << 0;            /* from a clean start, on */
}

/* Returns when the last bit is out: DONE means that the pixels have it. Today's pixels want 280 µs of low
   before the next frame; reading that takes longer, so nothing waits here (tests/hardware/checks). */
void hardware_strip_send(const uint8_t *bytes, uint8_t count)
{
    for (; count >= 3; count -= 3, bytes += 3) {
        while (REGISTER(PIO0_FSTAT) & FULL)
            continue;
        REGISTER(PIO0_TXF0) = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8;
    }
    REGISTER(PIO0_FDEBUG) = STALLED;
    while (!(REGISTER(PIO0_FDEBUG) & STALLED))
        continue;
}
