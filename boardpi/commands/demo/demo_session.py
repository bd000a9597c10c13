"""The session of the demonstration: virtual hands at a virtual board, and the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from boardpi.commands.demo.planned_game import PlannedGame, PlannedTouch
from boardpi.commands.terminal.telling import tell_fact, tell_reading
from boardpi.rules import Game, Hole, Side
from boardpi.rules.sketch import name_side
from boardpi.sim.faults import BOUNCING
from boardpi.sim.simulated_board import SimulatedBoard
from boardpi.sim.touches import BRUSH, LIFT, PLACE, SLIP, SWEEP, HandsOnBoard
from boardpi.table.effects import Effect, Publish, Show
from boardpi.table.events import Sensed, Woke
from boardpi.table.facts import Ended, Fact
from boardpi.table.step import next_moment, step
from boardpi.table.table import Table, new_table

END_MS = 4500
"""How long the end stays lit."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """What hands did or what the table said."""

    ms: int
    text: str
    fact: Fact | None = None


@dataclass
class DemoSession:
    """Everything that the audience sees at one moment; `advance` lets time pass."""

    plan: PlannedGame
    seed: int = 0
    ms: int = 0
    shown_ms: int = 0  # since when the lights are as they are
    over_ms: int | None = None
    hands: str = "Two players sit down."
    said: str = "Lift an archer: I light what it may do."
    table: Table = field(init=False)
    board: SimulatedBoard = field(init=False)

    def __post_init__(self) -> None:
        """Set up the board."""
        game = Game(self.plan.game.rules, any_first=True)
        self.table = new_table(game)._replace(is_fresh=False)
        self.board = SimulatedBoard(game.position, BOUNCING, seed=self.seed)
        self._on_board = HandsOnBoard(self.board)
        self._touches = deque(self.plan.touches)

    @property
    def is_over(self) -> bool:
        """The audience may go home."""
        end = self.plan.end_ms if self.over_ms is None else self.over_ms + END_MS
        return self.ms >= end

    def next_ms(self) -> int:
        """When hands or table do something next."""
        moments = [self.plan.end_ms if self.over_ms is None else self.over_ms + END_MS]
        moments += [planned.touch.ms for planned in list(self._touches)[:1]]
        moments += [due for due in (next_moment(self.table), self.board.due_ms) if due is not None]
        return max(min(moments), self.ms + 1)

    def advance(self, ms: int) -> list[StoryLine]:
        """Let time pass until this moment; what was done and said meanwhile, in order."""
        lines: list[StoryLine] = []
        while self._touches and self._touches[0].touch.ms <= ms:
            planned = self._touches.popleft()
            self._sense(planned.touch.ms, lines)
            lines.append(self._perform(planned))
        self._sense(ms, lines)
        self.ms = ms
        return lines

    def _perform(self, planned: PlannedTouch) -> StoryLine:
        self.hands = tell_touch(planned, self.board)
        self._on_board.touch(planned.touch)
        return StoryLine(planned.touch.ms, self.hands)

    def _sense(self, ms: int, lines: list[StoryLine]) -> None:
        for scan in self.board.advance(ms):
            self.table, effects = step(self.table, Sensed(scan.ms, scan.mask))
            self._heed(effects, lines)
        self.table, effects = step(self.table, Woke(ms))
        self._heed(effects, lines)

    def _heed(self, effects: Iterable[Effect], lines: list[StoryLine]) -> None:
        for effect in effects:
            if isinstance(effect, Show):
                self.shown_ms = effect.ms
                self.said = tell_reading(self.table) or self.said
            elif isinstance(effect, Publish):
                self.said = tell_fact(effect.fact)
                lines.append(StoryLine(effect.fact.ms, self.said, effect.fact))
                if isinstance(effect.fact, Ended):
                    self.over_ms = effect.fact.ms


def tell_touch(planned: PlannedTouch, board: SimulatedBoard) -> str:
    """What a hand is about to do, in words."""
    touch, who = planned.touch, name_side(planned.side)
    if touch.verb == LIFT:
        archer = board.archers.get(touch.hole)
        if archer is not None and archer.side is not planned.side:
            return f"{who} takes the enemy off {touch.hole}."
        return f"{who} lifts the archer on {touch.hole}."
    if touch.verb == PLACE:
        return _tell_placing(who, touch.hole, touch.source, touch.side)
    return {
        SWEEP: f"{who} pushes the enemy out of {touch.hole}: its reed opens for {touch.for_ms} ms.",
        SLIP: f"{who} slips into {touch.hole}: its reed never opens.",
        BRUSH: f"{who} passes low over {touch.hole}: its reed closes for {touch.for_ms} ms.",
    }[touch.verb]


def _tell_placing(who: str, hole: Hole, source: Hole | None, side: Side | None) -> str:
    if side is not None:
        return f"{who} brings an archer back on {hole}."
    if source == hole:
        return f"{who} sets it back on {hole}."
    return f"{who} sets it down on {hole}."
