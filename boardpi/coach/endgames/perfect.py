"""Perfect from here: the opening book, the exact tables and the exact race behind one door.

Once the armies have passed each other, each plays a game of its own. An archer that never goes back
has a country: all holes that it can still reach, its own included. Where White's countries and
Black's have no hole in common, nobody can ever take or hinder an enemy. The side that needs fewer
turns then comes home first, and the one to move wins a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from boardpi.coach.endgames.openings import Openings
from boardpi.coach.endgames.tables import Tables, value_of_end
from boardpi.coach.engine.search import ExactValues
from boardpi.rules.game import Game
from boardpi.rules.holes import GOAL_ROW, HOLES, Side, holes_in
from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import after, legal_moves

NEVER: Final = 255
"""The turns of an army that cannot come home: somebody in it is stuck for good."""
CACHED_RULE_SETS: Final = 2


@dataclass(frozen=True, slots=True)
class Perfect:
    """What is known for certain in one rule set. Nothing is, in Jarmo."""

    rules: RuleSet
    tables: Tables | None = None
    openings: Openings | None = None
    given: ExactValues | None = None

    def probe(self, position: Position) -> int | None:
        """The exact value in points for the side to move; None if it is not known."""
        value = None if self.tables is None else self.tables.probe(position)
        if value is None and self.openings is not None:
            value = self.openings.probe(position)
        if value is None and self.given is not None:
            value = self.given.probe(position)
        return race_value(self.rules, position) if value is None else value

    def best(self, game: Game) -> tuple[Move, int] | None:
        """A perfect move and its value; following it, a won game is won. None in the opening:
        there the values of the moves are known, and any that keeps the value will do.
        """
        found = None if self.tables is None else self.tables.best(game)
        if found is None:
            found = race_best(game)
        return self.given.best(game) if found is None and self.given is not None else found


def known_values(
    game: Game, exact: ExactValues, standing: Position | None = None
) -> list[tuple[Move, int]] | None:
    """All moves with their exact values, best first; None if one of them is not known.

    While either side may begin, `standing` says whose moves are meant.
    """
    found = []
    position = game.position if standing is None else standing
    for move in () if game.outcome else legal_moves(game.rules, position):
        value = exact.probe(after(game.rules, position, move))
        if value is None:
            return None
        found.append((move, -value))
    return sorted(found, key=lambda pair: -pair[1])


# ── the exact race ────────────────────────────────────────────────────────────────────────────────


def race_value(rules: RuleSet, position: Position) -> int | None:
    """The exact value for the side to move, in points; None while contact is possible.

    Only for rule sets of Jasir, and only with empty hands: an archer in hand comes back at the
    start, where the enemy goes.
    """
    if not _is_race(rules, position):
        return None
    ended = value_of_end(rules, position)
    if ended is not None:
        return ended
    side = position.side
    own, foe = turns_home(rules, position, side), turns_home(rules, position, side.other)
    if own == foe == NEVER:
        return 0
    if own <= foe:
        return position.archers(side).bit_count()
    return -position.archers(side.other).bit_count()


def race_best(game: Game) -> tuple[Move, int] | None:
    """A move of the shortest way home and the exact value; None while contact is possible."""
    position = game.position
    value = None if game.is_open or game.outcome else race_value(game.rules, position)
    if value is None:
        return None

    def turns_after(move: Move) -> int:
        return turns_home(game.rules, after(game.rules, position, move), position.side)

    return min(legal_moves(game.rules, position), key=turns_after), value


def turns_home(rules: RuleSet, position: Position, side: Side) -> int:
    """How many turns this army needs by itself until all its archers stand on the goal row."""
    return _ways(rules)[side].turns(position.archers(side))


def _is_race(rules: RuleSet, position: Position) -> bool:
    if rules.backward or rules.reentry != "move" or rules.points == "rows" or any(position.hand):
        return False
    if rules.shuttle_limit:
        return False
    white, black = _ways(rules)
    return not white.country(position.white) & black.country(position.black)


class _Ways:
    """The ways of one army over an empty board. Turns home are found when they are asked for and
    kept: at most one number for each of the 68,406 sets of up to five holes.
    """

    def __init__(self, rules: RuleSet, side: Side) -> None:
        self.reach = rules.reach[side]
        self.goal = GOAL_ROW[side]
        self.countries = tuple(self._explore(hole.bit) for hole in HOLES)
        self.known: dict[int, int] = {}

    def _explore(self, country: int) -> int:
        while True:
            wider = country
            for hole in holes_in(country):
                wider |= self.reach[hole]
            if wider == country:
                return country
            country = wider

    def country(self, archers: int) -> int:
        """All holes that these archers can ever stand on."""
        union = 0
        while archers:
            bit = archers & -archers
            archers ^= bit
            union |= self.countries[bit.bit_length() - 1]
        return union

    def turns(self, archers: int) -> int:
        """The shortest way home of these archers, in turns."""
        if archers not in self.known:
            self._solve(archers)
        return self.known[archers]

    def _solve(self, archers: int) -> None:
        """The turns home of everything that these archers can become, from the goal backwards."""
        before: dict[int, list[int]] = {archers: []}
        waiting = [archers]
        for mask in waiting:
            for further in self._steps(mask):
                if further not in before:
                    before[further] = []
                    waiting.append(further)
                before[further].append(mask)
        found = {mask: 0 for mask in before if not mask & ~self.goal}
        nearest = list(found)
        for mask in nearest:
            for earlier in before[mask]:
                if earlier not in found:
                    found[earlier] = found[mask] + 1
                    nearest.append(earlier)
        self.known.update((mask, found.get(mask, NEVER)) for mask in before)

    def _steps(self, archers: int) -> list[int]:
        return [
            archers ^ origin.bit | target.bit
            for origin in holes_in(archers)
            for target in holes_in(self.reach[origin] & ~archers)
        ]


@lru_cache(CACHED_RULE_SETS)
def _ways(rules: RuleSet) -> tuple[_Ways, _Ways]:
    return _Ways(rules, Side.WHITE), _Ways(rules, Side.BLACK)
