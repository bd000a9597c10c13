"""Where a position stands in the solution of Jasir: one number for each, and none unused.

Positions come in classes: White's archers alive, Black's (board and hand). A class has blocks by
how many of either side are on the board and how many of those are chosen. Inside a block the
archers are set one group after another, each on the holes that are left:

    White's chosen ones, Black's chosen ones (rows 2 to 4), White's simple ones, Black's

so that the block has exactly C(15, j) · C(15-j, l) · C(25-j-l, n-j) · C(25-n-l, m-l) positions. The
rank of a group on the free holes h₁ < h₂ < … (numbered without those that are taken) is
C(h₁, 1) + C(h₂, 2) + …; Black's simple archers change fastest.

Chosen archers on a goal row count as simple, for nothing takes them there. Two kinds of positions
have no number, because no play leads to them: chosen archers on their own first row, and more
chosen archers than dead ones (who becomes chosen has killed, or has taken a chosen one).
"""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

from boardpi.rules.holes import ALL, FIRST_ROW
from boardpi.rules.position import ARCHERS, Position

MIDDLE_ROWS: Final = ALL & ~FIRST_ROW[0] & ~FIRST_ROW[1]
"""Only here it matters who is chosen."""
FIRST_MIDDLE: Final = 5  # a2, the first hole of them
MIDDLE_HOLES: Final = 15
HOLES: Final = 25
_CHOOSE: Final = tuple(tuple(comb(n, k) for n in range(HOLES + 1)) for k in range(ARCHERS + 2))


class Class(NamedTuple):
    """All positions with these archers alive."""

    white: int
    black: int


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


class _Block(NamedTuple):
    """Where a block begins, and how many ways there are to set the groups behind the first."""

    start: int
    black_chosen: int  # ways of Black's chosen archers
    white_simple: int
    black_simple: int


def _lay_out(of: Class) -> tuple[dict[tuple[int, int, int, int], _Block], int]:
    blocks: dict[tuple[int, int, int, int], _Block] = {}
    size = 0
    dead = 2 * ARCHERS - of.white - of.black
    for white in range(of.white + 1):
        for black in range(of.black + 1):
            for chosen in range(min(white, dead) + 1):
                for foes in range(min(black, dead - chosen) + 1):
                    ways = (
                        comb(MIDDLE_HOLES - chosen, foes),
                        comb(HOLES - chosen - foes, white - chosen),
                        comb(HOLES - white - foes, black - foes),
                    )
                    blocks[white, black, chosen, foes] = _Block(size, *ways)
                    size += comb(MIDDLE_HOLES, chosen) * ways[0] * ways[1] * ways[2]
    return blocks, size


_LAYOUTS: Final = {of: _lay_out(of) for of in CLASSES}
SIZES: Final = {of: layout[1] for of, layout in _LAYOUTS.items()}
"""How many positions each class has, with one side to move."""


def alive(position: Position) -> int:
    """Archers on the board and in hand, of both sides."""
    return position.occupied.bit_count() + sum(position.hand)


def place_of(position: Position) -> PlaceInClass | None:
    """Where it stands; the side to move is not part of it. None if the solution has no place."""
    white, black = position.white, position.black
    if position.chosen & (white & FIRST_ROW[0] | black & FIRST_ROW[1]):
        return None
    on_white, on_black = white.bit_count(), black.bit_count()
    of = Class(on_white + position.hand[0], on_black + position.hand[1])
    layout = _LAYOUTS.get(of)
    if layout is None:
        return None
    chosen = position.chosen & MIDDLE_ROWS
    ours, theirs = white & chosen, black & chosen
    block = layout[0].get((on_white, on_black, ours.bit_count(), theirs.bit_count()))
    if block is None:
        return None
    number = _rank(ours >> FIRST_MIDDLE, 0)
    number = number * block.black_chosen + _rank(theirs >> FIRST_MIDDLE, ours >> FIRST_MIDDLE)
    number = number * block.white_simple + _rank(white ^ ours, ours | theirs)
    number = number * block.black_simple + _rank(black ^ theirs, white | theirs)
    return PlaceInClass(of, block.start + number)


def _rank(group: int, taken: int) -> int:
    """The rank of a group among all of its size on the holes that are not taken."""
    rank = count = 0
    while group:
        bit = group & -group
        group ^= bit
        count += 1
        rank += _CHOOSE[count][bit.bit_length() - 1 - (taken & bit - 1).bit_count()]
    return rank
