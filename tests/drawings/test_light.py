"""Whether players who sit at the table see the light beside a standing archer, ray by ray."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, radians, sin, tan
from typing import NamedTuple

import pytest

from boardpi.drawings.archer import archer_height, profile
from boardpi.drawings.measures import PLATES, Measures

SEATED = 35.0  # degrees above the board: eyes 40 cm high, 57 cm away
STEP = 0.5


class LitHole(NamedTuple):
    """A ring of light, how deep it lies, the edge above it, and how deep the archer stands."""

    inner: float
    outer: float
    depth: float
    edge: float
    floor: float


def drawn(measures: Measures) -> LitHole:
    top, rim = PLATES["top"], PLATES["rim"]
    return LitHole(measures.hole / 2, measures.opening / 2, top, measures.opening / 2, top + rim)


def body(measures: Measures, height: float) -> float:
    """The radius of an archer at this height above its foot."""
    for (one, low), (two, high) in pairwise(profile(measures)[1:]):
        if low <= height < high:
            return one + (two - one) * (height - low) / (high - low)
    return 0.0


def is_seen(
    hole: LitHole, measures: Measures, point: tuple[float, float], side: int, others: list[float]
) -> bool:
    """Whether the way to an eye on this side (-1: below row 1, 1: above row 5) is free."""
    x, y = point
    rise = tan(radians(SEATED))
    if hypot(x, y + side * hole.depth / rise) > hole.edge:
        return False
    way = 0.0
    while (height := way * rise - hole.depth + hole.floor) < archer_height(measures):
        for place in (0.0, *others):
            if height > 0 and hypot(x, y + side * way - place) < body(measures, height):
                return False
        way += STEP
    return True


def share(hole: LitHole, measures: Measures, side: int, others: list[float]) -> float:
    """How much of the ring is seen, by its area."""
    seen = area = 0.0
    for circle in range(6):
        radius = hole.inner + (hole.outer - hole.inner) * (circle + 0.5) / 6
        for part in range(90):
            angle = 2 * pi * (part + 0.5) / 90
            point = radius * cos(angle), radius * sin(angle)
            area += radius
            seen += radius * is_seen(hole, measures, point, side, others)
    return seen / area


@pytest.mark.parametrize("side", [-1, 1], ids=["White", "Black"])
@pytest.mark.parametrize(
    "measures", [Measures(), Measures(pitch=61.5, hole=18)], ids=["50 mm", "61.5 mm"]
)
def test_both_players_see_the_light_beside_an_archer(measures: Measures, side: int) -> None:
    assert share(drawn(measures), measures, side, []) >= 0.4


@pytest.mark.parametrize("side", [-1, 1], ids=["White", "Black"])
def test_also_behind_another_archer(side: int) -> None:
    """One stands on the hole before it and one on the hole behind it."""
    measures = Measures()
    others = [-measures.pitch, measures.pitch]
    assert share(drawn(measures), measures, side, others) >= 0.4


def test_a_ring_at_the_bottom_of_a_deep_hole_is_hidden() -> None:
    """How it was first built: 2 mm around the foot, below a top plate of 4 mm."""
    assert share(LitHole(5, 7, 4, 7, 4), Measures(), -1, []) < 0.12
