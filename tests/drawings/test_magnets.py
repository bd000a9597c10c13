"""Reeds and magnets in the drawn plates: what an archer does to its own reed and to others.

What drives a reed is the field along it, summed over its iron, leads included, in ampere-turns as
its data sheet counts. The field is magpylib's (docs/decisions/0163).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import cos, pi, sin

import magpylib
import numpy as np
import pytest
from numpy.typing import NDArray

from boardpi.drawings.archer import SUNK
from boardpi.drawings.measures import GLASS, LEAD, PLATES, PLAY, SLOT, Measures
from boardpi.drawings.wood import REED_OFFSET
from tools.wiring.figures import PARKING_MM

Place = tuple[float, float]
Path = NDArray[np.float64]  # corners of a reed's iron, in mm from the middle of its hole

# Data sheet of ORD213: pull-in 10–40 AT, sold in sorts, here up to 30 AT (ORD213-2030 is one);
# drop-out 5 AT or more, of any sort.
OPERATE_AT, RELEASE_AT = 30.0, 5.0
WEAK_T, STRONG_T = 1.28, 1.38  # remanence of N42 at its least, N45 at its most, of several makers
# What hands and wood do: leads are cut by eye, a reed lies somewhere in its slot, plates warp.
CUT_MM, ALONG_MM, ACROSS_MM, SAG_MM = 0.5, 0.5, (SLOT[1] - GLASS[1]) / 2, 0.5
GLUE_MM = 0.1  # how much deeper than drawn a magnet may lie in its foot
WHOLE_LEAD = (35.8 - GLASS[0]) / 2
STEP_MM = 0.5
MEASURES = Measures()


def reed(
    lead: float = LEAD,
    *,
    along: float = 0.0,
    across: float = 0.0,
    sag: float = 0.0,
    down: float = 0.0,
) -> Path:
    """Of the hole at (0, 0); it lies on the lower carrier. Its ends may be bent down."""
    half, y = GLASS[0] / 2 + lead, REED_OFFSET[1] + across
    left, right = REED_OFFSET[0] + along - half, REED_OFFSET[0] + along + half
    z = -(PLATES["floor"] + PLATES["reeds"] - GLASS[1] / 2 + sag)
    corners = [(left, y, z), (right, y, z)]
    if down:
        corners = [(left, y, z - down), *corners, (right, y, z - down)]
    return np.array(corners)


def as_built() -> list[Path]:
    """As drawn, and at the end of every tolerance at once."""
    ends = itertools.product(
        (LEAD - CUT_MM, LEAD + CUT_MM), (-ALONG_MM, ALONG_MM), (-ACROSS_MM, ACROSS_MM), (0, SAG_MM)
    )
    return [
        reed(),
        *(reed(lead, along=along, across=across, sag=sag) for lead, along, across, sag in ends),
    ]


def ampere_turns(
    magnets: Sequence[Place], tesla: float, reeds: Iterable[Path], *, is_lying: bool = False
) -> NDArray[np.float64]:
    """Of each archer's magnet on each reed; one that lies points along x."""
    pieces = [_pieces(path) for path in reeds]
    middles, ways = (np.concatenate([piece[n] for piece in pieces]) for n in (0, 1))
    starts = np.cumsum([0, *(len(piece[0]) for piece in pieces[:-1])])
    height = SUNK + GLUE_MM + MEASURES.magnet.height / 2
    places = np.array([(x, y, height) for x, y in magnets])
    size = np.array([MEASURES.magnet.diameter, MEASURES.magnet.height]) * 1e-3
    magnet = magpylib.magnet.Cylinder(polarization=(0, 0, tesla), dimension=size)
    if is_lying:
        magnet.rotate_from_angax(90, "y")
    field = magnet.getH((middles[None] - places[:, None]) * 1e-3)
    turns = np.einsum("mpk,pk->mp", np.asarray(field).reshape(len(places), -1, 3), ways * 1e-3)
    return np.abs(np.add.reduceat(turns, starts, axis=1))


def _pieces(path: Path) -> tuple[Path, Path]:
    """The middles of short pieces, and the way along each."""
    middles, ways = [], []
    for one, two in itertools.pairwise(path):
        count = int(np.ceil(np.linalg.norm(two - one) / STEP_MM))
        shares = (np.arange(count)[:, None] + 0.5) / count
        middles.append(one + shares * (two - one))
        ways.append(np.broadcast_to((two - one) / count, (count, 3)))
    return np.concatenate(middles), np.concatenate(ways)


def aside(x: float, y: float) -> list[Place]:
    """Everywhere within the play of a hole."""
    ring = [2 * pi * part / 16 for part in range(16)]
    return [(x, y), *((x + PLAY * cos(angle), y + PLAY * sin(angle)) for angle in ring)]


def others(reach: int) -> list[Place]:
    """The middles of the holes around, so many away."""
    steps = [n * MEASURES.pitch for n in range(-reach, reach + 1)]
    return [(x, y) for x in steps for y in steps if (x, y) != (0, 0)]


def test_an_archer_closes_its_own_reed_twice_over() -> None:
    """Weakest magnet, least sensitive reed, pushed to any side of its hole, built as badly as can
    be.
    """
    assert ampere_turns(aside(0, 0), WEAK_T, as_built()).min() >= 2 * OPERATE_AT


@pytest.mark.parametrize("hole", others(1))
def test_a_neighbour_gives_a_quarter_of_what_would_hold_a_reed(hole: Place) -> None:
    """Strongest magnet, the least release that is promised, pushed to any side, built badly."""
    assert ampere_turns(aside(*hole), STRONG_T, as_built()).max() <= RELEASE_AT / 4


def test_all_others_together_do_not_hold_a_reed() -> None:
    """With all poles alike, which does not even happen: there are ten archers."""
    assert ampere_turns(others(2), STRONG_T, as_built()).sum(axis=0).max() < RELEASE_AT / 2


def test_why_the_glass_is_short() -> None:
    """14 mm of it, the common size, hear the neighbour: docs/decisions/0168."""
    longer = reed(LEAD + 3.5)
    assert ampere_turns(aside(MEASURES.pitch, 0), STRONG_T, [longer]).max() > 1.3 * RELEASE_AT / 4


BOARD_MM, TAIL_MM = 1.6, 1.0


def test_why_leads_are_not_bent_into_a_printed_board() -> None:
    """They are iron, too, and pull the other way: docs/decisions/0166."""
    bent = reed(down=GLASS[1] / 2 + BOARD_MM + TAIL_MM, sag=SAG_MM)
    own, straight = (ampere_turns(aside(0, 0), WEAK_T, [one]).min() for one in (bent, reed()))
    assert own < 0.75 * straight
    assert own < 2 * OPERATE_AT


def parked(lead: float, away: float) -> float:
    """Five archers that lie beside column a, all with their feet towards the board."""
    x = -MEASURES.margin - away - MEASURES.magnet.height / 2
    places = [(x, REED_OFFSET[1] + 15.0 * number) for number in (-2, -1, 0, 1, 2)]
    return float(ampere_turns(places, STRONG_T, [reed(lead)], is_lying=True).sum())


def test_taken_archers_in_their_zone_do_not_hold_a_reed() -> None:
    assert parked(LEAD + CUT_MM, PARKING_MM) < RELEASE_AT


def test_why_leads_are_cut_and_archers_parked_away() -> None:
    assert parked(WHOLE_LEAD, 0.0) > OPERATE_AT, "whole leads, right at the edge"
