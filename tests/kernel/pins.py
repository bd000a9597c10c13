"""The bench in the kernel (firmware/kernel): its reeds, faults, counters and pixels as files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from boardpi.boards.board import Board, Frame
from boardpi.boards.emulator import colours_of
from boardpi.boards.gpio.gpio_board import GpioBoard
from boardpi.boards.gpio.header import PinWiring, open_header
from boardpi.boards.gpio.machine import Machine
from boardpi.boards.gpio.pixels import SENT_HZ
from tests.boards.wire import read_strip

PARAMETERS = Path("/sys/module/gpio_reeds/parameters")
PIXELS = Path("/sys/kernel/debug/pixels")
SOUND = {
    "mask": 0,
    "no_diode": 0,
    "turned": 0,
    "no_pullup": 0,
    "rise_us": 0,
    "core_mhz": 500,
    "pressed": 0,
    "gone": 0,
}
COUNTERS = ("rows_high", "rows_together", "columns_driven", "row_pulls")


def put(**values: int) -> None:
    for name, value in values.items():
        (PARAMETERS / name).write_text(str(value))


def count(name: str) -> int:
    return int((PARAMETERS / name).read_text())


@contextmanager
def sound_pins() -> Iterator[None]:
    """No archer, no fault, nothing counted; and afterwards nothing that must never happen."""
    put(**SOUND, **dict.fromkeys(COUNTERS, 0))
    yield
    put(**SOUND)
    assert [count(name) for name in COUNTERS[:3]] == [0, 0, 0], "rows only sink, one at a time"


def shown() -> Frame | None:
    """What the pixels took from the wire, pulse by pulse."""
    data = PIXELS.read_bytes()
    return colours_of(read_strip(data, SENT_HZ)) if data else None


class KernelBench:
    """The direct build with the libraries that people install."""

    def __init__(self, mask: int) -> None:
        put(mask=mask)
        self.board: Board = GpioBoard(partial(open_header, PinWiring(), Machine()))

    def set_archers(self, mask: int) -> None:
        put(mask=mask)

    def press(self, held_ms: int) -> None:
        put(pressed=1)
        asyncio.get_running_loop().call_later(held_ms / 1000, partial(put, pressed=0))

    def plug(self, is_plugged: bool) -> None:
        put(gone=not is_plugged)

    @property
    def shown(self) -> Frame | None:
        return shown()
