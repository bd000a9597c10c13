"""A second way to solve Jasir, straight from its definition: who can force how many points?

It shares no idea with the solver in C. That one narrows bounds; this one collects, per side and
number of points, all positions from which the side can force an end that is worth as much.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from boardpi.rules import Position, RuleSet, Side, mask_of, survey
from boardpi.rules.turns import after

MIDDLE = range(5, 20)


def solve(rules: RuleSet, roots: Iterable[Position]) -> dict[Position, int]:
    """The value, for its side to move, of every position that play from the roots can reach."""
    successors, ends = _explore(rules, roots)
    before: dict[Position, list[Position]] = {position: [] for position in successors}
    for position, following in successors.items():
        for child in following:
            before[child].append(position)
    values = dict.fromkeys(successors, 0)
    for side in Side:
        for points in (1, 2, 3, 4):
            for position in _forced(side, points, successors, before, ends):
                values[position] = points if position.side is side else -points
    return values


def _explore(
    rules: RuleSet, roots: Iterable[Position]
) -> tuple[dict[Position, list[Position]], dict[Position, int]]:
    successors: dict[Position, list[Position]] = {}
    ends: dict[Position, int] = {}
    waiting = list(roots)
    while waiting:
        position = waiting.pop()
        if position in successors:
            continue
        moves, ended = survey(rules, position)
        if ended is not None:
            ends[position] = ended.points[0] - ended.points[1]
        successors[position] = [after(rules, position, move) for move in moves]
        waiting += successors[position]
    return successors, ends


def _forced(
    side: Side,
    points: int,
    successors: dict[Position, list[Position]],
    before: dict[Position, list[Position]],
    ends: dict[Position, int],
) -> set[Position]:
    """Where this side can force an end that is worth at least these points to it."""
    sign = 1 if side is Side.WHITE else -1
    reached = [position for position, white in ends.items() if sign * white >= points]
    forced = set(reached)
    escapes = {position: len(following) for position, following in successors.items()}
    for position in reached:
        for earlier in before[position]:
            escapes[earlier] -= 1
            if earlier not in forced and (earlier.side is side or not escapes[earlier]):
                forced.add(earlier)
                reached.append(earlier)
    return forced


def random_position(rng: random.Random, most_alive: int, *, hands: bool = True) -> Position:
    """Any position of at most so many archers that play could reach, both sides alive."""
    alive = rng.randint(2, most_alive)
    white_alive = rng.randint(1, alive - 1)
    white = rng.randint(0 if hands else white_alive, white_alive)
    black = rng.randint(0 if hands else alive - white_alive, alive - white_alive)
    holes = rng.sample(range(25), white + black)
    chosen = mask_of(hole for hole in holes if hole in MIDDLE and rng.random() < 0.4)
    hand = (white_alive - white, alive - white_alive - black)
    side = rng.choice(list(Side))
    return Position(mask_of(holes[:white]), mask_of(holes[white:]), chosen, side, hand)


def random_positions(seed: int, count: int, most_alive: int) -> Iterator[Position]:
    """So many of them, the same for the same seed."""
    rng = random.Random(seed)
    return (random_position(rng, most_alive) for _ in range(count))
