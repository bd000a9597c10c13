"""The field of Archers: its squares, the two woods, and what lies before an archer.

No source gives the size of the field, so it is a number: 7, 9, 11, 13 or 15 squares each way. It is
odd, because the woods lie in the middle of their rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final

from boardpi.rules.errors import BadPosition, RulesError

SIZES: Final = (7, 9, 11, 13, 15)
DEFAULT_SIZE: Final = 9
WOOD: Final = 3
"""A wood is three by three squares."""
REACH: Final = 3
"""An archer controls three squares ahead."""
_SQUARE: Final = re.compile("([a-o])([1-9]|1[0-5])", re.ASCII)


class BadSquare(RulesError):
    """Not the name of a square of this field, such as 'z9'."""


class Facing(IntEnum):
    """Which way an archer looks, as White sees the field: `^` is away from White."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def sign(self) -> str:
        """`^`, `>`, `v` or `<`, as in every text."""
        return SIGNS[self]

    @property
    def sides(self) -> tuple[Facing, Facing]:
        """A quarter turn to the left, and one to the right."""
        return FACINGS[(self + 3) % 4], FACINGS[(self + 1) % 4]

    @property
    def back(self) -> Facing:
        """The opposite one."""
        return FACINGS[(self + 2) % 4]


SIGNS: Final = "^>v<"
FACINGS: Final = tuple(Facing)
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, slots=True)
class Field:
    """All squares of one size. A square is a number: a1 is 0, and a mask has that bit for it.

    >>> nine = field_of(9)
    >>> nine.square("d3"), nine.name(21), [nine.name(one) for one in nine.ahead(21, Facing.EAST)]
    (21, 'd3', ['e3', 'f3', 'g3'])
    """

    size: int
    rays: tuple[tuple[tuple[int, ...], ...], ...] = field(compare=False, repr=False)
    woods: tuple[int, int] = field(compare=False, repr=False)
    """White's and Black's wood as masks."""

    def name(self, square: int) -> str:
        """`a1` is White's left corner."""
        row, column = divmod(square, self.size)
        return f"{chr(ord('a') + column)}{row + 1}"

    def square(self, name: str) -> int:
        """The square of this name."""
        found = _SQUARE.fullmatch(name)
        column, row = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (self.size, 0)
        if column >= self.size or row >= self.size:
            last = self.name(self.size * self.size - 1)
            raise BadSquare(f"{name!r} is not a square: squares are a1 to {last}")
        return row * self.size + column

    def ahead(self, square: int, facing: Facing) -> tuple[int, ...]:
        """Three squares ahead, the nearest first; fewer at the edge."""
        return self.rays[facing][square]

    def neighbour(self, square: int, facing: Facing) -> int | None:
        """The next square that way; None beyond the edge."""
        return next(iter(self.rays[facing][square]), None)

    def zone(self, square: int, facing: Facing, occupied: int) -> int:
        """What an archer controls: squares ahead up to and with the first that is occupied."""
        mask = 0
        for seen in self.rays[facing][square]:
            mask |= 1 << seen
            if occupied >> seen & 1:
                break
        return mask


@cache
def field_of(size: int) -> Field:
    """The field of this size."""
    if size not in SIZES:
        wanted = f"{', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]}"
        raise BadPosition(f"a field of {size} by {size} squares: Archers needs {wanted}")
    squares = range(size * size)
    rays = tuple(
        tuple(tuple(_ray(size, square, facing)) for square in squares) for facing in FACINGS
    )
    first = (size - WOOD) // 2
    white = sum(1 << row * size + first + i for row in range(WOOD) for i in range(WOOD))
    return Field(size, rays, (white, white << size * (size - WOOD)))


def _ray(size: int, square: int, facing: Facing) -> Iterator[int]:
    row, column = divmod(square, size)
    right, up = _STEPS[facing]
    for far in range(1, REACH + 1):
        x, y = column + far * right, row + far * up
        if 0 <= x < size and 0 <= y < size:
            yield y * size + x


def squares_in(mask: int) -> Iterator[int]:
    """The squares of a mask, a1 first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
