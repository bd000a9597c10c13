"""The picture of the supplies, followed line by line: who shares a ground, and who no plus."""

from __future__ import annotations

import re
from itertools import pairwise

from tools.wiring.art import INK, RED
from tools.wiring.figures import draw_power

Point = tuple[float, float]
RECT = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"')
LINE = re.compile(r'<path d="M([-\d. L]+)" fill="none" stroke="(#\w+)" stroke-width="([\d.]+)"')
WORDS = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>')


def blocks(svg: str) -> dict[str, tuple[float, float, float, float]]:
    """Every box by the words in it."""
    words = [(float(x), float(y), text) for x, y, text in WORDS.findall(svg)]
    found = {}
    for box in RECT.findall(svg):
        x, y, wide, high = map(float, box)
        for across, down, text in words:
            if x < across < x + wide and y < down < y + high:
                found[text] = (x, y, x + wide, y + high)
    return found


def wires(svg: str, colour: str) -> list[list[Point]]:
    """Thick lines of this colour; a thin or a very thick one tells something else."""
    found = []
    for way, ink, width in LINE.findall(svg):
        if ink == colour and width == "3":
            points = [point.split() for point in way.split("L")]
            found.append([(float(x), float(y)) for x, y in points])
    return found


def lies_on(point: Point, one: Point, two: Point) -> bool:
    (x, y), (ax, ay), (bx, by) = point, one, two
    between = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return between and (x - ax) * (by - ay) == (y - ay) * (bx - ax)


def touch(one: list[Point], two: list[Point]) -> bool:
    """Whether an end of one wire lies on the other."""
    ways = ((one, two), (two, one))
    return any(
        lies_on(end, a, b)
        for wire, other in ways
        for end in (wire[0], wire[-1])
        for a, b in pairwise(other)
    )


def joined(svg: str, colour: str) -> list[set[str]]:
    """Which blocks hang on one wire, piece by piece."""
    left = wires(svg, colour)
    groups = []
    while left:
        piece = [left.pop()]
        while more := [wire for wire in left if any(touch(wire, other) for other in piece)]:
            piece += more
            left = [wire for wire in left if wire not in more]
        ends = [end for wire in piece for end in (wire[0], wire[-1])]
        groups.append(
            {
                name
                for name, (left_x, top, right, low) in blocks(svg).items()
                for x, y in ends
                if left_x <= x <= right and top <= y <= low
            }
        )
    return groups


def test_one_ground_joins_supply_pixels_pi_and_nano() -> None:
    svg = draw_power()
    (ground,) = joined(svg, INK)
    assert ground == {"5 V supply, 3 A", "25 pixels", "Raspberry Pi", "Nano (serial build)"}


def test_no_plus_of_the_pixels_reaches_the_pi_or_the_nano() -> None:
    plus = [group for group in joined(draw_power(), RED) if "25 pixels" in group]
    assert plus == [{"switch, fuse 1.25 A", "25 pixels"}]
    assert {"5 V supply, 3 A", "switch, fuse 1.25 A"} in joined(draw_power(), RED)


def test_a_ground_that_is_cut_is_noticed() -> None:
    svg = draw_power()
    cut = svg.replace('d="M360 120L360 170', 'd="M360 130L360 170')
    assert cut != svg
    assert "Raspberry Pi" not in joined(cut, INK)[0]
