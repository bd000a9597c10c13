"""Which parts are on the board, where they are, and which net each of their pads belongs to."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from boardpi.drawings.geometry import Point
from boardpi.drawings.measures import Measures
from boardpi.drawings.wood import REED_OFFSET, hole_point, reed_turn
from boardpi.rules import HOLES, Hole
from tools.pcb import footprints as fp
from tools.pcb.footprints import Footprint
from tools.wiring.chips import HEADER, HEADER_POWER
from tools.wiring.pins import COLUMN_NAMES, SIDE, BadPins, Pins

BOARD: Final = Measures()
PLUS, GROUND, PULL_UP = "+5V", "GND", "PULLUP"
NANO_PLUS, PI_PLUS, SUPPLY = "NANO_5V", "PI_3V3", "+5V_IN"
BUTTON, BUZZER, BASE, BUZZER_MINUS = "BUTTON", "BUZZER", "BASE", "BUZZER_MINUS"
DATA, DATA_NANO, DATA_PI, DATA_SHIFTED = "DATA", "DATA_NANO", "DATA_PI", "DATA_5V"

NANO_NAMES: Final = (
    *("TX", "RX", "RST", "GND"),
    *(f"D{n}" for n in range(2, 14)),
    *("3V3", "AREF"),
    *(f"A{n}" for n in range(8)),
    *("5V", "RST", "GND", "VIN"),
)
"""What is printed at pads 1 to 30 of a Nano."""

NUMBERS: Final = {
    "reed 20-30 AT": "Standex ORD213-2030",
    "1N4148W": "1N4148W in SOD-123",
    "WS2812B": "WS2812B, 5 x 5 mm, four pads",
    "100n": "X7R, 16 V or more, 0805",
    "10k": "1 %, 0805",
    "330": "1 %, 0805",
    "1k": "1 %, 0805",
    "74AHCT1G125": "SN74AHCT1G125DBV",
    "MMBT3904": "MMBT3904 in SOT-23",
    "Arduino Nano": "two sockets 1 x 15, 2.54 mm",
    "Raspberry Pi": "pin header 2 x 20, 2.54 mm, and a ribbon cable",
    "1.25 A slow": "holder Stelvio-Kontek PTF78 or alike, fuse 5 x 20 mm",
    "5 V 3 A": "screw terminal, 5.08 mm, two poles",
    "button": "screw terminal, 5.08 mm, two poles",
    "buzzer": "screw terminal, 5.08 mm, two poles",
    "1000u 10 V": "radial, 10 mm wide, 5 mm between its leads",
}
"""What to ask for; examples."""

# In the cell of a hole, from its centre; what is in it must be within the chamber (decision 0166).
DIODE_AT: Final = (0.0, 7.8)
CAPACITOR_AT: Final = (0.0, 5.0)
PULL_UP_AT: Final = (-7.8, 2.6)
# In the window of plate 4, in front of row 1.
LOW, HIGH = 4.76, 20.0
NANO_X, PI_X, PI_Y = 89.0, 31.5, 3.76
TERMINAL_HIGH, TERMINAL_LOW = 19.5, 5.5


@dataclass(frozen=True, slots=True)
class Part:
    """A part; pads that are not in `nets` stay alone."""

    ref: str
    value: str
    footprint: Footprint
    at: Point
    nets: Mapping[str, str]
    turn: int = 0  # degrees, against the clock
    names: Mapping[str, str] = field(default_factory=dict)  # of pads, where they have some

    def place(self, number: str) -> Point:
        """Where a pad is."""
        (pad,) = [pad for pad in self.footprint.pads if pad.number == number]
        x, y = pad.at
        for _ in range(self.turn // 90 % 4):
            x, y = -y, x
        return self.at[0] + x, self.at[1] + y


def row_net(row: int) -> str:
    """Rows count from 0."""
    return f"ROW_{row + 1}"


def column_net(column: int) -> str:
    """Columns count from 0."""
    return f"COL_{COLUMN_NAMES[column]}"


def pixel_net(place: int) -> str:
    """The wire that enters the pixel at this place of the chain."""
    return f"PIX_{place}"


def chain(pins: Pins) -> list[Hole]:
    """The holes in the order of their pixels; each must lie beside the one before it."""
    holes = sorted(HOLES, key=lambda hole: pins.holes[hole].pixel)
    for one, two in pairwise(holes):
        if abs(one.column - two.column) + abs(one.row - two.row) != 1:
            raise BadPins(
                [
                    f"holes.{two}.pixel: on the printed board every pixel is beside the one "
                    f"before, but {two} follows {one}"
                ]
            )
    return holes


def runs_right(holes: list[Hole], place: int) -> bool:
    """Whether data goes from a to e in this pixel."""
    hole = holes[place]
    beside = [(holes[n], n - place) for n in (place + 1, place - 1) if 0 <= n < len(holes)]
    (other, step) = next(
        ((other, step) for other, step in beside if other.row == hole.row), (hole, 1)
    )
    return (other.column - hole.column) * step > 0


def parts(pins: Pins) -> tuple[Part, ...]:
    """All of them, in the order of the list of parts."""
    return (*_cells(pins), *_controllers(pins), *_power(), *_data(), *_points(pins))


def assembly_list(pins: Pins) -> str:
    """wiring/pcb/parts.csv: what a factory solders, and what is left for you."""
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in parts(pins):
        if not part.ref.startswith("TP_"):
            groups.setdefault((part.value, part.footprint.name), []).append(part)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["part", "number", "footprint", "count", "soldered_by", "places"])
    for (value, name), group in groups.items():
        by = "you" if group[0].footprint.is_through else "factory"
        places = " ".join(part.ref for part in group)
        rows.writerow([value, NUMBERS.get(value, ""), name, len(group), by, places])
    return text.getvalue()


def _cells(pins: Pins) -> Iterator[Part]:
    order = chain(pins)
    for hole in HOLES:
        x, y = hole_point(BOARD, hole)
        spot = pins.holes[hole]
        middle = f"HOLE_{hole}"
        aside, up = REED_OFFSET
        turn = reed_turn(hole)
        yield Part(
            f"S{hole}",
            "reed 20-30 AT",
            fp.REED,
            (x + turn * aside, y + up),
            {"1": middle, "2": row_net(spot.row)},
            turn=0 if turn == 1 else 180,
        )
        place = x + DIODE_AT[0], y + DIODE_AT[1]
        nets = {"2": column_net(spot.column), "1": middle}
        yield Part(f"D{hole}", "1N4148W", fp.DIODE, place, nets, 180, {"1": "K", "2": "A"})
        right = runs_right(order, spot.pixel)
        names = {"1": "VDD", "2": "DOUT", "3": "VSS", "4": "DIN"}
        nets = {
            "1": PLUS,
            "2": pixel_net(spot.pixel + 1),
            "3": GROUND,
            "4": pixel_net(spot.pixel),
        }
        yield Part(f"LED{hole}", "WS2812B", fp.PIXEL, (x, y), nets, 180 if right else 0, names)
        place = x + CAPACITOR_AT[0], y + CAPACITOR_AT[1]
        sides = (GROUND, PLUS) if right else (PLUS, GROUND)
        yield Part(f"C{hole}", "100n", fp.CAPACITOR, place, dict(zip("12", sides, strict=True)))
    for column in range(SIDE):
        x, y = hole_point(BOARD, Hole(f"{COLUMN_NAMES[column]}5"))
        place = x + PULL_UP_AT[0], y + PULL_UP_AT[1]
        nets = {"1": column_net(column), "2": PULL_UP}
        yield Part(f"R{column + 1}", "10k", fp.RESISTOR, place, nets, 90)


def _controllers(pins: Pins) -> Iterator[Part]:
    nano = {
        **{name: row_net(n) for n, name in enumerate(pins.nano.rows)},
        **{name: column_net(n) for n, name in enumerate(pins.nano.columns)},
        **{pins.nano.pixels: DATA_NANO, pins.nano.button: BUTTON, "GND": GROUND, "5V": NANO_PLUS},
    }
    names = {str(n): name for n, name in enumerate(NANO_NAMES, 1)}
    nets = {number: nano[name] for number, name in names.items() if name in nano}
    yield Part("A1", "Arduino Nano", fp.NANO, (NANO_X, LOW), nets, names=names)
    pi = {
        **{HEADER[gpio]: row_net(n) for n, gpio in enumerate(pins.pi.rows)},
        **{HEADER[gpio]: column_net(n) for n, gpio in enumerate(pins.pi.columns)},
        HEADER[pins.pi.pixels]: DATA_PI,
        HEADER[pins.pi.button]: BUTTON,
        HEADER[pins.pi.buzzer]: BUZZER,
        **{pin: GROUND for pin, what in HEADER_POWER.items() if what == "ground"},
        **{pin: PI_PLUS for pin, what in HEADER_POWER.items() if what == "3.3 V"},
    }
    names = {
        **{str(pin): f"GPIO{gpio}" for gpio, pin in HEADER.items()},
        **{str(pin): what.replace(" ", "") for pin, what in HEADER_POWER.items()},
    }
    nets = {str(pin): net for pin, net in sorted(pi.items())}
    yield Part("J1", "Raspberry Pi", fp.PI, (PI_X, PI_Y), nets, names=names)


def _power() -> Iterator[Part]:
    nets = {"1": GROUND, "2": SUPPLY}
    names = {"1": "-", "2": "+"}
    yield Part("J2", "5 V 3 A", fp.TERMINAL, (194.0, TERMINAL_LOW), nets, names=names)
    nets = {"1": SUPPLY, "2": PLUS}
    yield Part("F1", "1.25 A slow", fp.FUSE, (207.9, TERMINAL_LOW), nets)
    nets = {"1": PLUS, "2": GROUND}
    yield Part(
        "C1", "1000u 10 V", fp.RESERVOIR, (241.5, TERMINAL_LOW), nets, names={"1": "+", "2": "-"}
    )
    nets = {"1": BUTTON, "2": GROUND}
    yield Part("J3", "button", fp.TERMINAL, (168.6, TERMINAL_HIGH), nets)
    nets = {"1": BUZZER_MINUS, "2": PLUS}
    names = {"1": "-", "2": "+"}
    yield Part("J4", "buzzer", fp.TERMINAL, (184.0, TERMINAL_HIGH), nets, names=names)


def _data() -> Iterator[Part]:
    nets = {"1": NANO_PLUS, "2": PULL_UP, "3": PI_PLUS}
    yield Part("JP1", "pull-ups: Nano or Pi", fp.JUMPER, (162.0, LOW), nets)
    nets = {"1": DATA_NANO, "2": DATA, "3": DATA_SHIFTED}
    yield Part("JP2", "pixels: Nano or Pi", fp.JUMPER, (170.0, LOW), nets)
    yield Part("R6", "330", fp.RESISTOR, (133.0, 5.0), {"1": pixel_net(0), "2": DATA})
    nets = {"1": GROUND, "2": DATA_PI, "3": GROUND, "4": DATA_SHIFTED, "5": PLUS}
    names = {"1": "OE", "2": "A", "3": "GND", "4": "Y", "5": "VCC"}
    yield Part("U1", "74AHCT1G125", fp.SHIFTER, (140.0, 4.7), nets, 270, names)
    yield Part("C2", "100n", fp.CAPACITOR, (146.0, 5.0), {"1": PLUS, "2": GROUND})
    yield Part("R7", "1k", fp.RESISTOR, (151.0, 5.0), {"1": BUZZER, "2": BASE})
    nets, names = {"1": BASE, "2": GROUND, "3": BUZZER_MINUS}, {"1": "B", "2": "E", "3": "C"}
    yield Part("Q1", "MMBT3904", fp.TRANSISTOR, (156.5, 4.7), nets, 270, names)


TOP: Final = BOARD.side
POINT_Y: Final = TOP - BOARD.margin + 13.5
POWER_Y: Final = TOP - 7.0
PLUS_ASIDE, GROUND_ASIDE = 14.5, 17.0  # of the power's tracks, from the middle of a column
COLUMN_ASIDE: Final = -6.5
ROW_BELOW: Final = -9.0
LINK_ASIDE: Final = {True: 6.5, False: -9.0}  # of data between rows: at the right, at the left
FEEDS: Final = (22.8, 20.6, 18.4, 16.2, 14.0)  # of the rows, row 1 first
PULL_UP_FEED: Final = 11.8


def _points(pins: Pins) -> Iterator[Part]:
    """Where a meter is held, from below."""
    order = chain(pins)

    def point(name: str, at: Point, net: str) -> Part:
        return Part(f"TP_{name}", net, fp.TEST_POINT, at, {"1": net})

    for column in range(SIDE):
        x, _ = hole_point(BOARD, Hole(f"{COLUMN_NAMES[column]}1"))
        yield point(COLUMN_NAMES[column], (x + COLUMN_ASIDE, POINT_Y), column_net(column))
    for row in range(SIDE):
        _, y = hole_point(BOARD, Hole(f"a{row + 1}"))
        yield point(str(row + 1), (FEEDS[row], y + ROW_BELOW + 3.0), row_net(row))
    x, _ = hole_point(BOARD, Hole("c1"))
    yield point("PLUS", (x + PLUS_ASIDE, POWER_Y), PLUS)
    yield point("GND", (x + GROUND_ASIDE, POWER_Y), GROUND)
    yield point("PULLUP", (PULL_UP_FEED, POINT_Y), PULL_UP)
    for name, place in (("DIN", 0), ("DOUT", len(order) - 1)):
        x, y = hole_point(BOARD, order[place])
        is_first = name == "DIN"
        right = runs_right(order, place) != is_first
        net = pixel_net(0 if is_first else len(order))
        away = -11.0 if is_first else 3.0
        yield point(
            name, (x + LINK_ASIDE[right], y + (fp.PIXEL_UP if right else -fp.PIXEL_UP) + away), net
        )
