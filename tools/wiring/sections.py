"""Pictures for docs/build.md of things cut through: a hole, a groove, the heads of archers."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import acos, cos, sin
from typing import Final

from boardpi.drawings.archer import NOTCH, SUNK, archer_height, profile
from boardpi.drawings.geometry import Circle, Layer, Path, Point
from boardpi.drawings.grooves import BRIDGE
from boardpi.drawings.measures import (
    CHAMBER,
    GLASS,
    GROOVE,
    LEAD,
    PLATES,
    RIM,
    SLOT,
    WINDOW,
    Measures,
)
from boardpi.drawings.wood import REED_OFFSET, top_plate
from boardpi.rules import DEFAULT
from tools.wiring.art import DARK_WOOD, GLASS_COLOUR, INK, LIGHT, RED, STEEL, WOOD, Art

SCALE: Final = 12.0  # px for a millimetre in the section
WIDE: Final = 22.0  # of the section to each side
WORDS: Final = {  # beside each plate
    "top": "top: plywood, opening ø {opening:g} mm",
    "rim": "rim: opal acrylic, hole ø {hole:g} mm",
    "floor": "floor: opal acrylic, whole",
    "reeds": "upper carrier: chamber ø {chamber:g}, slot {slot:g} mm",
    "pixels": "lower carrier: window {window:g} × {window:g} mm",
}


def tops() -> dict[str, float]:
    """How far below the board's surface each plate begins."""
    depths = [0.0, *itertools.accumulate(PLATES.values())]
    return dict(zip(PLATES, depths[:-1], strict=True))


def draw_section() -> str:
    """One hole cut through: archer, magnet, plates, reed and pixel."""
    return _section(is_printed=False)


def draw_printed_section() -> str:
    """The same with a printed board in place of the lower carrier."""
    return _section(is_printed=True)


def _section(*, is_printed: bool) -> str:
    measures = Measures()
    art = Art("A hole cut through", 940, 470)
    middle, surface = 300.0, 190.0

    def at(x: float, y: float) -> Point:
        return middle + SCALE * x, surface + SCALE * y

    gaps = {"top": measures.opening, "rim": measures.hole, "reeds": CHAMBER, "pixels": WINDOW[0]}
    inks = {"top": WOOD, "rim": LIGHT, "floor": LIGHT, "reeds": DARK_WOOD, "pixels": DARK_WOOD}
    for name, top in tops().items():
        if is_printed and name == "pixels":
            continue
        gap = gaps.get(name, 0.0) / 2
        for left, right in ((-WIDE, -gap), (gap, WIDE)) if gap else ((-WIDE, WIDE),):
            art.box(*at(left, top), SCALE * (right - left), SCALE * PLATES[name], inks[name])
        words = WORDS[name].format(
            opening=measures.opening,
            hole=measures.hole,
            chamber=CHAMBER,
            slot=SLOT[0],
            window=WINDOW[0],
        )
        height = top + PLATES[name] / 2
        art.words(*at(WIDE + 1, height + 0.4), f"{PLATES[name]:g} mm  {words}", size=13)
    _section_groove(art, at)
    _section_reed(art, at, is_printed=is_printed)
    (_section_printed if is_printed else _section_pixel)(art, at)
    _section_archer(art, at, measures)
    _section_words(art, at, is_printed=is_printed)
    return art.svg()


def _section_groove(art: Art, at: Callable[[float, float], Point]) -> None:
    middle = -(Measures().opening / 2 + WIDE) / 2
    _groove(art, lambda x, y: at(middle + x, y))
    words = f"groove for fingers {GROOVE.width:g} × {GROOVE.depth:g} mm"
    art.words(*at(middle, -0.8), words, size=11, anchor="middle")


def _groove(art: Art, at: Callable[[float, float], Point]) -> None:
    """Cut across, as a ball cutter leaves it."""
    radius = GROOVE.width / 2
    widest = acos(1 - GROOVE.depth / radius)
    turns = [widest * step / 9 for step in range(-9, 10)]
    bottom = [at(radius * sin(turn), GROOVE.depth + radius * (cos(turn) - 1)) for turn in turns]
    art.shape(bottom, "#ffffff")


def _section_archer(art: Art, at: Callable[[float, float], Point], measures: Measures) -> None:
    foot, magnet, floor = measures.foot, measures.magnet, tops()["floor"]
    art.box(*at(-foot / 2, floor - 14), SCALE * foot, SCALE * 14, "#f6efe0", round_=4)
    art.words(*at(0, floor - 11), "archer", anchor="middle")
    bottom = floor - SUNK
    art.box(
        *at(-magnet.diameter / 2, bottom - magnet.height),
        SCALE * magnet.diameter,
        SCALE * magnet.height,
        STEEL,
    )
    art.words(*at(0, bottom - magnet.height / 2 + 0.4), "magnet", anchor="middle")


def _section_reed(art: Art, at: Callable[[float, float], Point], *, is_printed: bool) -> None:
    """In its slot in the upper carrier, lying on what is below; it is behind the pixel."""
    top, middle = tops()["reeds"], REED_OFFSET[0]
    art.box(*at(middle - SLOT[0] / 2, top), SCALE * SLOT[0], SCALE * PLATES["reeds"], "#ffffff")
    glass = middle - GLASS[0] / 2
    bed = top + PLATES["reeds"] - GLASS[1]
    art.box(*at(glass, bed), SCALE * GLASS[0], SCALE * GLASS[1], GLASS_COLOUR, round_=12)
    y = bed + GLASS[1] / 2
    art.line([at(glass - LEAD, y - 0.2), at(middle + 2, y - 0.2)], INK, 3)
    art.line([at(middle - 2, y + 0.3), at(glass + GLASS[0] + LEAD, y + 0.3)], INK, 3)
    inward = 0.6 if is_printed else 0.0
    end = PRINTED_MM + 1 if is_printed else PLATES["pixels"] + 2
    for x in (glass - LEAD + inward, glass + GLASS[0] + LEAD - inward):
        art.line([at(x, y), at(x, tops()["pixels"] + end)], RED, 2)


def _section_pixel(art: Art, at: Callable[[float, float], Point]) -> None:
    below = tops()["pixels"] + PLATES["pixels"]
    art.box(*at(-2.5, below - 1.6), SCALE * 5, SCALE * 1.6, "#ffffff")
    art.box(*at(-5, below), SCALE * 10, SCALE * 1, "#2f6b3a")


PRINTED_MM: Final = 1.6


def _section_printed(art: Art, at: Callable[[float, float], Point]) -> None:
    """The printed board, and a pixel on it that looks up into the chamber."""
    top = tops()["pixels"]
    art.box(*at(-WIDE, top), SCALE * 2 * WIDE, SCALE * PRINTED_MM, "#2f6b3a")
    art.box(*at(-2.5, top - 1.6), SCALE * 5, SCALE * 1.6, "#ffffff")
    art.words(
        *at(WIDE + 1, top + PRINTED_MM / 2 + 0.4), f"{PRINTED_MM:g} mm  printed board", size=13
    )


def _section_words(art: Art, at: Callable[[float, float], Point], *, is_printed: bool) -> None:
    art.words(36, 40, "One hole, cut through (the reed lies behind the pixel)", size=17, bold=True)
    below = tops()["pixels"] + PLATES["pixels"]
    if is_printed:
        words = "posts of copper wire, soldered to the straight leads"
        art.words(*at(WIDE + 1, tops()["pixels"] + PRINTED_MM + 1.8), words, size=13, colour=RED)
    else:
        art.words(*at(WIDE + 1, below + 0.9), "pixel on its board, glued below", size=13)
        words = "wires to the reed's straight leads"
        art.words(*at(WIDE + 1, below + 2.2), words, size=13, colour=RED)
    for number, words in enumerate(
        (
            f"The ring of light is the rim's upper edge, {RIM:g} mm wide: it shows beside the "
            "archer to players on both sides.",
            f"Leads are cut to {LEAD:g} mm and stay straight. No steel between magnet and reed.",
        )
    ):
        art.words(36, 424 + 22 * number, words, size=13)


def draw_fingers() -> str:
    """The top plate with its grooves, one cut across, and the heads that fingers tell apart."""
    measures, scale = Measures(), 1.9
    side = measures.side * scale
    art = Art("A board for fingers", side + 400, side + 90)
    art.words(36, 36, "A board for fingers", size=17, bold=True)

    def at(x: float, y: float) -> Point:
        return 36 + scale * x, 56 + side - scale * y

    art.box(36, 56, side, side, WOOD)
    for shape in top_plate(measures, DEFAULT, "router").shapes:
        if isinstance(shape, Circle) and shape.layer is not Layer.NOTES:
            fill = DARK_WOOD if shape.layer is Layer.PITS else LIGHT
            art.circle(*at(*shape.centre), scale * shape.radius, fill)
        elif isinstance(shape, Path) and shape.layer is Layer.GROOVE:
            art.line((at(*point) for point in shape.points), "#8a5a2b", scale * GROOVE.width)
    art.words(36, 76 + side, "White's edge: a groove along it, pits count the columns", size=13)
    left = 36 + side + 34
    _groove_across(art, left, 100)
    _heads(art, left, 360)
    for number, words in enumerate(
        (
            "Where two lines cross, one runs on",
            f"and the other pauses: at least {BRIDGE:g} mm",
            "of wood stay between two grooves.",
            "Pits instead of a groove: the line that",
            "is open in Jasir and closed in Jarmo.",
        )
    ):
        art.words(left, 470 + 20 * number, words, size=13)
    return art.svg()


def _groove_across(art: Art, left: float, top: float) -> None:
    scale, thick = 44.0, PLATES["top"]

    def at(x: float, y: float) -> Point:
        return left + 130 + scale * x, top + scale * y

    art.words(left, top - 34, "A groove, cut across", bold=True)
    art.box(*at(-3, 0), 6 * scale, scale * thick, WOOD)
    _groove(art, at)
    rest = thick - GROOVE.depth
    art.words(*at(0, -0.12), f"{GROOVE.width:g} mm", anchor="middle", size=13)
    art.words(*at(1.05, GROOVE.depth / 2 + 0.1), f"{GROOVE.depth:g} deep", size=13)
    art.words(*at(0, thick - rest / 2 + 0.12), f"{rest:g} mm left", anchor="middle", size=13)
    art.words(left, top + scale * thick + 26, "edges sanded, underside painted black", size=13)


def _heads(art: Art, left: float, bottom: float) -> None:
    """White's, Black's and a chosen one of Black's, from the side, down to the neck."""
    measures, scale = Measures(), 7.0
    height, radius = archer_height(measures), measures.foot / 2
    low = height - 2 * radius - 3
    art.words(left, bottom - 114, "Heads: White, Black, chosen", bold=True)
    for number in range(3):
        middle = left + 50 + 90 * number
        right = [(x, y) for x, y in profile(measures) if y > low]
        neck = right[0][0]
        outline = [(neck, low), *right, *((-x, y) for x, y in reversed(right)), (-neck, low)]
        points = [(middle + scale * x, bottom - scale * (y - low)) for x, y in outline]
        art.shape(points, "#f6efe0" if number == 0 else "#8d7567")
        if number:
            wide, deep = (scale * size for size in NOTCH)
            top = bottom - scale * (height - low)
            art.box(middle - wide / 2, top - 1, wide, deep + 1, "#ffffff")
        if number == 2:
            ring = scale * (radius + 1.6)
            across = bottom - scale * (height - radius - low)
            art.box(middle - ring, across - 20, 2 * ring, 20, RED, round_=6)
    words = f"notch {NOTCH[0]:g} mm wide, {NOTCH[1]:g} mm deep"
    art.words(left, bottom + 24, words, size=13)
