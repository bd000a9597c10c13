"""Reeds and magnets in the drawn plates: what an archer does to its own reed and to others.

A disc magnet is the current around its edge. What drives a reed is the field along it, summed over
its iron, leads included, in ampere-turns as its data sheet counts. The figures agree with those of
magpylib 6.1 (docs/decisions/0163).
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest
from numpy.typing import NDArray

from boardpi.drawings.archer import SUNK
from boardpi.drawings.measures import GLASS, LEAD, PLATES, PLAY, Measures
from boardpi.drawings.wood import REED_OFFSET
from tools.wiring.figures import PARKING_MM

Axis = tuple[float, float, float]
Place = tuple[float, float]

OPERATE_AT = 25.0  # the least sensitive reed of 20–25 AT
RELEASE_AT = 8.0  # the most sensitive one opens below this: 0.4 of 20
WEAK_T, STRONG_T = 1.17, 1.32  # remanence of N35 at its least, N42 at its most
SAG_MM = 0.5  # glue, warped wood
MU_0 = 4e-7 * pi
MEASURES = Measures()
IRON_MM = GLASS[0] + 2 * LEAD
STANDING, LYING = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)


def field(points: NDArray[np.float64], axis: Axis, tesla: float) -> NDArray[np.float64]:
    """The field in A/m around a magnet at the origin that points along this axis; mm."""
    along = np.array(axis)
    across = np.array(LYING if axis == STANDING else (0.0, 1.0, 0.0))
    third = np.cross(along, across)
    radius, height = MEASURES.magnet.diameter / 2, MEASURES.magnet.height
    layers, parts = 6, 36
    middles = np.repeat((np.arange(layers) + 0.5) / layers - 0.5, parts)[:, None] * along * height
    angles = np.tile(2 * pi * np.arange(parts) / parts, layers)[:, None]
    places = middles + radius * (np.cos(angles) * across + np.sin(angles) * third)
    pieces = 2 * pi * radius / parts * (np.cos(angles) * third - np.sin(angles) * across)
    to = points[:, None, :] - places[None, :, :]
    parts_of_field = np.cross(pieces[None, :, :], to) / np.linalg.norm(to, axis=2)[..., None] ** 3
    amperes = tesla / MU_0 * height * 1e-3 / layers
    total: NDArray[np.float64] = parts_of_field.sum(axis=1) * amperes / (4 * pi) * 1e3
    return total


def ampere_turns(
    magnet: Place, tesla: float, *, axis: Axis = STANDING, sag: float = 0.0, iron: float = IRON_MM
) -> float:
    """Of a magnet there, on the reed of the hole at (0, 0)."""
    above = SUNK + MEASURES.magnet.height / 2
    below = PLATES["floor"] + PLATES["reeds"] - GLASS[1] / 2  # it lies on the lower carrier
    steps = np.linspace(-iron / 2, iron / 2, 89)
    points = np.zeros((len(steps), 3))
    points[:, 0] = REED_OFFSET[0] + steps - magnet[0]
    points[:, 1] = REED_OFFSET[1] - magnet[1]
    points[:, 2] = -(above + below + sag)
    return abs(float(np.trapezoid(field(points, axis, tesla)[:, 0], steps * 1e-3)))


def aside(x: float, y: float) -> list[Place]:
    """Everywhere within the play of a hole."""
    ring = [2 * pi * part / 16 for part in range(16)]
    return [(x, y), *((x + PLAY * cos(angle), y + PLAY * sin(angle)) for angle in ring)]


def test_the_field_is_that_of_magpylib() -> None:
    """Of the own archer, and of a strong one to the right."""
    assert ampere_turns((0, 0), WEAK_T) == pytest.approx(100.14, rel=0.005)
    assert ampere_turns((50, 0), STRONG_T) == pytest.approx(1.570, rel=0.005)


def test_an_archer_closes_its_own_reed_twice_over() -> None:
    """Weakest magnet, least sensitive reed, warped wood, pushed to any side of its hole."""
    worst = min(ampere_turns(at, WEAK_T, sag=SAG_MM) for at in aside(0, 0))
    assert worst >= 2 * OPERATE_AT


NEIGHBOURS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@pytest.mark.parametrize(("x", "y"), NEIGHBOURS)
def test_a_neighbour_leaves_a_reed_alone(x: int, y: int) -> None:
    """Strongest magnet, most sensitive reed, pushed to any side of its hole."""
    places = aside(x * MEASURES.pitch, y * MEASURES.pitch)
    assert max(ampere_turns(at, STRONG_T) for at in places) <= RELEASE_AT / 4


def test_all_neighbours_together_do_not_hold_a_reed() -> None:
    pitch, around = MEASURES.pitch, (-2, -1, 0, 1, 2)
    holes = [(x * pitch, y * pitch) for x in around for y in around if (x, y) != (0, 0)]
    assert sum(ampere_turns(at, STRONG_T) for at in holes) < RELEASE_AT / 2


def parked(iron: float, away: float) -> float:
    """Five archers that lie beside column a, all with their feet towards the board."""
    x = -MEASURES.margin - away - MEASURES.magnet.height / 2
    places = [(x, REED_OFFSET[1] + 15.0 * number) for number in (-2, -1, 0, 1, 2)]
    return sum(ampere_turns(at, STRONG_T, axis=LYING, iron=iron) for at in places)


def test_taken_archers_in_their_zone_do_not_hold_a_reed() -> None:
    assert parked(IRON_MM, PARKING_MM) < RELEASE_AT


def test_why_leads_are_cut_and_archers_parked_away() -> None:
    assert parked(56.0, 0.0) > OPERATE_AT, "whole leads, right at the edge"
