"""Positions with their values, as `learn.c` reads them."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Callable, Container, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from boardpi.coach.engine.judgement import stuck_and_steps
from boardpi.coach.engine.worth import goal_ways
from boardpi.rules import RuleSet, Side, parse_position
from boardpi.rules.armies import State, state_of

RECORD = struct.Struct("<III9Bxxxf")


Home = Callable[[int, int], tuple[int, int]]


class Example(NamedTuple):
    """A state, who is to move in it, and the points of that side, the enemy's taken off."""

    side: Side
    state: State
    value: float

    def to_bytes(self, home: Home) -> bytes:
        """One record; `home` tells of archers how many are stuck, and the moves of the others."""
        own, foe, chosen, hand, foe_hand, owed, foe_owed, _, _ = self.state
        sides = ((own, foe), (hand, foe_hand), (owed, foe_owed))
        (white, black), hands, rights = (
            pair if self.side is Side.WHITE else pair[::-1] for pair in sides
        )
        stuck, steps = zip(home(0, white), home(1, black), strict=True)
        return RECORD.pack(
            white, black, chosen, *hands, *rights, *steps, *stuck, self.side, self.value
        )


def ways_home(rules: RuleSet) -> Home:
    """What the judgement counts of the ways home, under these rules."""
    ways = tuple(goal_ways(rules, side) for side in Side)

    @cache
    def home(side: int, archers: int) -> tuple[int, int]:
        return stuck_and_steps(ways[side], side, archers)

    return home


class BadTruth(ValueError):
    """A file of values that cannot be read; the message names file, line and what it holds."""


def read_truth(path: Path, but: Container[str] = ()) -> Iterator[Example]:
    """The positions and exact values of a file such as ../shared/solution/sample.tsv.gz, without
    those named in `but`.
    """
    for number, line in _lines(path):
        columns = line.split("\t")
        try:
            position, value = parse_position(columns[0]), int(columns[1])
        except (IndexError, ValueError) as error:
            raise BadTruth(f"{path}: line {number}: {line[:60]!r}: {error}") from None
        if columns[0] not in but:
            points = value if position.side is Side.WHITE else -value
            yield Example(position.side, state_of(position), points)


def read_names(path: Path) -> set[str]:
    """The positions of such a file."""
    return {line.split("\t")[0] for _, line in _lines(path)}


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            yield number, line.rstrip("\n")
