"""Positions with values, as they came with the solution of 2026-11-16, held against ours.

A line has a position, its value for White and, if the file tells them, the values after each move:
`bbbbb/5/5/5/wwwww w w0b0 w0b0 -`, a tab, `1`, a tab, `a1-c2=-1 a1-b3=1 …`
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from boardpi.coach.endgames.places import alive
from boardpi.rules import Position, parse_move, parse_position
from boardpi.rules.turns import after, legal_moves
from tools.solve.solution import Solution, Unsolvable

BATCH = 1_000_000
"""Values that are asked for at once."""


class Asked(NamedTuple):
    """One value of a file."""

    text: str  # the position, and the move if it is the value of one
    position: Position
    value: int


def read_positions(file: Path, solution: Solution, most_alive: int) -> Iterator[Asked]:
    """All values of a file with at most so many archers alive; its moves must be those of the
    rules.
    """
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            text, value, *moves = line.rstrip("\n").split("\t")
            position = parse_position(text)
            if alive(position) > most_alive:
                continue
            yield Asked(text, position, int(value))
            told = dict(pair.split("=") for pair in moves[0].split()) if moves else {}
            legal = (
                {str(move) for move in legal_moves(solution.rules, position)} if moves else set()
            )
            if told.keys() != legal:
                raise Unsolvable(f"{file}: {text} has other moves than {' '.join(told)}")
            for move, worth in told.items():
                standing = after(solution.rules, position, parse_move(move))
                yield Asked(f"{text} {move}", standing, int(worth))


def compare_positions(file: Path, solution: Solution, most_alive: int) -> int:
    """How many values were compared; Unsolvable if one differs."""
    asked = list(read_positions(file, solution, most_alive))
    asked.sort(key=lambda one: (one.position.white.bit_count(), one.position.black.bit_count()))
    for at in range(0, len(asked), BATCH):
        batch = asked[at : at + BATCH]
        text = "".join(in_numbers(one.position) for one in batch)
        found = map(int, solution.run("probe", solution.folder, text=text).split())
        for one, value in zip(batch, found, strict=True):
            if one.value != value:
                raise Unsolvable(f"{file}: {one.text} is worth {one.value} there, {value} here")
    return len(asked)


def in_numbers(p: Position) -> str:
    """A position as the solver reads it."""
    return f"{p.white} {p.black} {p.chosen} {int(p.side)} {p.hand[0]} {p.hand[1]}\n"
