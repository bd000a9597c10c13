"""How a game ends and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.rules.holes import GOAL_ROW, Side
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet

ARRIVED, ELIMINATED, BLOCKED = "arrived", "eliminated", "blocked"
AGREED, RESIGNED = "agreed", "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why it ended, who won (nobody in a draw), and the points of White and Black."""

    reason: str
    winner: Side | None
    points: tuple[int, int]

    def to_json(self) -> dict[str, object]:
        """The value of `over` in every JSON text."""
        winner = None if self.winner is None else self.winner.letter
        return {"reason": self.reason, "winner": winner, "points": list(self.points)}


def ending(rules: RuleSet, position: Position) -> Outcome | None:
    """Elimination, then arrival; for the side that just moved first, then for the other."""
    mover = position.side.other
    for side in (mover, mover.other):
        if is_eliminated(rules, position, side):
            return settle(rules, position, ELIMINATED, side.other)
    for side in (mover, mover.other):
        if has_arrived(rules, position, side):
            return settle(rules, position, ARRIVED, side)
    return None


def is_eliminated(rules: RuleSet, position: Position, side: Side) -> bool:
    """No archer left on the board (nor in hand, where archers come back by a move of their own)."""
    if position.archers(side):
        return False
    return rules.ends_with == "board" or not position.hand[side]


def has_arrived(rules: RuleSet, position: Position, side: Side) -> bool:
    """All archers that count stand on the goal row."""
    if position.archers(side) & ~GOAL_ROW[side]:
        return False
    return rules.ends_with == "board" or not position.hand[side]


def settle(rules: RuleSet, position: Position, reason: str, winner: Side | None) -> Outcome:
    """Count the points of a game that ends here, won by `winner` or by whoever counts more."""
    if rules.points == "rows":
        white, black = count_rows(position, Side.WHITE), count_rows(position, Side.BLACK)
        if reason == RESIGNED and winner is not None:
            return Outcome(reason, winner, (white, 0) if winner is Side.WHITE else (0, black))
        leader = None if white == black else Side.WHITE if white > black else Side.BLACK
        return Outcome(reason, leader, (white, black))
    if winner is None:
        return Outcome(reason, None, (0, 0))
    worth = position.archers(winner).bit_count()
    if rules.points == "living":
        worth += position.hand[winner]
    return Outcome(reason, winner, (worth, 0) if winner is Side.WHITE else (0, worth))


def count_rows(position: Position, side: Side) -> int:
    """Jarmo: two points per archer on the goal row, one elsewhere on the board."""
    archers = position.archers(side)
    return archers.bit_count() + (archers & GOAL_ROW[side]).bit_count()
