"""Lines for fingers: grooves in the top plate from hole to hole, and pits that are counted.

Where two lines cross, one runs on and the other pauses: a finger that follows one never slips into
another (docs/decisions/0192).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import atan2, cos, dist, hypot, pi, sin
from typing import Final, NamedTuple

from boardpi.drawings.geometry import Circle, Layer, Path, Point, Shape
from boardpi.drawings.measures import GROOVE, BadMeasure, Measures

Way = Sequence[Point]
Span = tuple[float, float]  # from and to, in mm along a way

TOOLS: Final = ("router", "laser")
"""What makes the grooves: one follows their middle, the other fills their edge."""
LAND: Final = 1.5  # wood between a groove and an opening
BRIDGE: Final = 1.2  # wood between two grooves
PIECE: Final = 8.0  # a groove shorter than this says little to a finger
SHORTEST: Final = 6.0
FINGERTIP: Final = 10.0  # over a longer pause a finger feels nothing on either side
PIT_PITCH: Final = 4.0
EDGE_GROOVE: Final = 3.0  # from White's edge to the groove along it
EDGE_PITS: Final = 8.0  # from the edges to the pits that count columns and rows
SHALLOWEST: Final = 0.3  # sine of the angle below which a longer pause would not help
SLACK: Final = 0.2  # of a bridge, where lines are bowed
CAP: Final = 12  # pieces of a groove's round end


class Crossing(NamedTuple):
    """Where two ways meet: which, how far along each, and how much the one that pauses leaves free
    on each side.
    """

    ways: tuple[int, int]
    at: Span
    half: float


def clear_of(measures: Measures) -> float:
    """How far from a hole's middle the middle of a groove ends."""
    return measures.opening / 2 + LAND + GROOVE.width / 2


def grooves(ways: Sequence[Way], names: Sequence[str]) -> list[Path]:
    """The middle lines of the grooves, in pieces."""
    crossings = list(_crossings(ways))
    pauses = _share(ways, crossings)
    found = []
    for number, (way, name) in enumerate(zip(ways, names, strict=True)):
        for start, end in _pieces(_length(way), _gaps(number, crossings, pauses)):
            if end - start < SHORTEST:
                raise BadMeasure(
                    f"the groove of {name} would be cut into pieces of "
                    f"{max(end - start, 0):.1f} mm, too short for a finger: take a wider pitch"
                )
            found.append((name, Path(Layer.GROOVE, tuple(_part(way, start, end)))))
    for (one, first), (two, second) in itertools.combinations(found, 2):
        wood = _apart(first.points, second.points) - GROOVE.width
        if one != two and wood < BRIDGE - SLACK:
            raise BadMeasure(
                f"the grooves of {one} and {two} would come within {max(wood, 0):.1f} mm, too near "
                "for a finger: leave one of these lines out, or have all engraved instead"
            )
    return [path for _, path in found]


def pits(way: Way, beside: Sequence[Path]) -> list[Circle]:
    """A dotted line: it pauses wherever it meets a groove."""
    count = round(_length(way) / PIT_PITCH)
    near = GROOVE.width + BRIDGE
    places = [_at(way, _length(way) * number / count) for number in range(count + 1)]
    return [
        Circle(Layer.PITS, place, GROOVE.width / 2)
        for place in places
        if all(_distance(place, groove.points) >= near for groove in beside)
    ]


def edge_marks(measures: Measures) -> Iterator[Shape]:
    """A groove along White's edge; one pit for column a and row 1, up to five for e and 5."""
    low, high = measures.margin, measures.side - measures.margin
    yield Path(Layer.GROOVE, ((low, EDGE_GROOVE), (high, EDGE_GROOVE)))
    for number in range(5):
        middle = low + number * measures.pitch
        for pit in range(number + 1):
            along = middle + (pit - number / 2) * PIT_PITCH
            yield Circle(Layer.PITS, (along, EDGE_PITS), GROOVE.width / 2)
            yield Circle(Layer.PITS, (EDGE_PITS, along), GROOVE.width / 2)


def edged(shape: Shape) -> Shape:
    """What a laser fills: the edge of a groove instead of its middle line."""
    if not isinstance(shape, Path) or shape.layer is not Layer.GROOVE:
        return shape
    there = _side(shape.points)
    back = _side(tuple(reversed(shape.points)))
    return Path(Layer.GROOVE_EDGE, (*there, *back), closed=True)


# -- where lines cross -----------------------------------------------------------------------------


def _crossings(ways: Sequence[Way]) -> Iterator[Crossing]:
    for (one, first), (two, second) in itertools.combinations(enumerate(ways), 2):
        before = 0.0
        for start, end in itertools.pairwise(first):
            for along, across, sine in _meetings(start, end, second):
                half = (GROOVE.width + BRIDGE) / max(sine, SHALLOWEST)
                yield Crossing((one, two), (before + along, across), half)
            before += dist(start, end)


def _meetings(start: Point, end: Point, way: Way) -> Iterator[tuple[float, float, float]]:
    """How far along a straight piece and along the way they meet, and the sine between them."""
    length, before = dist(start, end), 0.0
    for one, two in itertools.pairwise(way):
        other = dist(one, two)
        x, y, u, v = end[0] - start[0], end[1] - start[1], two[0] - one[0], two[1] - one[1]
        turn = x * v - y * u
        if abs(turn) > 1e-9:
            aside = one[0] - start[0], one[1] - start[1]
            here = (aside[0] * v - aside[1] * u) / turn
            there = (aside[0] * y - aside[1] * x) / turn
            if 0 <= here < 1 and 0 <= there < 1:
                yield here * length, before + there * other, abs(turn) / (length * other)
        before += other


def _share(ways: Sequence[Way], crossings: Sequence[Crossing]) -> list[int]:
    """Which of the two pauses at each crossing (0 or 1), so that no piece is too short and no pause
    too long: begun anyhow, then turned one by one and in pairs for as long as that helps.
    """
    pauses = [1] * len(crossings)
    lengths = [_length(way) for way in ways]
    on = [
        [number for number, crossing in enumerate(crossings) if way in crossing.ways]
        for way in range(len(ways))
    ]

    def cost(way: int) -> float:
        gaps = _gaps(way, [crossings[n] for n in on[way]], [pauses[n] for n in on[way]])
        return sum(max(0.0, PIECE - (b - a)) ** 2 for a, b in _pieces(lengths[way], gaps)) + sum(
            max(0.0, b - a - GROOVE.width - FINGERTIP) ** 2 for a, b in gaps
        )

    def turned(*numbers: int) -> bool:
        touched = {way for number in numbers for way in crossings[number].ways}
        before = sum(map(cost, touched))
        for number in numbers:
            pauses[number] ^= 1
        if sum(map(cost, touched)) < before - 1e-9:
            return True
        for number in numbers:
            pauses[number] ^= 1
        return False

    pairs = [pair for numbers in on for pair in itertools.combinations(numbers, 2)]
    singles = [(number,) for number in range(len(crossings))]
    while sum(turned(*one) for one in singles) or sum(turned(*two) for two in pairs):
        pass  # another round: what was turned may help others
    return pauses


def _gaps(way: int, crossings: Sequence[Crossing], pauses: Sequence[int]) -> list[Span]:
    """Where a way pauses; what overlaps is one."""
    found: list[Span] = []
    spans = [
        (crossing.at[pause] - crossing.half, crossing.at[pause] + crossing.half)
        for crossing, pause in zip(crossings, pauses, strict=True)
        if crossing.ways[pause] == way
    ]
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def _pieces(length: float, gaps: Sequence[Span]) -> list[Span]:
    ends = [0.0, *itertools.chain(*gaps), length]
    return list(zip(ends[::2], ends[1::2], strict=True))


# -- along a way -----------------------------------------------------------------------------------


def _length(way: Way) -> float:
    return sum(dist(one, two) for one, two in itertools.pairwise(way))


def _at(way: Way, along: float) -> Point:
    for one, two in itertools.pairwise(way):
        length = dist(one, two)
        if along <= length:
            part = along / length
            return one[0] + part * (two[0] - one[0]), one[1] + part * (two[1] - one[1])
        along -= length
    return way[-1]


def _part(way: Way, start: float, end: float) -> Iterator[Point]:
    yield _at(way, start)
    along = 0.0
    for one, two in itertools.pairwise(way):
        along += dist(one, two)
        if start + 1e-6 < along < end - 1e-6:
            yield two
    yield _at(way, end)


def _distance(point: Point, way: Way) -> float:
    found = []
    for one, two in itertools.pairwise(way):
        x, y = two[0] - one[0], two[1] - one[1]
        part = ((point[0] - one[0]) * x + (point[1] - one[1]) * y) / (x * x + y * y)
        part = max(0.0, min(1.0, part))
        found.append(dist(point, (one[0] + part * x, one[1] + part * y)))
    return min(found)


def _apart(one: Way, two: Way) -> float:
    """How near two pieces come that do not cross."""
    return min(
        min(_distance(point, two) for point in one), min(_distance(point, one) for point in two)
    )


def _side(way: Way) -> Iterator[Point]:
    """The left edge of a groove, and its round end."""
    half = GROOVE.width / 2
    for number, (x, y) in enumerate(way):
        before, after = way[max(number - 1, 0)], way[min(number + 1, len(way) - 1)]
        across, up = after[0] - before[0], after[1] - before[1]
        scale = half / hypot(across, up)
        yield x - up * scale, y + across * scale
    (x1, y1), (x, y) = way[-2:]
    ahead = atan2(y - y1, x - x1)
    for number in range(1, CAP):
        angle = ahead + pi / 2 - pi * number / CAP
        yield x + half * cos(angle), y + half * sin(angle)
