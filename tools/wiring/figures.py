"""Pictures for docs/build.md: reeds and magnets, a diode, power, taken archers."""

from __future__ import annotations

from typing import Final

from boardpi.drawings.measures import Measures
from boardpi.drawings.wood import REED_OFFSET, hole_point
from boardpi.rules import HOLES
from tools.wiring.art import BLUE, GLASS_COLOUR, GREEN, GREY, INK, LIGHT, RED, STEEL, WOOD, Art
from tools.wiring.budget import FUSE_MA, SUPPLY_MA


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
    art.box(727, 118, 26, 84, GLASS_COLOUR, round_=12)
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
    art.box(x - 62, 130, 124, 22, GLASS_COLOUR, round_=11)
    gap = 0 if closed else 6
    art.line([(x - 80, 140 - gap / 2), (x + 18, 140 - gap / 2)], INK, 3)
    art.line([(x - 18, 143 + gap / 2), (x + 80, 143 + gap / 2)], INK, 3)


def _curve(art: Art) -> None:
    """From the middle of the reed under the magnet to 20 mm aside."""
    depth, left, base, across, up = 6.0, 90.0, 440.0, 30.0, 130.0
    art.arrow((left, base), (left + 25 * across, base))
    art.arrow((left, base), (left, base - up - 30))
    art.words(left + 10, base - up - 20, "field along a lying reed (dipole, 6 mm below)", size=13)
    highest = max(pull(step / 10, depth) for step in range(201))
    points = [
        (left + step / 10 * across, base - up * pull(step / 10, depth) / highest)
        for step in range(241)
    ]
    art.line(points, BLUE, 2.5)
    aside = REED_OFFSET[0]
    for millimetres in (0, aside, 2 * aside, 20):
        x = left + millimetres * across
        art.line([(x, base), (x, base + 6)])
        art.words(x, base + 22, f"{millimetres:g} mm", anchor="middle", size=12)
    x = left + aside * across
    y = base - up * pull(aside, depth) / highest
    art.circle(x, y, 5, GREEN)
    words = f"the templates: middle of the reed {aside:g} mm aside"
    art.words(x + 12, y - 6, words, size=13, colour=GREEN)
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
    art.box(470, y - 16, 220, 32, GLASS_COLOUR, round_=16)
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
    """Two supplies, one ground for all, and the wire that must not be."""
    art = Art("Two supplies, one ground", 900, 350)
    art.words(36, 36, "Two supplies, one ground", size=17, bold=True)
    _block(art, 40, 70, "the Pi's supply")
    _block(art, 330, 70, "Raspberry Pi")
    _block(art, 620, 70, "Nano (serial build)")
    _block(art, 40, 210, f"5 V supply, {SUPPLY_MA / 1000:g} A")
    _block(art, 330, 210, f"switch, fuse {FUSE_MA / 1000:g} A")
    _block(art, 620, 210, "25 pixels")
    art.line([(220, 85), (330, 85)], RED, 3)
    art.line([(510, 85), (620, 85)], RED, 3)
    art.words(565, 76, "USB", anchor="middle", size=13)
    art.line([(220, 225), (330, 225)], RED, 3)
    art.line([(510, 225), (620, 225)], RED, 3)
    art.words(275, 217, "+5 V", anchor="middle", size=13, colour=RED)
    art.words(565, 217, "+5 V", anchor="middle", size=13, colour=RED)
    # One bar of ground: supply, pixels, Pi (direct build) and Nano (serial build) hang on it.
    art.line([(130, 260), (130, 310)], INK, 3)
    art.line([(360, 120), (360, 170), (20, 170), (20, 310), (860, 310)], INK, 3)
    art.line([(710, 260), (710, 310)], INK, 3)
    art.line([(780, 120), (780, 160), (860, 160), (860, 310)], INK, 3)
    art.words(372, 150, "direct", size=12, colour=GREY)
    art.words(792, 150, "serial", size=12, colour=GREY)
    art.words(480, 302, "ground, common to all", anchor="middle", size=13)
    art.words(
        480, 334, "serial: the Pi's ground comes with the USB cable", anchor="middle", size=12
    )
    art.line([(470, 120), (470, 210)], RED, 2)
    art.line([(452, 147), (488, 183)], RED, 5)
    art.line([(488, 147), (452, 183)], RED, 5)
    art.words(500, 160, "never: +5 V of the pixels", size=13, colour=RED)
    art.words(500, 178, "into the Pi or the Nano", size=13, colour=RED)
    return art.svg()


def draw_parking() -> str:
    """Where taken archers stand: too near, they would close a reed of the outer column."""
    measures, scale = Measures(), 1.4
    side, zone = measures.side * scale, 40 * scale
    away = PARKING_MM * scale
    art = Art("Where taken archers stand", 2 * (zone + away) + side + 72, side + 110)
    art.words(36, 36, "Where taken archers stand", size=17, bold=True)
    left = 36 + zone + away
    art.box(left, 56, side, side, WOOD)
    for hole in HOLES:
        x, y = hole_point(measures, hole)
        art.circle(left + x * scale, 56 + side - y * scale, measures.opening / 2 * scale, LIGHT)
        art.circle(left + x * scale, 56 + side - y * scale, measures.hole / 2 * scale, "#ffffff")
    for x in (36.0, left + side + away):
        art.box(x, 56, zone, side, "#f4f1ea", round_=6)
        art.words(x + zone / 2, 56 + side / 2, "parking", anchor="middle", size=13)
    for y, words in ((56.0 + 22, "Black sits here"), (56.0 + side - 12, "White sits here")):
        art.words(left + side / 2, y, words, anchor="middle", size=13)
    for x in (left - away, left + side):
        art.arrow((x, 76 + side), (x + away, 76 + side))
        art.arrow((x + away, 76 + side), (x, 76 + side))
        art.words(x + away / 2, 94 + side, f"{PARKING_MM:g} mm", anchor="middle", size=12)
    return art.svg()


PARKING_MM: Final = 25.0
"""From the board's edge: a magnet that lies there cannot close a reed (tests/drawings)."""


def _block(art: Art, x: float, y: float, words: str) -> None:
    art.box(x, y, 180, 50, "#f4f1ea", round_=6)
    art.words(x + 90, y + 31, words, anchor="middle")
