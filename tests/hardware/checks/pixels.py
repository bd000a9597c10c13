"""Pixels: timing, order, current, the idle pattern."""

from __future__ import annotations

import random
from pathlib import Path

from boardpi.boards.gpio import pixels
from boardpi.boards.serial.link.messages import Done, Lights, Settings
from tests.hardware.bench import Bench
from tests.hardware.checks.check import check, some_colours


@check
def every_bit_keeps_its_time(image: Path) -> None:
    """Also with bytes arriving all the while: T0H, T1H, and no low of 5 µs."""
    chance = random.Random(1)
    with Bench(image) as bench:
        bench.greet()
        for _ in range(12):
            bench.tell(Lights(some_colours(chance, 255)))
        bench.run(60)
        assert len(bench.strips) == 13  # and one dark at the start
        for strip in bench.strips[1:]:
            assert strip.bits == 600
            assert strip.zero_high_ns == (bench.chip.zero_high_ns,) * 2
            assert strip.one_high_ns == (bench.chip.one_high_ns,) * 2
            assert strip.low_ns[0] >= 500  # a one and its low make 1250 ns
            assert strip.low_ns[1] < 5000


@check
def the_longest_low_holds_whenever_the_timer_fires(image: Path) -> None:
    """A hundred frames against a timer of 1 kHz and bytes every 40 µs: their worst meeting."""
    chance = random.Random(8)
    with Bench(image) as bench:
        bench.greet()
        for _ in range(100):
            bench.tell(Lights(some_colours(chance)))
            bench.send(bytes(chance.randrange(1, 20)))  # empty frames: other phases
        bench.run(400)
        assert len(bench.strips) == 101
        assert max(strip.low_ns[1] for strip in bench.strips) < 5000


@check
def sixty_pipelined_light_frames_lose_nothing(image: Path) -> None:
    chance = random.Random(2)
    frames = [some_colours(chance) for _ in range(60)]
    with Bench(image) as bench:
        bench.greet()
        bench.run(5)
        bench.strips.clear()
        numbers = [bench.tell(Lights(frame)) for frame in frames]
        done = [each.sequence for each in bench.run(400) if isinstance(each.message, Done)]
        assert done == numbers
        assert [strip.colours for strip in bench.strips] == frames
        hello = bench.greet()
        assert (hello.overruns, hello.bad_frames) == (0, 0)


@check
def the_current_limit_holds(image: Path) -> None:
    white = b"\xff" * 75
    with Bench(image) as bench:
        bench.greet()
        for asked_ma, kept_ma in ((1000, 1000), (300, 300), (65535, 1000), (0, 50)):
            bench.tell(Settings(10, asked_ma))
            bench.tell(Lights(white))
            bench.run(20)
            assert bench.greet().limit_ma == kept_ma
            assert bench.strips[-1].colours == pixels.limit(white, kept_ma)
            total = sum(bench.strips[-1].colours)
            assert pixels.IDLE_MA + total * pixels.CHANNEL_MA / 255 <= kept_ma


@check
def without_a_host_the_board_breathes_quietly(image: Path) -> None:
    with Bench(image) as bench:
        bench.greet()
        bench.tell(Lights(bytes([9]) * 75))
        bench.run(2900)
        assert bench.strips[-1].colours == bytes([9]) * 75
        bench.run(2500)
        shown = [strip.colours for strip in bench.strips if strip.us > 3_050_000]
        assert len({colours[36] for colours in shown}) > 10
        assert max(max(colours) for colours in shown) <= 16
        assert all(not any(colours[:36] + colours[39:]) for colours in shown)
        bench.tell(Lights(bytes([7]) * 75))
        bench.run(500)
        assert bench.strips[-1].colours == bytes([7]) * 75


@check
def pixels_go_dark_at_a_reset(image: Path) -> None:
    with Bench(image) as bench:
        bench.run(5)
        assert bench.strips[0].colours == bytes(75)


@check
def a_frame_waits_until_the_pixels_took_the_last_one(image: Path) -> None:
    """Today's WS2812B need 280 µs of low. Lights right after a breath of the idle pattern come
    closest; reading them takes the chip longer than that, so no code waits for it.
    """
    lights = Lights(bytes([200]) * 25 + bytes([30]) * 50)
    with Bench(image) as bench:
        for after_us in range(-700, 300, 90):
            bench.greet()
            bench.run(3200)
            took_us = bench.strips[-1].us - bench.strips[-1].began_us
            next_us = bench.strips[-1].began_us + 64_000 * 2
            bench.run((next_us + took_us + after_us - 81 * 40 - bench.us) / 1000)
            bench.tell(lights)
            bench.run(12)
            assert bench.strips[-1].colours == lights.colours
            assert bench.strips[-1].began_us - bench.strips[-2].us >= 280
