"""Conversation and firmware together, in emulated time: bounce, corruption, resets, bad wiring."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from boardpi.boards.serial.link.messages import Settings
from boardpi.table.events import Pressed
from tests.hardware.bench import ELF, START, UF2, Bench
from tests.hardware.checks.check import some_colours
from tests.hardware.host import Host

on_both_chips = pytest.mark.parametrize("image", [ELF, UF2], ids=["nano", "pico"])


def _wander(chance: random.Random, mask: int) -> int:
    """One archer lifted or set down somewhere."""
    return mask ^ 1 << chance.randrange(25)


@on_both_chips
@pytest.mark.parametrize("percent", [0, 1])
def test_every_change_arrives_once_and_in_order(percent: int, image: Path) -> None:
    """Bouncing reeds, 25 to 120 ms apart, with bytes flipped in both directions."""
    chance = random.Random(percent)
    with Bench(image) as bench:
        bench.order("seed", seed=percent)
        bench.reeds(START)
        host = Host(bench)
        host.run(300)
        bench.order("corrupt", percent=percent)
        masks = [START]
        for _ in range(120):
            masks.append(_wander(chance, masks[-1]))
            bench.reeds(masks[-1], bounce_us=900)
            host.run(chance.randrange(25, 120))
        host.run(500)
        assert host.masks == masks
        assert host.talk.lost_reports == 0
        assert (host.talk.bad_frames > 20) == (percent > 0)
        times = [event.ms for event in host.events]
        assert times == sorted(times)


def test_intervals_keep_the_boards_precision() -> None:
    """Under corruption reports come late and in bunches, but their times stay right."""
    with Bench() as bench:
        bench.reeds(START)
        host = Host(bench)
        host.run(3000)
        bench.order("corrupt", percent=1)
        for i in range(40):
            at_us = bench.us + 5000
            bench.reeds(START ^ 1 << 2, at_us=at_us)
            bench.reeds(START, at_us=at_us + 25_000 + 500 * i)
            host.run(200)
            opened, closed = host.events[-2:]
            assert abs(closed.ms - opened.ms - 25 - 0.5 * i) <= 2.5


def test_every_light_frame_is_what_was_sent() -> None:
    chance = random.Random(1)
    with Bench() as bench:
        host = Host(bench)
        host.run(100)
        for _ in range(60):
            colours = some_colours(chance)
            host.show(colours)
            host.run(33)
            assert bench.strips[-1].colours == colours


def test_lights_come_through_corruption() -> None:
    """A damaged frame is never shown, and the right one is there within a few repeats."""
    chance = random.Random(2)
    with Bench() as bench:
        bench.order("seed", seed=5)
        host = Host(bench)
        host.run(100)
        bench.order("corrupt", percent=1)
        sent = {bytes(75)}
        for _ in range(25):
            colours = some_colours(chance)
            sent.add(colours)
            host.show(colours)
            host.run(700)
            assert bench.strips[-1].colours == colours
        assert {strip.colours for strip in bench.strips} == sent


@on_both_chips
@pytest.mark.parametrize("cause", ["brownout", "watchdog", "external"])
def test_a_reset_in_mid_session_heals(cause: str, image: Path) -> None:
    """What moved while the chip was away is told as soon as it is back; the lights return."""
    chance = random.Random(cause)
    with Bench(image) as bench:
        bench.reeds(START)
        host = Host(bench, Settings(7, 700))
        host.run(200)
        mask = START
        for hold_ms in (0, 20, 300, 1600):
            colours = some_colours(chance)
            host.show(colours)
            host.run(100)
            bench.order("reset", cause=cause, hold_ms=hold_ms)
            mask = _wander(chance, mask)
            bench.reeds(mask)
            host.run(hold_ms + 100)
            assert host.masks[-1] == mask
            assert bench.strips[-1].colours == colours
            mask = _wander(chance, mask)
            bench.reeds(mask)
            host.run(60)
            assert host.masks[-1] == mask
            host.talk.tick(host.now_ms)
        hello = bench.greet()
        assert (hello.debounce_ms, hello.limit_ma) == (7, 700)


def test_a_reset_whose_hello_is_lost_is_noticed() -> None:
    with Bench() as bench:
        bench.reeds(START)
        host = Host(bench)
        host.run(1500)
        bench.order("reset")
        bench.run(30)  # what the board says now, nobody hears
        bench.sent = b""
        bench.reeds(START ^ 1)
        host.run(3000)
        assert host.masks[-1] == START ^ 1
        bench.reeds(START ^ 3)
        host.run(100)
        assert host.masks[-1] == START ^ 3


@on_both_chips
def test_a_host_that_pauses_misses_nothing(image: Path) -> None:
    """The daemon may be busy for a second: the reports wait in the board."""
    with Bench(image) as bench:
        bench.reeds(START)
        host = Host(bench)
        host.run(200)
        masks = [START ^ 1, START, START ^ 4, START ^ 12, START]
        for i, mask in enumerate(masks):
            bench.reeds(mask, at_us=bench.us + 150_000 * (i + 1))
        bench.run(1000)
        bench.sent = b""  # lost with a buffer that ran over
        host.run(300)
        assert host.masks[1:] == masks


def test_a_host_that_is_there_keeps_the_idle_pattern_away() -> None:
    colours = some_colours(random.Random(9))
    with Bench() as bench:
        host = Host(bench)
        host.run(200)
        host.show(colours)
        host.run(100)
        bench.strips.clear()
        host.run(8000)
        assert {strip.colours for strip in bench.strips} == {colours}
        assert 7 <= len(bench.strips) <= 9  # refreshed every second


def test_the_button_is_an_event() -> None:
    with Bench() as bench:
        host = Host(bench)
        host.run(100)
        bench.order("press", down=True)
        host.run(500)
        bench.order("press", down=False)
        host.run(100)
        pressed = host.events[-1]
        assert isinstance(pressed, Pressed)
        assert abs(pressed.held_ms - 500) <= 2
