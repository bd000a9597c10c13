"""Every kind of board with hands on it, so that one suite can be run over all of them."""

from __future__ import annotations

import asyncio
from typing import Protocol

from boardpi.boards.board import Board, Frame
from boardpi.boards.emulator import EmulatorBoard
from boardpi.boards.gpio.gpio_board import GpioBoard
from boardpi.boards.virtual import VirtualBoard
from boardpi.sim.faults import SOUND, Faults
from tests.boards.circuit import MockPi


class Bench(Protocol):
    """A board, and what can be done to it."""

    board: Board

    def set_archers(self, mask: int) -> None: ...

    def press(self, held_ms: int) -> None: ...

    def plug(self, is_plugged: bool) -> None: ...

    @property
    def shown(self) -> Frame | None: ...


class VirtualBench:
    """The virtual board of the page."""

    faults = SOUND

    def __init__(self, mask: int) -> None:
        self.board = VirtualBoard(mask, self.faults)
        self.set_archers, self.plug = self.board.sense, self.board.plug

    def press(self, held_ms: int) -> None:
        self.board.hold(True)
        asyncio.get_running_loop().call_later(held_ms / 1000, self.board.hold, False)

    @property
    def shown(self) -> Frame | None:
        return self.board.frame


class SlowReedsBench(VirtualBench):
    """The same with reeds that open late. (Those that bounce tell more than one change.)"""

    faults = Faults(slow_release_ms=30)


class EmulatorBench:
    """The real firmware behind a pty."""

    def __init__(self, mask: int) -> None:
        self.board = EmulatorBoard(mask=mask, bootloader_ms=50)
        self.set_archers, self.press, self.plug = (
            self.board.sense,
            self.board.press,
            self.board.plug,
        )

    @property
    def shown(self) -> Frame | None:
        return self.board.shown


class GpioBench:
    """The direct build on mock pins."""

    def __init__(self, mask: int) -> None:
        self.pi = MockPi()
        self.pi.circuit.set_archers(mask)
        self.board = GpioBoard(self.pi.open, scan_hz=200)

    def set_archers(self, mask: int) -> None:
        self.pi.circuit.set_archers(mask)

    def press(self, held_ms: int) -> None:
        self.pi.circuit.is_pressed = True
        asyncio.get_running_loop().call_later(held_ms / 1000, self._release)

    def _release(self) -> None:
        self.pi.circuit.is_pressed = False

    def plug(self, is_plugged: bool) -> None:
        self.pi.circuit.flaws.is_gone = not is_plugged

    @property
    def shown(self) -> Frame | None:
        return self.pi.chain.frames[-1] if self.pi.chain.frames else None


BENCHES = (VirtualBench, SlowReedsBench, EmulatorBench, GpioBench)
