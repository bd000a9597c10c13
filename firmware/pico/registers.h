/* The registers of the RP2040 that the firmware touches, by the names of its data sheet. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

/* Every register of a peripheral has three twins that set, clear or flip single bits. */
#define SET(address) REGISTER((address) + 0x2000)
#define CLEAR(address) REGISTER((address) + 0x3000)

#define CRYSTAL_MHZ 12

#define RESETS_RESET 0x4000C000
#define RESETS_RESET_DONE 0x4000C008
#define RESET_IO_BANK0 (1 << 5)
#define RESET_PADS_BANK0 (1 << 8)
#define RESET_PIO0 (1 << 10)
#define RESET_TIMER (1 << 21)
#define RESET_UART0 (1 << 22)

#define XOSC_CTRL 0x40024000
#define XOSC_STATUS 0x40024004
#define XOSC_STARTUP 0x4002400C

#define CLK_REF_CTRL 0x40008030
#define CLK_REF_SELECTED 0x40008038
#define CLK_SYS_CTRL 0x4000803C
#define CLK_SYS_SELECTED 0x40008044
#define CLK_PERI_CTRL 0x40008048

#define WATCHDOG_CTRL 0x40058000
#define WATCHDOG_LOAD 0x40058004
#define WATCHDOG_REASON 0x40058008
#define WATCHDOG_TICK 0x4005802C
#define PSM_WDSEL 0x40010008
#define CHIP_RESET 0x40064008

#define TIMER_ALARM0 0x40054010
#define TIMER_RAW_LOW 0x40054028
#define TIMER_INTR 0x40054034
#define TIMER_INTE 0x40054038

#define GPIO_IN 0xD0000004
#define GPIO_OUT_CLEAR 0xD0000018
#define GPIO_OE_SET 0xD0000024
#define GPIO_OE_CLEAR 0xD0000028
#define IO_CTRL(pin) (0x40014004 + 8 * (pin))
#define PAD(pin) (0x4001C004 + 4 * (pin))
#define PAD_PULL_UP (1 << 3)
#define PAD_PLAIN 0x52 /* input on, Schmitt trigger, 4 mA, no pull: at a reset every pin is pulled down */
enum function { FUNCTION_UART = 2, FUNCTION_SIO = 5, FUNCTION_PIO0 = 6 };

#define UART0_DR 0x40034000
#define UART0_FR 0x40034018
#define UART0_IBRD 0x40034024
#define UART0_FBRD 0x40034028
#define UART0_LCR_H 0x4003402C
#define UART0_CR 0x40034030
#define UART0_IFLS 0x40034034
#define UART0_IMSC 0x40034038

#define PIO0_CTRL 0x50200000
#define PIO0_FSTAT 0x50200004
#define PIO0_FDEBUG 0x50200008
#define PIO0_TXF0 0x50200010
#define PIO0_INSTRUCTION(n) (0x50200048 + 4 * (n))
#define PIO0_CLKDIV 0x502000C8
#define PIO0_EXECCTRL 0x502000CC
#define PIO0_SHIFTCTRL 0x502000D0
#define PIO0_INSTR 0x502000D8
#define PIO0_PINCTRL 0x502000DC

#define NVIC_ENABLE 0xE000E100
#define IRQ_TIMER0 0
#define IRQ_UART0 20

static inline void interrupts_off(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline void interrupts_on(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

#endif
