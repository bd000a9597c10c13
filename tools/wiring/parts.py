"""The bill of materials: what to buy for either build, for how much, and what else would do."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Final

from boardpi.drawings.measures import PLATES, Measures
from boardpi.rules import HOLES
from tools.wiring.notes import PLAIN_PAGE_NOTE
from tools.wiring.pins import SIDE

ARCHERS: Final = 10
BOARD: Final = Measures()


@dataclass(frozen=True, slots=True)
class Part:
    """One line: how many are built in, how many more to buy, cents for one from low to high."""

    name: str
    number: str  # a maker's part number, or what to ask for
    serial: int
    direct: int
    spare: int
    low: int
    high: int
    instead: str

    def buy(self, build: str) -> int:
        """How many to buy for a build."""
        needed = self.serial if build == "serial" else self.direct
        return needed + self.spare if needed else 0


ELECTRONICS: Final = (
    Part("reed switch, normally open, 20–25 AT, glass 14 × 2 mm", "Littelfuse MDSR-10-20-25",
         len(HOLES), len(HOLES), 3, 30, 190, "any glass reed of 20–25 AT and this size"),
    Part("diode 1N4148, DO-35", "1N4148", len(HOLES), len(HOLES), 5, 2, 10,
         "1N914; BAT85 (Schottky) for more margin at 3.3 V"),
    Part("pixel WS2812B, 5 × 5 mm, on a board of its own with capacitor", "WS2812B on 10 × 10 mm",
         len(HOLES), len(HOLES), 2, 15, 50,
         "SK6812 RGB (not RGBW); pieces of a strip of 30/m, 33 mm long, glued below the carrier"),
    Part("Arduino Nano, ATmega328P, 5 V, 16 MHz", "A000005", 1, 0, 0, 400, 2500,
         "copies with CH340, CH9102 or CP2102; not the Nano Every, not 3.3 V"),
    Part("USB cable, Nano to Pi", "USB-A to Mini-B, with data", 1, 0, 0, 200, 600,
         "as the socket of your Nano"),
    Part("OTG adapter, micro-USB to USB-A", "for a Pi Zero alone", 1, 0, 0, 150, 500,
         "none, if the Pi has a USB-A socket"),
    Part("Raspberry Pi", "Pi Zero 2 W, 3, 4 or 5", 1, 1, 0, 1700, 9000,
         "serial: any Linux machine with USB; direct: Zero 2 W to 5 with a header"),
    Part("microSD card, 16 GB or more", "any A1", 1, 1, 0, 500, 1200,
         "an old one that passes a test"),
    Part("the Pi's own supply", "as its maker says", 1, 1, 0, 800, 1500, "–"),
    Part("supply 5 V, 2 A or more, plug 5.5/2.1 mm, for the pixels", "Mean Well GST18E05-P1J", 1,
         1, 0, 600, 1500, "5 V 3 A, same fuse"),
    Part("DC socket 5.5/2.1 mm, for the panel", "Cliff FC681473", 1, 1, 0, 50, 250,
         "one with screw terminals"),
    Part("switch, 3 A", "any rocker switch", 1, 1, 0, 50, 200, "pull the plug"),
    Part("fuse 1.25 A slow, 5 × 20 mm, with holder", "Littelfuse 0218.1.25", 1, 1, 2, 50, 300,
         "resettable fuse with 1.1 A hold (Bourns MF-R110)"),
    Part("capacitor 1000 µF, 10 V", "low ESR, ø 10 mm", 1, 1, 0, 20, 80, "6.3 V; up to 2200 µF"),
    Part("resistor 330 Ω", "0.25 W", 1, 1, 1, 2, 10, "220 to 470 Ω"),
    Part("resistor 4.7 kΩ", "0.25 W", SIDE, 0, 1, 2, 10, "up to 10 kΩ"),
    Part("resistor 10 kΩ", "0.25 W", 0, SIDE, 1, 2, 10, "4.7 kΩ with BAT85 diodes"),
    Part("level shifter 74AHCT125, DIP-14", "SN74AHCT125N", 0, 1, 0, 40, 150,
         "74HCT125, 74AHCT1G125"),
    Part("socket for it, DIP-14", "any", 0, 1, 0, 10, 60, "solder it in at once"),
    Part("capacitor 100 nF", "ceramic, 50 V", 0, 1, 1, 3, 15, "47 to 220 nF"),
    Part("push button, normally open", "any, 12 mm", 1, 1, 0, 30, 300, "any"),
    Part("active buzzer, 5 V, up to 100 mA", "any", 0, 1, 0, 50, 200,
         "none: a board plays without"),
    Part("transistor BC547", "BC547B", 0, 1, 0, 5, 20, "2N3904, BC337 (mind the order of legs)"),
    Part("resistor 1 kΩ", "0.25 W", 0, 1, 0, 2, 10, "680 Ω to 2.2 kΩ"),
    Part("jumper wires, female to male, 20 cm, set of 20", "Dupont 2.54 mm", 0, 1, 0, 150, 400,
         "ribbon cable with a 2 × 20 socket"),
    Part("perfboard, terminals, header", "2.54 mm", 1, 1, 0, 300, 800,
         "a breadboard for the bench"),
    Part("wire 0.25 mm² for the matrix, 15 m", "H05V-K or LiY", 1, 1, 0, 300, 800,
         "ribbon cable, ten lines"),
    Part("wire 0.5 mm² for 5 V and ground, 4 m", "H05V-K", 1, 1, 0, 150, 400, "0.75 mm²"),
)  # fmt: skip
SIZE: Final = f"{BOARD.side:g} × {BOARD.side:g} mm"
WOOD: Final = (
    Part(f"top, plywood {PLATES['top']:g} mm, {SIZE}", "birch, three layers", 1, 1, 0, 400, 1500,
         "up to 2 mm; thicker hides the light from seated players"),
    Part(f"rim, opal acrylic {PLATES['rim']:g} mm, {SIZE}", "Plexiglas WN071, laser grade", 1, 1, 0,
         500, 1500, "a white 3D print, two layers thick on top"),
    Part(f"floor, opal acrylic {PLATES['floor']:g} mm, {SIZE}", "Plexiglas WN071", 1, 1, 0, 400,
         1200, "tracing paper between two clear sheets of 1 mm"),
    Part(f"carrier sheet, plywood {PLATES['reeds']:g} mm, {SIZE}", "poplar or birch", 2, 2, 0, 300,
         1000, "MDF; both as one 3D print"),
    Part("frame and bottom, 50 mm high", "plywood 6 mm", 1, 1, 0, 500, 2500, "a shallow box"),
    Part("screw M3 × 20 with nut, brass or nylon", "DIN 84 M3×20 brass", 4, 4, 1, 15, 60,
         "wooden pegs and glue; no steel near reeds"),
    Part(f"archer, foot {BOARD.foot:g} mm", "template archer", ARCHERS, ARCHERS, 0, 30, 400,
         "turned or printed"),
    Part("ring that marks a chosen archer, over its head", f"O-ring {BOARD.foot - 2:g} × 1.5 mm",
         ARCHERS, ARCHERS, 0, 5, 50, "a rubber band; no steel"),
    Part(f"magnet, neodymium disc {BOARD.magnet} mm, N35 to N42", "S-08-03-N",
         ARCHERS, ARCHERS, 2, 15, 60,
         "another size: `boardpi template --magnet` and a test on the bench"),
)  # fmt: skip
PARTS: Final = ELECTRONICS + WOOD
BUILDS: Final = ("serial", "direct")


def total(build: str) -> tuple[int, int]:
    """What a build costs, in cents, from low to high."""
    bought = [(part, part.buy(build)) for part in PARTS]
    return sum(count * part.low for part, count in bought), sum(
        count * part.high for part, count in bought
    )


def euros(cents: int) -> str:
    """Cents as euros.

    >>> euros(1205)
    '12.05'
    """
    return f"{cents // 100}.{cents % 100:02d}"


def parts_csv() -> str:
    """wiring/parts.csv; counts are with spares."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ["part", "number", "buy_serial", "buy_direct", "eur_each_low", "eur_each_high", "instead"]
    )
    for part in PARTS:
        counts = [part.buy(build) for build in BUILDS]
        rows.writerow(
            [part.name, part.number, *counts, euros(part.low), euros(part.high), part.instead]
        )
    return text.getvalue()


HEAD: Final = f"""\
# Parts

{PLAIN_PAGE_NOTE}

How many to buy, spares included, for the serial and for the direct build. Prices for one piece are
rough, in euros, from the cheapest source to a good shop: an orientation, no offer, and many small
parts come in bags of ten or a hundred. Part numbers are examples, not tried.
`parts.csv` has the same for a spreadsheet.
"""


def parts_page() -> str:
    """wiring/parts.md."""
    sections = [("Electronics", ELECTRONICS), ("Wood and archers", WOOD)]
    tables = [f"## {title}\n\n{_table(parts)}" for title, parts in sections]
    return "\n".join([HEAD, *tables, _totals()])


def _table(parts: tuple[Part, ...]) -> str:
    rows = [
        "| part | for example | serial | direct | each, € | would do as well |",
        "|---|---|--:|--:|--:|---|",
    ]
    for part in parts:
        serial, direct = (str(part.buy(build) or "–") for build in BUILDS)
        price = f"{euros(part.low)}–{euros(part.high)}"
        rows.append(
            f"| {part.name} | {part.number} | {serial} | {direct} | {price} | {part.instead} |"
        )
    return "\n".join(rows) + "\n"


def _totals() -> str:
    rows = ["## All together", "", "| build | from, € | to, € |", "|---|--:|--:|"]
    for build in BUILDS:
        low, high = total(build)
        rows.append(f"| {build} | {euros(low)} | {euros(high)} |")
    return "\n".join(rows) + "\n"
