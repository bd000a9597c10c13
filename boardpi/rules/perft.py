"""Counting legal sequences: the proof and the speed test of the rules.

The count runs through the fast generator of `armies`, and a leaf is not played out: the turns of
the last position are counted from its masks.
"""

from __future__ import annotations

from typing import Final

from boardpi.rules.armies import Army, State, muster, state_of
from boardpi.rules.errors import RulesError
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet

DEEPEST: Final = 100  # far beyond what can be counted, well within the stack


def perft(rules: RuleSet, position: Position, depth: int) -> int:
    """How many legal sequences of `depth` turns start here; a pass is a turn."""
    if not 0 <= depth <= DEEPEST:
        raise RulesError(f"depth {depth}: must be 0 to {DEEPEST}")
    if depth == 0:
        return 1
    return _count(muster(rules)[position.side], state_of(position), depth)


def _count(army: Army, state: State, depth: int) -> int:
    if depth == 1:
        return army.count_turns(state)
    if army.is_over(state):
        return 0
    opponent = army.opponent
    if depth == 2:  # most of the tree: a call less for each leaf
        count = opponent.count_turns
        return sum([count(after) for _, after in army.turns(state)])
    return sum([_count(opponent, after, depth - 1) for _, after in army.turns(state)])
