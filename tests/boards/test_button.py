"""A press is told once, when it is over, however the contact bounces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boardpi.boards.gpio.gpio_board import STEADY_MS, Press


def presses(readings: list[tuple[int, bool]]) -> list[int]:
    press = Press()
    held = [press.feel(is_down, ms) for ms, is_down in readings]
    return [ms for ms in held if ms is not None]


def test_a_press_lasts_from_its_first_to_its_last_moment() -> None:
    down = [(ms, True) for ms in range(100, 600, 10)]
    up = [(ms, False) for ms in range(600, 700, 10)]
    assert presses([(0, False), *down, *up]) == [500]


def test_a_flicker_is_no_press() -> None:
    assert presses([(0, False), (10, True), (20, True), (30, False), (200, False)]) == []


def test_a_flicker_does_not_end_a_press() -> None:
    readings = [(0, True), (20, True), (100, False), (110, True), (300, False), (320, False)]
    assert presses(readings) == [300]


@given(st.lists(st.booleans(), max_size=60))
def test_no_press_is_shorter_than_it_takes_to_be_steady(levels: list[bool]) -> None:
    assert all(ms >= STEADY_MS for ms in presses([(7 * i, on) for i, on in enumerate(levels)]))
