"""Single touches of the board, and the player who performs them on a virtual one."""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.rules import Hole, Side
from boardpi.sim.simulated_board import Archer, VirtualBoard

LIFT, PLACE, SWEEP, SLIP, BRUSH = "lift", "place", "sweep", "slip", "brush"
VERBS: Final = (LIFT, PLACE, SWEEP, SLIP, BRUSH)


class Act(NamedTuple):
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


class Performer:
    """Performs acts on a board and remembers who is in the hand."""

    def __init__(self, board: VirtualBoard) -> None:
        self.board = board
        self._held: dict[Hole, Archer] = {}

    def perform(self, act: Act) -> None:
        """Do it, at its time."""
        board = self.board
        if act.verb == LIFT:
            self._set_aside_old(act.hole)
            self._held[act.hole] = board.lift(act.hole, act.ms)
        elif act.verb == PLACE:
            board.place(act.hole, act.ms, self._archer(act))
        elif act.verb == SWEEP:
            board.set_aside(board.sweep(act.hole, act.ms, act.for_ms, self._archer(act)))
        elif act.verb == SLIP:
            board.set_aside(board.slip(act.hole, act.ms, self._archer(act)))
        else:
            board.brush(act.hole, act.ms, act.for_ms)

    def _set_aside_old(self, hole: Hole) -> None:
        """A victim once lifted from this hole lies beside the board by now."""
        if hole in self._held:
            self.board.set_aside(self._held.pop(hole))

    def _archer(self, act: Act) -> Archer:
        if act.source is not None:
            return self._held.pop(act.source)
        side = act.side
        assert side is not None  # an archer comes from a hole or from beside the board
        if any(archer.side is side for archer in self.board.beside):
            return self.board.take_up(side)
        hole = next(hole for hole, archer in self._held.items() if archer.side is side)
        return self._held.pop(hole)
