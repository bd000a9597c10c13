"""The pictures of docs/solved.md are those of the opening book that ships."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.solve.pictures import PICTURES

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_of_the_values_of_today(name: str) -> None:
    """If not: `python -m tools.solve.pictures docs/pictures`."""
    assert (FOLDER / name).read_text("utf-8") == PICTURES[name]()


def test_the_first_moves_have_their_values() -> None:
    drawn = PICTURES["first-moves.svg"]()
    assert [drawn.count(f">{value}<") for value in ("+1", "0", "−1")] == [4, 5, 2]
