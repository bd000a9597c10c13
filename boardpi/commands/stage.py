"""The stage of the demonstration: virtual hands at a virtual board, and the table."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from boardpi.boards.acts import BRUSH, LIFT, PLACE, SLIP, SWEEP, Performer
from boardpi.boards.faults import BOUNCING
from boardpi.boards.virtual import VirtualBoard
from boardpi.commands.exhibition import Deed, Exhibition
from boardpi.commands.telling import tell_fact, tell_reading
from boardpi.rules import Game, Hole, Side
from boardpi.rules.sketch import name_side
from boardpi.table.effects import Effect, Publish, Show
from boardpi.table.events import Sensed, Woke
from boardpi.table.facts import Ended, Fact
from boardpi.table.step import next_moment, step
from boardpi.table.table import Table, new_table

END_MS = 4500
"""How long the end stays lit."""


@dataclass(frozen=True, slots=True)
class Line:
    """What hands did or what the table said."""

    ms: int
    text: str
    fact: Fact | None = None


@dataclass
class Stage:
    """Everything that the audience sees at one moment; `advance` lets time pass."""

    plan: Exhibition
    seed: int = 0
    ms: int = 0
    shown_ms: int = 0  # since when the lights are as they are
    over_ms: int | None = None
    hands: str = "Two players sit down."
    said: str = "Lift an archer: I light what it may do."
    table: Table = field(init=False)
    board: VirtualBoard = field(init=False)

    def __post_init__(self) -> None:
        """Set up the board."""
        game = Game(self.plan.game.rules, any_first=True)
        self.table = new_table(game)._replace(is_fresh=False)
        self.board = VirtualBoard(game.position, BOUNCING, seed=self.seed)
        self._performer = Performer(self.board)
        self._deeds = deque(self.plan.deeds)

    @property
    def is_over(self) -> bool:
        """The audience may go home."""
        end = self.plan.end_ms if self.over_ms is None else self.over_ms + END_MS
        return self.ms >= end

    def next_ms(self) -> int:
        """When hands or table do something next."""
        moments = [self.plan.end_ms if self.over_ms is None else self.over_ms + END_MS]
        moments += [deed.act.ms for deed in list(self._deeds)[:1]]
        moments += [due for due in (next_moment(self.table), self.board.due_ms) if due is not None]
        return max(min(moments), self.ms + 1)

    def advance(self, ms: int) -> list[Line]:
        """Let time pass until this moment; what was done and said meanwhile, in order."""
        lines: list[Line] = []
        while self._deeds and self._deeds[0].act.ms <= ms:
            deed = self._deeds.popleft()
            self._sense(deed.act.ms, lines)
            lines.append(self._perform(deed))
        self._sense(ms, lines)
        self.ms = ms
        return lines

    def _perform(self, deed: Deed) -> Line:
        self.hands = tell_deed(deed, self.board)
        self._performer.perform(deed.act)
        return Line(deed.act.ms, self.hands)

    def _sense(self, ms: int, lines: list[Line]) -> None:
        for scan in self.board.advance(ms):
            self.table, effects = step(self.table, Sensed(scan.ms, scan.mask))
            self._heed(effects, lines)
        self.table, effects = step(self.table, Woke(ms))
        self._heed(effects, lines)

    def _heed(self, effects: Iterable[Effect], lines: list[Line]) -> None:
        for effect in effects:
            if isinstance(effect, Show):
                self.shown_ms = effect.ms
                self.said = tell_reading(self.table) or self.said
            elif isinstance(effect, Publish):
                self.said = tell_fact(effect.fact)
                lines.append(Line(effect.fact.ms, self.said, effect.fact))
                if isinstance(effect.fact, Ended):
                    self.over_ms = effect.fact.ms


def tell_deed(deed: Deed, board: VirtualBoard) -> str:
    """What a hand is about to do, in words."""
    act, who = deed.act, name_side(deed.side)
    if act.verb == LIFT:
        archer = board.archers.get(act.hole)
        if archer is not None and archer.side is not deed.side:
            return f"{who} takes the enemy off {act.hole}."
        return f"{who} lifts the archer on {act.hole}."
    if act.verb == PLACE:
        return _tell_placing(who, act.hole, act.source, act.side)
    return {
        SWEEP: f"{who} pushes the enemy out of {act.hole}: its reed opens for {act.for_ms} ms.",
        SLIP: f"{who} slips into {act.hole}: its reed never opens.",
        BRUSH: f"{who} passes low over {act.hole}: its reed closes for {act.for_ms} ms.",
    }[act.verb]


def _tell_placing(who: str, hole: Hole, source: Hole | None, side: Side | None) -> str:
    if side is not None:
        return f"{who} brings an archer back on {hole}."
    if source == hole:
        return f"{who} sets it back on {hole}."
    return f"{who} sets it down on {hole}."
