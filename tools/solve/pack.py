"""Solved classes become one file of tables that boardpi reads (`boardpi tables info FILE`).

The classes are packed one after another into a folder beside the file, then put together: begin
again after a stop, and it goes on with the next class.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from array import array
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from boardpi.coach.endgames.places import SIZES, Class
from boardpi.coach.endgames.tables_file import (
    BLOCK_POSITIONS,
    SMALLEST,
    WITH_DETOURS,
    Contents,
    blocks_in,
    blocks_of,
    classes_up_to,
    pack_block,
    pack_choices,
    pack_front,
)
from boardpi.rules.holes import Side
from tools.solve.solution import OVERHEAD, VALUE_BITS, Solution, Unsolvable, free_memory

SMALL = 6
QUICK = 3
"""Presets of LZMA. Small: 5 MB a second; quick: 30 MB a second, a sixth larger."""


@dataclass(frozen=True, slots=True)
class Extent:
    """What goes into a file, and how it is packed."""

    solutions: Sequence[Solution]  # the rule sets
    most_alive: int
    sides: int = 1  # to move
    version: int = WITH_DETOURS
    preset: int = SMALL
    choices: Sequence[Mapping[int, int]] = ()  # for each rule set, by `number_of`
    choices_alive: int = 0
    longest_win: int = 0

    @property
    def contents(self) -> Contents:
        """All but the blocks."""
        return Contents(
            [solution.rules for solution in self.solutions],
            self.most_alive,
            self.sides,
            self.longest_win,
            self.choices_alive,
            self.choices or [{} for _ in self.solutions],
            self.version,
        )

    @property
    def blocks(self) -> int:
        """How many there are."""
        return blocks_of(self.most_alive, self.version) * self.sides * len(self.solutions)


def shipped_extent(
    solutions: Sequence[Solution],
    most_alive: int,
    choices: Sequence[Mapping[int, int]],
    longest_win: int,
) -> Extent:
    """What ships: both sides to move, as small as can be, with choices instead of detours."""
    told = (tuple(choices), most_alive, longest_win)
    return Extent(solutions, most_alive, 2, 2, SMALLEST, *told)


@dataclass(slots=True)
class Packer:
    """Packs one file, class by class."""

    extent: Extent
    folder: Path  # of the pieces
    jobs: int
    done: int = field(default=0, init=False)

    def pieces(self) -> Iterator[Path]:
        """The blocks of one class after another, in the order of the file."""
        for number, solution in enumerate(self.extent.solutions):
            for plane in range(self.extent.sides):
                for of in classes_up_to(self.extent.most_alive):
                    yield self._piece(number, solution, plane, of)

    def _piece(self, number: int, solution: Solution, plane: int, of: Class) -> Path:
        how = f"{self.extent.version}-{self.extent.preset}"
        piece = self.folder / f"{solution.rules.name}-{how}-{of.white}{of.black}{plane}"
        if not piece.exists():
            side = (of.first, of.first.other)[plane]
            self._require_memory(of)
            part = piece.with_name("part")
            self._write(part, self._cut(number, solution, of, side))
            part.replace(piece)
        self._tell(blocks_in(of, self.extent.version))
        return piece

    def _require_memory(self, of: Class) -> None:
        needed, there = 2 * SIZES[of] + OVERHEAD, free_memory()
        if needed > there:
            raise Unsolvable(
                f"packing {of.white} against {of.black} needs {needed >> 20:,} MB of memory,"
                f" and {there >> 20:,} are free"
            )

    def _cut(
        self, number: int, solution: Solution, of: Class, side: Side
    ) -> Iterator[tuple[bytes, bytes | None]]:
        """The positions of each block, with those of the first rule set for all others."""
        size = BLOCK_POSITIONS[self.extent.version]
        ours = solution.places(of, side, size)
        if not number:
            yield from ((self._wanted(raw), None) for raw in ours)
            return
        bases = self.extent.solutions[0].places(of, side, size)
        for raw, base in zip(ours, bases, strict=True):
            yield self._wanted(raw), self._wanted(base)

    def _wanted(self, raw: bytes) -> bytes:
        return raw if self.extent.version == WITH_DETOURS else raw.translate(VALUE_BITS)

    def _write(self, part: Path, blocks: Iterator[tuple[bytes, bytes | None]]) -> None:
        """The blocks, their lengths, and how many there are."""
        lengths = array("I")
        waiting: deque[Future[bytes]] = deque()
        with part.open("wb") as file, ThreadPoolExecutor(self.jobs) as pool:

            def write_next() -> None:
                packed = waiting.popleft().result()
                lengths.append(len(packed))
                file.write(packed)
                self._tell_more(len(lengths))

            for raw, base in blocks:  # lzma lets other threads run
                waiting.append(pool.submit(pack_block, raw, base, self.extent.preset))
                if len(waiting) > 8 * self.jobs:
                    write_next()
            while waiting:
                write_next()
            file.write(lengths.tobytes() + len(lengths).to_bytes(8, sys.byteorder))

    def _tell(self, blocks: int) -> None:
        self.done += blocks
        self._tell_more(0)

    def _tell_more(self, blocks: int) -> None:
        if blocks % 64 == 0:
            done = f"\rpacking: {self.done + blocks:,} of {self.extent.blocks:,} blocks"
            print(done, end="", file=sys.stderr, flush=True)


def read_lengths(piece: Path) -> array[int]:
    """How long the blocks of a piece are."""
    with piece.open("rb") as file:
        file.seek(-8, os.SEEK_END)
        count = int.from_bytes(file.read(8), sys.byteorder)
        file.seek(-8 - 4 * count, os.SEEK_END)
        return array("I", file.read(4 * count))


def write_tables(output: Path, extent: Extent, jobs: int = 2) -> int:
    """Write the file beside its place, then move it there; its length."""
    folder = output.with_name(output.name + ".pieces")
    folder.mkdir(parents=True, exist_ok=True)
    pieces = list(Packer(extent, folder, jobs).pieces())
    print(file=sys.stderr)
    lengths = [length for piece in pieces for length in read_lengths(piece)]
    part = output.with_name(output.name + ".part")
    found = hashlib.sha256()
    with part.open("wb") as file:
        file.write(bytes(len(pack_front(extent.contents, lengths, bytes(32)))))
        for data in _bodies(pieces, extent):
            found.update(data)
            file.write(data)
        length = file.tell()
        file.seek(0)
        file.write(pack_front(extent.contents, lengths, found.digest()))
        file.flush()
        os.fsync(file.fileno())
    part.replace(output)
    shutil.rmtree(folder)
    return length


def _bodies(pieces: list[Path], extent: Extent) -> Iterator[bytes]:
    """The blocks of all pieces, then the choices."""
    for piece in pieces:
        left = sum(read_lengths(piece))
        with piece.open("rb") as file:
            while left:
                data = file.read(min(left, 1 << 20))
                left -= len(data)
                yield data
    yield from map(pack_choices, extent.contents.choices)
