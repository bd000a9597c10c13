"""Starts for uneven players: with the best play of both, White wins by so many points.

The values are proven by the solution of Jasir. Of the starts with a value, those were chosen in
which the first move does not change it: none does, but for one of ten in the even start.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from boardpi.rules import DEFAULT, Game, Position, RuleSet, replay

FIRST_MOVES: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("c1-d3", "b5-a3", "e1-c2"),
    1: ("a1-b3", "e5-c4"),
    0: ("b1-a3", "b5-d4"),
    -1: ("d1-c3", "c5-b3"),
    -2: ("a1-c2", "a5-c4", "c2-e3", "c5-b3"),
}
"""What leads from the usual start to these, by White's points."""
STARTS: Final[Mapping[int, Position]] = {
    points: replay(moves).position for points, moves in FIRST_MOVES.items()
}


def handicaps_in(rules: RuleSet) -> tuple[int, ...]:
    """The values to choose from; none where no values are proven."""
    return tuple(STARTS) if rules == DEFAULT else ()


def begin_with(handicap: int, rules: RuleSet = DEFAULT) -> Game:
    """A game that is worth so much to White."""
    return Game(rules, STARTS[handicap])


def handicap_of(game: Game) -> int | None:
    """What a game was worth to White at its start; None where it began as usual."""
    if game.any_first or game.rules != DEFAULT:
        return None
    return next((points for points, start in STARTS.items() if start == game.start), None)


def handicap_after(game: Game) -> int | None:
    """That of the next game: sides switch after a game that is over, and the help stays with the
    player; a game that was left is played again.
    """
    handicap = handicap_of(game)
    return handicap if handicap is None or game.outcome is None else -handicap
