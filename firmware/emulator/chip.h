/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#ifndef CHIP_H
#define CHIP_H

/* The ATmega328P with the real ELF: time, resets, stack, and the ways it can be upset. */
#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

#define CHIP_HZ 16000000
#define CHIP_CYCLES_PER_US 16

extern avr_t *chip;

bool chip_load(const char *elf);
double chip_us(void);
void chip_run_until(uint64_t cycle);
void chip_reset(const char *cause, double hold_ms); /* held in reset (bootloader) for so long */
void chip_hang(void);                               /* the main program spins, interrupts run on */
void chip_freeze(bool on);                          /* as if its power were gone */
bool chip_is_up(void);
void chip_tell_stack(void);

/* Lets a device see a register; the device stores the value itself. */
void chip_watch(uint16_t address, avr_io_read_t read, avr_io_write_t write);

#endif
