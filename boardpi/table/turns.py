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
    side: Side  # who moves
    lands: int  # the hole where its mover is then, or an archer from beside the board
    leaves: int  # … and the one where it is no more
    empties: int  # the holes that are empty while it is under way: the mover's and the victim's

    @property
    def after(self) -> Position:
        """Where the game stands then; few turns of many are made, so it is not known before."""
        return _after(self.rules, self.before, self.move)


@lru_cache(maxsize=KEPT)
def legal_turns(rules: RuleSet, position: Position) -> tuple[Turn, ...]:
    """What the side to move may do with its archers here."""
    moves = legal_moves(rules, position)
    return tuple(_turn(rules, position, move) for move in moves if not move.is_pass)


def _turn(rules: RuleSet, position: Position, move: Move) -> Turn:
    zone, origin, target = _open_zone(rules, position, move), move.origin, move.target
    if origin is None or target is None:
        lands = 0 if move.reentry is None else move.reentry.bit
        return Turn(move, position, rules, zone, position.side, lands, 0, 0)
    leaves = 0 if move.reentry == origin else origin.bit
    empties = origin.bit | (target.bit if move.takes else 0)
    return Turn(move, position, rules, zone, position.side, target.bit, leaves, empties)


_after = lru_cache(maxsize=1024)(after)


@lru_cache(maxsize=KEPT)
def is_stuck(rules: RuleSet, position: Position) -> bool:
    """Whether the side to move passes by itself."""
    return not legal_turns(rules, position) and legal_moves(rules, position) == [PASS]


def _open_zone(rules: RuleSet, position: Position, move: Move) -> int:
    if move.origin is None or move.target is None or move.reentry is not None:
        return 0
    return reentry_zone(rules, position, move.origin, move.target)
