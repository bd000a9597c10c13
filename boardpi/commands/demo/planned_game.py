"""The game of the demonstration: an opening that shows much at once, then lively play by chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from boardpi.rules import PASS, Game, Hole, Move, RuleSet, Side, holes_in
from boardpi.rules.holes import ALL, GOAL_ROW
from boardpi.rules.lines import steps_ahead
from boardpi.sim.expectations import mover_standing
from boardpi.sim.gestures import make
from boardpi.sim.habits import Habits
from boardpi.sim.hands import SimulatedHands
from boardpi.sim.touches import HandTouch

OPENING: Final = ("b1-d2", "d5-b4", "c1-d3", "e5xd3", "d2xd3", "b4xd3", "e1xd3")
"""The worked game of PerGioco: its fourth move is the first capture."""
MOST_PLIES: Final = 70
PATIENCE_MS: Final = 10_000
"""A re-entry that is not wanted ends the game only after `decline_ms` of quiet."""

CALM: Final = Habits(
    pause_ms=(550, 900), carry_ms=(550, 850), think_ms=(900, 1400), wait_ms=(2900, 3100), late=0
)
EVERYDAY: Final = replace(CALM, adjust=0.1, hesitate=0.12, swapfirst=0.25, sweep=0.3, rebefore=0.3)
SHOWN: Final = {
    3: replace(CALM, swapfirst=1),
    4: replace(CALM, sweep=1),
    6: replace(CALM, hesitate=1),
}
"""What hands do at certain turns, so that everybody sees it soon."""
TRIES_FORBIDDEN: Final = 4
"""Before this turn an archer is set where it may not stand."""


@dataclass(frozen=True, slots=True)
class PlannedTouch:
    """One touch, and whose hand it was."""

    touch: HandTouch
    side: Side


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """All touches of the game in order of time, and the game that they mean."""

    game: Game
    touches: tuple[PlannedTouch, ...]
    end_ms: int


def plan_game(rules: RuleSet, seed: int) -> PlannedGame:
    """Plan a game; the same seed gives the same game."""
    planner = GamePlanner(rules, Random(seed))
    while planner.goes_on:
        planner.turn()
    return PlannedGame(planner.game, tuple(planner.touches), planner.hands.ms + PATIENCE_MS)


class GamePlanner:
    """Chooses the moves and lets hands carry them out."""

    def __init__(self, rules: RuleSet, random: Random) -> None:
        self.game = Game(rules, any_first=True)
        self.random = random
        self.hands = SimulatedHands(EVERYDAY, random, self.game.position.occupied, 400)
        self.touches: list[PlannedTouch] = []

    @property
    def goes_on(self) -> bool:
        """The game is not over, nor has everybody seen enough."""
        return self.game.outcome is None and len(self.game.moves) < MOST_PLIES

    def turn(self) -> None:
        """One turn, and the pass that may follow it by itself."""
        ply = len(self.game.moves)
        self.hands.habits = SHOWN.get(ply, EVERYDAY if ply >= len(OPENING) else CALM)
        self.hands.pause()
        if ply == TRIES_FORBIDDEN:
            self._try_forbidden()
        move = self._choose()
        standing = mover_standing(self.game, move)
        make(self.hands, self.game, standing, move, is_hasty=False)
        self._sign(standing.side)
        self.game = self.game.play(move)
        if self.game.legal_moves() == [PASS]:
            self.game = self.game.play(PASS)
            self.hands.wait((1200, 1200))
        self.hands.wait((300, 300))

    def _sign(self, side: Side) -> None:
        """All touches since the last signing were by this side's hand."""
        self.touches += [
            PlannedTouch(touch, side) for touch in self.hands.touches[len(self.touches) :]
        ]

    def _try_forbidden(self) -> None:
        side, hands = self.game.position.side, self.hands
        found = self._forbidden()
        if found is None:
            return
        origin, target = found
        hands.lift(origin)
        hands.carry()
        hands.place(target, origin)
        hands.wait((3400, 3400))
        hands.lift(target)
        hands.carry()
        hands.place(origin, target)
        hands.wait((1200, 1200))
        self._sign(side)

    def _forbidden(self) -> tuple[Hole, Hole] | None:
        """The archer that moved first, and a hole near it to which no line leads."""
        origin = self.game.moves[0].target
        if origin is None or self.game.position.owner(origin) is not self.game.position.side:
            return None
        wrong = [
            hole
            for hole in holes_in(ALL & ~self.hands.occupied)
            if _is_near(origin, hole) and self.game.explain(origin, hole) is not None
        ]
        return (origin, wrong[-1]) if wrong else None

    def _choose(self) -> Move:
        """The opening while it is legal; then what captures, arrives or runs, with some chance."""
        ply = len(self.game.moves)
        moves = self.game.legal_moves()
        if ply < len(OPENING):
            for move in moves:
                if str(move) == OPENING[ply]:
                    return move
        return max(moves, key=self._worth)

    def _worth(self, move: Move) -> float:
        side = self.game.position.side
        worth = self.random.random() * 2 + 1.5 * move.takes + (move.reentry is not None)
        if move.origin is None or move.target is None:
            return worth
        if GOAL_ROW[side] >> move.target & 1:
            worth += 1
        return worth + 0.5 * steps_ahead(side, move.origin, move.target)


def _is_near(one: Hole, two: Hole) -> bool:
    return max(abs(one.column - two.column), abs(one.row - two.row)) == 1
