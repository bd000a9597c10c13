"""Resets, garbage, bad wiring, memory."""

from __future__ import annotations

import random
from pathlib import Path

from boardpi.boards.serial.link.messages import (
    AskChatter,
    Done,
    Greet,
    Hello,
    Lights,
    Name,
    Settings,
    State,
)
from tests.hardware.bench import START, Bench, last, only
from tests.hardware.checks.check import check, some_colours


@check
def a_hung_program_is_reset_by_the_watchdog(image: Path) -> None:
    with Bench(image) as bench:
        assert bench.greet().cause == "power"
        bench.run(3000)
        assert len(bench.resets) == 1
        bench.order("hang")
        heard = bench.run(600)
        assert len(bench.resets) == 2
        assert last(Hello, heard).cause == "watchdog"


@check
def the_cause_of_a_reset_is_told(image: Path) -> None:
    with Bench(image) as bench:
        bench.run(20)
        for cause, told in (("brownout", bench.chip.brownout), ("external", "external")):
            bench.order("reset", cause=cause, hold_ms=5)
            hello = last(Hello, bench.run(30))
            assert (hello.cause, hello.ms < 20) == (told, True)


@check
def garbage_is_forgotten_at_the_next_zero(image: Path) -> None:
    chance = random.Random(5)
    with Bench(image) as bench:
        bench.run(20)
        for length in (1, 5, 79, 80, 81, 90, 200, 300):
            bench.send(bytes(chance.randrange(1, 256) for _ in range(length)) + b"\0")
            number = bench.tell(Greet())
            heard = bench.run(length * 0.04 + 30)
            assert [e.sequence for e in heard if isinstance(e.message, Hello)] == [number]
        assert bench.greet().bad_frames == 8


@check
def missing_diodes_are_diagnosed(image: Path) -> None:
    chance = random.Random(6)
    with Bench(image) as bench:
        bench.greet()
        for magnets in (1, 4, 10):
            mask = sum(1 << hole for hole in chance.sample(range(25), magnets))
            bench.reeds(mask)
            bench.order("wire", no_diode=0x1FFFFFF)
            state = last(State, bench.run(1100))
            assert state.backward & mask == mask
            bench.order("wire")
            state = last(State, bench.run(1100))
            assert (state.backward, state.raw) == (0, mask)


@check
def one_missing_or_turned_diode_is_found_to_the_hole(image: Path) -> None:
    with Bench(image) as bench:
        bench.reeds(START)
        bench.greet()
        bench.order("wire", no_diode=1 << 3)
        assert last(State, bench.run(1100)).backward == 1 << 3
        bench.order("wire", turned=1 << 22)
        state = last(State, bench.run(1100))
        assert (state.backward, state.raw) == (1 << 22, START & ~(1 << 22))
        bench.order("wire", grounded=0b00100)
        assert last(State, bench.run(1100)).grounded == 0b00100


@check
def the_name_survives_a_reset(image: Path) -> None:
    with Bench(image) as bench:
        assert bench.greet().board_id == 0xFFFFFFFF
        bench.tell(Name(1234567))
        bench.run(50)
        bench.order("reset")
        bench.run(20)
        assert bench.greet().board_id == 1234567


@check
def the_last_of_many_names_is_kept(image: Path) -> None:
    """More than a sector of a Pico's flash has room for."""
    with Bench(image) as bench:
        bench.greet()
        for number in range(520):
            sequence = bench.tell(Name(number))
            done = bench.run(2)
            while sequence not in [each.sequence for each in only(Done, done)]:
                done = bench.run(20)  # it is erasing
        bench.order("reset")
        bench.run(20)
        assert bench.greet().board_id == 519


@check
def memory_stays_within_its_budget(image: Path) -> None:
    """Variables and the deepest stack, painted and measured, after everything was used at once."""
    chance = random.Random(7)
    with Bench(image) as bench:
        bench.order("chatter", mask=0x1FFFFFF, every_us=12_000)
        bench.greet()
        bench.tell(Settings(5, 400))
        for _ in range(40):
            bench.tell(Lights(some_colours(chance, 255)))
            bench.tell(AskChatter())
            bench.tell(Name(chance.randrange(1 << 32)))
        bench.run(1500)
        bench.run(4000)
        static_bytes, stack_bytes = bench.stack()
        assert stack_bytes > 20
        assert static_bytes + stack_bytes <= bench.chip.ram_most
