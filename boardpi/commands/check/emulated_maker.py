"""A virtual maker at the emulated chip: wrong wiring goes to the bench, hands follow the lights."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from boardpi.boards.emulator import EmulatorBoard
from boardpi.check.check import Check
from boardpi.check.layout import column_mask, row_mask
from boardpi.rules import holes_in, mask_of
from boardpi.sim.maker import Maker, MakerSight, MakerTouch
from boardpi.sim.miswired_board import MiswiredBoard, Wiring
from boardpi.sim.wiring_faults import BadFault
from boardpi.table.effects import Lights

THINK_S: Final = 0.05
PRESS_MS: Final = 120
CHATTER_US: Final = 25_000  # longer than the firmware's debounce, or it would hear nothing


class EmulatedMaker:
    """Hands at an emulator board with this wiring."""

    def __init__(self, board: EmulatorBoard, wiring: Wiring) -> None:
        self._board = board
        self._wired = MiswiredBoard(wiring)
        self._maker = Maker()
        self._seen: tuple[Lights, bool] | None = None
        self._touched_s = time.monotonic()
        circuit = wiring.circuit
        grounded = circuit.columns_grounded
        board.order("wire", no_diode=circuit.bare, turned=circuit.turned, grounded=grounded)
        board.order("chatter", mask=self._crossings(wiring.chatter), every_us=CHATTER_US)
        self._set_reeds()

    async def follow(self, look: Callable[[], Check | None]) -> None:
        """Do what the lights of the check ask for, until it is over."""
        while (check := look()) is None or not check.is_over:
            await asyncio.sleep(THINK_S)
            if check is not None and (act := self._maker.act(self._sight(check))) is not None:
                self._do(act)

    def _sight(self, check: Check) -> MakerSight:
        lights, is_flood = look_at(self._wired, check)
        if (lights, is_flood) != self._seen:
            self._seen = lights, is_flood
            self._touched_s = time.monotonic()
        quiet_ms = int((time.monotonic() - self._touched_s) * 1000)
        return MakerSight(lights, is_flood, self._wired.standing, quiet_ms)

    def _do(self, act: MakerTouch) -> None:
        self._touched_s = time.monotonic()
        if act.hole is None:
            self._board.press(PRESS_MS)
            return
        (self._wired.set if act.verb == "set" else self._wired.lift)(act.hole)
        self._set_reeds()

    def _set_reeds(self) -> None:
        circuit = self._wired.wiring.circuit
        rows = (row_mask(line) for line in range(5) if circuit.rows_cut >> line & 1)
        columns = (column_mask(line) for line in range(5) if circuit.columns_cut >> line & 1)
        cut = 0
        for mask in (*rows, *columns):
            cut |= mask
        self._board.set_reeds(self._wired.closed & ~cut)

    def _crossings(self, holes: int) -> int:
        return mask_of(self._wired.wiring.reeds[hole] for hole in holes_in(holes))


def look_at(wired: MiswiredBoard, check: Check) -> tuple[Lights, bool]:
    """What a check shows on a board with this wiring, and whether it is one colour all over."""
    shown = check.shown
    if shown is None:
        return (None,) * 25, False
    if len(shown) == 3:
        return wired.flood([int(value or 0) for value in shown]), True
    return wired.look(tuple(None if role is None else str(role) for role in shown)), False


def refuse_joints(wiring: Wiring) -> None:
    """The bench has no wires that touch each other."""
    circuit = wiring.circuit
    if circuit.rows_joined or circuit.columns_joined or circuit.rows_grounded or wiring.browns_out:
        raise BadFault("the emulator cannot do this fault: use --board virtual")
