"""The table of pins: which wire goes where."""

from __future__ import annotations

from typing import Final

from tools.wiring.chips import HEADER, HEADER_POWER, NANO
from tools.wiring.notes import PAGE_NOTE
from tools.wiring.pins import COLUMN_NAMES, Pins


def pin_page(pins: Pins) -> str:
    """wiring/pins.md."""
    rows = ["| wire | Nano | chip | | Pi | header | |", "|---|---|---|---|---|--:|---|"]
    rows += [_wire(*wire) for wire in _wires(pins)]
    return f"""\
# Pins

{PAGE_NOTE}

Serial build on the left, direct build on the right; you need one of them. GPIO numbers are not the
numbers on the header, so both stand here.

{_lines(rows)}
{POWER}
The header of a Pi, seen from above with the card's slot at the top and the USB sockets below:

{_header(pins)}"""


POWER: Final = """\
**Nano:** GND to the ground of the pixels' supply; 5V to the pull-ups of the columns and to nothing
else; USB to the Pi or any Linux machine.

**Pi:** pin 1 (3.3 V) to the pull-ups; pin 2 (5 V) to the buzzer; pin 6 (ground) to the ground of
the pixels' supply.
"""


def _wires(pins: Pins) -> list[tuple[str, str | None, int, str]]:
    nano, pi = pins.nano, pins.pi
    return [
        *(
            (f"row {n + 1}", nano.rows[n], pi.rows[n], "cathodes, through the reeds")
            for n in range(5)
        ),
        *(
            (f"column {COLUMN_NAMES[n]}", nano.columns[n], pi.columns[n], "anodes; pull-up")
            for n in range(5)
        ),
        ("pixels", nano.pixels, pi.pixels, "330 Ω; from the Pi through the 74AHCT125"),
        ("button", nano.button, pi.button, "other side to ground"),
        ("buzzer", None, pi.buzzer, "1 kΩ and a transistor"),
    ]


def _wire(name: str, nano: str | None, pi: int, to: str) -> str:
    chip = f"{nano} | {NANO[nano]}" if nano else "– | –"
    return f"| {name} | {chip} | | GPIO {pi} | {HEADER[pi]} | {to} |"


def _header(pins: Pins) -> str:
    names = dict(HEADER_POWER)
    for wire, _, pin, _ in _wires(pins):
        names[HEADER[pin]] = f"**{wire}** (GPIO {pin})"
    rows = ["| | pin | pin | |", "|--:|--:|:--|:--|"]
    rows += [
        f"| {names.get(left, '')} | {left} | {left + 1} | {names.get(left + 1, '')} |"
        for left in range(1, 40, 2)
    ]
    return _lines(rows)


def _lines(rows: list[str]) -> str:
    return "\n".join(rows) + "\n"
