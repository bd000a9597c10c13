"""One turn held against the evidence: does the order of hands allow it, and was it seen?"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from boardpi.rules import PASS, Hole, Move, Position, RuleSet, holes_in, legal_moves
from boardpi.rules.turns import after, targets
from boardpi.table.worlds.evidence import Sight


class Turn(NamedTuple):
    """A legal move and the positions around it; a forced pass of the opponent is made."""

    move: Move
    before: Position
    after: Position


class Fit(NamedTuple):
    """How well evidence shows a turn.

    `unseen`: nothing shows that the turn was completed (a victim that never left its reed).
    `hidden`: parts that a dead reed could not show. `explained`: lifts that belong to the turn.
    """

    unseen: bool
    hidden: int
    explained: int


@lru_cache(maxsize=512)  # a step asks for ten at most; 8192 filled 20 MB in a day
def legal_turns(rules: RuleSet, position: Position) -> tuple[Turn, ...]:
    """What the side to move may do with its archers here."""
    moves = legal_moves(rules, position)
    return tuple(
        Turn(move, position, settle_pass(rules, after(rules, position, move)))
        for move in moves
        if move is not PASS
    )


def settle_pass(rules: RuleSet, position: Position) -> Position:
    """The position after the pass that a stuck player makes by himself."""
    archers = holes_in(position.archers(position.side))
    if any(targets(rules, position, origin) for origin in archers):
        return position  # as nearly always, and cheaper than all moves
    if legal_moves(rules, position) == [PASS]:
        return after(rules, position, PASS)
    return position


def fit_turn(sight: Sight, turn: Turn, live: int) -> Fit | None:
    """Whether this evidence can be the hands of this turn."""
    move = turn.move
    if sight.most_raised > (move.reentry is not None) + _is_dead(move.origin, live):
        return None
    if move.reentry is not None and not _was_placed(sight, move.reentry, live):
        return None
    if move.origin is None or move.target is None:
        return Fit(False, _is_dead(move.reentry, live), 0)
    lift = sight.last_lift.get(move.origin, -1)
    if lift < 0 and live >> move.origin & 1:
        return None
    seen = live >> move.target & 1 and sight.last_place.get(move.target, -1) > lift
    if not seen and not move.takes and live >> move.target & 1:
        return None
    hidden = _is_dead(move.origin, live) + _is_dead(move.target, live)
    # Victim out, taker in, perhaps turned over to mark its promotion: all lifts there belong.
    taken = sight.lift_counts.get(move.target, 0) if seen and move.takes else 0
    return Fit(not seen, hidden, (lift >= 0) + taken)


def fit_undo(sight: Sight, last: Move, live: int) -> Fit | None:
    """Whether this evidence can be the hands that take this move back."""
    if sight.most_raised > last.takes + _is_dead(last.target, live):
        return None
    if last.reentry is not None and not _was_lifted(sight, last.reentry, live):
        return None
    if last.origin is None or last.target is None:
        return Fit(True, 0, 1)  # a lift alone never takes back a re-entry
    if not _was_placed(sight, last.origin, live):
        return None
    lift = sight.last_lift.get(last.target, -1)
    if lift < 0 and not last.takes and live >> last.target & 1:
        return None  # a victim may stand in again before the taker is back: there the lift is old
    hidden = _is_dead(last.origin, live) + _is_dead(last.target, live)
    is_home = bool(live >> last.origin & 1)
    return Fit(not is_home, hidden, (lift >= 0) + (last.reentry is not None))


def fit_amendment(sight: Sight, last: Move, turn: Turn, live: int) -> Fit | None:
    """Whether this evidence can be the hands that replace the last move by this turn."""
    move = turn.move
    if move == last or move.origin != last.origin:
        return None
    raised = last.takes + (move.reentry is not None and last.reentry is None)
    if sight.most_raised > raised:
        return None
    if last.reentry != move.reentry:
        return _fit_other_reentry(sight, last, move, live)
    if last.target is None or move.target is None or move.target == last.target:
        return None
    lift = sight.last_lift.get(last.target, -1)
    if lift < 0 and not last.takes:
        return None
    if sight.last_place.get(move.target, -1) <= lift:
        return None  # nor does a dead reed show an amendment: that stays a question for the page
    return Fit(False, int(lift < 0), (lift >= 0) + move.takes)


def _fit_other_reentry(sight: Sight, last: Move, move: Move, live: int) -> Fit | None:
    if last.target != move.target:
        return None
    if last.reentry is not None and not _was_lifted(sight, last.reentry, live):
        return None
    if move.reentry is None or _is_dead(move.reentry, live):
        return Fit(True, 0, 1)
    if not _was_placed(sight, move.reentry, live):
        return None
    return Fit(False, 0, int(last.reentry is not None))


def _is_dead(hole: Hole | None, live: int) -> int:
    return int(hole is not None and not live >> hole & 1)


def _was_placed(sight: Sight, hole: Hole, live: int) -> bool:
    return bool((sight.placed | ~live) >> hole & 1)


def _was_lifted(sight: Sight, hole: Hole, live: int) -> bool:
    return bool((sight.lifted | ~live) >> hole & 1)
