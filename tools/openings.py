"""Make the opening book of Jasir from the solution's list of openings.

python -m tools.openings opening.tsv.gz boardpi/coach/endgames/data/jasir.openings

A line of the list is a position, its value (White's points less Black's) and `move=value` of every
move, with tabs between the three. The list is not trusted: it must hold exactly the positions that
the rules reach within five plies of either start, with exactly their legal moves, each value must
be the best of its moves, and a position that is reached by two ways must have one value.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Iterable
from pathlib import Path

from boardpi.coach.endgames.openings import PLIES, number_in_book, pack_openings
from boardpi.coach.endgames.tables import value_of_end
from boardpi.rules import DEFAULT, START, Position, RuleSet, Side, parse_position
from boardpi.rules.turns import after, legal_moves


class BadOpenings(ValueError):
    """A list that the rules, or its own values, contradict."""


def reachable(rules: RuleSet, plies: int) -> set[Position]:
    """Everything that stands after at most so many plies, whoever begins."""
    found = {START.with_side(side) for side in Side}
    newest = set(found)
    for _ in range(plies):
        newest = {after(rules, p, m) for p in newest for m in legal_moves(rules, p)} - found
        found |= newest
    return {position for position in found if value_of_end(rules, position) is None}


def _number(position: Position) -> int:
    number = number_in_book(position)
    if number is None:
        raise BadOpenings(f"{position}: the solution has no place for it")
    return number


def read_openings(rules: RuleSet, lines: Iterable[str], plies: int = PLIES) -> dict[int, int]:
    """The values for White by the numbers of the positions, one ply more than the list has."""
    missing = {_number(position): position for position in reachable(rules, plies)}
    values: dict[int, int] = {}
    for line in lines:
        text, value, pairs = line.rstrip("\n").split("\t")
        position = parse_position(text)
        if missing.pop(_number(position), None) is None:
            raise BadOpenings(f"{text}: is there twice, or is more than {plies} plies away")
        for standing, worth in _line(rules, position, int(value), pairs).items():
            number = _number(standing)
            if values.setdefault(number, worth) != worth:
                raise BadOpenings(f"{standing}: is worth {values[number]} and {worth}")
    if missing:
        example = next(iter(missing.values()))
        raise BadOpenings(f"{len(missing)} positions are missing; one of them: {example}")
    return values


def _line(rules: RuleSet, position: Position, value: int, pairs: str) -> dict[Position, int]:
    """What one line says of the position and of those after its moves."""
    told = {move: int(worth) for move, worth in (pair.split("=") for pair in pairs.split())}
    legal = {str(move): move for move in legal_moves(rules, position)}
    if told.keys() != legal.keys():
        raise BadOpenings(f"{position}: its moves are {' '.join(legal)}, not {' '.join(told)}")
    best = max if position.side is Side.WHITE else min
    if value != best(told.values()):
        raise BadOpenings(f"{position}: is worth {value}, but its moves say {pairs}")
    found = {after(rules, position, legal[move]): worth for move, worth in told.items()}
    return {position: value, **found}


def main() -> None:
    """Read, check, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path, help="the list, packed by gzip or not")
    parser.add_argument("output", type=Path, help="the book to write")
    args = parser.parse_args()
    raw = args.source.read_bytes()
    text = (gzip.decompress(raw) if args.source.suffix == ".gz" else raw).decode()
    try:
        values = read_openings(DEFAULT, text.splitlines())
    except ValueError as error:
        raise SystemExit(f"{args.source}: {error}") from None
    data = pack_openings(DEFAULT, values)
    args.output.write_bytes(data)
    print(f"{args.output}: {len(values)} positions, {len(data)} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
