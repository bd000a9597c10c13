"""The suite of every board, on the pins of the kernel."""

from __future__ import annotations

import pytest

from tests.boards.test_every_board import (
    NewBench,
    test_a_frame_of_the_wrong_length_is_refused,
    test_a_lost_board_comes_back_with_its_mask_and_its_lights,
    test_closing_ends_its_events,
    test_every_change_is_told_once_and_in_order,
    test_it_is_found_and_shows_its_whole_mask,
    test_it_shows_what_it_is_given,
    test_lights_given_before_it_is_found_are_its_first,
    test_the_button_is_told_when_it_is_let_go,
)
from tests.kernel.pins import KernelBench

__all__ = [
    "test_a_frame_of_the_wrong_length_is_refused",
    "test_a_lost_board_comes_back_with_its_mask_and_its_lights",
    "test_closing_ends_its_events",
    "test_every_change_is_told_once_and_in_order",
    "test_it_is_found_and_shows_its_whole_mask",
    "test_it_shows_what_it_is_given",
    "test_lights_given_before_it_is_found_are_its_first",
    "test_the_button_is_told_when_it_is_let_go",
]


@pytest.fixture
def new_bench() -> NewBench:
    return KernelBench
