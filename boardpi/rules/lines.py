"""The lines between the holes. They are asymmetric and never derived from geometry."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final, NamedTuple

from boardpi.rules.errors import BadHole, BadRuleSet
from boardpi.rules.holes import HOLES, Hole, Side


class Line(NamedTuple):
    """An undirected line; the lower hole stands first, so that equal lines are equal."""

    one: Hole
    two: Hole

    def __str__(self) -> str:
        return f"{self.one}-{self.two}"


STANDARD_LINES: Final = """
a1-b3 a1-c2 a2-c1 a2-c3 a3-b1 a3-b5 a4-c3 a4-c5 a5-b3 a5-c4
b1-d2 b2-b3 b2-c2 b2-c4 b2-d1 b3-b4 b3-c5 b3-d2 b4-c4
b4-d3 b4-d5 b5-d4 c1-d3 c1-e2 c2-d2 c2-e1 c2-e3 c3-d1 c3-e4
c4-d4 c4-e5 c5-e4 d2-d3 d3-d4 d3-e1 d3-e5 d4-e2 d5-e3
"""
JASIR_ONLY: Final = "b3-c3"  # dotted on boards made for both games


def parse_line(text: str) -> Line:
    """The line written `a1-b3`, in either direction."""
    one, dash, two = text.partition("-")
    try:
        ends = sorted((Hole(one), Hole(two)))
    except BadHole as error:
        raise BadRuleSet(f"{text!r} is not a line such as 'a1-b3': {error}") from None
    if not dash or ends[0] == ends[1]:
        raise BadRuleSet(f"{text!r} is not a line between two holes")
    return Line(*ends)


def parse_lines(text: str) -> tuple[Line, ...]:
    """The lines of a text, sorted; a line that stands twice is refused."""
    lines = [parse_line(word) for word in text.split()]
    for line in lines:
        if lines.count(line) > 1:
            raise BadRuleSet(f"the line {line} stands twice")
    return tuple(sorted(lines))


def name_lines(lines: Iterable[Line]) -> str:
    """The text of lines, one space between."""
    return " ".join(map(str, lines))


def is_line(lines: Container[Line], one: Hole, two: Hole) -> bool:
    """Whether one of these lines joins the two holes."""
    return Line(min(one, two), max(one, two)) in lines


def lines_of(lines: Iterable[Line], hole: Hole) -> tuple[Line, ...]:
    """The lines that end in this hole."""
    return tuple(line for line in lines if hole in line)


def neighbours(lines: Iterable[Line]) -> tuple[int, ...]:
    """Per hole, the mask of the holes at the other end of its lines."""
    masks = [0] * 25
    for one, two in lines:
        masks[one] |= two.bit
        masks[two] |= one.bit
    return tuple(masks)


def steps_ahead(side: Side, origin: Hole, target: Hole) -> int:
    """How many rows nearer to the goal row: negative is backward, 0 is sideways."""
    return target.row - origin.row if side is Side.WHITE else origin.row - target.row


def reach(side: Side, near: tuple[int, ...], *, backward: bool) -> tuple[int, ...]:
    """Per hole, where an archer of this side may go on an empty board."""
    masks = []
    for origin in HOLES:
        mask = near[origin]
        if not backward:
            behind = (t for t in HOLES if steps_ahead(side, origin, t) < 0)
            mask &= ~sum(hole.bit for hole in behind)
        masks.append(mask)
    return tuple(masks)
