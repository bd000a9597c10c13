"""A position as a row of numbers: what the learned weights are multiplied with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from boardpi.coach.engine.judgement import MOST_ALIVE, Judgement, lead_share, moves_needed
from boardpi.coach.engine.weights import Learned, Weights
from boardpi.rules.armies import State
from boardpi.rules.holes import HOLES, Side, holes_in

HOLE_COUNT: Final = len(HOLES)
A_SIDE: Final = HOLE_COUNT + MOST_ALIVE + 5  # chosen, hand, stuck, step, turn
WIDTH: Final = 2 * A_SIDE + 1
LEAD: Final = WIDTH - 1


def row_of(judgement: Judgement, side: Side, state: State) -> list[float]:
    """The row of a position, seen by the side to move; the enemy's numbers count against it."""
    own, foe, chosen, hand, foe_hand = state[:5]
    mine, needed = _side(judgement, side, own, (own & chosen).bit_count(), hand)
    theirs, other = _side(judgement, side.other, foe, (foe & chosen).bit_count(), foe_hand)
    mine[-1] = 1.0
    theirs = [-value for value in theirs]
    both = mine + theirs if side is Side.WHITE else theirs + mine
    return [*both, lead_share(needed, other)]


def _side(
    judgement: Judgement, side: Side, archers: int, chosen: int, hand: int
) -> tuple[list[float], int]:
    stuck, steps = judgement.stuck_and_steps(side, archers)
    row = [0.0] * A_SIDE
    for hole in holes_in(archers):
        row[hole] = 1.0
    alive = min(archers.bit_count() + hand, MOST_ALIVE)
    if alive:
        row[HOLE_COUNT + alive - 1] = 1.0
    row[HOLE_COUNT + MOST_ALIVE :] = [chosen, hand, stuck, steps, 0.0]
    return row, moves_needed(stuck, steps, hand)


def to_learned(found: Sequence[float], points_of_a_win: float, points_per_archer: float) -> Learned:
    """The numbers of a fit as the coach keeps them: whole hundredths."""
    sides = (_weights(found[:A_SIDE]), _weights(found[A_SIDE : 2 * A_SIDE]))
    return Learned(
        sides, round(found[LEAD], 1), round(points_of_a_win, 2), round(points_per_archer, 3)
    )


def _weights(found: Sequence[float]) -> Weights:
    numbers = [round(100 * value) for value in found]
    holes, alive, rest = (
        numbers[:HOLE_COUNT],
        numbers[HOLE_COUNT : HOLE_COUNT + MOST_ALIVE],
        numbers[HOLE_COUNT + MOST_ALIVE :],
    )
    return Weights(tuple(holes), (0, *alive), *rest)


def from_learned(learned: Learned) -> list[float]:
    """The same numbers as a fit would have found them."""
    found: list[float] = []
    for weights in learned.sides:
        numbers = (*weights.holes, *weights.alive[1:], *weights[2:])
        found += [number / 100 for number in numbers]
    return [*found, learned.lead]
