"""The current budget: what flows where at most, computed from data sheets and our own limits."""

from __future__ import annotations

from typing import Final

from boardpi.config import TableConfig
from boardpi.rules import HOLES
from boardpi.table.theme import CHANNEL_MA, IDLE_MA
from tools.wiring.notes import PLAIN_PAGE_NOTE
from tools.wiring.pins import SIDE

SUPPLY_MA: Final = 3000
FUSE_MA: Final = 1250
BLOWS_AT: Final = (
    2.1  # times its value, within two minutes: IEC 60127-2, sheet 3; at 1.5 it holds an hour
)
FIRMWARE_MOST_MA: Final = 1000  # firmware/source/power.h, whatever the host asks for
DIODE_V: Final = 0.6  # a 1N4148 at half a milliampere, read from its data sheet's curve

Row = tuple[str, str, str]


def white_ma() -> float:
    """All pixels white at full brightness, which nothing in boardpi allows."""
    return IDLE_MA + len(HOLES) * 3 * CHANNEL_MA


def row_ma(volts: float, kiloohms: float, internal_kiloohms: float) -> float:
    """What a row's pin sinks when all five of its reeds are closed."""
    resistance = 1 / (1 / kiloohms + 1 / internal_kiloohms)
    return SIDE * (volts - DIODE_V) / resistance


def budget_page() -> str:
    """wiring/budget.md."""
    return "\n".join([HEAD, _table(_pixels()), MIDDLE, _table(_matrix())])


HEAD: Final = f"""\
# Current budget

{PLAIN_PAGE_NOTE}

## The pixels' supply
"""
MIDDLE: Final = """
The daemon and, in the serial build, the firmware each scale a frame down before it would exceed
the limit (`table.power_budget_ma`). So the fuse is for wires that touch, not for bright evenings.
A pixel's own figures are the data sheet's: 20 mA for each colour, 0.7 mA dark. In the direct build
the daemon alone keeps it, with the same 1000 mA at most. A fuse is only sure to blow at
2.1 times its value (IEC 60127-2): 2.63 A for this one. A supply of 3 A can give that, one of
2 A cannot.

## The matrix
"""


def _pixels() -> list[Row]:
    budget = TableConfig().power_budget_ma
    return [
        ("25 pixels dark", f"{IDLE_MA:.1f} mA", f"{len(HOLES)} × {IDLE_MA / len(HOLES):.1f} mA"),
        ("default limit, `table.power_budget_ma`", f"{budget} mA", "kept by daemon and firmware"),
        ("most that the firmware allows", f"{FIRMWARE_MOST_MA} mA", "serial build"),
        ("25 pixels white at full", f"{white_ma():.1f} mA", "never: limited before"),
        (
            "fuse",
            f"{FUSE_MA} mA",
            "above every limit; sure to blow at 2.1 times that, which the supply can give",
        ),
        (
            "supply, at least",
            f"{SUPPLY_MA} mA",
            f"{SUPPLY_MA / budget:g} × the default limit",
        ),
    ]


def _matrix() -> list[Row]:
    nano, pi = row_ma(5.0, 4.7, 35), row_ma(3.3, 10, 50)
    return [
        ("a row's pin of the Nano, 5 reeds closed", f"{nano:.1f} mA", "it may sink 20 mA"),
        ("a row's pin of the Pi, 5 reeds closed", f"{pi:.1f} mA", "it may sink 16 mA"),
        (
            "through one reed, at most",
            f"{nano / SIDE:.1f} mA",
            "a small reed switches 100 mA",
        ),
        ("a closed column reads", f"about {DIODE_V} V", "low is below 1.5 V (Nano), 0.8 V (Pi)"),
        ("buzzer, direct build", "up to 100 mA", "from the Pi's 5 V pin, through the transistor"),
    ]


def _table(rows: list[Row]) -> str:
    lines = ["| what | how much | |", "|---|--:|---|"]
    lines += [f"| {what} | {much} | {why} |" for what, much, why in rows]
    return "\n".join(lines) + "\n"
