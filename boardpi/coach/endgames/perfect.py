"""Perfect from here: the opening book, the exact tables and the exact race behind one door."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.coach.endgames.openings import Openings
from boardpi.coach.endgames.tables import Tables, value_of_end
from boardpi.coach.engine.race import NEVER, has_races, ways
from boardpi.coach.engine.search import ExactValues
from boardpi.rules.game import Game
from boardpi.rules.holes import Side
from boardpi.rules.moves import Move
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet
from boardpi.rules.turns import after, legal_moves


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
    return ways(rules)[side].turns(position.archers(side))


def _is_race(rules: RuleSet, position: Position) -> bool:
    if not has_races(rules) or any(position.hand):
        return False
    white, black = ways(rules)
    return not white.country(position.white) & black.country(position.black)
