"""Pictures for docs/build.md: a hole cut through, reeds and magnets, a diode, power."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from boardpi.drawings.archer import SUNK
from boardpi.drawings.geometry import Point
from boardpi.drawings.measures import PIXEL, REED, Measures
from boardpi.drawings.wood import REED_OFFSET
from tools.wiring.art import (
    BLUE,
    DARK_WOOD,
    GLASS,
    GREEN,
    GREY,
    INK,
    LIGHT,
    RED,
    STEEL,
    WOOD,
    Art,
)

SCALE: Final = 12.0  # px for a millimetre in the section
TOP_PLATE: Final = 4.0
DIFFUSER: Final = 2.0
CARRIER: Final = 6.0
GLASS_SIZE: Final = (14.0, 2.0)


def draw_section() -> str:
    """One hole cut through: archer, magnet, plates, reed and pixel."""
    measures = Measures()
    art = Art("A hole cut through", 900, 420)
    middle, surface = 300.0, 170.0

    def at(x: float, y: float) -> Point:
        return middle + SCALE * x, surface + SCALE * y

    hole, foot, magnet = measures.hole, measures.foot, measures.magnet
    for left, right in ((-22, -hole / 2), (hole / 2, 22)):
        art.box(*at(left, 0), SCALE * (right - left), SCALE * TOP_PLATE, WOOD)
    art.box(*at(-22, TOP_PLATE), SCALE * 44, SCALE * DIFFUSER, LIGHT)
    art.box(*at(-22, TOP_PLATE + DIFFUSER), SCALE * 44, SCALE * CARRIER, DARK_WOOD)
    _section_below(art, at)
    art.box(*at(-foot / 2, TOP_PLATE - 13), SCALE * foot, SCALE * 13, "#f6efe0", round_=4)
    art.words(*at(0, TOP_PLATE - 10), "archer", anchor="middle")
    bottom = TOP_PLATE - SUNK
    art.box(
        *at(-magnet.diameter / 2, bottom - magnet.height),
        SCALE * magnet.diameter,
        SCALE * magnet.height,
        STEEL,
    )
    art.words(*at(0, bottom - magnet.height / 2 + 0.4), "magnet", anchor="middle")
    _section_words(art, at(23, 0))
    return art.svg()


def _section_below(art: Art, at: Callable[[float, float], Point]) -> None:
    top = TOP_PLATE + DIFFUSER
    art.box(*at(-PIXEL[0] / 2, top), SCALE * PIXEL[0], SCALE * CARRIER, LIGHT)
    art.box(*at(-PIXEL[0] / 2, top + CARRIER - 0.8), SCALE * PIXEL[0], SCALE * 0.8, "#2f6b3a")
    art.box(*at(-2.5, top + CARRIER - 2.4), SCALE * 5, SCALE * 1.6, "#ffffff")
    x = REED_OFFSET[0] - REED[0] / 2
    art.box(*at(x, top), SCALE * REED[0], SCALE * 3, "#ffffff")
    glass = REED_OFFSET[0] - GLASS_SIZE[0] / 2
    art.box(*at(glass, top + 0.4), SCALE * GLASS_SIZE[0], SCALE * GLASS_SIZE[1], GLASS, round_=12)
    y = top + 0.4 + GLASS_SIZE[1] / 2
    art.line([at(glass - 0.8, y - 0.2), at(REED_OFFSET[0] + 2, y - 0.2)], INK, 3)
    art.line([at(REED_OFFSET[0] - 2, y + 0.3), at(glass + GLASS_SIZE[0] + 0.8, y + 0.3)], INK, 3)


def _section_words(art: Art, corner: Point) -> None:
    x, y = corner
    rows = (
        (2.0, f"top plate, {TOP_PLATE:g} mm, hole ø {Measures().hole:g} mm"),
        (5.3, f"diffuser, opal acrylic, {DIFFUSER:g} mm"),
        (7.8, "reed: one end below the magnet"),
        (10.0, f"carrier plate, {CARRIER:g} mm, slot and pocket"),
        (12.2, "pixel, at the bottom of its pocket"),
    )
    for height, words in rows:
        art.words(x + 10, y + SCALE * height, words, size=13)
    art.words(36, 40, "One hole, cut through (the pixel lies behind the reed)", size=17, bold=True)
    ring = (Measures().hole - Measures().foot) / 2
    for number, words in enumerate(
        (
            f"A ring of light of {ring:g} mm stays visible around the archer's foot.",
            "Between magnet and reed there is wood, acrylic or air: steel leads the field away.",
        )
    ):
        art.words(36, 372 + 22 * number, words, size=13)


def pull(offset: float, depth: float) -> float:
    """The field along a lying reed whose middle is so far beside a standing dipole, any unit."""
    return float(3 * offset * depth / (offset**2 + depth**2) ** 2.5)


def draw_reeds() -> str:
    """Three ways to put a reed below a magnet, and the field along a lying one."""
    art = Art("Reeds and magnets", 900, 480)
    art.words(36, 40, "A magnet that stands on its pole, and three reeds", size=17, bold=True)
    _magnet(art, 150)
    _lying_reed(art, 150, closed=False)
    art.words(150, 222, "lying, magnet over its middle", anchor="middle", size=13)
    art.words(150, 244, "stays OPEN", anchor="middle", colour=RED, bold=True)
    _magnet(art, 430)
    _lying_reed(art, 430 + 62, closed=True)
    art.words(440, 222, "lying, magnet over one end", anchor="middle", size=13)
    art.words(440, 244, "closes: our templates", anchor="middle", colour=GREEN, bold=True)
    _magnet(art, 740)
    art.box(727, 118, 26, 84, GLASS, round_=12)
    art.line([(738, 108), (738, 168)], INK, 3)
    art.line([(742, 152), (742, 212)], INK, 3)
    art.words(740, 234, "upright below the magnet", anchor="middle", size=13)
    art.words(740, 256, "closes too, needs depth", anchor="middle", colour=GREEN, bold=True)
    _curve(art)
    return art.svg()


def _magnet(art: Art, x: float) -> None:
    art.box(x - 36, 62, 72, 14, "#e05050")
    art.box(x - 36, 76, 72, 14, STEEL)
    art.words(x, 73.5, "N", anchor="middle", size=11)
    art.words(x, 87.5, "S", anchor="middle", size=11)


def _lying_reed(art: Art, x: float, *, closed: bool) -> None:
    art.box(x - 62, 130, 124, 22, GLASS, round_=11)
    gap = 0 if closed else 6
    art.line([(x - 80, 140 - gap / 2), (x + 18, 140 - gap / 2)], INK, 3)
    art.line([(x - 18, 143 + gap / 2), (x + 80, 143 + gap / 2)], INK, 3)


def _curve(art: Art) -> None:
    """From the middle of the reed under the magnet to 20 mm aside."""
    depth, left, base, across, up = 5.5, 90.0, 440.0, 30.0, 130.0
    art.arrow((left, base), (left + 25 * across, base))
    art.arrow((left, base), (left, base - up - 30))
    art.words(left + 10, base - up - 20, "field along a lying reed (dipole, 5.5 mm below)", size=13)
    highest = max(pull(step / 10, depth) for step in range(201))
    points = [
        (left + step / 10 * across, base - up * pull(step / 10, depth) / highest)
        for step in range(241)
    ]
    art.line(points, BLUE, 2.5)
    for millimetres in (0, 7, 14, 20):
        x = left + millimetres * across
        art.line([(x, base), (x, base + 6)])
        art.words(x, base + 22, f"{millimetres} mm", anchor="middle", size=12)
    x = left + 7 * across
    y = base - up * pull(7, depth) / highest
    art.circle(x, y, 5, GREEN)
    art.words(x + 12, y - 6, "the templates: middle of the reed 7 mm aside", size=13, colour=GREEN)
    art.circle(left, base, 5, RED)
    art.words(left + 12, base - 8, "right below: nothing", size=13, colour=RED)
    art.words(left + 25 * across, base + 22, "aside", anchor="end", size=12, colour=GREY)


def draw_diode() -> str:
    """Which way round the diodes go, as they look on the bench."""
    art = Art("Which way round the diodes go", 900, 210)
    art.words(36, 36, "Which way round? The ring looks towards the row.", size=17, bold=True)
    y = 110.0
    art.line([(60, y), (840, y)], INK, 3)
    art.line([(60, 60), (60, 170)], BLUE, 5)
    art.words(76, 74, "column wire", colour=BLUE)
    art.box(220, y - 16, 110, 32, "#e8a060", round_=6)
    art.box(300, y - 16, 12, 32, INK)
    art.words(275, y + 44, "1N4148", anchor="middle")
    art.arrow((306, 66), (306, y - 20))
    art.words(306, 60, "ring = cathode", anchor="middle", size=13)
    art.words(180, y - 8, "anode", anchor="middle", size=13)
    art.box(470, y - 16, 220, 32, GLASS, round_=16)
    art.line([(460, y - 3), (600, y - 3)], INK, 4)
    art.line([(560, y + 4), (700, y + 4)], INK, 4)
    art.words(580, y + 44, "reed (either way round)", anchor="middle")
    art.line([(840, 60), (840, 170)], RED, 5)
    art.words(826, 74, "row wire", anchor="end", colour=RED)
    art.words(
        36,
        198,
        "Diode and reed may change places; the ring still looks away from the column.",
        size=13,
    )
    return art.svg()


def draw_power() -> str:
    """Two supplies, one ground, and the wire that must not be."""
    art = Art("Two supplies, one ground", 900, 330)
    art.words(36, 36, "Two supplies, one ground", size=17, bold=True)
    _block(art, 40, 70, "the Pi's supply")
    _block(art, 330, 70, "Raspberry Pi")
    _block(art, 620, 70, "Nano (serial build)")
    _block(art, 40, 220, "5 V supply, 2 A")
    _block(art, 330, 220, "fuse 2 A")
    _block(art, 620, 220, "25 pixels")
    art.line([(220, 85), (330, 85)], RED, 3)
    art.line([(510, 85), (620, 85)], RED, 3)
    art.words(565, 76, "USB", anchor="middle", size=13)
    art.line([(220, 235), (330, 235)], RED, 3)
    art.line([(510, 235), (620, 235)], RED, 3)
    art.words(275, 227, "+5 V", anchor="middle", size=13, colour=RED)
    art.words(565, 227, "+5 V", anchor="middle", size=13, colour=RED)
    art.line([(130, 270), (130, 300), (710, 300), (710, 270)], INK, 3)
    art.line([(780, 120), (780, 150), (860, 150), (860, 300), (710, 300)], INK, 3)
    art.words(420, 292, "ground, common to all", anchor="middle", size=13)
    art.line([(420, 120), (420, 220)], RED, 2)
    art.line([(402, 152), (438, 188)], RED, 5)
    art.line([(438, 152), (402, 188)], RED, 5)
    art.words(450, 165, "never: +5 V of the pixels", size=13, colour=RED)
    art.words(450, 183, "into the Pi or the Nano", size=13, colour=RED)
    return art.svg()


def _block(art: Art, x: float, y: float, words: str) -> None:
    art.box(x, y, 180, 50, "#f4f1ea", round_=6)
    art.words(x + 90, y + 31, words, anchor="middle")
