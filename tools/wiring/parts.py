"""The bill of materials: what to buy for either build, for how much, and what else would do."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from boardpi.drawings.archer import NOTCH
from boardpi.drawings.measures import PLATES, Measures
from boardpi.rules import HOLES
from tools.wiring.budget import SUPPLY_MA
from tools.wiring.notes import PLAIN_PAGE_NOTE
from tools.wiring.pins import SIDE

ARCHERS: Final = 10
WIRE_M: Final = {0.25: 15, 0.5: 6, 0.0: 2}
"""Metres to buy, by square millimetres; 0 = bare. wiring/cables.md tells what is needed."""
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
    Part("reed switch, normally open, up to 30 AT, glass 7 × 1.8 mm", "Standex ORD213-2030",
         len(HOLES), len(HOLES), 3, 60, 250,
         "ORD213 of another sort up to 30 AT, ORD311; not 14 mm of glass, which hear neighbours"),
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
    Part(f"supply 5 V, {SUPPLY_MA / 1000:g} A, plug 5.5/2.1 mm, for the pixels", "any closed one",
         1, 1, 0, 600, 1500, "4 A; not 2 A, which cannot blow the fuse"),
    Part("DC socket 5.5/2.1 mm, for the panel", "DC-022B", 1, 1, 0, 50, 250,
         "one with screw terminals"),
    Part("switch, 3 A", "any rocker switch", 1, 1, 0, 50, 200, "pull the plug"),
    Part("fuse 1.25 A slow, 5 × 20 mm, with holder", "Littelfuse 218, 1.25 A", 1, 1, 2, 50, 300,
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
    Part(f"wire 0.25 mm² for the matrix, {WIRE_M[0.25]} m", "H05V-K or LiY", 1, 1, 0, 300, 800,
         "ribbon cable, ten lines"),
    Part(f"wire 0.5 mm² for 5 V and ground, {WIRE_M[0.5]} m", "H05V-K", 1, 1, 0, 200, 500,
         "0.75 mm²"),
    Part(f"bare tinned copper wire 0.6 mm, {WIRE_M[0.0]} m", "for the columns", 1, 1, 0, 50, 200,
         "insulated wire, stripped at each hole"),
)  # fmt: skip
SIZE: Final = f"{BOARD.side:g} × {BOARD.side:g} mm"
WOOD: Final = (
    Part(f"top, plywood {PLATES['top']:g} mm, {SIZE}", "birch, three layers", 1, 1, 0, 400, 1500,
         "up to 2 mm; thicker hides the light from seated players"),
    Part(f"rim, opal acrylic {PLATES['rim']:g} mm, {SIZE}", "white, laser grade", 1, 1, 0,
         500, 1500, "a white 3D print, two layers thick on top"),
    Part(f"floor, opal acrylic {PLATES['floor']:g} mm, {SIZE}", "white", 1, 1, 0, 400,
         1200, "tracing paper between two clear sheets of 1 mm"),
    Part(f"carrier sheet, plywood {PLATES['reeds']:g} mm, {SIZE}", "poplar or birch", 2, 2, 0, 300,
         1000, "MDF; both as one 3D print"),
    Part("frame and bottom, 50 mm high", "plywood 6 mm", 1, 1, 0, 500, 2500, "a shallow box"),
    Part("screw M3 × 20 with nut, brass or nylon", "DIN 84 M3×20 brass", 4, 4, 1, 15, 60,
         "wooden pegs and glue; no steel near reeds"),
    Part(f"archer of White, foot {BOARD.foot:g} mm", "template archer, light", SIDE, SIDE, 0, 30,
         400, "turned or printed"),
    Part(f"archer of Black, with a notch of {NOTCH[0]:g} × {NOTCH[1]:g} mm across its head",
         "template archer, dark", SIDE, SIDE, 0, 30, 400, "a saw and a file make the notch"),
    Part("ring that marks a chosen archer, over its head, for eye and finger",
         f"O-ring {BOARD.foot - 2:g} × 1.5 mm", ARCHERS, ARCHERS, 0, 5, 50,
         "a printed one; a rubber band; no steel"),
    Part(f"magnet, neodymium disc {BOARD.magnet} mm, N42 or N45", "any disc",
         ARCHERS, ARCHERS, 2, 15, 60,
         "another size: `boardpi template --magnet` and a test on the bench"),
)  # fmt: skip
PARTS: Final = ELECTRONICS + WOOD
VARIANTS: Final[Mapping[str, tuple[Part, ...]]] = {
    "With a Pico instead of the Nano": (
        Part("Raspberry Pi Pico, with headers", "Pico H", 1, 0, 0, 400, 800,
             "Pico or Pico W; not a Pico 2"),
        Part("USB adapter for UART, set to 3.3 V", "any with a switch for 3.3 V", 1, 0, 0, 200, 900,
             "with CP2102, CH340 or CH9102"),
        Part("USB cable, adapter to Pi", "as the socket of your adapter", 1, 0, 0, 200, 600, "–"),
        Part("resistor 10 kΩ, instead of 4.7 kΩ", "0.25 W", SIDE, 0, 1, 2, 10, "4.7 kΩ"),
        Part("level shifter 74AHCT125, DIP-14, with a socket", "SN74AHCT125N", 1, 0, 0, 50, 210,
             "74HCT125, 74AHCT1G125"),
        Part("capacitor 100 nF", "ceramic, 50 V", 1, 0, 1, 3, 15, "47 to 220 nF"),
        Part("jumper wires, female to female, 20 cm, set of 20", "Dupont 2.54 mm", 1, 0, 0, 150,
             400, "only with a printed board"),
    ),
    "With printed parts instead of plates 4 and 5 and the wooden frame": (
        Part("plastic for carriers, frame, case and lid, 750 cm³", "1 kg of PLA, dark", 1, 1, 0,
             1500, 3000, "PETG, ABS; archers and rings are printed of what is left"),
        Part("wooden dowel 4 × 20 mm", "beech", 4, 4, 2, 3, 15, "a piece of a 4 mm rod"),
        Part("wood glue, hook tape", "any", 1, 1, 0, 300, 800, "hot glue"),
    ),
    "With a printed board instead of plate 5, its wires and the perfboard": (
        Part("printed circuit board 270 × 270 mm, upper side assembled", "wiring/pcb/fabrication",
             1, 1, 0, 0, 0, "ask a factory for its price; wiring/pcb/parts.csv has its parts"),
        Part("parts that you solder", "wiring/pcb/parts.csv, lines \"you\"", 1, 1, 0, 800, 2500,
             "–"),
        Part("plastic for its frame, 250 cm³, and four dowels 4 × 20 mm", "PLA", 1, 1, 0, 600,
             1500, "battens left, right and behind"),
    ),
}  # fmt: skip
"""What comes instead of something above, or besides; not in the sums."""
CHECKED: Final = {
    "Standex ORD213-2030": "data sheet under this very number, which names the sort of 20–30 AT: "
    "glass at most 7.0 × ø 1.8 mm, leads 0.3 mm, 35.8 mm in all, pull-in of all sorts 10–40 AT, "
    "drop-out 5 AT or more, 24 V, 0.1 A; ORD311: the same measures, 10–30 AT, 5 AT or more",
    "A000005": "Arduino's page",
    "SN74AHCT125N": "data sheet: DIP-14, its pins as drawn",
    "DC-022B": "shops' pages: for the panel, 5.5/2.1 mm",
    "Littelfuse 218, 1.25 A": "data sheet: slow, 5 × 20 mm; 150 % for an hour at least, "
    "210 % for two minutes at most",
    "MF-R110": "data sheet: holds 1.1 A, trips at 2.2 A",
    "1N4148": "a type that many make",
    "BC547B": "a type that many make",
    "WS2812B on 10 × 10 mm": "data sheet of the pixel: 1 VDD, 2 DOUT, 3 VSS, 4 DIN",
}
"""Numbers that name one product, and what we compared them with; all others name a kind."""
TOOLS: Final = (
    "a laser or router",
    "a drill",
    "a fine saw",
    "a soldering iron",
    "a side cutter",
    "a meter with diode test",
    "a hot glue gun",
)
"""As the first lines of docs/build.md tell them."""
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
    """wiring/parts.csv; counts are with spares. `variant` is empty for what is in the sums."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    columns = ("buy_serial", "buy_direct", "eur_each_low", "eur_each_high", "instead", "variant")
    rows.writerow(["part", "number", *columns])
    for variant, parts in (("", PARTS), *VARIANTS.items()):
        for part in parts:
            counts = [part.buy(build) for build in BUILDS]
            prices = euros(part.low), euros(part.high)
            rows.writerow([part.name, part.number, *counts, *prices, part.instead, variant])
    return text.getvalue()


HEAD: Final = f"""\
# Parts

{PLAIN_PAGE_NOTE}

How many to buy, spares included, for the serial and for the direct build. Prices for one piece are
rough, in euros, from the cheapest source to a good shop: an orientation, no offer, and many small
parts come in bags of ten or a hundred. Nothing of this has been bought and tried by us; which
numbers were compared with a data sheet is told [below](#which-numbers-were-checked).
`parts.csv` has the same for a spreadsheet.
"""


VARIANTS_NOTE: Final = """\
The sums are for the build by hand. What follows comes instead, or besides, when you build it so.
"""


def parts_page() -> str:
    """wiring/parts.md."""
    sections = [("Electronics", ELECTRONICS), ("Wood and archers", WOOD)]
    tables = [f"## {title}\n\n{_table(parts)}" for title, parts in sections]
    others = [f"## {title}\n\n{_table(parts)}" for title, parts in VARIANTS.items()]
    return "\n".join([HEAD, *tables, _totals(), VARIANTS_NOTE, *others, _checked()])


def _table(parts: tuple[Part, ...]) -> str:
    rows = [
        "| part | for example | serial | direct | each, € | would do as well |",
        "|---|---|--:|--:|--:|---|",
    ]
    for part in parts:
        serial, direct = (str(part.buy(build) or "–") for build in BUILDS)
        price = f"{euros(part.low)}–{euros(part.high)}" if part.high else "ask"
        rows.append(
            f"| {part.name} | {part.number} | {serial} | {direct} | {price} | {part.instead} |"
        )
    return "\n".join(rows) + "\n"


def _checked() -> str:
    rows = ["## Which numbers were checked", "", "| number | against |", "|---|---|"]
    rows += [f"| {number} | {source} |" for number, source in CHECKED.items()]
    kinds = (
        "All other examples name a kind of part, not a product: any that fits the words will do."
    )
    tools = f"## Tools\n\n{'; '.join(TOOLS)}."
    return "\n".join([*rows, "", kinds, "", tools]) + "\n"


def _totals() -> str:
    rows = ["## All together", "", "| build | from, € | to, € |", "|---|--:|--:|"]
    for build in BUILDS:
        low, high = total(build)
        rows.append(f"| {build} | {euros(low)} | {euros(high)} |")
    return "\n".join(rows) + "\n"
