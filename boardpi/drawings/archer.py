"""An archer and its magnet, in true size, with measures for the lathe or the printer."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from boardpi.drawings.geometry import Anchor, Circle, Drawing, Label, Layer, Path, Point, Shape, box
from boardpi.drawings.measures import Measures

SUNK: Final = 0.3  # the magnet's face lies so much inside the foot: no wear, no knock
GLUE: Final = 0.1  # in the pocket's diameter
FOOT_HEIGHT: Final = 6.0
NECK: Final = 18.0
NOTCH: Final = (2.5, 2.5)  # across the head of Black's, wide and deep: felt also inside a ring
TEXT: Final = 3.2
TICK: Final = 1.2


def pocket_depth(measures: Measures) -> float:
    """How deep the hole for the magnet is."""
    return measures.magnet.height + SUNK


def archer_height(measures: Measures) -> float:
    """From foot to head; a tall magnet makes a tall archer."""
    return max(FOOT_HEIGHT, pocket_depth(measures) + 2) + NECK + measures.foot


def draw_archer(measures: Measures) -> Drawing:
    """The archer cut through the middle, from below, and Black's with its notch."""
    height, foot = archer_height(measures), measures.foot
    axis = 42.0, 14.0
    black = 108.0, 14.0
    shapes = [
        *_section(measures, axis),
        *_black(measures, black),
        *_from_below(measures, (158.0, 14.0 + height / 2)),
        *_notes(measures, (8.0, 14.0 + height + 12)),
    ]
    title = f"An archer: foot {foot:g} mm, height {height:g} mm, magnet {measures.magnet}"
    return Drawing(title, 184.0, height + 59, tuple(shapes))


def profile(measures: Measures) -> list[Point]:
    """The right half of the outline, from the foot up."""
    foot, height = measures.foot / 2, archer_height(measures)
    shoulder = height - NECK - 2 * foot
    head = height - foot
    ball = [
        (foot * cos(radians(angle)), head + foot * sin(radians(angle)))
        for angle in range(-50, 91, 5)
    ]
    return [(0, 0), (foot, 0), (foot, shoulder), (foot * 0.62, shoulder + 4), *ball]


def _outline(measures: Measures, axis: Point) -> Path:
    x, y = axis
    right = [(x + across, y + up) for across, up in profile(measures)]
    left = [(2 * x - across, up) for across, up in reversed(right[1:-1])]
    return Path(Layer.OUTLINE, (*right, *left), closed=True)


def _section(measures: Measures, axis: Point) -> list[Shape]:
    x, y = axis
    magnet, depth = measures.magnet, pocket_depth(measures)
    height, foot = archer_height(measures), measures.foot
    width = magnet.diameter + GLUE
    return [
        _outline(measures, axis),
        box(Layer.DRILL, (x, y + depth / 2), width, depth),
        box(Layer.NOTES, (x, y + SUNK + magnet.height / 2), magnet.diameter, magnet.height),
        *_upright((x - foot / 2 - 8, y), height, f"{height:g}"),
        *_upright((x + foot / 2 + 6, y), depth, f"pocket {depth:g} deep", after=True),
        *_level((x - foot / 2, y - 5), foot, f"foot ø {foot:g}"),
    ]


def _black(measures: Measures, axis: Point) -> list[Shape]:
    """From the side; the notch is what tells it from White's, for fingers."""
    (x, y), (wide, deep), height = axis, NOTCH, archer_height(measures)
    return [
        _outline(measures, axis),
        box(Layer.DRILL, (x, y + height - deep / 2), wide, deep),
        *_upright(
            (x + measures.foot / 2 + 4, y + height - deep),
            deep,
            f"notch {wide:g} wide, {deep:g} deep",
            after=True,
        ),
        Label(Layer.NOTES, (x, y - 10), "Black's", TEXT),
    ]


def _from_below(measures: Measures, centre: Point) -> list[Shape]:
    magnet, foot = measures.magnet, measures.foot
    x, y = centre
    return [
        Circle(Layer.OUTLINE, centre, foot / 2),
        Circle(Layer.DRILL, centre, (magnet.diameter + GLUE) / 2),
        Circle(Layer.NOTES, centre, measures.hole / 2),
        Label(Layer.NOTES, (x, y + measures.hole / 2 + 3), "from below, in its hole", TEXT),
        *_level(
            (x - magnet.diameter / 2, y - measures.hole / 2 - 5),
            magnet.diameter,
            f"pocket ø {magnet.diameter + GLUE:g}, hole ø {measures.hole:g}",
        ),
    ]


def _notes(measures: Measures, place: Point) -> list[Shape]:
    magnet = measures.magnet
    rows = (
        f"Ten archers and spares. Magnet ø {magnet.diameter:g} × {magnet.height:g} mm, magnetised "
        "through its height,",
        f"glued {SUNK:g} mm inside the foot. Mark one pole with a felt pen and set all alike.",
        "No iron near it: no nail, no screw, no steel weight. A chosen archer gets a ring over its",
        "head and stands upright: upside down its magnet is too far away for the reed.",
        "Black's five have a notch across the head, for players who do not see: saw or file it.",
    )
    x, y = place
    return [
        Label(Layer.NOTES, (x, y + 22 - 5 * number), row, TEXT, Anchor.START)
        for number, row in enumerate(rows)
    ]


def _upright(start: Point, length: float, text: str, *, after: bool = False) -> list[Shape]:
    x, y = start
    label = (x + 2.5, y + length / 2 - 1) if after else (x - 2.5, y + length / 2 - 1)
    anchor = Anchor.START if after else Anchor.END
    return [
        Path(Layer.NOTES, ((x, y), (x, y + length))),
        *(Path(Layer.NOTES, ((x - TICK, at), (x + TICK, at))) for at in (y, y + length)),
        Label(Layer.NOTES, label, text, TEXT, anchor),
    ]


def _level(start: Point, length: float, text: str) -> list[Shape]:
    x, y = start
    return [
        Path(Layer.NOTES, ((x, y), (x + length, y))),
        *(Path(Layer.NOTES, ((at, y - TICK), (at, y + TICK))) for at in (x, x + length)),
        Label(Layer.NOTES, (x + length / 2, y - 5), text, TEXT),
    ]
