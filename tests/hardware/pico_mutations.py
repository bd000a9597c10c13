"""Deliberate faults of the firmware's part for the Pico, and the check that must catch each."""

from __future__ import annotations

from tests.hardware.mutations import Mutation

_PICO = "pico/hardware_pico.c"
_SERIAL = "pico/hardware_serial.c"
_STRIP = "pico/hardware_strip.c"
_FLASH = "pico/hardware_flash.c"
_FEED = "    REGISTER(TIMER_INTR) = 1 << 0;\n"

PICO_MUTATIONS = [
    Mutation(
        "pico: a zero two cycles too long",
        _STRIP,
        "#define HIGH_CYCLES 4",
        "#define HIGH_CYCLES 6",
        "every_bit_keeps_its_time",
    ),
    Mutation(
        "pico: a one two cycles too short",
        _STRIP,
        "#define MORE_CYCLES 5",
        "#define MORE_CYCLES 3",
        "every_bit_keeps_its_time",
    ),
    Mutation(
        "pico: lowest bit first",
        _STRIP,
        "24 << 25 | 1 << 17;",
        "24 << 25 | 1 << 19 | 1 << 17;",
        "sixty_pipelined_light_frames_lose_nothing",
    ),
    Mutation(
        "pico: a clock from the chip's own oscillator",
        _PICO,
        "    REGISTER(CLK_REF_CTRL) = 2; /* from the crystal */\n"
        "    wait_for(CLK_REF_SELECTED, 1 << 2);\n",
        "",
        "garbage_is_forgotten_at_the_next_zero",
    ),
    Mutation(
        "pico: a timer that ticks too fast",
        _PICO,
        "1 << 9 | CRYSTAL_MHZ;",
        "1 << 9 | CRYSTAL_MHZ / 2;",
        "the_state_comes_every_second",
    ),
    Mutation(
        "pico: the UART is left in reset",
        _PICO,
        " | RESET_UART0)",
        ")",
        "what_stands_on_the_board_at_a_reset_is_told_at_once",
    ),
    Mutation(
        "pico: wrong baud rate",
        _SERIAL,
        "16 / 250000;",
        "16 / 230400 + 1;",
        "garbage_is_forgotten_at_the_next_zero",
    ),
    Mutation(
        "pico: short messages wait for ever",
        _SERIAL,
        "1 << 4 | 1 << 6; ",
        "1 << 4; ",
        "reports_are_repeated_until_acknowledged_and_no_longer",
    ),
    Mutation(
        "pico: receive ring too small",
        _SERIAL,
        "        uint8_t next = head + 1;",
        "        uint8_t next = (head + 1) % 16;",
        "sixty_pipelined_light_frames_lose_nothing",
        also=((_SERIAL, "    tail++;", "    tail = (tail + 1) % 16;"),),
    ),
    Mutation(
        "pico: missing pull-ups",
        _PICO,
        "begin_pin(PICO_COLUMN + i, FUNCTION_SIO, PAD_PLAIN | PAD_PULL_UP);",
        "begin_pin(PICO_COLUMN + i, FUNCTION_SIO, PAD_PLAIN);",
        "what_stands_on_the_board_at_a_reset_is_told_at_once",
    ),
    Mutation(
        "pico: missing pull-up at the button",
        _PICO,
        "begin_pin(PICO_BUTTON, FUNCTION_SIO, PAD_PLAIN | PAD_PULL_UP);",
        "begin_pin(PICO_BUTTON, FUNCTION_SIO, PAD_PLAIN);",
        "a_floating_button_is_never_pressed",
    ),
    Mutation(
        "pico: half the settle wait",
        _PICO,
        "#define SETTLE_US 60",
        "#define SETTLE_US 30",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "pico: a row stays pulled",
        _PICO,
        "    REGISTER(GPIO_OE_CLEAR) = PICO_ROW_PINS;\n",
        "",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "pico: rows driven high",
        _PICO,
        "    REGISTER(GPIO_OUT_CLEAR) = ~0u;\n",
        "    REGISTER(GPIO_OUT_CLEAR - 4) = ~0u;\n",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "pico: sleeps through every second millisecond",
        _PICO,
        "#define MS_US 1000",
        "#define MS_US 2000",
        "the_scan_runs_at_1_khz",
    ),
    Mutation(
        "pico: watchdog never started",
        _PICO,
        "    SET(WATCHDOG_CTRL) = 1 << 30;\n",
        "",
        "a_hung_program_is_reset_by_the_watchdog",
    ),
    Mutation(
        "pico: watchdog fed by the timer",
        _PICO,
        _FEED,
        _FEED + "    hardware_watchdog_feed();\n",
        "a_hung_program_is_reset_by_the_watchdog",
    ),
    Mutation(
        "pico: a watchdog that restarts nothing",
        _PICO,
        "    REGISTER(PSM_WDSEL) = 0x1FFFC; /* restarts all but the oscillators */\n",
        "",
        "a_hung_program_is_reset_by_the_watchdog",
    ),
    Mutation(
        "pico: reset by the watchdog not told",
        _PICO,
        "    if (REGISTER(WATCHDOG_REASON))\n        return RESET_WATCHDOG;\n",
        "",
        "a_hung_program_is_reset_by_the_watchdog",
    ),
    Mutation(
        "pico: board id forgotten",
        _FLASH,
        "    change(false, PLACE + offset / PAGE * PAGE, (const uint8_t *)page);\n",
        "    (void)page;\n",
        "the_name_survives_a_reset",
    ),
    Mutation(
        "pico: a name is written over the last one",
        _FLASH,
        "    uint32_t offset = used++ * sizeof",
        "    uint32_t offset = 0 * used++ * sizeof",
        "the_last_of_many_names_is_kept",
    ),
    Mutation(
        "pico: a full sector is never erased",
        _FLASH,
        "        change(true, PLACE, 0);\n",
        "",
        "the_last_of_many_names_is_kept",
    ),
    Mutation(
        "pico: interrupts on while the flash is written",
        _FLASH,
        "    interrupts_off();\n",
        "",
        "the_name_survives_a_reset",
    ),
    Mutation(
        "pico: a boot stage that reads the flash wrongly",
        "pico/boot.S",
        "=0x03000218",
        "=0x0B000218",
        "pixels_go_dark_at_a_reset",
    ),
]
