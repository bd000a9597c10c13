"""Colours on terminals of every kind."""

from __future__ import annotations

from io import StringIO

import pytest

from boardpi.commands.terminal.shades import Depth, find_depth, paint, style


class Terminal(StringIO):
    """Somebody looks."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm"}, Depth.BASIC),
        ({"TERM": "xterm-256color"}, Depth.MANY),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "screen", "COLORTERM": "24bit"}, Depth.TRUE),
        ({"TERM": "xterm-direct"}, Depth.TRUE),
        ({"TERM": "xterm", "COLORTERM": "yes"}, Depth.BASIC),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.NONE),
    ],
)
def test_depth(environment: dict[str, str], depth: Depth) -> None:
    assert find_depth(Terminal(), environment) is depth
    assert find_depth(StringIO(), environment) is Depth.NONE


def test_true_colours_are_told_as_they_are() -> None:
    assert style(Depth.TRUE, (1, 2, 3), (4, 5, 6)) == "\x1b[0;38;2;1;2;3;48;2;4;5;6m"
    assert style(Depth.TRUE, (1, 2, 3), bold=True) == "\x1b[0;1;38;2;1;2;3m"
    assert style(Depth.TRUE, None) == "\x1b[0m"


@pytest.mark.parametrize(
    ("colour", "number"),
    [((255, 0, 0), 196), ((0, 95, 135), 24), ((8, 8, 8), 232), ((128, 128, 128), 244)],
)
def test_256_colours(colour: tuple[int, int, int], number: int) -> None:
    assert style(Depth.MANY, colour) == f"\x1b[0;38;5;{number}m"


@pytest.mark.parametrize(
    ("colour", "code"),
    [
        ((0, 0, 0), 30),
        ((255, 20, 10), 91),
        ((255, 120, 0), 93),  # orange must not be taken for red
        ((40, 230, 90), 92),
        ((0, 100, 120), 36),
        ((20, 80, 255), 94),
        ((195, 105, 255), 95),
        ((255, 0, 30), 91),
        ((255, 255, 255), 97),
        ((120, 120, 120), 90),
    ],
)
def test_16_colours(colour: tuple[int, int, int], code: int) -> None:
    assert style(Depth.BASIC, colour) == f"\x1b[0;{code}m"
    assert style(Depth.BASIC, None, colour) == f"\x1b[0;{code + 10}m"


def test_no_colour_leaves_the_text_alone() -> None:
    assert paint(Depth.NONE, "x", (1, 2, 3)) == "x"
    assert paint(Depth.TRUE, "x", (1, 2, 3)) == "\x1b[0;38;2;1;2;3mx\x1b[0m"
