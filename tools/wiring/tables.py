"""The table of pins: which wire goes where."""

from __future__ import annotations

from typing import Final, NamedTuple

from tools.wiring.chips import HEADER, HEADER_POWER, NANO, PICO, PICO_RECEIVE, PICO_SEND
from tools.wiring.notes import PAGE_NOTE
from tools.wiring.pins import COLUMN_NAMES, Pins

THROUGH_REEDS: Final = "cathodes, through the reeds"
PULLED_UP: Final = "anodes; pull-up"
THROUGH_SHIFTER: Final = "330 Ω; from Pico and Pi through the 74AHCT125"


def pin_page(pins: Pins) -> str:
    """wiring/pins.md."""
    rows = ["| wire | Nano | chip | Pico | | Pi | header | |", "|---|---|---|---|---|---|--:|---|"]
    rows += [_row(wire) for wire in _wires(pins)]
    return f"""\
# Pins

{PAGE_NOTE}

Serial build on the left, with a Nano or with a Pico; direct build on the right. You need one of the
three. GPIO numbers are not the numbers on the header, so both are given here; for the Pico its pin
is in ( ).

{_lines(rows)}
{POWER}
The header of a Pi, seen from above with the card's slot at the top and the USB sockets below:

{_header(pins)}
{ON_PRINTED}
{_printed(pins)}"""


def _pico(pin: str) -> str:
    return f"{pin} ({PICO[pin]})"


POWER: Final = f"""\
**Nano:** GND to the ground of the pixels' supply; 5V to the pull-ups of the columns and to nothing
else; USB to the Pi or any Linux machine.

**Pico:** {_pico(PICO_SEND)} to RXD and {_pico(PICO_RECEIVE)} to TXD of a USB adapter for 3.3 V,
GND (3) to its GND, VSYS (39) to its 5V; GND (38) to the ground of the pixels' supply; 3V3 (36) to
the pull-ups of the columns and to nothing else.

**Pi:** pin 1 (3.3 V) to the pull-ups; pin 2 (5 V) to the buzzer; pin 6 (ground) to the ground of
the pixels' supply.
"""
ON_PRINTED: Final = """\
## A Pico on the printed board

It has no place of its own there, but its wires have: the pins of J1, which is made for a Pi. Both
jumpers to *PI*, no Nano and no Pi plugged in, jumper wires from J1 to the Pico. The USB adapter is
wired as above. There is no buzzer.
"""


class _Wire(NamedTuple):
    name: str
    nano: str | None
    pico: str | None
    pi: int
    to: str


def _wires(pins: Pins) -> list[_Wire]:
    nano, pico, pi = pins.nano, pins.pico, pins.pi
    return [
        *(
            _Wire(f"row {n + 1}", nano.rows[n], pico.rows[n], pi.rows[n], THROUGH_REEDS)
            for n in range(5)
        ),
        *(
            _Wire(f"column {name}", nano.columns[n], pico.columns[n], pi.columns[n], PULLED_UP)
            for n, name in enumerate(COLUMN_NAMES)
        ),
        _Wire("pixels", nano.pixels, pico.pixels, pi.pixels, THROUGH_SHIFTER),
        _Wire("button", nano.button, pico.button, pi.button, "other side to ground"),
        _Wire("buzzer", None, None, pi.buzzer, "1 kΩ and a transistor"),
    ]


def _row(wire: _Wire) -> str:
    nano = f"{wire.nano} | {NANO[wire.nano]}" if wire.nano else "– | –"
    pico = _pico(wire.pico) if wire.pico else "–"
    return f"| {wire.name} | {nano} | {pico} | | GPIO {wire.pi} | {HEADER[wire.pi]} | {wire.to} |"


def _header(pins: Pins) -> str:
    names = dict(HEADER_POWER)
    for wire in _wires(pins):
        names[HEADER[wire.pi]] = f"**{wire.name}** (GPIO {wire.pi})"
    rows = ["| | pin | pin | |", "|--:|--:|:--|:--|"]
    rows += [
        f"| {names.get(left, '')} | {left} | {left + 1} | {names.get(left + 1, '')} |"
        for left in range(1, 40, 2)
    ]
    return _lines(rows)


def _printed(pins: Pins) -> str:
    rows = ["| wire | J1 | Pico |", "|---|--:|---|"]
    rows += [
        f"| {wire.name} | {HEADER[wire.pi]} | {_pico(wire.pico)} |"
        for wire in _wires(pins)
        if wire.pico
    ]
    rows += ["| 3.3 V, for the pull-ups | 1 | 3V3 (36) |", "| ground | 6 | GND (38) |"]
    return _lines(rows)


def _lines(rows: list[str]) -> str:
    return "\n".join(rows) + "\n"
