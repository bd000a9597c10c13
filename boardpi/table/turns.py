"""What the side to move may do, and what the board shows afterwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from boardpi.rules import PASS, Move, Position, RuleSet, Side, legal_moves
from boardpi.rules.turns import after, reentry_zone

KEPT: Final = 512  # positions: a move asks for few, and a day of play fills whatever is kept


class Turn(NamedTuple):
    """A legal move and the positions around it."""

    move: Move
    before: Position
    rules: RuleSet
    zone: int  # where it may still bring an archer back

    @property
    def after(self) -> Position:
        """Where the game stands then; few turns of many are made, so it is not known before."""
        return _after(self.rules, self.before, self.move)

    @property
    def side(self) -> Side:
        """Who moves."""
        return self.before.side

    @property
    def empties(self) -> int:
        """The holes that are empty while it is under way: the mover's and the victim's."""
        move = self.move
        if move.origin is None or move.target is None:
            return 0
        return move.origin.bit | (move.target.bit if move.takes else 0)


@lru_cache(maxsize=KEPT)
def legal_turns(rules: RuleSet, position: Position) -> tuple[Turn, ...]:
    """What the side to move may do with its archers here."""
    return tuple(
        Turn(move, position, rules, _open_zone(rules, position, move))
        for move in legal_moves(rules, position)
        if not move.is_pass
    )


_after = lru_cache(maxsize=1024)(after)


@lru_cache(maxsize=KEPT)
def is_stuck(rules: RuleSet, position: Position) -> bool:
    """Whether the side to move passes by itself."""
    return not legal_turns(rules, position) and legal_moves(rules, position) == [PASS]


def _open_zone(rules: RuleSet, position: Position, move: Move) -> int:
    if move.origin is None or move.target is None or move.reentry is not None:
        return 0
    return reentry_zone(rules, position, move.origin, move.target)
