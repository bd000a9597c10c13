"""Where holes and lines run on a drawing: x to the right from column a, y down from row 5."""

from __future__ import annotations

from functools import cache
from math import dist, gcd, hypot
from typing import Final

from boardpi.rules.holes import HOLES, Hole
from boardpi.rules.lines import Line

Point = tuple[float, float]

PULLS: Final = (0.5, -0.5, 0.7, -0.7, 0.9, -0.9, 1.1, -1.1)
SAMPLES: Final = 40


def place(hole: Hole) -> Point:
    """The spot of a hole."""
    return float(hole.column), float(5 - hole.row)


@cache
def bow(line: Line) -> Point | None:
    """Where to pull a line that would run straight through a hole which it does not touch.

    No line of the traditional board does; lines that makers add may. Of several pulls to either
    side, the one that stays farthest from all other holes is taken.
    """
    (x1, y1), (x2, y2) = place(line.one), place(line.two)
    across, down = x2 - x1, y2 - y1
    if gcd(int(across), int(down)) == 1:
        return None
    aside = down / hypot(across, down), -across / hypot(across, down)
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    bends = [(middle[0] + pull * aside[0], middle[1] + pull * aside[1]) for pull in PULLS]
    return max(bends, key=lambda bend: clearance(line, bend))


def clearance(line: Line, bend: Point | None) -> float:
    """How near the line comes to any hole that it does not touch, in units of one step."""
    others = [place(hole) for hole in HOLES if hole not in line]
    way = [spot(line, bend, number / SAMPLES) for number in range(SAMPLES + 1)]
    return min(dist(point, other) for point in way for other in others)


def spot(line: Line, bend: Point | None, part: float) -> Point:
    """The point of a line after this part (0 to 1) of its way."""
    (x1, y1), (x2, y2) = place(line.one), place(line.two)
    if bend is None:
        return x1 + part * (x2 - x1), y1 + part * (y2 - y1)
    near, middle, far = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return near * x1 + middle * bend[0] + far * x2, near * y1 + middle * bend[1] + far * y2
