"""The plates of the board in true size, from the top: each drawing has what is cut in its plate.

How they lie on each other is told in docs/decisions/0162.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import dist
from typing import Final

from boardpi.drawings.geometry import (
    Circle,
    Drawing,
    Label,
    Layer,
    Path,
    Point,
    Shape,
    box,
)
from boardpi.drawings.grooves import LAND, clear_of, edge_marks, edged, grooves, pits
from boardpi.drawings.measures import (
    CHAMBER,
    GLASS,
    GROOVE,
    LEAD,
    PLATES,
    SLOT,
    WINDOW,
    BadMeasure,
    Measures,
)
from boardpi.rules import HOLES, Hole, Line, RuleSet
from boardpi.rules.holes import COLUMNS, ROWS
from boardpi.rules.lines import JASIR_ONLY
from boardpi.rules.paths import bow, clearance, place, spot

REED_OFFSET: Final = (6.0, -5.0)  # one end of the reed is under the magnet
PRINTED: Final = 50.0  # the pitch of the printed board (docs/decisions/0166)
PRINTED_WINDOW: Final = ((139.0, 12.2), 219.0, 19.6)  # for its joints, in front of row 1
LEAD_HOLE: Final = 2.0  # wires come up through it to the end of a lead, and so mark its place
LEAD_ENDS: Final = tuple(REED_OFFSET[0] + end * (GLASS[0] / 2 + LEAD) for end in (-1, 1))
SCREW: Final = (3.2, 8.0)  # its hole, and how far that is from both edges
TOUCH: Final = 0.5  # wood between a line and a hole that it passes
GAP: Final = 1.5  # between a line's end and the rim of its hole
PRICK: Final = 2.0
DOT: Final = 0.6
DOT_PITCH: Final = 4.0
LONGEST_TITLE: Final = 50
PIECES: Final = 96  # of a curve


def hole_point(measures: Measures, hole: Hole) -> Point:
    """The centre of a hole; (0, 0) is the corner of the board at a1."""
    x, y = place(hole)
    return measures.margin + x * measures.pitch, measures.margin + (4 - y) * measures.pitch


def draw_plate(measures: Measures, name: str, rules: RuleSet) -> Drawing:
    """One of `PLATES`, from above, with what is cut in it and nothing else."""
    if name == "top":
        return top_plate(measures, rules)
    shapes = [
        *(shape for hole in HOLES for shape in _cuts(measures, name, hole)),
        *_printed_window(measures, name),
        *_screws(measures),
        _edge(measures),
    ]
    title = f"{TITLES[name]}, {PLATES[name]:g} mm thick, pitch {measures.pitch:g} mm"
    return Drawing(title, measures.side, measures.side, tuple(shapes))


TITLES: Final = {
    "rim": "The rim: opal acrylic, its edge is the ring of light",
    "floor": "The floor: opal acrylic, archers stand on it",
    "reeds": "The upper carrier, from above: chambers for light, slots for reeds",
    "pixels": "The lower carrier, from above: windows for pixels, holes for wires",
}


def top_plate(measures: Measures, rules: RuleSet, tool: str = "") -> Drawing:
    """The board as players see it; with a tool for grooves also as fingers read it."""
    _check_room(measures, rules, LAND + GROOVE.width / 2 if tool else TOUCH)
    if tool:
        lines = _for_fingers(measures, rules)
        lines = map(edged, lines) if tool == "laser" else lines
    else:
        lines = (shape for line in rules.lines for shape in _line(measures, line))
    shapes = [
        *lines,
        *_letters(measures),
        *_holes(measures, Layer.DRILL, measures.opening),
        *_screws(measures),
        _edge(measures),
    ]
    size = f"pitch {measures.pitch:g} mm, openings {measures.opening:g} mm"
    if tool:
        size += f", grooves {GROOVE.width:g} mm wide, {GROOVE.depth:g} mm deep"
    title = f"The board of {_one_line(rules.title)}, {size}"
    return Drawing(title, measures.side, measures.side, tuple(shapes))


def _for_fingers(measures: Measures, rules: RuleSet) -> Iterator[Shape]:
    clear = clear_of(measures)
    lines = [line for line in rules.lines if str(line) != JASIR_ONLY]
    found = grooves([_way(measures, line, clear) for line in lines], [str(line) for line in lines])
    yield from found
    for line in rules.lines:
        if str(line) == JASIR_ONLY:
            yield from pits(_way(measures, line, clear), found)
    yield from edge_marks(measures)


def _cuts(measures: Measures, plate: str, hole: Hole) -> Iterator[Shape]:
    x, y = hole_point(measures, hole)
    turn, (aside, up) = reed_turn(hole), REED_OFFSET
    yield Label(Layer.NOTES, (x - CHAMBER / 2 - 4, y + 2.5), str(hole), 4)
    if plate == "rim":
        yield Circle(Layer.DRILL, (x, y), measures.hole / 2)
    elif plate == "reeds":
        yield Circle(Layer.PIXEL, (x, y), CHAMBER / 2)
        yield box(Layer.REED, (x + turn * aside, y + up), *SLOT)
    elif plate == "pixels":
        yield box(Layer.PIXEL, (x, y), *WINDOW)
        for lead in LEAD_ENDS:
            yield Circle(Layer.DRILL, (x + turn * lead, y + up), LEAD_HOLE / 2)


def _printed_window(measures: Measures, plate: str) -> Iterator[Shape]:
    """Where the printed board has its joints: also a board that is wired by hand may have it."""
    if plate == "reeds" and measures.pitch == PRINTED:
        yield box(Layer.PIXEL, *PRINTED_WINDOW)


def reed_turn(hole: Hole) -> int:
    """Which way a reed lies: those of column e point inward, away from archers beside the board."""
    return -1 if hole.column == 4 else 1


def _screws(measures: Measures) -> Iterator[Shape]:
    width, inset = SCREW
    for x in (inset, measures.side - inset):
        for y in (inset, measures.side - inset):
            yield Circle(Layer.SCREWS, (x, y), width / 2)


def _one_line(title: str) -> str:
    """A maker's title, fit for any file: printable, and short enough for a sheet."""
    printable = "".join(sign if sign.isprintable() else " " for sign in title)
    return printable if len(printable) <= LONGEST_TITLE else printable[: LONGEST_TITLE - 1] + "…"


def _check_room(measures: Measures, rules: RuleSet, touch: float) -> None:
    """Lines that makers add are bowed around holes, but not around holes of any width."""
    for line in rules.lines:
        room = clearance(line, bow(line)) * measures.pitch
        if room < measures.opening / 2 + touch:
            widest = 2 * (room - touch) - (measures.opening - measures.hole)
            raise BadMeasure(
                f"the line {line} passes another hole at {room:.1f} mm: holes of "
                f"{measures.hole:g} mm are too wide for it, take {widest:.0f} mm or a wider pitch"
            )


def underside(measures: Measures, chain: Sequence[int]) -> Drawing:
    """The carrier from below, as one wires it: a is on the right. To look at, not to cut."""
    shapes: list[Shape] = [*_holes(measures, Layer.NOTES, measures.hole), _edge(measures)]
    for hole in HOLES:
        x, y = hole_point(measures, hole)
        centre = measures.side - x, y
        aside, up = REED_OFFSET
        shapes.append(box(Layer.REED, (centre[0] - reed_turn(hole) * aside, centre[1] + up), *SLOT))
        shapes.append(box(Layer.PIXEL, centre, *WINDOW))
        shapes += _names(measures, centre, hole, chain[hole])
    shapes += _chain(measures, chain)
    title = f"The board from below, pitch {measures.pitch:g} mm: reeds, pixels and their numbers"
    return Drawing(title, measures.side, measures.side, tuple(shapes))


def _edge(measures: Measures) -> Shape:
    middle = measures.side / 2
    return box(Layer.OUTLINE, (middle, middle), measures.side, measures.side)


def _holes(measures: Measures, layer: Layer, width: float) -> Iterator[Shape]:
    """Each with a small cross at its centre, to prick through the paper."""
    for hole in HOLES:
        x, y = hole_point(measures, hole)
        yield Circle(layer, (x, y), width / 2)
        yield Path(Layer.NOTES, ((x - PRICK, y), (x + PRICK, y)))
        yield Path(Layer.NOTES, ((x, y - PRICK), (x, y + PRICK)))


def _names(measures: Measures, centre: Point, hole: Hole, pixel: int) -> Iterator[Shape]:
    x, y = centre
    yield Label(Layer.NOTES, (x, y + WINDOW[1] / 2 + 1.2), str(pixel), 3.5)
    yield Label(Layer.NOTES, (x + measures.hole / 2 + 5, y + 2.5), str(hole), 5)


def _chain(measures: Measures, chain: Sequence[int]) -> Iterator[Shape]:
    """The data wire from pixel to pixel, as it runs below the board."""
    centres = []
    for hole in sorted(HOLES, key=lambda hole: chain[hole]):
        x, y = hole_point(measures, hole)
        centres.append((measures.side - x, y))
    for one, two in itertools.pairwise(centres):
        part = (WINDOW[0] / 2 + 1) / dist(one, two)
        start, end = _between(one, two, part), _between(one, two, 1 - part)
        yield Path(Layer.NOTES, (start, end))
        yield Path(Layer.NOTES, _arrow(start, end))


def _arrow(start: Point, end: Point) -> tuple[Point, Point, Point]:
    """A head at the end of a line."""
    length = dist(start, end)
    across, up = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    back = end[0] - 2.5 * across, end[1] - 2.5 * up
    return (back[0] - up, back[1] + across), end, (back[0] + up, back[1] - across)


def _letters(measures: Measures) -> Iterator[Shape]:
    size = 0.14 * measures.pitch
    off = 0.42 * measures.pitch
    for number, column in enumerate(COLUMNS):
        x = measures.margin + number * measures.pitch
        yield Label(Layer.LETTERS, (x, measures.margin - off - 0.35 * size), column, size)
    for number, row in enumerate(ROWS):
        y = measures.margin + number * measures.pitch
        yield Label(Layer.LETTERS, (measures.margin - off, y - 0.35 * size), row, size)


def _line(measures: Measures, line: Line) -> Iterator[Shape]:
    way = _way(measures, line, measures.opening / 2 + GAP)
    if str(line) != JASIR_ONLY:
        yield Path(Layer.ENGRAVE, tuple(way))
        return
    count = round(dist(way[0], way[-1]) / DOT_PITCH)
    for number in range(count + 1):
        yield Circle(Layer.DOTTED, _between(way[0], way[-1], number / count), DOT)


def _way(measures: Measures, line: Line, clear: float) -> list[Point]:
    """A line from rim to rim, clear of both holes' middles by so much; one that would meet a
    foreign hole is bowed around it.
    """
    bend = bow(line)
    ends = hole_point(measures, line.one), hole_point(measures, line.two)
    if bend is None:
        length = dist(*ends)
        return [_between(*ends, clear / length), _between(*ends, 1 - clear / length)]

    def at(part: float) -> Point:
        return _scaled(measures, spot(line, bend, part))

    first = _crossing(lambda part: dist(at(part), ends[0]) >= clear)
    last = 1 - _crossing(lambda part: dist(at(1 - part), ends[1]) >= clear)
    return [at(first + (last - first) * number / PIECES) for number in range(PIECES + 1)]


def _crossing(is_clear: Callable[[float], bool]) -> float:
    """The part of a way where it gets clear of the hole that it starts from."""
    low, high = 0.0, 0.5
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if is_clear(middle) else (middle, high)
    return high


def _scaled(measures: Measures, point: Point) -> Point:
    x, y = point
    return measures.margin + x * measures.pitch, measures.margin + (4 - y) * measures.pitch


def _between(one: Point, two: Point, part: float) -> Point:
    return one[0] + part * (two[0] - one[0]), one[1] + part * (two[1] - one[1])
