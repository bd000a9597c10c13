"""Single touches of the board, and hands that do them on a simulated one."""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.rules import Hole, Side
from boardpi.sim.simulated_board import Archer, SimulatedBoard

LIFT, PLACE, SWEEP, SLIP, BRUSH = "lift", "place", "sweep", "slip", "brush"
VERBS: Final = (LIFT, PLACE, SWEEP, SLIP, BRUSH)


class HandTouch(NamedTuple):
    """One touch. `source` is the hole from which the archer came into the hand; an archer from
    beside the board has a `side` instead. Sweeps and brushes last `for_ms`.
    """

    ms: int
    verb: str
    hole: Hole
    source: Hole | None = None
    side: Side | None = None
    for_ms: int = 0

    def __str__(self) -> str:
        return f"{self.ms} {self.verb} {self.hole}" + (f" {self.for_ms}" if self.for_ms else "")


class HandsOnBoard:
    """Does touches on a board and remembers which archers are in the hand."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self._held: dict[Hole, Archer] = {}

    def touch(self, touch: HandTouch) -> None:
        """Do it, at its time."""
        board = self.board
        if touch.verb == LIFT:
            self._set_aside_old(touch.hole)
            self._held[touch.hole] = board.lift(touch.hole, touch.ms)
        elif touch.verb == PLACE:
            board.place(touch.hole, touch.ms, self._archer(touch))
        elif touch.verb == SWEEP:
            board.set_aside(board.sweep(touch.hole, touch.ms, touch.for_ms, self._archer(touch)))
        elif touch.verb == SLIP:
            board.set_aside(board.slip(touch.hole, touch.ms, self._archer(touch)))
        else:
            board.brush(touch.hole, touch.ms, touch.for_ms)

    def _set_aside_old(self, hole: Hole) -> None:
        """A victim once lifted from this hole lies beside the board by now."""
        if hole in self._held:
            self.board.set_aside(self._held.pop(hole))

    def _archer(self, touch: HandTouch) -> Archer:
        if touch.source is not None:
            return self._held.pop(touch.source)
        side = touch.side
        assert side is not None  # an archer comes from a hole or from beside the board
        if any(archer.side is side for archer in self.board.beside):
            return self.board.take_up(side)
        hole = next(hole for hole, archer in self._held.items() if archer.side is side)
        return self._held.pop(hole)
