"""Sentences about games that several commands say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from boardpi.rules import Hole, Line, Move, Outcome, Side
from boardpi.rules.record import name_points
from boardpi.rules.sketch import name_side

REASONS: Final = {
    "arrived": "all archers of one side stand on the goal row",
    "eliminated": "one side has no archer left",
    "blocked": "neither side can move",
    "agreed": "agreed",
    "resigned": "the other player resigned",
}


def tell_outcome(ended: Outcome, names: tuple[str, str] = ("White", "Black")) -> str:
    """Who won, how, and the points."""
    points = name_points(ended).replace("-", "–")
    who = "A draw" if ended.winner is None else f"{names[ended.winner]} wins"
    return f"{who}, {points}: {REASONS[ended.reason]}."


def seat(side: Side, name: str) -> str:
    """`White` or, with a player's name, `North (White)`."""
    return name_side(side) if name in ("?", "") else f"{name} ({name_side(side)})"


def list_lines(hole: Hole, lines: Iterable[Line]) -> str:
    """Where the lines of a hole lead."""
    ends = sorted(str(end) for line in lines for end in line if end != hole)
    return f"From {hole}: {' '.join(ends) or 'no line'}"


def list_moves(moves: Iterable[Move]) -> str:
    """Legal moves, sorted, with a wider gap between archers."""
    texts = sorted(map(str, moves))
    return "   ".join(" ".join(group) for _, group in groupby(texts, key=lambda text: text[:2]))
