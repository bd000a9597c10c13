"""A simulated maker at the emulated chip: faults go to the bench, hands follow the lights."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from boardpi.boards.emulator import EmulatorBoard
from boardpi.check.check import Check
from boardpi.check.layout import column_mask, row_mask
from boardpi.rules import holes_in, mask_of
from boardpi.sim.maker import PRESS_MS, MakerAtBoard
from boardpi.sim.miswired_board import Wiring
from boardpi.sim.wiring_faults import BadFault

THINK_S: Final = 0.05
CHATTER_US: Final = 25_000  # longer than the firmware's debounce, or it would hear nothing
FLICKER_US: Final = 3_000  # shorter: the firmware counts it and tells nothing


class EmulatedMaker:
    """Hands at an emulator board with this wiring."""

    def __init__(self, board: EmulatorBoard, wiring: Wiring) -> None:
        self._board = board
        self._maker = MakerAtBoard(wiring)
        self._shown: object = None
        circuit = wiring.circuit
        grounded = circuit.columns_grounded
        board.order("wire", no_diode=circuit.bare, turned=circuit.turned, grounded=grounded)
        self._set_reeds()

    async def follow(self, look: Callable[[], Check | None]) -> None:
        """Do what the lights of the check ask for, until it is over."""
        while (check := look()) is None or not check.is_over:
            await asyncio.sleep(THINK_S)
            if check is not None:
                self._act(check)

    def _act(self, check: Check) -> None:
        ms = self._ms
        if check.shown != self._shown:
            self._shown = check.shown
            self._maker.notice(ms)
        touch = self._maker.act(check, ms)
        if touch is None:
            return
        if touch.hole is None:
            self._board.press(PRESS_MS)
        else:
            self._set_reeds()

    @property
    def _ms(self) -> int:
        """The chip's own time: on a busy machine it may be slow, and hands must not doubt it."""
        return self._board.state.ms if self._board.state else 0

    def _set_reeds(self) -> None:
        circuit = self._maker.board.wiring.circuit
        rows = (row_mask(line) for line in range(5) if circuit.rows_cut >> line & 1)
        columns = (column_mask(line) for line in range(5) if circuit.columns_cut >> line & 1)
        cut = 0
        for mask in (*rows, *columns):
            cut |= mask
        flickering = self._maker.board.flickering
        chatter = flickering or self._crossings(self._maker.board.wiring.chatter)
        every_us = FLICKER_US if flickering else CHATTER_US
        self._board.order("chatter", mask=chatter & ~cut, every_us=every_us)
        self._board.set_reeds(self._maker.board.closed & ~cut)

    def _crossings(self, holes: int) -> int:
        return mask_of(self._maker.board.wiring.reeds[hole] for hole in holes_in(holes))


def refuse_joints(wiring: Wiring) -> None:
    """The bench has no wires that touch each other."""
    circuit = wiring.circuit
    if circuit.rows_joined or circuit.columns_joined or circuit.rows_grounded or wiring.browns_out:
        raise BadFault("the emulator cannot do this fault: use --board virtual")
