"""Deliberate faults of the firmware: where, what, and the check that must catch it."""

from __future__ import annotations

from dataclasses import dataclass

UNIT = "unit"  # caught by the C unit tests rather than in the emulator


@dataclass(frozen=True)
class Mutation:
    """One fault; `old` must occur exactly once, so that this list cannot rot unseen."""

    name: str
    file: str
    old: str
    new: str
    caught_by: str
    also: tuple[tuple[str, str, str], ...] = ()  # more edits of the same fault


_ZERO = '"out %[port], %[high]\\n\\t" /* 0: up */'
_ONE = '"rjmp .+0\\n\\t"\n        "nop\\n\\t"\n        "out %[port], %[low]\\n\\t" /* 12'
_WINDOW = '"sei\\n\\t"\n        "nop\\n\\t"'
_PERIOD = '"rjmp .+0\\n\\t"\n        "brne 2b'
_BUSY_TIMER = "static volatile uint32_t beats;\nISR(TIMER0_COMPA_vect) { beats++; }"

MUTATIONS = [
    Mutation(
        "a zero two cycles too long",
        "hardware_strip.c",
        _ZERO,
        _ZERO + ' "nop\\n\\t" "nop\\n\\t"',
        "every_bit_keeps_its_time",
    ),
    Mutation(
        "a one two cycles too short",
        "hardware_strip.c",
        _ONE,
        _ONE.removeprefix('"rjmp .+0\\n\\t"'),
        "every_bit_keeps_its_time",
    ),
    Mutation(
        "a bit two cycles too short",
        "hardware_strip.c",
        _PERIOD,
        '"brne 2b',
        "every_bit_keeps_its_time",
    ),
    Mutation(
        "interrupts off during a frame",
        "hardware_strip.c",
        _WINDOW,
        '"nop\\n\\t"',
        "sixty_pipelined_light_frames_lose_nothing",
    ),
    Mutation(
        "a busy timer, not masked during a frame",
        "hardware_strip.c",
        "TIMSK0 = 0;",
        "",
        "the_longest_low_holds_whenever_the_timer_fires",
        also=(("hardware_avr.c", "EMPTY_INTERRUPT(TIMER0_COMPA_vect)", _BUSY_TIMER),),
    ),
    Mutation(
        "receive ring too small",
        "hardware_serial.c",
        "#define RING 128",
        "#define RING 16",
        "sixty_pipelined_light_frames_lose_nothing",
    ),
    Mutation(
        "wrong baud rate",
        "hardware_serial.c",
        "UBRR0 = 7;",
        "UBRR0 = 8;",
        "garbage_is_forgotten_at_the_next_zero",
    ),
    Mutation(
        "missing pull-ups",
        "hardware_avr.c",
        "PORTD = COLUMN_PINS | BUTTON_PIN | RECEIVE_PIN;",
        "PORTD = BUTTON_PIN | RECEIVE_PIN;",
        "what_stands_on_the_board_at_a_reset_is_told_at_once",
    ),
    Mutation(
        "pull-ups not put back after looking for diodes",
        "hardware_avr.c",
        "    PORTD |= COLUMN_PINS;\n",
        "",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "missing pull-up at the button",
        "hardware_avr.c",
        "PORTD = COLUMN_PINS | BUTTON_PIN | RECEIVE_PIN;",
        "PORTD = COLUMN_PINS | RECEIVE_PIN;",
        "a_floating_button_is_never_pressed",
    ),
    Mutation(
        "no settle wait",
        "hardware_avr.c",
        "    _delay_us(SETTLE_US);",
        "",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "half the settle wait",
        "hardware_avr.c",
        "#define SETTLE_US 30",
        "#define SETTLE_US 15",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "a row stays pulled",
        "hardware_avr.c",
        "    DDRC = 0;\n}\n\nuint8_t",
        "}\n\nuint8_t",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "rows driven high",
        "hardware_avr.c",
        "    DDRC = 1 << (row + ROW_SHIFT);",
        "    PORTC = ROW_PINS & ~(1 << (row + ROW_SHIFT));\n    DDRC = ROW_PINS;",
        "random_magnets_are_read_exactly",
    ),
    Mutation(
        "watchdog never started",
        "hardware_avr.c",
        "    wdt_enable(WDTO_250MS);\n",
        "",
        "a_hung_program_is_reset_by_the_watchdog",
    ),
    Mutation(
        "watchdog fed by the timer",
        "hardware_avr.c",
        "EMPTY_INTERRUPT(TIMER0_COMPA_vect)",
        "ISR(TIMER0_COMPA_vect) { wdt_reset(); }",
        "a_hung_program_is_reset_by_the_watchdog",
    ),
    Mutation(
        "watchdog left on after a reset",
        "hardware_avr.c",
        "reset_flags = MCUSR ? MCUSR : handed_over;",
        "reset_flags = handed_over;",
        "the_cause_of_a_reset_is_told",
    ),
    Mutation(
        "board id forgotten",
        "hardware_avr.c",
        "    eeprom_update_dword(BOARD_ID, id);",
        "    (void)id;",
        "the_name_survives_a_reset",
    ),
    Mutation(
        "sleeps through every second millisecond",
        "hardware_avr.c",
        "OCR0A = 249;",
        "OCR0A = 249;\n    TCCR0B = 1 << CS02;",
        "the_scan_runs_at_1_khz",
    ),
    Mutation(
        "milliseconds lost after long frames",
        "clock.c",
        "    now_ms += passed;",
        "    now_ms += passed ? 1 : 0;",
        "the_clock_loses_nothing_under_load",
    ),
    Mutation(
        "acknowledgement ignored",
        "inbox.c",
        "        report_acknowledge(frame->sequence, clock_ms());\n",
        "",
        "reports_are_repeated_until_acknowledged_and_no_longer",
    ),
    Mutation(
        "length of a message not checked",
        "inbox.c",
        "if (frame->length != length_of(frame->type)) {",
        "if (frame->length > 75) {",
        UNIT,
    ),
    Mutation(
        "CRC not checked",
        "frame.c",
        "length >= 4 && sum(decoded, length) == 0;",
        "length >= 4;",
        UNIT,
    ),
    Mutation(
        "no limit to a frame's length",
        "frame.c",
        "if (length == FRAME_MOST)",
        "if (length == 255)",
        UNIT,
    ),
    Mutation(
        "reports sent once only",
        "report.h",
        "#define REPORT_REPEAT_MS 30",
        "#define REPORT_REPEAT_MS 3000000",
        "reports_are_repeated_until_acknowledged_and_no_longer",
    ),
    Mutation(
        "overflow not told",
        "report.c",
        ".lost_before = full}",
        ".lost_before = false}",
        "a_full_queue_says_what_it_lost",
    ),
    Mutation(
        "debounce halved",
        "debounce.c",
        "waited_ms[input] >= limit_ms;",
        "waited_ms[input] >= limit_ms / 2;",
        "what_does_not_last_is_no_change",
    ),
    Mutation(
        "debounce for closing only",
        "debounce.c",
        "return waited_ms[input] >= limit_ms;",
        "return settled & 1UL << input || waited_ms[input] >= limit_ms;",
        "what_does_not_last_is_no_change",
    ),
    Mutation(
        "no debounce",
        "debounce.c",
        "return waited_ms[input] >= limit_ms;",
        "return 1;",
        "a_bouncing_contact_changes_once",
    ),
    Mutation(
        "all holes share one wait",
        "debounce.c",
        "        waited_ms[input] = 0;",
        "        for (uint8_t i = 0; i < INPUTS; i++) waited_ms[i] = 0;",
        "a_chattering_hole_delays_no_other_and_is_counted",
    ),
    Mutation(
        "chatter not counted",
        "debounce.c",
        "        chatter[input]++;",
        "        (void)0;",
        "a_chattering_hole_delays_no_other_and_is_counted",
    ),
    Mutation(
        "no snake",
        "pixels.c",
        "3 * place[hole]",
        "3 * hole",
        "sixty_pipelined_light_frames_lose_nothing",
    ),
    Mutation(
        "red before green",
        "pixels.c",
        "    pixel[0] = green;\n    pixel[1] = red;",
        "    pixel[0] = red;\n    pixel[1] = green;",
        "sixty_pipelined_light_frames_lose_nothing",
    ),
    Mutation(
        "pixels keep their colours over a reset",
        "main.c",
        "    pixels_show(); /* pixels",
        "    /* pixels",
        "pixels_go_dark_at_a_reset",
    ),
    Mutation(
        "no current limit",
        "pixels.c",
        "    power_limit(strip, COLOURS);\n",
        "",
        "the_current_limit_holds",
    ),
    Mutation(
        "the host may ask for any current",
        "power.c",
        "    if (ma > POWER_MA_MOST)\n        ma = POWER_MA_MOST;\n",
        "",
        "the_current_limit_holds",
    ),
    Mutation(
        "no idle pattern",
        "idle.h",
        "#define IDLE_AFTER_MS 3000",
        "#define IDLE_AFTER_MS 30000",
        "without_a_host_the_board_breathes_quietly",
    ),
    Mutation(
        "state told once only",
        "outbox.c",
        "        state_due = true;\n    if (hello_due",
        "        (void)0;\n    if (hello_due",
        "the_state_comes_every_second",
    ),
    Mutation(
        "diodes not looked for",
        "matrix.c",
        "        holes |= spread(hardware_rows_low(), column);\n",
        "",
        "missing_diodes_are_diagnosed",
    ),
    Mutation(
        "button timed from the wrong edge",
        "watch.c",
        "        pressed_ms = now_ms;\n",
        "",
        "the_button_tells_how_long_it_was_held",
    ),
]
