"""The 25 holes, the two sides, and sets of holes as bit masks (bit 0 = a1 … bit 24 = e5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final

from boardpi.rules.errors import BadHole

COLUMNS: Final = "abcde"
ROWS: Final = "12345"
ALL: Final = (1 << 25) - 1


class Hole(int):
    """One hole, written `a1` … `e5`. It is also the number of its bit in a mask.

    >>> Hole("c2"), int(Hole("c2")), str(Hole(7))
    (Hole('c2'), 7, 'c2')
    """

    __slots__ = ()

    def __new__(cls, value: str | int) -> Hole:
        """The hole of this name or number; there is one object per hole."""
        found = _BY_VALUE.get(value)
        if found is None:
            raise BadHole(f"{value!r} is not a hole: holes are a1 to e5")
        return found

    @property
    def column(self) -> int:
        """0 = a … 4 = e."""
        return self % 5

    @property
    def row(self) -> int:
        """1 = White's first row … 5 = Black's."""
        return self // 5 + 1

    @property
    def bit(self) -> int:
        """The mask that holds this hole alone."""
        return 1 << self

    def __str__(self) -> str:
        return COLUMNS[self % 5] + ROWS[self // 5]

    def __repr__(self) -> str:
        return f"Hole({str(self)!r})"

    def __reduce__(self) -> tuple[type[Hole], tuple[int]]:
        return Hole, (int(self),)


HOLES: Final = tuple(int.__new__(Hole, number) for number in range(25))
_BY_VALUE: Final[dict[str | int, Hole]] = {
    **{str(hole): hole for hole in HOLES},
    **{int(hole): hole for hole in HOLES},
}


class Side(IntEnum):
    """White sits at row 1, Black at row 5."""

    WHITE = 0
    BLACK = 1

    def __repr__(self) -> str:
        return f"Side.{self.name}"

    @property
    def letter(self) -> str:
        """`w` or `b`, as in every text."""
        return "wb"[self]

    @property
    def other(self) -> Side:
        """The opponent."""
        return _OTHER[self]


_OTHER: Final = (Side.BLACK, Side.WHITE)
SIDES: Final[dict[str, Side]] = {side.letter: side for side in Side}
FIRST_ROW: Final = (0b11111, 0b11111 << 20)
GOAL_ROW: Final = (FIRST_ROW[1], FIRST_ROW[0])


def holes_in(mask: int) -> Iterator[Hole]:
    """The holes of a mask, a1 first."""
    while mask:
        lowest = mask & -mask
        yield HOLES[lowest.bit_length() - 1]
        mask ^= lowest


def mask_of(holes: Iterable[int]) -> int:
    """The mask that holds these holes."""
    mask = 0
    for hole in holes:
        mask |= 1 << hole
    return mask


def name_holes(mask: int) -> list[str]:
    """The names of the holes of a mask, a1 first."""
    return [str(hole) for hole in holes_in(mask)]
