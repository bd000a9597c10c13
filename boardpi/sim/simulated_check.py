"""A whole check on a simulated board, with a simulated maker, in time that costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from boardpi.check.check import Check
from boardpi.check.effects import Effect, Flood
from boardpi.check.events import Counted, Event, Probed
from boardpi.check.plan import CheckPlan
from boardpi.check.step import begin, step
from boardpi.rules import holes_in
from boardpi.sim.maker import PRESS_MS, MakerAtBoard, MakerTouch
from boardpi.sim.miswired_board import CHATTERING, SOUND, Wiring
from boardpi.table.effects import Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed, Woke

STEP_MS: Final = 100  # how often the hands think
PROBE_MS: Final = 1000
MOST_WHITE: Final = 12  # pixels that a weak supply bears


class Moment(NamedTuple):
    """The check after something has happened, and what the hands did, if it was they."""

    ms: int
    check: Check
    act: MakerTouch | None


class SimulatedCheck:
    """A board, a maker, a check."""

    def __init__(self, plan: CheckPlan, wiring: Wiring = SOUND, *, can_read: bool = False) -> None:
        self.maker = MakerAtBoard(wiring)
        self.board = self.maker.board
        self.ms = 0
        self._can_read = can_read
        self._wake_ms = 0
        self._probe_ms = 0
        self._counts = [0] * 25
        self.check, effects = begin(plan, self.board.mask, 0)
        self._perform(effects)
        for ms, mask in self.board.scans(0):
            self._tell(Sensed(ms, mask))

    def run(self) -> Iterator[Moment]:
        """From the beginning to the end."""
        while not self.check.is_over:
            self.ms += STEP_MS
            if self.check.plan.has_probe and self.ms >= self._probe_ms:
                self._probe_ms = self.ms + PROBE_MS
                self._tell(self._probe())
                self._tell(self._count())
            named = self.check.task.hole if self._can_read else None
            touch = self.maker.act(self.check, self.ms, named)
            if touch is not None:
                self._sense(touch)
            elif self._wake_ms <= self.ms:
                self._tell(Woke(self.ms))
            yield Moment(self.ms, self.check, touch)

    def _probe(self) -> Probed:
        board, circuit = self.board, self.board.wiring.circuit
        return Probed(self.ms, board.mask, board.backward, circuit.columns_grounded)

    def _count(self) -> Counted:
        """A flicker that is too quick for the firmware to report is counted by it."""
        for hole in holes_in(self.board.flickering):
            self._counts[hole] += CHATTERING
        return Counted(self.ms, tuple(self._counts))

    def _sense(self, touch: MakerTouch) -> None:
        if touch.hole is None:
            self._tell(Pressed(self.ms, PRESS_MS))
            return
        for ms, mask in self.board.scans(self.ms):
            self._tell(Sensed(ms, mask))
        self.ms = max(self.ms, self.check.ms)

    def _tell(self, event: Event) -> None:
        self.check, effects = step(self.check, event)
        self._perform(effects)

    def _perform(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, WakeAt):
                self._wake_ms = effect.ms
            elif isinstance(effect, Show | Flood):
                self.maker.notice(effect.ms)
                if isinstance(effect, Flood):
                    self._load_supply(effect)

    def _load_supply(self, flood: Flood) -> None:
        lights = self.board.flood(flood.colour)
        if self.board.wiring.browns_out and lights.count("white") > MOST_WHITE:
            self._tell(BoardLost(flood.ms, "the supply gave in"))
            self._tell(BoardFound(flood.ms + 1, "the same board"))


def simulate_check(plan: CheckPlan, wiring: Wiring = SOUND, *, can_read: bool = False) -> Check:
    """The check when it is over."""
    simulated = SimulatedCheck(plan, wiring, can_read=can_read)
    for _ in simulated.run():
        pass
    return simulated.check
