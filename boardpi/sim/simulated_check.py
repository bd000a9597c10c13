"""A whole check on a virtual board, with virtual hands, in time that costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from boardpi.check.check import Check
from boardpi.check.effects import Effect, Flood
from boardpi.check.events import Event, Probed
from boardpi.check.plan import Plan
from boardpi.check.step import begin, step
from boardpi.sim.maker import Maker, MakerSight, MakerTouch
from boardpi.sim.miswired_board import SOUND, MiswiredBoard, Wiring
from boardpi.table.effects import Show, WakeAt
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed, Woke

STEP_MS: Final = 100  # how often the hands think
PRESS_MS: Final = 120
PROBE_MS: Final = 1000


class Moment(NamedTuple):
    """The check after something has happened, and what the hands did, if it was they."""

    ms: int
    check: Check
    act: MakerTouch | None


class SimulatedCheck:
    """A board, a maker, a check."""

    def __init__(self, plan: Plan, wiring: Wiring = SOUND, *, can_read: bool = False) -> None:
        self.board = MiswiredBoard(wiring)
        self.maker = Maker()
        self.ms = 0
        self._can_read = can_read
        self._touched_ms = 0  # when lights or hands last changed
        self._wake_ms = 0
        self._probe_ms = 0
        self._lights: tuple[str | None, ...] = (None,) * 25
        self._is_flood = False
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
            act = self.maker.act(self._sight())
            if act is not None:
                self._do(act)
            elif self._wake_ms <= self.ms:
                self._tell(Woke(self.ms))
            yield Moment(self.ms, self.check, act)

    def _sight(self) -> MakerSight:
        named = self.check.task.hole if self._can_read else None
        quiet_ms = self.ms - self._touched_ms
        return MakerSight(self._lights, self._is_flood, self.board.standing, quiet_ms, named)

    def _probe(self) -> Probed:
        board, circuit = self.board, self.board.wiring.circuit
        return Probed(self.ms, board.mask, board.backward, circuit.columns_grounded)

    def _do(self, act: MakerTouch) -> None:
        self._touched_ms = self.ms
        if act.hole is None:
            self._tell(Pressed(self.ms, PRESS_MS))
            return
        (self.board.set if act.verb == "set" else self.board.lift)(act.hole)
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
                self._show(effect)

    def _show(self, effect: Show | Flood) -> None:
        self._touched_ms = max(self._touched_ms, effect.ms)
        self._is_flood = isinstance(effect, Flood)
        if isinstance(effect, Show):
            self._lights = self.board.look(effect.lights)
            return
        self._lights = self.board.flood(effect.colour)
        if self.board.wiring.browns_out and self._lights.count("white") > 12:
            self._tell(BoardLost(effect.ms, "the supply gave in"))
            self._tell(BoardFound(effect.ms + 1, "the same board"))


def simulate_check(plan: Plan, wiring: Wiring = SOUND, *, can_read: bool = False) -> Check:
    """The check when it is over."""
    simulated = SimulatedCheck(plan, wiring, can_read=can_read)
    for _ in simulated.run():
        pass
    return simulated.check
