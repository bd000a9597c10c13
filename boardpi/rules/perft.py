"""Counting legal sequences: the proof and the speed test of the rules.

The count runs on plain integers, with no value object per node, and a leaf is not played out:
its legal moves are counted from the masks. All numbers are seen by the side to move. A shuttle is
`count << 50 | archer's bit << 25 | origin's bit`, 0 for none.
"""

from __future__ import annotations

from typing import Final

from boardpi.rules.errors import RulesError
from boardpi.rules.holes import ALL, FIRST_ROW, GOAL_ROW, Side
from boardpi.rules.position import Position, Shuttle
from boardpi.rules.rulesets import RuleSet

DEEPEST: Final = 100  # far beyond what can be counted, well within the stack
_PAIR: Final = (1 << 50) - 1
_ONCE: Final = 1 << 50


def perft(rules: RuleSet, position: Position, depth: int) -> int:
    """How many legal sequences of `depth` turns start here; a pass is a turn."""
    if not 0 <= depth <= DEEPEST:
        raise RulesError(f"depth {depth}: must be 0 to {DEEPEST}")
    if depth == 0:
        return 1
    side, other = position.side, position.side.other
    counters = (_Counter(rules, Side.WHITE), _Counter(rules, Side.BLACK))
    counters[0].opponent, counters[1].opponent = counters[1], counters[0]
    return counters[side].count(
        depth,
        position.archers(side),
        position.archers(other),
        position.chosen,
        position.hand[side],
        position.hand[other],
        position.owed[side],
        position.owed[other],
        _pack(position.shuttle[side]),
        _pack(position.shuttle[other]),
    )


def _pack(shuttle: Shuttle | None) -> int:
    if shuttle is None:
        return 0
    return shuttle.count << 50 | shuttle.archer.bit << 25 | shuttle.origin.bit


class _Counter:
    """The tables of one rule set for one side, and the count over them."""

    opponent: _Counter

    def __init__(self, rules: RuleSet, side: Side) -> None:
        self.reach = {1 << hole: mask for hole, mask in enumerate(rules.reach[side])}
        self.first = FIRST_ROW[side]
        self.goal = GOAL_ROW[side]
        self.runners = ALL & ~self.goal
        self.foe_runners = ALL & ~self.first
        self.protected = self.goal if rules.protect_first_row else 0
        self.limit = rules.shuttle_limit << 50
        self.hand_lives = rules.ends_with == "living"
        self.simple_returns = int(rules.captured_simple == "hand")
        self.chosen_returns = int(rules.captured_chosen == "hand")
        self.keeps_owed = rules.keep_owed
        self.demotes = rules.demote_on_return
        self.by_move = rules.reentry == "move"

    def count(
        self,
        depth: int,
        own: int,
        foe: int,
        chosen: int,
        hand: int,
        foe_hand: int,
        owed: int,
        foe_owed: int,
        shuttle: int,
        foe_shuttle: int,
    ) -> int:
        """The sequences of `depth` ≥ 1 turns from here."""
        if not own & self.runners and not (hand and self.hand_lives):
            return 0
        if not foe & self.foe_runners and not (foe_hand and self.hand_lives):
            return 0
        open_holes = ~(own | foe & self.protected)
        if depth == 1:
            total = self.leaves(open_holes, own, foe, chosen, hand, owed, shuttle)
            if total:
                return total
            total = self.leaves(foe & self.protected, own, foe, chosen, 0, owed, 0)
            return total or self.can_answer(own, foe, chosen, foe_hand, foe_owed, foe_shuttle)
        state = (depth, own, foe, chosen, hand, foe_hand, owed, foe_owed, shuttle, foe_shuttle)
        total = self.steps(open_holes, *state)
        if self.by_move and hand:
            total += self.reentries(*state)
        if total or self.leaves(open_holes, own, foe, chosen, hand, owed, shuttle):
            return total
        if self.leaves(foe & self.protected, own, foe, chosen, 0, owed, 0):
            return self.steps(foe & self.protected, *state)
        if not self.can_answer(own, foe, chosen, foe_hand, foe_owed, foe_shuttle):
            return 0
        return self.opponent.count(
            depth - 1, foe, own, chosen, foe_hand, hand, foe_owed, owed, foe_shuttle, 0
        )

    def can_answer(
        self, own: int, foe: int, chosen: int, foe_hand: int, foe_owed: int, foe_shuttle: int
    ) -> int:
        """1 if the opponent has a move, so that this side passes; 0 if the game is blocked."""
        other = self.opponent
        open_holes = ~(foe | own & other.protected)
        if other.leaves(open_holes, foe, own, chosen, foe_hand, foe_owed, foe_shuttle):
            return 1
        return int(other.leaves(own & other.protected, foe, own, chosen, 0, foe_owed, 0) > 0)

    def leaves(
        self, open_holes: int, own: int, foe: int, chosen: int, hand: int, owed: int, shuttle: int
    ) -> int:
        """How many moves lead to the open holes, re-entries included."""
        reach = self.reach
        total = 0
        archers = own & self.runners
        while archers:
            archer = archers & -archers
            archers ^= archer
            total += (reach[archer] & open_holes).bit_count()
        if shuttle >= self.limit > 0 and reach[shuttle >> 25 & ALL] & open_holes & shuttle & ~foe:
            total -= 1
        if hand:
            if self.by_move:
                return total + (self.first & ~(own | foe)).bit_count()
            total += self.returns(open_holes, own, foe, chosen, owed, shuttle)
        return total

    def returns(
        self, open_holes: int, own: int, foe: int, chosen: int, owed: int, shuttle: int
    ) -> int:
        """How many re-entries go with the moves to the open holes (Jarmo)."""
        total = 0
        free = self.first & ~(own | foe)
        archers = own & self.runners
        while archers:
            archer = archers & -archers
            archers ^= archer
            targets = self.reach[archer] & open_holes
            if not owed:
                targets &= self.goal if chosen & archer else self.goal & foe
            elif shuttle >= self.limit > 0 and shuttle >> 25 & ALL == archer:
                targets &= ~(shuttle & ALL & ~foe)
            zone = free | archer & self.first
            total += targets.bit_count() * zone.bit_count() - (targets & zone).bit_count()
        return total

    def steps(  # noqa: C901 - the hot loop: a call per branch would halve its speed
        self,
        open_holes: int,
        depth: int,
        own: int,
        foe: int,
        chosen: int,
        hand: int,
        foe_hand: int,
        owed: int,
        foe_owed: int,
        shuttle: int,
        foe_shuttle: int,
    ) -> int:
        """The sequences that begin with a step or a capture onto an open hole."""
        total, below, count = 0, depth - 1, self.opponent.count
        limit, back, goal = self.limit, shuttle & _PAIR, self.goal
        archers = own & self.runners
        while archers:
            archer = archers & -archers
            archers ^= archer
            targets = self.reach[archer] & open_holes
            while targets:
                target = targets & -targets
                targets ^= target
                mine, theirs, next_shuttle, next_foe_shuttle = (
                    own ^ archer ^ target,
                    foe,
                    0,
                    foe_shuttle,
                )
                next_chosen, next_foe_hand = chosen, foe_hand
                if target & foe:
                    theirs = foe ^ target
                    next_foe_hand += self.chosen_returns if chosen & target else self.simple_returns
                    next_chosen = chosen & ~archer | target
                    if foe_shuttle >> 25 & ALL == target:
                        next_foe_shuttle = 0
                else:
                    if chosen & archer:
                        next_chosen = chosen ^ archer ^ target
                    if limit:
                        next_shuttle = target << 25 | archer | _ONCE
                        if archer << 25 | target == back:
                            if shuttle >= limit:
                                continue
                            next_shuttle += shuttle & ~_PAIR
                next_owed = owed
                if hand and not self.by_move:
                    earned = target & goal & next_chosen
                    zone = self.first & ~(mine | theirs) if earned or owed else 0
                    if earned and not zone and self.keeps_owed:
                        next_owed += 1
                    after_chosen = next_chosen & ~target if earned and self.demotes else next_chosen
                    after_owed = owed if earned else owed - 1
                    while zone:
                        hole = zone & -zone
                        zone ^= hole
                        total += count(
                            below, theirs, mine | hole, after_chosen, next_foe_hand, hand - 1,
                            foe_owed, after_owed, next_foe_shuttle, next_shuttle,
                        )  # fmt: skip
                total += count(
                    below, theirs, mine, next_chosen, next_foe_hand, hand,
                    foe_owed, next_owed, next_foe_shuttle, next_shuttle,
                )  # fmt: skip
        return total

    def reentries(
        self,
        depth: int,
        own: int,
        foe: int,
        chosen: int,
        hand: int,
        foe_hand: int,
        owed: int,
        foe_owed: int,
        _shuttle: int,
        foe_shuttle: int,
    ) -> int:
        """The sequences that begin with a re-entry as a move of its own (Jasir)."""
        total = 0
        free = self.first & ~(own | foe)
        while free:
            hole = free & -free
            free ^= hole
            total += self.opponent.count(
                depth - 1,
                foe,
                own | hole,
                chosen,
                foe_hand,
                hand - 1,
                foe_owed,
                owed,
                foe_shuttle,
                0,
            )
        return total
