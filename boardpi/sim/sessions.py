"""A whole session: random games by imperfect hands, as a trace with the events it must lead to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from boardpi.rules import START, Game, RuleSet
from boardpi.sim.expectations import Told
from boardpi.sim.faults import BOUNCING, Faults
from boardpi.sim.habits import Habits
from boardpi.sim.reeds import Scan
from boardpi.sim.simulated_board import SimulatedBoard
from boardpi.sim.simulated_players import Mark, SimulatedPlayers
from boardpi.sim.touches import HandsOnBoard, HandTouch
from boardpi.table.timing import Timing
from boardpi.table.trace import Header


@dataclass(frozen=True, slots=True)
class SimulatedSession:
    """What the reeds saw of some games, and what the table must say of it."""

    header: Header
    touches: tuple[HandTouch, ...]
    scans: tuple[Scan, ...]
    end_ms: int
    told: tuple[Told, ...]
    habits: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def is_lenient(self) -> bool:
        """With a dead reed some moves cannot be known."""
        return bool(self.header.dead)

    def cut(self, mark: Mark) -> SimulatedSession:
        """The same session from this moment on, with the position as its start."""
        game = Game(mark.game.rules, mark.game.position, any_first=mark.game.is_open)
        return replace(
            self,
            header=replace(self.header, position=game.start, any_first=game.any_first),
            touches=tuple(touch for touch in self.touches if touch.ms >= mark.ms),
            scans=tuple(scan for scan in self.scans if scan.ms >= mark.ms),
            told=self.told[mark.told :],
        )

    def lines(self) -> list[str]:
        """The trace, line by line."""
        objects: list[dict[str, Any]] = [self.header.to_json()]
        objects += [{"ms": scan.ms, "mask": scan.mask} for scan in self.scans]
        objects.append({"ms": self.end_ms, "end": True})
        return [json.dumps(line) for line in objects]


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """Who plays what, on which board."""

    rules: RuleSet
    habits: Habits
    faults: Faults = BOUNCING
    plies: int = 16
    dead: int = 0
    timing: Timing = field(default_factory=Timing)


def simulate(plan: SessionPlan, seed: int) -> SimulatedSession:
    """Play random games; the same seed gives the same session."""
    random = Random(seed)
    game = _first_game(plan, random)
    header = Header(plan.rules, game.start, game.any_first, plan.dead, timing=plan.timing)
    player = SimulatedPlayers(plan.habits, game, random)
    player.play(plan.plies)
    board = SimulatedBoard(game.start, _with_dead(plan, random), seed=seed)
    hands = HandsOnBoard(board)
    touches = sorted(player.hands.touches, key=lambda touch: touch.ms)
    for touch in touches:
        hands.touch(touch)
    end_ms = player.hands.ms + 12_000
    scans = board.advance(end_ms)
    done = tuple(sorted(player.hands.done))
    told, marks = tuple(player.expected.told), tuple(player.marks)
    return SimulatedSession(header, tuple(touches), tuple(scans), end_ms, told, done, marks)


def _with_dead(plan: SessionPlan, random: Random) -> Faults:
    """The dead reeds are stuck, one way or the other, or they chatter."""
    how = random.choice(("stuck_open", "stuck_closed", "chattering"))
    changes: dict[str, Any] = {how: plan.dead} if plan.dead else {}
    return replace(plan.faults, **changes)


def _first_game(plan: SessionPlan, random: Random) -> Game:
    """From the start, where either side may begin, or from some later position."""
    side = random.choice((START, START.with_side(START.side.other)))
    game = Game(plan.rules, side, any_first=True)
    for _ in range(random.choice((0, 0, random.randint(1, 30)))):
        moves = game.legal_moves()
        if not moves:
            break
        game = game.play(random.choice(moves))
    if not game.moves or game.outcome is not None or len(game.legal_moves()) < 2:
        return Game(plan.rules, side, any_first=True)
    return Game(plan.rules, game.position)
