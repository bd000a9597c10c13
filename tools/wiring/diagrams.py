"""The wiring diagrams of all builds: matrix, pixels, power, button, buzzer."""

from __future__ import annotations

from typing import Final

from boardpi.drawings.geometry import Point
from tools.wiring.budget import FUSE_MA, SUPPLY_MA
from tools.wiring.chips import HEADER, NANO, PICO, PICO_RECEIVE, PICO_SEND
from tools.wiring.circuit import COLUMN, DATA, GROUND, LARGE, PLUS, ROW, SMALL, Circuit
from tools.wiring.pins import COLUMN_NAMES, HOLE_NAMES, SIDE, Pins

CELL: Final = (4.0, 3.3)
LEFT: Final = 9.0  # of the matrix
BLOCK: Final = 4.6  # the controller's width
TAP: Final = 1.9  # a diode's height above its row
LANES: Final = 17.0  # the lowest of the columns' wires above the matrix
RAIL: Final = -3.9  # below the pull-ups
DATA_Y: Final = -7.4
PLUS_Y: Final = -9.7
GROUND_Y: Final = -11.5
GROUND_X: Final = 7.6
PIXELS_X: Final = 20.0
LEGEND: Final = (
    "at each hole a 1N4148 and a reed:",
    "anode to the column, ring (cathode) towards the row",
    "wires that cross without a dot are not joined",
)


class Controller:
    """A block with named pins on its right side; a pin is known by what it is for."""

    def __init__(self, sheet: Circuit, title: tuple[str, ...], bottom: float, top: float) -> None:
        self.sheet = sheet
        sheet.box((0, bottom), (BLOCK, top - bottom))
        for number, line in enumerate(title):
            size = LARGE if number == 0 else SMALL
            sheet.text((0.3, top - 0.7 - 0.6 * number), line, size=size)

    def pin(self, height: float, name: str, colour: str) -> Point:
        """A pin at this height."""
        self.sheet.text((BLOCK - 0.35, height), name, side="right", size=SMALL)
        self.sheet.dot((BLOCK, height), colour)
        self.sheet.pin((BLOCK, height), name)
        return BLOCK, height


def row_height(row: int) -> float:
    """Where a row's wire runs; row 1 is nearest to White, below."""
    return row * CELL[1]


def column_place(column: int) -> float:
    """Where a column's wire runs."""
    return LEFT + column * CELL[0]


def draw_serial(pins: Pins) -> Circuit:
    """The serial build: an Arduino Nano between the board and any Linux machine."""
    sheet, nano = Circuit(), pins.nano
    sheet.text((0, 25.2), "boardpi, serial build: Arduino Nano (5 V, 16 MHz)", size=LARGE)
    title = ("Nano", "a USB cable to the Pi", "brings data and the", "Nano's own 5 V")
    block = Controller(sheet, title, -9.6, 24.4)
    _matrix(
        sheet,
        block,
        [f"{pin}  ({NANO[pin]})" for pin in nano.rows],
        [f"{pin}  ({NANO[pin]})" for pin in nano.columns],
    )
    _pullups(sheet, block.pin(RAIL, "5V", PLUS), "4.7 k", "+5 V of the Nano")
    _button(sheet, block.pin(-5.4, nano.button, GROUND))
    data = block.pin(DATA_Y, f"{nano.pixels}  ({NANO[nano.pixels]})", DATA)
    sheet.wire(DATA, data, (PIXELS_X, DATA_Y))
    _pixels(sheet, pins)
    _supply(sheet, block.pin(-8.8, "GND", GROUND), "never to the Nano's 5V or to the Pi")
    return sheet


def draw_pico(pins: Pins) -> Circuit:
    """The serial build with a Pico: its level shifter, and the adapter to USB."""
    sheet, pico = Circuit(), pins.pico
    sheet.text((0, 25.2), "boardpi, serial build: Raspberry Pi Pico (3.3 V)", size=LARGE)
    title = ("Pico", "its own USB socket is for", "flashing alone;", "in ( ): its pins")
    block = Controller(sheet, title, -18.0, 24.4)
    rows, columns = ([_pico(pin) for pin in group] for group in (pico.rows, pico.columns))
    _matrix(sheet, block, rows, columns)
    _pullups(sheet, block.pin(RAIL, "3V3  (36)", PLUS), "10 k", "+3.3 V of the Pico, never 5 V")
    _button(sheet, block.pin(-5.4, _pico(pico.button), GROUND))
    _shifter(sheet, block.pin(DATA_Y, _pico(pico.pixels), DATA))
    _pixels(sheet, pins)
    _supply(sheet, block.pin(-8.8, "GND  (38)", GROUND), "never to a pin of the Pico")
    _line(sheet, block)
    return sheet


def _line(sheet: Circuit, block: Controller) -> None:
    """An adapter from USB to a serial line of 3.3 V brings data and the Pico's own 5 V."""
    x = BLOCK + 4.2
    sheet.box((x, -18.0), (6.4, 4.2))
    sheet.text((x + 1.6, -14.3), "USB adapter", size=SMALL)
    sheet.text((x + 1.6, -14.8), "CP2102 or CH340,", size=SMALL)
    sheet.text((x + 1.6, -15.3), "set to 3.3 V;", size=SMALL)
    sheet.text((x + 1.6, -15.8), "USB cable to the Pi", size=SMALL)
    ends = (
        (-14.3, "VSYS  (39)", PLUS, "5V"),
        (-15.3, _pico(PICO_SEND), DATA, "RXD"),
        (-16.3, _pico(PICO_RECEIVE), DATA, "TXD"),
        (-17.3, "GND  (3)", GROUND, "GND"),
    )
    for height, name, colour, other in ends:
        sheet.wire(colour, block.pin(height, name, colour), (x, height))
        sheet.pin((x, height), f"adapter {other}")
        sheet.text((x + 0.2, height), other, size=SMALL, colour=colour)


def _pico(pin: str) -> str:
    return f"{pin}  ({PICO[pin]})"


def draw_direct(pins: Pins) -> Circuit:
    """The direct build: everything on the Pi's own header."""
    sheet, pi = Circuit(), pins.pi
    sheet.text((0, 25.2), "boardpi, direct build: the Raspberry Pi's header", size=LARGE)
    title = ("Raspberry Pi", "has a supply of its own;", "in ( ): pins of the header")
    block = Controller(sheet, title, -18.0, 24.4)
    _matrix(sheet, block, [_gpio(pin) for pin in pi.rows], [_gpio(pin) for pin in pi.columns])
    _pullups(sheet, block.pin(RAIL, "3.3 V  (1)", PLUS), "10 k", "+3.3 V of the Pi, never 5 V")
    _button(sheet, block.pin(-5.4, _gpio(pi.button), GROUND))
    _shifter(sheet, block.pin(DATA_Y, _gpio(pi.pixels), DATA))
    _pixels(sheet, pins)
    _supply(sheet, block.pin(-8.8, "GND  (6)", GROUND), "never to a 5 V pin of the Pi")
    _buzzer(sheet, block.pin(-16.4, _gpio(pi.buzzer), DATA), block.pin(-14.0, "5 V  (2)", PLUS))
    return sheet


def _gpio(pin: int) -> str:
    return f"GPIO {pin}  ({HEADER[pin]})"


def _matrix(sheet: Circuit, block: Controller, rows: list[str], columns: list[str]) -> None:
    """Columns come from above, rows from the left; a diode and a reed join them at each hole."""
    end = column_place(SIDE - 1) + 3.4
    for number, name in enumerate(columns):
        lane, x = LANES + 0.9 * number, column_place(number)
        pin = block.pin(lane, name, COLUMN)
        sheet.wire(COLUMN, pin, (x, lane), (x, -1.6))
        sheet.text(
            (x - 0.15, lane + 0.35),
            f"column {COLUMN_NAMES[number]}",
            side="right",
            colour=COLUMN,
            size=SMALL,
        )
    for number, name in enumerate(rows):
        y = row_height(number)
        sheet.wire(ROW, block.pin(y, name, ROW), (end, y))
        sheet.text((BLOCK + 0.4, y + 0.35), f"row {number + 1}", colour=ROW, size=SMALL)
        for column in range(SIDE):
            _cell(sheet, (column_place(column), y), f"{COLUMN_NAMES[column]}{number + 1}")
    for number, words in enumerate(LEGEND):
        sheet.text((end, LANES + 6.2 - 0.6 * number), words, side="right", size=SMALL)


def _cell(sheet: Circuit, corner: Point, name: str) -> None:
    x, y = corner
    sheet.dot((x, y + TAP), COLUMN)
    sheet.diode((x, y + TAP), (x + 1.7, y + TAP))
    sheet.reed((x + 1.7, y + TAP), (x + 1.7, y))
    sheet.dot((x + 1.7, y), ROW)
    sheet.text((x + 2.25, y + TAP / 2), name)


def _pullups(sheet: Circuit, pin: Point, resistor: str, words: str) -> None:
    """At the lower ends of the columns; the chip's own pull-ups are weak."""
    for number in range(SIDE):
        x = column_place(number)
        sheet.resistor((x, -1.6), (x, RAIL))
        sheet.text((x + 0.35, -2.75), resistor, size=SMALL)
        sheet.dot((x, RAIL), PLUS)
    sheet.wire(PLUS, pin, (column_place(SIDE - 1), RAIL))
    sheet.text((column_place(SIDE - 1) + 0.3, RAIL), words, size=SMALL, colour=PLUS)


def _button(sheet: Circuit, pin: Point) -> None:
    _, y = pin
    sheet.wire(GROUND, pin, (5.4, y))
    sheet.button((5.4, y), (7.0, y))
    sheet.wire(GROUND, (7.0, y), (7.7, y))
    sheet.ground((7.7, y))
    sheet.text((8.3, y), "button", size=SMALL)


def _shifter(sheet: Circuit, pin: Point) -> None:
    """From 3.3 V to 5 V: WS2812B take 3.5 V and more for a one."""
    sheet.box((10.4, -8.8), (4.8, 3.0))
    sheet.text((12.8, -6.3), "74AHCT125", side="center")
    sheet.wire(DATA, pin, (10.4, DATA_Y))
    for name, x, y in (("1A", 10.4, DATA_Y), ("1Y", 15.2, DATA_Y), ("VCC", 15.2, -8.3)):
        sheet.pin((x, y), name)
    sheet.pin((10.4, -8.3), "shifter –")
    sheet.text((10.6, DATA_Y), "2 (1A)", size=SMALL)
    sheet.text((15.0, DATA_Y), "(1Y) 3", size=SMALL, side="right")
    sheet.wire(DATA, (15.2, DATA_Y), (PIXELS_X, DATA_Y))
    sheet.text((15.0, -8.3), "(VCC) 14", size=SMALL, side="right")
    sheet.wire(PLUS, (15.2, -8.3), (17.2, -8.3), (17.2, PLUS_Y))
    sheet.dot((17.2, PLUS_Y), PLUS)
    sheet.text((10.6, -8.3), "7 (GND)", size=SMALL)
    sheet.wire(GROUND, (10.4, -8.3), (9.4, -8.3), (9.4, -8.8), (GROUND_X, -8.8))
    sheet.dot((GROUND_X, -8.8), GROUND)
    sheet.text((15.6, -5.85), "pins 1 4 5 9 10 12 13 to GND,", size=SMALL)
    sheet.text((15.6, -6.35), "100 nF between pins 14 and 7", size=SMALL)


def _pixels(sheet: Circuit, pins: Pins) -> None:
    x = PIXELS_X
    sheet.resistor((x, DATA_Y), (x + 2.0, DATA_Y))
    sheet.text((x + 1.0, DATA_Y + 0.5), "330 Ω", side="center", size=SMALL)
    sheet.wire(DATA, (x + 2.0, DATA_Y), (x + 3.2, DATA_Y))
    sheet.box((x + 3.2, -12.0), (6.4, 6.2), fill="#eef6ee")
    sheet.text((x + 6.4, -6.3), "25 × WS2812B", side="center")
    order = sorted(HOLE_NAMES, key=lambda name: pins.holes[HOLE_NAMES.index(name)].pixel)
    sheet.text((x + 3.4, DATA_Y), f"DIN of {order[0]}, the first", size=SMALL, colour=DATA)
    runs = [f"{order[start]} → {order[start + 4]}" for start in range(0, 25, 5)]
    sheet.text((x + 3.4, DATA_Y - 0.75), ", ".join(runs[:3]) + ",", size=SMALL)
    sheet.text((x + 3.4, DATA_Y - 1.25), ", ".join(runs[3:]), size=SMALL)
    for name, y in (("DIN", DATA_Y), ("pixels +", PLUS_Y), ("pixels –", GROUND_Y)):
        sheet.pin((x + 3.2, y), name)
    sheet.text((x + 3.4, PLUS_Y), "+5 V", size=SMALL, colour=PLUS)
    sheet.text((x + 3.4, GROUND_Y), "GND", size=SMALL)


def _supply(sheet: Circuit, pin: Point, warning: str) -> None:
    """Five volts of the pixels' own, fused; one ground for all."""
    sheet.box((8.8, -12.0), (4.4, 2.8), fill="#fbeeee")
    sheet.text((9.0, -10.1), "supply 5 V", size=SMALL)
    sheet.text((9.0, -10.6), f"{SUPPLY_MA / 1000:g} A,", size=SMALL)
    sheet.text((9.0, -11.1), "pixels alone", size=SMALL)
    sheet.pin((13.2, PLUS_Y), "supply +")
    sheet.pin((13.2, GROUND_Y), "supply –")
    sheet.text((13.0, PLUS_Y), "+", side="right", colour=PLUS)
    sheet.text((13.0, GROUND_Y), "–", side="right")
    sheet.wire(PLUS, (13.2, PLUS_Y), (14.0, PLUS_Y))
    sheet.fuse((14.0, PLUS_Y), (16.0, PLUS_Y))
    sheet.text((15.0, PLUS_Y - 0.6), f"fuse {FUSE_MA / 1000:g} A", side="center", size=SMALL)
    sheet.wire(PLUS, (16.0, PLUS_Y), (PIXELS_X + 3.2, PLUS_Y))
    sheet.wire(GROUND, (13.2, GROUND_Y), (PIXELS_X + 3.2, GROUND_Y))
    sheet.capacitor((18.6, PLUS_Y), (18.6, GROUND_Y))
    for place, colour in (((18.6, PLUS_Y), PLUS), ((18.6, GROUND_Y), GROUND)):
        sheet.dot(place, colour)
    sheet.text((19.3, (PLUS_Y + GROUND_Y) / 2), "1000 µF", size=SMALL)
    _common_ground(sheet, pin)
    sheet.text((14.6, -12.7), f"+5 V of the pixels: {warning}", size=SMALL, colour=PLUS)


def _common_ground(sheet: Circuit, pin: Point) -> None:
    low = -12.7
    sheet.wire(GROUND, pin, (GROUND_X, pin[1]), (GROUND_X, low), (14.2, low), (14.2, GROUND_Y))
    sheet.dot((14.2, GROUND_Y), GROUND)
    sheet.text((GROUND_X + 0.2, low - 0.45), "one ground for all", size=SMALL)


def _buzzer(sheet: Circuit, pin: Point, plus: Point) -> None:
    """A pin gives 16 mA at most, so a transistor switches the buzzer."""
    _, y = pin
    sheet.wire(DATA, pin, (5.6, y))
    sheet.resistor((5.6, y), (7.6, y))
    sheet.text((6.6, y + 0.5), "1 k", side="center", size=SMALL)
    sheet.wire(DATA, (7.6, y), (8.6, y))
    collector, emitter = sheet.npn((8.6, y))
    for name, place in (("base", (8.6, y)), ("collector", collector), ("emitter", emitter)):
        sheet.pin(place, name)
    sheet.text((10.3, y), "BC547 or 2N3904", size=SMALL)
    sheet.ground(emitter)
    x, top = collector[0], plus[1]
    sheet.wire(GROUND, collector, (x, collector[1] + 0.2))
    sheet.box((x - 1.1, collector[1] + 0.2), (2.2, 0.8))
    sheet.pin((x, collector[1] + 0.2), "buzzer –")
    sheet.pin((x, collector[1] + 1.0), "buzzer +")
    sheet.text((x + 1.4, collector[1] + 0.6), "active buzzer, 5 V", size=SMALL)
    sheet.wire(PLUS, plus, (x, top), (x, collector[1] + 1.0))
