"""Where reeds and pixels should be: lines, pins and the chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from boardpi.rules import HOLES, Hole
from boardpi.rules.holes import COLUMNS, ROWS

SIDE: Final = 5
COLOURS: Final = ("red", "green", "blue")


def hole_at(column: int, row: int) -> Hole:
    """The hole where two lines cross, both counted from 0."""
    return HOLES[row * SIDE + column]


def column_of(hole: Hole) -> int:
    """Counted from 0."""
    return hole.column


def row_of(hole: Hole) -> int:
    """Counted from 0."""
    return hole.row - 1


def column_mask(column: int) -> int:
    """All holes of a column."""
    return sum(hole_at(column, row).bit for row in range(SIDE))


def row_mask(row: int) -> int:
    """All holes of a row."""
    return 0b11111 << SIDE * row


def neighbours(hole: Hole) -> int:
    """The holes around a hole, where a strong magnet may reach."""
    mask = 0
    for other in HOLES:
        far = max(abs(hole.column - other.column), abs(hole.row - other.row))
        if far == 1:
            mask |= other.bit
    return mask


def cross_of(hole: Hole) -> int:
    """The row and the column of a hole without the hole itself."""
    return (row_mask(row_of(hole)) | column_mask(column_of(hole))) & ~hole.bit


def snake() -> tuple[Hole, ...]:
    """The chain of pixels from a1: a1 to e1, e2 to a2, and so on."""
    return next(chain for name, start, chain in chains() if (name, start) == ("rows_snake", "a1"))


def chains() -> Iterator[tuple[str, str, tuple[Hole, ...]]]:
    """Every way in which makers lay a chain: along which lines, from which corner."""
    for along in ("rows", "columns"):
        for way in ("snake", "same"):
            for corner in ("a1", "e1", "a5", "e5"):
                yield f"{along}_{way}", corner, tuple(_lay(along, way == "snake", Hole(corner)))


def _lay(along: str, is_snake: bool, start: Hole) -> Iterator[Hole]:
    columns, rows = range(SIDE), range(SIDE)
    columns = columns if start.column == 0 else columns[::-1]
    rows = rows if start.row == 1 else rows[::-1]
    outer, inner = (rows, columns) if along == "rows" else (columns, rows)
    for number, line in enumerate(outer):
        for place in inner[::-1] if is_snake and number % 2 else inner:
            yield hole_at(place, line) if along == "rows" else hole_at(line, place)


SNAKE: Final = snake()


@dataclass(frozen=True, slots=True)
class Wires:
    """What the lines of the matrix are soldered to, as it is printed beside the pins."""

    rows: tuple[str, ...] = ("",) * SIDE
    columns: tuple[str, ...] = ("",) * SIDE
    pixels: str = ""
    chain: tuple[Hole, ...] = SNAKE  # the holes in the order of their pixels
    order: str = "GRB"  # in which the colours of a pixel are sent


AS_DRAWN: Final = Wires()


def name_column(column: int) -> str:
    """`a` to `e`."""
    return COLUMNS[column]


def name_row(row: int) -> str:
    """`1` to `5`."""
    return ROWS[row]
