"""Colours of lights on a terminal: as many as it has, or none; and the theme that they are of."""

from __future__ import annotations

from collections.abc import Mapping
from colorsys import rgb_to_hsv
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING, Final, TextIO

from boardpi.commands.terminal.terminal import find_ink
from boardpi.table.theme import Colour
from boardpi.table.themes import DEFAULT_THEME

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser

RESET: Final = "\x1b[0m"
CUBE: Final = (0, 95, 135, 175, 215, 255)
"""The steps of the 216 colours that xterm and all others since place at 16 to 231."""
HUES: Final = ((20, 1), (75, 3), (160, 2), (205, 6), (265, 4), (345, 5), (360, 1))
"""Up to which angle of hue which of the eight colours stands for it; orange is yellow, not red."""
BLACK_BELOW, BRIGHT_FROM = 60, 150


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
    number = _nearest_of_sixteen(colour)
    return str(kind - 8 + number if number < 8 else kind + 52 + number - 8)


def _nearest_of_sixteen(colour: Colour) -> int:
    hue, saturation, _ = rgb_to_hsv(*(value / 255 for value in colour))
    brightest = max(colour)
    if brightest < BLACK_BELOW:
        return 0
    bright = 8 * (brightest >= BRIGHT_FROM)
    if saturation < 0.3:
        return 7 + bright if bright else 8
    return bright + next(number for angle, number in HUES if 360 * hue <= angle)


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


def add_theme(parser: Parser) -> None:
    """`--theme`."""
    parser.add_argument(
        "--theme",
        metavar="NAME",
        default=DEFAULT_THEME.name,
        help=f"the theme (default: {DEFAULT_THEME.name}; see 'boardpi lights list')",
    )
