"""A plain full-width search on the rules' own values, to check the coach's against.

It shares with the coach only the forecast at its horizon. Scores are the coach's: POINT units a
point, even if proven, and a proven score loses two units with every turn before the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from boardpi.coach.engine.judgement import worth
from boardpi.coach.engine.worth import POINT
from boardpi.rules import (
    HOLES,
    START,
    Outcome,
    Position,
    RuleSet,
    Side,
    legal_moves,
    mask_of,
    outcome,
    play,
)
from boardpi.rules.armies import muster, state_of


def minimax(
    rules: RuleSet, position: Position, depth: int, stood: tuple[Position, ...] = ()
) -> int:
    """The score of a position for the side to move, looking `depth` turns ahead."""
    ended = outcome(rules, position)
    if ended is not None:
        return points_of(ended, position.side) * POINT
    if depth == 0:
        return worth(rules).of(muster(rules)[position.side], state_of(position))
    seen = replace(position, shuttle=(None, None))
    if seen in stood:
        return muster(rules)[position.side].counted_points(state_of(position)) * POINT | 1
    scores = [
        later(rules, after, -minimax(rules, after, depth - 1, (*stood, seen)))
        for after in followers(rules, position)
    ]
    is_open = any(score & 1 for score in scores)
    return max(scores) | is_open


def followers(rules: RuleSet, position: Position) -> Iterator[Position]:
    """The positions that one turn leads to."""
    return (play(rules, position, move) for move in legal_moves(rules, position))


def later(rules: RuleSet, after: Position, score: int) -> int:
    """A proven score seen one turn earlier; the turn that ends the game costs nothing."""
    if score & 1 or not score or outcome(rules, after) is not None:
        return score
    return score - 2 if score > 0 else score + 2


def points_of(ended: Outcome, side: Side) -> int:
    """What an end brings to a side, the other's points taken off."""
    return ended.points[side] - ended.points[side.other]


def random_positions(rules: RuleSet, seed: int, count: int, longest: int) -> Iterator[Position]:
    """Running positions of random games, at any stage of them."""
    dice = Random(seed)
    found = 0
    while found < count:
        position = START.with_side(dice.choice(list(Side)))
        for _ in range(dice.randrange(longest)):
            moves = legal_moves(rules, position)
            if not moves:
                break
            sharp = [m for m in moves if m.takes or m.reentry is not None]
            position = play(
                rules, position, dice.choice(sharp if sharp and dice.random() < 0.4 else moves)
            )
        if outcome(rules, position) is None:
            found += 1
            yield position


class Unsolvable(Exception):
    """Too many positions, or play that can go in circles: not for the plain solver."""


class Solver:
    """Best play to the end, by following everything; for small endings without circles."""

    def __init__(self, rules: RuleSet, most: int = 400) -> None:
        self.rules, self.most = rules, most
        self.known: dict[Position, int | None] = {}

    def solve(self, position: Position) -> int:
        """The points that best play brings to the side to move, the other's taken off."""
        ended = outcome(self.rules, position)
        if ended is not None:
            return points_of(ended, position.side)
        if position in self.known:
            value = self.known[position]
            if value is None:
                raise Unsolvable
            return value
        if len(self.known) >= self.most:
            raise Unsolvable
        self.known[position] = None
        value = max(-self.solve(after) for after in followers(self.rules, position))
        self.known[position] = value
        return value


def random_endings(seed: int, count: int) -> Iterator[Position]:
    """Positions with one archer a side, put anywhere, and sometimes one in hand."""
    dice = Random(seed)
    for _ in range(count):
        white, black = dice.sample(HOLES, 2)
        chosen = mask_of(hole for hole in (white, black) if dice.random() < 0.3)
        hand = (int(dice.random() < 0.3), int(dice.random() < 0.3))
        yield Position(white.bit, black.bit, chosen, dice.choice(list(Side)), hand)
