"""Reed to pixel through the whole daemon: the real ELF, the pty, `boardpi run` as a process."""

from __future__ import annotations

import random
import tempfile
from dataclasses import dataclass
from pathlib import Path

from boardpi.boards.board import Frame
from boardpi.boards.pins import PIXELS
from boardpi.rules import START, Hole
from tests.end_to_end.chip import Chip, Lit, chip
from tests.end_to_end.table import becomes, table

TOUCHES = 200
PIXEL_US = 30.0  # 24 bits of 1.25 µs
BOUNCE_US = 1000
METHOD = f"""\
Through the daemon: `boardpi run --board serial:PTY` as a process of its own, the emulated chip at
the pace of the wall clock, {TOUCHES} archers lifted and set back at random moments, moments taken
in the chip's cycles. This includes Python, the pty and whatever else this machine was doing."""


@dataclass(frozen=True)
class Waits:
    """Milliseconds from a reed's change to the first pixel that goes on or out."""

    opened_ms: list[float]
    closed_ms: list[float]


def measure_daemon() -> Waits:
    """Lift and set back; each changes which holes are lit."""
    chance, waits = random.Random(4), Waits([], [])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with chip(folder) as board, table(folder, f"serial:{board.link}", "jasir-oca") as daemon:
            becomes(lambda: daemon.has_board and bool(board.shown), lambda: daemon.lines)
            for _ in range(TOUCHES):
                hole = Hole(chance.choice("abcde") + chance.choice("15"))
                waits.opened_ms.append(touch(board, START.occupied ^ hole.bit, chance))
                waits.closed_ms.append(touch(board, START.occupied, chance))
    return waits


def touch(board: Chip, mask: int, chance: random.Random) -> float:
    """How long it took until other holes were lit."""
    before = board.shown[-1].colours
    at_us = board.now_us + chance.uniform(80_000, 160_000)
    board.order("reeds", mask=mask, at_us=at_us, bounce_us=BOUNCE_US)
    found: list[float] = []

    def has_changed() -> bool:
        later = [lit for lit in board.shown if lit.us > at_us]
        found.extend(us for lit in later for us in changed_us(before, lit))
        return bool(found)

    becomes(has_changed, lambda: before.hex())
    return (found[0] - at_us) / 1000


def changed_us(before: Frame, lit: Lit) -> list[float]:
    """When the first pixel of another state had its first bit; none if the same holes are lit."""
    places = [PIXELS[hole] for hole in range(25) if is_lit(before, hole) != is_lit(lit[1], hole)]
    return [lit.us + PIXEL_US * min(places)] if places else []


def is_lit(colours: Frame, hole: int) -> bool:
    return any(colours[3 * hole : 3 * hole + 3])
