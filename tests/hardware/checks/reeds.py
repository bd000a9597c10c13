"""Reeds: what is read, what settles, how soon."""

from __future__ import annotations

import random
from pathlib import Path

from boardpi.boards.serial.link.messages import (
    AskChatter,
    ButtonReport,
    Chatter,
    Report,
    Settings,
    State,
)
from tests.hardware.bench import START, Bench, find, last, only
from tests.hardware.checks.check import check


@check
def random_magnets_are_read_exactly(image: Path) -> None:
    chance = random.Random(3)
    with Bench(image) as bench:
        bench.greet()
        for magnets in range(1, 26, 2):
            mask = sum(1 << hole for hole in chance.sample(range(25), magnets))
            bench.reeds(mask, bounce_us=1000)
            report = only(Report, bench.run(25))[-1]
            bench.acknowledge(report.sequence)
            assert report.message.mask == mask  # type: ignore[union-attr]
        bench.run(1000)
        state = last(State, bench.heard)
        assert state.raw == state.settled == mask
        assert (state.backward, state.grounded) == (0, 0)


@check
def what_stands_on_the_board_at_a_reset_is_told_at_once(image: Path) -> None:
    with Bench(image) as bench:
        bench.reeds(START)
        heard = bench.run(50)
        state = find(State, heard)[0]
        assert state.settled == state.raw == START
        assert find(Report, heard) == []


@check
def an_opening_of_25_ms_is_never_missed(image: Path) -> None:
    with Bench(image) as bench:
        bench.reeds(START)
        bench.greet()
        for i in range(25):
            at_us = bench.us + 1000 + 37 * i  # at every phase of the scan
            bench.reeds(START & ~(1 << 2), at_us=at_us, bounce_us=900)
            bench.reeds(START, at_us=at_us + 25_000, bounce_us=900)
            heard = only(Report, bench.run(60))
            bench.acknowledge(heard[-1].sequence)
            masks = list(dict.fromkeys(report.mask for report in find(Report, heard)))
            assert masks == [START & ~(1 << 2), START]
            times = sorted({report.ms for report in find(Report, heard)})
            assert 23 <= times[1] - times[0] <= 27
            bench.run(40)


@check
def what_does_not_last_is_no_change(image: Path) -> None:
    with Bench(image) as bench:
        bench.reeds(START)
        bench.greet()
        for ms in (1, 3, 6, 8, 9):
            bench.reeds(START ^ 1 << 12, at_us=bench.us + 1000)  # a magnet passes by
            bench.reeds(START, at_us=bench.us + 1000 + 1000 * ms)
            bench.reeds(START ^ 1 << 2, at_us=bench.us + 30_000)  # an archer is touched
            bench.reeds(START, at_us=bench.us + 30_000 + 1000 * ms)
            assert find(Report, bench.run(60)) == [], f"{ms} ms"


@check
def a_bouncing_contact_changes_once(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        for i in range(20):
            bench.reeds((i + 1) % 2 << 8, bounce_us=4000 + 100 * i)
            heard = only(Report, bench.run(28))
            assert [report.mask for report in find(Report, heard)] == [(i + 1) % 2 << 8]
            bench.acknowledge(heard[0].sequence)
            bench.run(10)


@check
def a_floating_button_is_never_pressed(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        bench.tell(Settings(2, 1000))
        assert find(ButtonReport, bench.run(2000)) == []


@check
def a_chattering_hole_delays_no_other_and_is_counted(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        bench.order("chatter", mask=1 << 24, every_us=2000)
        for i in range(20):
            bench.reeds((i + 1) % 2)
            began_us = bench.us
            told = only(Report, bench.run(30))
            changed = [each for each in told if find(Report, [each])[0].mask & 1 == (i + 1) % 2]
            assert changed[0].us - began_us < 13_000
            bench.acknowledge(told[-1].sequence)
            bench.run(10)
        bench.tell(AskChatter())
        counts = last(Chatter, bench.run(20)).counts
        assert counts[24] > 20
        assert max(counts[:24]) == 0


@check
def the_scan_runs_at_1_khz(image: Path) -> None:
    """Without debouncing, a closing of 1.2 ms is seen at whatever moment it comes."""
    with Bench(image) as bench:
        bench.greet()
        bench.tell(Settings(0, 1000))
        bench.run(5)
        for i in range(40):
            at_us = bench.us + 1000 + 53 * i
            bench.reeds(1 << 7, at_us=at_us)
            bench.reeds(0, at_us=at_us + 1200)
            heard = only(Report, bench.run(12))
            assert {report.mask for report in find(Report, heard)} == {1 << 7, 0}, f"phase {i}"
            bench.acknowledge(heard[-1].sequence)
            bench.run(4)


@check
def the_debounce_can_be_set(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        for ms in (3, 10, 40):
            bench.tell(Settings(ms, 1000))
            bench.run(5)
            began_us = bench.us
            bench.reeds(1 << ms % 25)
            report = only(Report, bench.run(70))[0]
            assert ms - 0.1 <= (report.us - began_us) / 1000 <= ms + 2.5
            bench.reeds(0)
            bench.acknowledge(report.sequence)
            bench.acknowledge(bench.run(70)[-1].sequence)
            bench.run(5)
            assert bench.greet().debounce_ms == ms


@check
def a_stuck_contact_changes_no_other(image: Path) -> None:
    with Bench(image) as bench:
        bench.reeds(START)
        bench.greet()
        bench.order("stick", closed=1 << 12, open=1 << 0)
        bench.run(1100)
        assert last(State, bench.heard).settled == START & ~1 | 1 << 12
