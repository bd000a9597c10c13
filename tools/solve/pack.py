"""Solved classes become one file of tables that boardpi reads (`boardpi tables info FILE`)."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from boardpi.coach.endgames.places import Class
from boardpi.coach.endgames.tables_file import (
    BLOCK_POSITIONS,
    Contents,
    blocks_in,
    classes_up_to,
    pack_block,
    pack_choices,
    pack_front,
)
from boardpi.rules.holes import Side
from tools.solve.solution import Solution


def sides_of(of: Class, sides: int) -> tuple[Side, ...]:
    """The sides to move that are stored of a class: the one with fewer archers first."""
    return (of.first, of.first.other)[:sides]


def packed_blocks(
    solutions: Sequence[Solution], most_alive: int, sides: int, jobs: int
) -> Iterator[bytes]:
    """All blocks in the order of the file, with a line of progress."""
    total = sum(map(blocks_in, classes_up_to(most_alive))) * sides * len(solutions)
    done = 0
    with ThreadPoolExecutor(jobs) as pool:  # lzma lets other threads run
        for solution in solutions:
            for plane in range(sides):
                for of in classes_up_to(most_alive):
                    side = sides_of(of, sides)[plane]
                    base = None if solution is solutions[0] else solutions[0].values(of, side)
                    for packed in pool.map(pack_block, *_cut(solution.values(of, side), base)):
                        done += 1
                        yield packed
                    print(f"\rpacking: {done} of {total} blocks", end="", file=sys.stderr)
    print(file=sys.stderr)


def _cut(values: bytes, base: bytes | None) -> tuple[list[bytes], list[bytes | None]]:
    starts = range(0, len(values), BLOCK_POSITIONS)
    cut = [values[at : at + BLOCK_POSITIONS] for at in starts]
    return cut, [None if base is None else base[at : at + BLOCK_POSITIONS] for at in starts]


def write_tables(
    output: Path,
    solutions: Sequence[Solution],
    most_alive: int,
    *,
    sides: int = 1,
    choices: Sequence[Mapping[int, int]] = (),
    choices_alive: int = 0,
    longest_win: int = 0,
    jobs: int = 2,
) -> int:
    """Write the file beside its place, then move it there; its length."""
    told = choices or [{} for _ in solutions]
    rule_sets = [solution.rules for solution in solutions]
    contents = Contents(rule_sets, most_alive, sides, longest_win, choices_alive, told)
    blocks = sum(map(blocks_in, classes_up_to(most_alive))) * sides * len(solutions)
    part = output.with_name(output.name + ".part")
    found, lengths = hashlib.sha256(), []
    with part.open("wb") as file:
        file.write(bytes(len(pack_front(contents, [0] * blocks, bytes(32)))))
        for packed in packed_blocks(solutions, most_alive, sides, jobs):
            lengths.append(len(packed))
            found.update(packed)
            file.write(packed)
        for mapping in told:
            packed = pack_choices(mapping)
            found.update(packed)
            file.write(packed)
        length = file.tell()
        file.seek(0)
        file.write(pack_front(contents, lengths, found.digest()))
        file.flush()
        os.fsync(file.fileno())
    part.replace(output)
    return length
