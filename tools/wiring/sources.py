"""The pins as source code: the firmware's headers and the package's module."""

from __future__ import annotations

from collections.abc import Iterable

from tools.wiring.chips import NANO, PICO_RECEIVE, PICO_SEND
from tools.wiring.notes import NOTE
from tools.wiring.pins import Pins, SerialPins, gpio_of


def pin_header(pins: Pins) -> str:
    """firmware/source/pins.h, numbers alone, so that the emulator bench can share it."""
    nano = pins.nano
    row, column = NANO[nano.rows[0]].bit, NANO[nano.columns[0]].bit
    places = [str(spot.pixel) for spot in pins.holes]
    table = ", \\\n     ".join(", ".join(places[start : start + 5]) for start in range(0, 25, 5))
    return f"""\
/* {NOTE}
{_comment(nano)} */
#ifndef PINS_H
#define PINS_H

#define ROW_SHIFT {row}
#define ROW_PINS (0x1F << ROW_SHIFT)
#define COLUMN_SHIFT {column}
#define COLUMN_PINS (0x1F << COLUMN_SHIFT)
#define BUTTON_PIN (1 << {NANO[nano.button].bit})
#define STRIP_PIN (1 << {NANO[nano.pixels].bit})

/* The place of each hole's pixel in the chain, a1 first. */
#define PIXEL_OF_HOLE \\
    {{{table}}}

#endif
"""


def _comment(nano: SerialPins) -> str:
    rows, columns = (f"{NANO[pins[0]]}–{NANO[pins[-1]]}" for pins in (nano.rows, nano.columns))
    return (
        f"   Rows 1–5 = {rows}, columns a–e = {columns}, button = {NANO[nano.button]}, "
        f"pixels = {NANO[nano.pixels]}."
    )


def pico_header(pins: Pins) -> str:
    """firmware/pico/pins_pico.h, numbers alone; its emulator bench reads them, too."""
    pico = pins.pico
    row, column = gpio_of(pico.rows[0]), gpio_of(pico.columns[0])
    return f"""\
/* {NOTE}
   Rows 1–5 = {pico.rows[0]}–{pico.rows[-1]}, columns a–e = {pico.columns[0]}–{pico.columns[-1]}. */
#ifndef PINS_PICO_H
#define PINS_PICO_H

#define PICO_ROW {row}
#define PICO_ROW_PINS (0x1Fu << PICO_ROW)
#define PICO_COLUMN {column}
#define PICO_COLUMN_PINS (0x1Fu << PICO_COLUMN)
#define PICO_BUTTON {gpio_of(pico.button)}
#define PICO_STRIP {gpio_of(pico.pixels)}
#define PICO_SEND {gpio_of(PICO_SEND)}
#define PICO_RECEIVE {gpio_of(PICO_RECEIVE)}

#endif
"""


def pin_module(pins: Pins) -> str:
    """boardpi/boards/pins.py."""
    pi = pins.pi
    matrix = _five_a_row(f"({spot.row}, {spot.column})" for spot in pins.holes)
    places = _five_a_row(str(spot.pixel) for spot in pins.holes)
    return f'''\
"""How a board is wired unless the configuration says otherwise.

{NOTE}
"""

from __future__ import annotations

from typing import Final

PI_ROWS: Final = {_tuple(pi.rows)}
PI_COLUMNS: Final = {_tuple(pi.columns)}
PI_PIXELS: Final = {pi.pixels}
PI_BUTTON: Final = {pi.button}
PI_BUZZER: Final = {pi.buzzer}
"""GPIO numbers of the direct build: rows 1 to 5, columns a to e."""

# fmt: off
MATRIX: Final[tuple[tuple[int, int], ...]] = (
{matrix}
)
"""Row and column of each hole, counted from 0, a1 first."""

PIXELS: Final[tuple[int, ...]] = (
{places}
)
"""The place of each hole's pixel in the chain, a1 first."""
# fmt: on
'''


def _five_a_row(words: Iterable[str]) -> str:
    """A row of the board on each line."""
    listed = list(words)
    rows = (listed[start : start + 5] for start in range(0, len(listed), 5))
    return "\n".join(f"    {', '.join(row)}," for row in rows)


def _tuple(numbers: Iterable[int]) -> str:
    return f"({', '.join(map(str, numbers))})"
