"""A drawing in millimetres, on layers, before any pen has touched paper. y grows upward."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from boardpi.drawings.measures import GROOVE

Point = tuple[float, float]


class Layer(Enum):
    """What a shape is for, in the order of the work: what cuts the board loose comes last."""

    ENGRAVE = "1-ENGRAVE"
    GROOVE = "1-GROOVE-0.8-DEEP"
    GROOVE_EDGE = "1-GROOVE-0.8-DEEP-EDGE"
    DOTTED = "2-ENGRAVE-DOTTED"
    PITS = "2-PITS-0.8-DEEP"
    LETTERS = "3-ENGRAVE-LETTERS"
    DRILL = "4-DRILL"
    SCREWS = "4-SCREWS"
    REED = "5-REED"
    PIXEL = "6-PIXEL"
    OUTLINE = "7-OUTLINE"
    NOTES = "8-NOTES"


@dataclass(frozen=True, slots=True)
class LayerInk:
    """How a layer looks: RGB for screens and paper, AutoCAD's colour number for machines."""

    colour: str
    number: int
    width_mm: float


INKS: Final = {
    Layer.ENGRAVE: LayerInk("#000000", 7, 0.5),
    Layer.GROOVE: LayerInk("#8a5a2b", 34, GROOVE.width),
    Layer.GROOVE_EDGE: LayerInk("#8a5a2b", 34, 0.2),
    Layer.DOTTED: LayerInk("#7a1fa2", 6, 0.4),
    Layer.PITS: LayerInk("#7a1fa2", 6, 0.2),
    Layer.LETTERS: LayerInk("#444444", 8, 0.3),
    Layer.DRILL: LayerInk("#d00000", 1, 0.3),
    Layer.SCREWS: LayerInk("#a04000", 12, 0.3),
    Layer.REED: LayerInk("#0050d0", 5, 0.3),
    Layer.PIXEL: LayerInk("#008a3c", 3, 0.3),
    Layer.OUTLINE: LayerInk("#e07000", 30, 0.3),
    Layer.NOTES: LayerInk("#777777", 9, 0.15),
}
WORK: Final = {
    Layer.ENGRAVE: "lines of both games, engraved or painted",
    Layer.GROOVE: f"grooves for fingers, {GROOVE.width:g} mm wide and {GROOVE.depth:g} mm deep: "
    "their middle, for a ball cutter of that width",
    Layer.GROOVE_EDGE: f"grooves for fingers, {GROOVE.depth:g} mm deep: their edge, to fill",
    Layer.DOTTED: "the dotted line: open in Jasir, closed in Jarmo",
    Layer.PITS: f"pits for fingers, {GROOVE.depth:g} mm deep: the dotted line, columns, rows",
    Layer.LETTERS: "names of columns and rows on the rim",
    Layer.DRILL: "round holes, right through",
    Layer.SCREWS: "for brass or nylon screws M3, the same in all plates",
    Layer.REED: "slots for the reeds, right through",
    Layer.PIXEL: "where the light comes through, the window for a printed board, right through",
    Layer.OUTLINE: "the edge of the plate: cut it last",
    Layer.NOTES: "names and the ruler: never cut",
}
DEPTHS: Final = {
    Layer.GROOVE: GROOVE.depth,
    Layer.GROOVE_EDGE: GROOVE.depth,
    Layer.PITS: GROOVE.depth,
}
"""What is not cut right through."""


class Anchor(Enum):
    """Which point of a text stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Circle:
    """A hole, or a dot."""

    layer: Layer
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Path:
    """Straight pieces from point to point; a curve comes as many short ones."""

    layer: Layer
    points: tuple[Point, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A text, its baseline at this place, its capitals about 0.7 of `size` high."""

    layer: Layer
    place: Point
    text: str
    size: float
    anchor: Anchor = Anchor.MIDDLE


Shape = Circle | Path | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet from (0, 0) to (width, height)."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def box(layer: Layer, centre: Point, width: float, height: float) -> Path:
    """A rectangle around its centre."""
    (x, y), across, up = centre, width / 2, height / 2
    corners = (
        (x - across, y - up),
        (x + across, y - up),
        (x + across, y + up),
        (x - across, y + up),
    )
    return Path(layer, corners, closed=True)


def moved(shape: Shape, by: Point) -> Shape:
    """The same shape elsewhere."""

    def move(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    match shape:
        case Circle(layer, centre, radius):
            return Circle(layer, move(centre), radius)
        case Path(layer, points, closed):
            return Path(layer, tuple(map(move, points)), closed)
        case Label(layer, place, text, size, anchor):
            return Label(layer, move(place), text, size, anchor)


RULER_MM: Final = 100.0


def ruler(place: Point) -> tuple[Shape, ...]:
    """A hundred millimetres, to check that nobody has scaled the drawing."""
    x, y = place
    ticks = tuple(
        Path(Layer.NOTES, ((x + 10 * number, y), (x + 10 * number, y + height)))
        for number in range(11)
        for height in (4.0 if number % 5 == 0 else 2.5,)
    )
    words = "0 to 100 mm: measure it, and print again without scaling if it is not"
    return (
        Path(Layer.NOTES, ((x, y), (x + RULER_MM, y))),
        *ticks,
        Label(Layer.NOTES, (x, y - 4), words, 3.2, Anchor.START),
    )


PAPER: Final = 3.0  # around a drawing
FOOTER: Final = 16.0  # room for the ruler


def on_paper(drawing: Drawing, below: float = 0.0) -> Drawing:
    """The same with some paper around it."""
    by = PAPER, PAPER + below
    shapes = tuple(moved(shape, by) for shape in drawing.shapes)
    return Drawing(
        drawing.title, drawing.width + 2 * PAPER, drawing.height + 2 * PAPER + below, shapes
    )


def with_ruler(drawing: Drawing) -> Drawing:
    """The same with paper around it and a ruler below."""
    sheet = on_paper(drawing, FOOTER)
    shapes = (*sheet.shapes, *ruler((PAPER, PAPER + 5)))
    return Drawing(sheet.title, sheet.width, sheet.height, shapes)
