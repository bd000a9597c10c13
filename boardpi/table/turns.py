"""What the side to move may do, and what the board shows afterwards."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from boardpi.rules import Move, Position, RuleSet, Side, legal_moves
from boardpi.rules.turns import after, reentry_zone


class Turn(NamedTuple):
    """A legal move and the positions around it."""

    move: Move
    before: Position
    after: Position
    zone: int  # where it may still bring an archer back

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


@lru_cache(maxsize=8192)
def legal_turns(rules: RuleSet, position: Position) -> tuple[Turn, ...]:
    """What the side to move may do with its archers here."""
    return tuple(
        Turn(move, position, after(rules, position, move), _open_zone(rules, position, move))
        for move in legal_moves(rules, position)
        if not move.is_pass
    )


@lru_cache(maxsize=8192)
def is_stuck(rules: RuleSet, position: Position) -> bool:
    """Whether the side to move passes by itself."""
    moves = legal_moves(rules, position)
    return len(moves) == 1 and moves[0].is_pass


def _open_zone(rules: RuleSet, position: Position, move: Move) -> int:
    if move.origin is None or move.target is None or move.reentry is not None:
        return 0
    return reentry_zone(rules, position, move.origin, move.target)
