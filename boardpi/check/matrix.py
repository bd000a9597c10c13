"""What a matrix of reeds reads, with or without its diodes, and how missing ones show themselves.

A row is pulled low; low goes from row to column through a closed reed and its diode, and back from
column to row only where the diode is missing or turned round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from boardpi.check.layout import SIDE, hole_at
from boardpi.rules import Hole, holes_in

MOST_BARE: Final = 2  # missing diodes that one pattern can tell apart


@dataclass(frozen=True, slots=True)
class Circuit:
    """A matrix as it was soldered. Masks of holes; masks of lines with bit 0 = a or 1."""

    bare: int = 0
    turned: int = 0
    rows_grounded: int = 0
    columns_grounded: int = 0
    rows_cut: int = 0
    columns_cut: int = 0
    rows_joined: int = 0  # these are one wire
    columns_joined: int = 0


SOUND: Final = Circuit()


def read_matrix(closed: int, circuit: Circuit = SOUND) -> int:
    """The mask that a scan shows."""
    return sum(_read_row(row, closed, circuit) << SIDE * row for row in range(SIDE))


def _read_row(row: int, closed: int, circuit: Circuit) -> int:
    rows = (0 if circuit.rows_cut >> row & 1 else 1 << row) | circuit.rows_grounded
    columns = circuit.columns_grounded
    while True:
        before = rows, columns
        for hole in holes_in(closed):
            rows, columns = _conduct(hole, rows, columns, circuit)
        rows = _join(rows, circuit.rows_joined)
        columns = _join(columns, circuit.columns_joined)
        if (rows, columns) == before:
            return columns & ~circuit.columns_cut


def _join(low: int, joined: int) -> int:
    return low | joined if low & joined else low


def _conduct(hole: Hole, rows: int, columns: int, circuit: Circuit) -> tuple[int, int]:
    row, column = 1 << hole.row - 1, 1 << hole.column
    is_bare, is_turned = circuit.bare & hole.bit, circuit.turned & hole.bit
    if rows & row and (is_bare or not is_turned):
        columns |= column
    elif columns & column and (is_bare or is_turned):
        rows |= row
    return rows, columns


def diode_patterns(usable: int, lit: int, wanted: int) -> tuple[int, ...]:
    """Where to set archers (on lit holes) so that each missing diode shows a ghost of its own.

    Two diagonals make a ring of rows and columns in which no rectangle is complete: every archer is
    the middle corner of three, and without its diode the fourth corner answers. Three rings of ten
    archers test all holes; where a dead reed breaks a ring, three archers test what is left.
    """
    diagonals = [
        sum(hole_at(column, (column + k) % SIDE).bit for column in range(SIDE)) for k in range(SIDE)
    ]
    rings = (
        (diagonals[one] | diagonals[two]) & usable & lit for one, two in ((0, 1), (2, 3), (4, 0))
    )
    patterns = []
    for pattern in (*rings, *(three for h in holes_in(wanted) for three in _corners(h, usable))):
        if tested_by(pattern, usable) & wanted and not pattern & ~lit:
            wanted &= ~tested_by(pattern, usable)
            patterns.append(pattern)
    return tuple(patterns)


def _corners(hole: Hole, usable: int) -> Iterator[int]:
    """Three corners of a rectangle with this hole in the middle, the fourth corner usable."""
    column, row = hole.column, hole.row - 1
    for across, up in product(range(SIDE), range(SIDE)):
        three = hole.bit | hole_at(across, row).bit | hole_at(column, up).bit
        if across != column and up != row and not (three | hole_at(across, up).bit) & ~usable:
            yield three


def tested_by(pattern: int, usable: int) -> int:
    """The holes of a pattern whose diode it tests: a bare one would show a ghost."""
    return sum(h.bit for h in holes_in(pattern) if _ghosts(pattern, h.bit) & usable)


def _ghosts(pattern: int, bare: int) -> int:
    return read_matrix(pattern, Circuit(bare=bare)) & ~pattern


def find_bare(pattern: int, seen: int, usable: int) -> tuple[int, ...] | None:
    """The sets of missing diodes that explain a reading; (0,) = none missing, None = no idea."""
    if not seen & ~pattern:
        return (0,)
    holes = [hole.bit for hole in holes_in(tested_by(pattern, usable))]
    for count in range(1, MOST_BARE + 1):
        fitting = tuple(
            sum(some)
            for some in combinations(holes, count)
            if read_matrix(pattern, Circuit(bare=sum(some))) & usable == seen
        )
        if fitting:
            return fitting
    return None
