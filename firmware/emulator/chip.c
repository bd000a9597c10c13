/* SPDX-License-Identifier: GPL-3.0-or-later
   Part of the emulator bench, a test program of its own that links libsimavr (GPLv3); the firmware
   and the Python package are under the project's licence and share no code with it. */
#include "chip.h"

#include <simavr/sim_elf.h>
#include <string.h>

#include "json.h"
#include "line.h"
#include "strip.h"

#define MCUSR 0x54
#define PAINT 0xC5
#define INTERRUPT_RESPONSE 4 /* cycles that simavr 1.6 does not count */
#define SPIN 0xCFFF          /* rjmp to itself */

avr_t *chip;
static uint16_t data_end; /* first byte of RAM that no variable uses */
static uint64_t held_until;
static uint8_t cause_bits;
static bool frozen;
static void (*core_reset)(avr_t *);

double chip_us(void)
{
    return (double)chip->cycle / CHIP_CYCLES_PER_US;
}

bool chip_is_up(void)
{
    return !frozen && chip->cycle >= held_until;
}

static void say_nothing(avr_t *avr, const int level, const char *format, va_list values)
{
    (void)avr, (void)level, (void)format, (void)values;
}

static void sleep_not(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles; /* the bench paces itself */
}

static void count_response(avr_irq_t *irq, uint32_t running, void *param)
{
    (void)irq, (void)param;
    if (running)
        chip->cycle += INTERRUPT_RESPONSE;
}

static void after_reset(avr_t *avr)
{
    core_reset(avr);
    line_reset();
    strip_reset();
    json_say("{\"us\": %.1f, \"reset\": true}", chip_us());
}

void chip_watch(uint16_t address, avr_io_read_t read, avr_io_write_t write)
{
    int io = AVR_DATA_TO_IO(address);
    if (read)
        chip->io[io].r.c = read;
    if (write)
        chip->io[io].w.c = write;
}

static void paint_stack(void)
{
    memset(chip->data + data_end, PAINT, chip->ramend + 1 - data_end);
}

static uint16_t find_data_end(elf_firmware_t *elf)
{
    for (uint32_t i = 0; i < elf->symbolcount; i++)
        if (!strcmp(elf->symbol[i]->symbol, "_end"))
            return elf->symbol[i]->addr & 0xFFFF;
    return 0x100 + elf->datasize + elf->bsssize;
}

bool chip_load(const char *path)
{
    elf_firmware_t elf = {0};
    avr_global_logger_set(say_nothing);
    if (elf_read_firmware(path, &elf))
        return false;
    chip = avr_make_mcu_by_name("atmega328p");
    avr_init(chip);
    chip->frequency = CHIP_HZ;
    avr_load_firmware(chip, &elf);
    chip->frequency = CHIP_HZ;
    chip->sleep = sleep_not;
    core_reset = chip->reset;
    chip->reset = after_reset;
    avr_irq_register_notify(avr_get_interrupt_irq(chip, AVR_INT_ANY) + AVR_INT_IRQ_RUNNING,
                            count_response, NULL);
    data_end = find_data_end(&elf);
    paint_stack();
    return true;
}

static uint8_t bits_of(const char *cause)
{
    static const char *names[] = {"power", "external", "brownout", "watchdog"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(cause, names[i]))
            return 1 << i;
    return 0;
}

void chip_reset(const char *cause, double hold_ms)
{
    cause_bits = bits_of(cause);
    held_until = chip->cycle + (uint64_t)(hold_ms * 1000 * CHIP_CYCLES_PER_US) + 1;
    strip_reset();
}

static void start(void)
{
    chip->state = cpu_Running;
    avr_reset(chip);
    chip->data[MCUSR] = cause_bits;
    cause_bits = 0;
}

void chip_freeze(bool on)
{
    frozen = on;
    if (!on)
        chip_reset("power", 0);
}

/* Past the end of the program, where nothing else is. */
void chip_hang(void)
{
    uint32_t spot = (chip->flashend - 1) & ~1u;
    chip->flash[spot] = SPIN & 0xFF;
    chip->flash[spot + 1] = SPIN >> 8;
    chip->codeend = chip->flashend;
    chip->pc = spot;
    chip->state = cpu_Running;
}

static avr_cycle_count_t stop_here(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)avr, (void)when, (void)param;
    return 0;
}

/* While the chip is held its clock stands still for it, but time goes on and bytes are lost. */
static void pass_time(uint64_t cycle)
{
    uint64_t until = !frozen && held_until < cycle ? held_until : cycle;
    if (until > chip->cycle)
        chip->cycle = until;
    line_drop();
    if (chip_is_up())
        start();
}

void chip_run_until(uint64_t cycle)
{
    while (chip->cycle < cycle) {
        if (!chip_is_up()) {
            pass_time(cycle);
            continue;
        }
        avr_cycle_timer_register(chip, cycle - chip->cycle, stop_here, NULL);
        int state = avr_run(chip);
        if (state == cpu_Crashed || state == cpu_Done) {
            json_say("{\"us\": %.1f, \"crashed\": true}", chip_us());
            chip_reset("external", 0);
        }
    }
}

void chip_tell_stack(void)
{
    uint16_t deepest = data_end;
    while (deepest <= chip->ramend && chip->data[deepest] == PAINT)
        deepest++;
    json_say("{\"us\": %.1f, \"static_bytes\": %d, \"stack_bytes\": %d}", chip_us(),
             data_end - 0x100, chip->ramend + 1 - deepest);
}
