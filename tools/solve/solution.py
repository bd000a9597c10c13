"""A folder of solved classes: what is there, what is missing, and how the rest is solved."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from boardpi.coach.endgames.places import SIZES, Class
from boardpi.coach.endgames.tables_file import classes_up_to
from boardpi.rules import RuleSet
from boardpi.rules.holes import FIRST_ROW, HOLES, Side, holes_in
from boardpi.rules.rulesets import switches

SOLVED = {
    "backward": False,
    "captured_simple": "dies",
    "captured_chosen": "hand",
    "reentry": "move",
    "protect_first_row": True,
    "shuttle_limit": 0,
    "ends_with": "living",
}
"""The switches that the solvers take for granted."""
Kind = Literal["v", "d"]
KINDS: tuple[Kind, Kind] = ("v", "d")
"""The files of a class: its values, and the detours that their winners need."""
VALUE_BITS = bytes(byte & 15 for byte in range(256))
OVERHEAD = 64 << 20
"""What a process needs beside its tables."""
CHECKED = 20_000
SEED = 20261116


class Unsolvable(ValueError):
    """Rules that are not Jasir's, too little room, or a table that is wrong."""


def board_text(rules: RuleSet) -> str:
    """A rule set in the numbers that the solvers read; refuses what they cannot solve."""
    played = switches(rules)
    for key, value in SOLVED.items():
        if played[key] != value:
            raise Unsolvable(f"{rules.name}: the solver needs {key} = {value}, not {played[key]}")
    if rules.points not in ("board", "living"):
        raise Unsolvable(f"{rules.name}: the solver cannot count points by {rules.points}")
    for side in Side:
        for hole in holes_in(FIRST_ROW[side]):
            if rules.reach[side][hole] & FIRST_ROW[side]:
                raise Unsolvable(f"{rules.name}: {hole} has a line within the first row")
    reach = (str(rules.reach[side][hole]) for side in Side for hole in HOLES)
    return f"{int(rules.points == 'living')} {' '.join(reach)}\n"


def memory_of(of: Class) -> int:
    """The bytes that solving a class takes: both its sides, and one of either class below it."""
    below = sum(SIZES.get(Class(*pair), 0) for pair in _below(of))
    return 2 * SIZES[of] + below + OVERHEAD


def _below(of: Class) -> tuple[tuple[int, int], tuple[int, int]]:
    return (of.white - 1, of.black), (of.white, of.black - 1)


def free_memory() -> int:
    """What the machine can give without swapping."""
    for line in Path("/proc/meminfo").read_text("ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


@dataclass(frozen=True, slots=True)
class Solution:
    """The solved classes of one rule set in one folder, and the program that solves more."""

    solver: Path
    rules: RuleSet
    folder: Path

    def run(self, *words: object, text: str = "") -> bytes:
        """What the solver answers; its complaints become ours."""
        found = subprocess.run(
            [self.solver, *map(str, words)],
            input=(board_text(self.rules) + text).encode(),
            capture_output=True,
            check=False,
        )
        if found.returncode:
            raise Unsolvable(found.stderr.decode().strip() or f"the solver: {found.returncode}")
        return found.stdout

    def file(self, of: Class, side: Side, kind: Kind = "v") -> Path:
        """Where the values of a class are, or its detours."""
        return self.folder / f"{kind}{of.white}{of.black}{side.letter}.bin"

    def has(self, of: Class) -> bool:
        """Whether a class is solved: its files are there, and as long as they must be."""
        size = (SIZES[of] + 1) // 2
        files = [self.file(of, side, kind) for side in Side for kind in KINDS]
        return all(file.exists() and file.stat().st_size == size for file in files)

    def missing(self, most_alive: int) -> list[Class]:
        """The classes that are still to be solved, fewest archers first."""
        return [of for of in classes_up_to(most_alive) if not self.has(of)]

    def require_room(self, classes: list[Class]) -> None:
        """Unsolvable unless memory and disk suffice for these classes."""
        if not classes:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        disk = len(KINDS) * sum(SIZES[of] for of in classes)
        free = shutil.disk_usage(self.folder).free
        memory, there = max(map(memory_of, classes)), free_memory()
        print(
            f"{self.rules.name}: {len(classes)} classes, {disk:,} states; needs"
            f" {memory >> 20:,} MB of memory ({there >> 20:,} are free)"
            f" and {disk >> 20:,} MB of disk ({free >> 20:,} are free)",
            file=sys.stderr,
        )
        if memory > there or disk > free:
            raise Unsolvable("that is too little: solve fewer archers, or elsewhere")

    def solve(self, most_alive: int, jobs: int, *, portable: bool = False) -> None:
        """Solve what is missing. Classes with as many alive do not need each other: as many run
        side by side as there are jobs and as fit into the memory.
        """
        classes = self.missing(most_alive)
        self.require_room(classes)
        for alive in sorted({sum(of) for of in classes}):
            same = [of for of in classes if sum(of) == alive]
            fitting = max(1, free_memory() // max(map(memory_of, same)))
            with ThreadPoolExecutor(min(jobs, fitting)) as pool:
                work = {pool.submit(self._solve_class, of, portable): of for of in same}
                for done in as_completed(work):
                    print(done.result(), file=sys.stderr, flush=True)

    def _solve_class(self, of: Class, portable: bool) -> str:
        began = time.monotonic()
        self.run("class", *of, self.folder, *(["--portable"] if portable else []))
        self.run("check", *of, self.folder, CHECKED, SEED)
        seconds = time.monotonic() - began
        return (
            f"{of.white} against {of.black}: {2 * SIZES[of]:,} states in {seconds:.1f} s,"
            f" {CHECKED:,} of them checked"
        )

    def digests(self, most_alive: int, kind: Kind = "v") -> Iterator[tuple[str, str]]:
        """The SHA-256 of every file, as `sha256sum` prints it."""
        for of in classes_up_to(most_alive):
            for side in Side:
                file = self.file(of, side, kind)
                with file.open("rb") as opened:
                    yield hashlib.file_digest(opened, "sha256").hexdigest(), file.name

    def places(self, of: Class, side: Side, size: int) -> Iterator[bytes]:
        """A class with this side to move in the order of `places`, so many positions at once: a
        byte each, the value plus 5 in its lower half, the winner's detours in the upper one.
        """
        words = ["places", *map(str, of), str(self.folder), side.letter]
        with subprocess.Popen(
            [self.solver, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as solver:
            assert solver.stdin is not None
            assert solver.stdout is not None
            with solver.stdin as board:
                board.write(board_text(self.rules).encode())
            left = SIZES[of]
            while left:
                found = solver.stdout.read(min(size, left))
                if not found:
                    break
                left -= len(found)
                yield found
        if left or solver.returncode:
            raise Unsolvable(f"{self.file(of, side)}: {left} of {SIZES[of]} positions are missing")

    def values(self, of: Class, side: Side) -> bytes:
        """All values of a class with this side to move in the order of `places`, plus 5."""
        return b"".join(self.places(of, side, 1 << 20)).translate(VALUE_BITS)
