"""Colours of lights on a terminal: as many as it has, or none."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Final, TextIO

from boardpi.commands.terminal import find_ink
from boardpi.table.theme import Colour

RESET: Final = "\x1b[0m"
CUBE: Final = (0, 95, 135, 175, 215, 255)
"""The steps of the 216 colours that xterm and all others since place at 16 to 231."""
BASIC: Final[tuple[Colour, ...]] = (
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
)
"""xterm's first sixteen; other terminals differ a little."""


class Depth(IntEnum):
    """How many colours there are."""

    NONE = 0
    BASIC = 1  # 16
    MANY = 2  # 256
    TRUE = 3  # 24 bits


def find_depth(out: TextIO, environment: Mapping[str, str]) -> Depth:
    """What this terminal can show; COLORTERM says it best, NO_COLOR says no."""
    if not find_ink(out, environment).colour:
        return Depth.NONE
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.TRUE
    kind = environment.get("TERM", "")
    if kind.endswith("-direct"):
        return Depth.TRUE
    return Depth.MANY if "256color" in kind else Depth.BASIC


@cache
def style(
    depth: Depth, ink: Colour | None, ground: Colour | None = None, bold: bool = False
) -> str:
    """The escape sequence for this ink on this ground; empty where there is no colour."""
    if depth is Depth.NONE:
        return ""
    codes = ["1"] if bold else []
    if ink is not None:
        codes.append(_code(depth, ink, 38))
    if ground is not None:
        codes.append(_code(depth, ground, 48))
    return f"\x1b[0;{';'.join(codes)}m" if codes else RESET


def paint(
    depth: Depth, text: str, ink: Colour | None, ground: Colour | None = None, bold: bool = False
) -> str:
    """The text in colour, where there is colour."""
    start = style(depth, ink, ground, bold)
    return f"{start}{text}{RESET}" if start else text


def _code(depth: Depth, colour: Colour, kind: int) -> str:
    if depth is Depth.TRUE:
        return f"{kind};2;{';'.join(map(str, colour))}"
    if depth is Depth.MANY:
        return f"{kind};5;{_nearest_of_many(colour)}"
    number = min(range(16), key=lambda index: _gap(BASIC[index], colour))
    return str(kind - 8 + number if number < 8 else kind + 52 + number - 8)


def _nearest_of_many(colour: Colour) -> int:
    steps = [min(range(6), key=lambda step: abs(CUBE[step] - value)) for value in colour]
    cube = (CUBE[steps[0]], CUBE[steps[1]], CUBE[steps[2]])
    grey = min(23, max(0, round((sum(colour) / 3 - 8) / 10)))
    level = 8 + 10 * grey
    if _gap((level, level, level), colour) < _gap(cube, colour):
        return 232 + grey
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _gap(one: Colour, two: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, two, strict=True))
