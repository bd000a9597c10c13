"""Where a position stands in the solution of Jasir: one number for each, and none unused.

Positions come in classes: White's archers alive, Black's (board and hand). The side with fewer of
them is set first; White, if both have as many. A class has blocks: by how many archers of the
first side and of the second are on the board, and how many of either are on the middle rows. In a
block each group is set on the holes that are left to it, one group after another:

    the first side's archers on the middle rows, those on the outer rows, then the second side's

and at last it is told which archers on the middle rows are chosen. The rank of a group on the holes
h₁ < h₂ < … (numbered without those that are taken) is C(h₁, 1) + C(h₂, 2) + …; the chosen ones,
from a2 on, are the bits of a number, ranked among those with few enough bits. In this order equal
values lie side by side: it packs to half of what others do.

Chosen archers on a goal row count as simple, for nothing takes them there. Two kinds of positions
have no number, because no play leads to them: chosen archers on their own first row, and more
chosen archers than dead ones (who becomes chosen has killed, or has taken a chosen one).
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final, NamedTuple

from boardpi.rules.holes import ALL, FIRST_ROW, Side
from boardpi.rules.position import ARCHERS, Position

MIDDLE_ROWS: Final = ALL & ~FIRST_ROW[0] & ~FIRST_ROW[1]
"""Only here it matters who is chosen."""
FIRST_MIDDLE: Final = 5  # a2, the first hole of them
MIDDLE_HOLES: Final = 15
OUTER_HOLES: Final = 10
_CHOOSE: Final = tuple(tuple(comb(n, k) for n in range(26)) for k in range(ARCHERS + 2))


class Class(NamedTuple):
    """All positions with these archers alive."""

    white: int
    black: int

    @property
    def first(self) -> Side:
        """Whose archers are set first."""
        return Side.WHITE if self.white <= self.black else Side.BLACK

    @property
    def dead(self) -> int:
        """How many archers are gone."""
        return 2 * ARCHERS - self.white - self.black


CLASSES: Final = tuple(
    Class(white, alive - white)
    for alive in range(2, 2 * ARCHERS + 1)
    for white in range(max(1, alive - ARCHERS), min(ARCHERS, alive - 1) + 1)
)
"""Fewest alive first: a smaller extent is the beginning of a larger one."""


class PlaceInClass(NamedTuple):
    """Which class, and the number in it."""

    of: Class
    number: int


Counts = tuple[int, int, int, int]
"""Archers on the board of the first side and of the second; on the middle rows of either."""


class _Block(NamedTuple):
    """Where a block begins, and how many ways there are to set the groups behind the first."""

    start: int
    first_outer: int
    second_middle: int
    second_outer: int
    patterns: int


def _lay_out(of: Class) -> tuple[dict[Counts, _Block], int]:
    blocks: dict[Counts, _Block] = {}
    size = 0
    fewer, more = sorted(of)
    for first in range(fewer + 1):
        for second in range(more + 1):
            for inner in range(first + 1):
                for other in range(second + 1):
                    outer = first - inner
                    ways = (
                        comb(OUTER_HOLES, outer),
                        comb(MIDDLE_HOLES - inner, other),
                        comb(OUTER_HOLES - outer, second - other),
                        sum(comb(inner + other, bits) for bits in range(of.dead + 1)),
                    )
                    blocks[first, second, inner, other] = _Block(size, *ways)
                    size += comb(MIDDLE_HOLES, inner) * ways[0] * ways[1] * ways[2] * ways[3]
    return blocks, size


_LAYOUTS: Final = {of: _lay_out(of) for of in CLASSES}
SIZES: Final = {of: layout[1] for of, layout in _LAYOUTS.items()}
"""How many positions each class has, with one side to move."""


@cache
def _pattern_ranks(bits: int, most: int) -> tuple[int, ...]:
    """The rank of every number of so many bits among those with at most `most` ones."""
    ranks, count = [], 0
    for pattern in range(1 << bits):
        ranks.append(count)
        count += pattern.bit_count() <= most
    return tuple(ranks)


def alive(position: Position) -> int:
    """Archers on the board and in hand, of both sides."""
    return position.occupied.bit_count() + sum(position.hand)


def class_of(position: Position) -> Class:
    """Who is alive."""
    white, black = position.white.bit_count(), position.black.bit_count()
    return Class(white + position.hand[0], black + position.hand[1])


def place_of(position: Position) -> PlaceInClass | None:
    """Where it stands; the side to move is not part of it. None if the solution has no place."""
    if position.chosen & (position.white & FIRST_ROW[0] | position.black & FIRST_ROW[1]):
        return None
    of = class_of(position)
    layout = _LAYOUTS.get(of)
    chosen = position.chosen & MIDDLE_ROWS
    if layout is None or chosen.bit_count() > of.dead:
        return None
    first, second = position.white, position.black
    if of.first is Side.BLACK:
        first, second = second, first
    inner, other = first & MIDDLE_ROWS, second & MIDDLE_ROWS
    middle = inner.bit_count() + other.bit_count()
    counts = first.bit_count(), second.bit_count(), inner.bit_count(), other.bit_count()
    block = layout[0][counts]
    taken = inner >> FIRST_MIDDLE
    outer = _outer(first)
    number = _rank(taken, 0) * block.first_outer + _rank(outer, 0)
    number = number * block.second_middle + _rank(other >> FIRST_MIDDLE, taken)
    number = number * block.second_outer + _rank(_outer(second), outer)
    ranks = _pattern_ranks(middle, of.dead)
    number = number * block.patterns + ranks[_pattern(chosen, inner | other) if chosen else 0]
    return PlaceInClass(of, block.start + number)


def _outer(archers: int) -> int:
    """Those on the outer rows, as numbers of ten bits."""
    return archers & FIRST_ROW[0] | archers >> MIDDLE_HOLES & FIRST_ROW[0] << 5


def _rank(group: int, taken: int) -> int:
    """The rank of a group among all of its size on the holes that are not taken."""
    rank = count = 0
    while group:
        bit = group & -group
        group ^= bit
        count += 1
        rank += _CHOOSE[count][bit.bit_length() - 1 - (taken & bit - 1).bit_count()]
    return rank


def _pattern(chosen: int, archers: int) -> int:
    """One bit for each of these archers: whether it is chosen."""
    pattern = 0
    while chosen:
        bit = chosen & -chosen
        chosen ^= bit
        pattern |= 1 << (archers & bit - 1).bit_count()
    return pattern
