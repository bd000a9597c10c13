"""How the prover numbers positions of few archers.

Positions come in blocks: by archers alive (2 first), White's share of them, White's on the board,
Black's on the board, and the side to move. Inside a block a position of n archers on the board is

    (rank of the holes × colourings + rank of the colouring) × 2ⁿ + chosen

where the holes h₁ < h₂ < … < hₙ have the rank C(h₁, 1) + C(h₂, 2) + … + C(hₙ, n); bit i of the
colouring says whether the archer on hᵢ₊₁ is White's, and its rank is its place among the numbers
with as many bits; bit i of `chosen` says whether that archer is chosen. Tables of fewer archers
are therefore a prefix of tables of more.
"""

from __future__ import annotations

from math import comb
from typing import Final

from boardpi.rules.holes import ALL, FIRST_ROW, Side
from boardpi.rules.position import Position

MOST_ALIVE: Final = 5
MIDDLE_ROWS: Final = ALL & ~FIRST_ROW[0] & ~FIRST_ROW[1]
"""Only here it matters who is chosen: nobody is taken on his goal row (see `is_storable`)."""

_RANK: Final = tuple(tuple(comb(hole, n) for hole in range(25)) for n in range(MOST_ALIVE + 1))
_COLOURING: Final = tuple(
    tuple(
        sum(other.bit_count() == bits.bit_count() for other in range(bits))
        for bits in range(1 << archers)
    )
    for archers in range(MOST_ALIVE + 1)
)
Block = tuple[int, int, int, int, int]
"""White on the board, Black on the board, White's hand, Black's hand, side to move."""


def _lay_out() -> tuple[dict[Block, int], tuple[int, ...]]:
    starts: dict[Block, int] = {}
    sizes = [0, 0]
    size = 0
    for alive in range(2, MOST_ALIVE + 1):
        for white_alive in range(1, alive):
            for white in range(white_alive + 1):
                for black in range(alive - white_alive + 1):
                    hands = white_alive - white, alive - white_alive - black
                    archers = white + black
                    for side in (0, 1):
                        starts[(white, black, *hands, side)] = size
                        size += comb(25, archers) * comb(archers, white) << archers
        sizes.append(size)
    return starts, tuple(sizes)


_STARTS, SIZES = _lay_out()
"""SIZES[n] is how many positions a table of at most n archers alive holds."""


def index_of(position: Position) -> int:
    """The number of a position of at most five archers, both sides alive."""
    white, chosen = position.white, position.chosen & MIDDLE_ROWS
    left = white | position.black
    rank = archers = colours = marks = 0
    while left:
        bit = left & -left
        left ^= bit
        if white & bit:
            colours |= 1 << archers
        if chosen & bit:
            marks |= 1 << archers
        archers += 1
        rank += _RANK[archers][bit.bit_length() - 1]
    on_white = colours.bit_count()
    start = _STARTS[(on_white, archers - on_white, *position.hand, position.side)]
    rank = rank * comb(archers, on_white) + _COLOURING[archers][colours]
    return start + (rank << archers) + marks


def position_at(index: int) -> Position:
    """The position with this number."""
    block, start = max(
        ((block, start) for block, start in _STARTS.items() if start <= index),
        key=lambda pair: pair[1],
    )
    on_white, on_black, *hands, side = block
    archers = on_white + on_black
    rank, marks = divmod(index - start, 1 << archers)
    rank, colour = divmod(rank, comb(archers, on_white))
    colours = next(
        bits
        for bits in range(1 << archers)
        if bits.bit_count() == on_white and _COLOURING[archers][bits] == colour
    )
    white = black = chosen = 0
    for archer in reversed(range(archers)):
        hole = max(hole for hole in range(25) if _RANK[archer + 1][hole] <= rank)
        rank -= _RANK[archer + 1][hole]
        if colours >> archer & 1:
            white |= 1 << hole
        else:
            black |= 1 << hole
        chosen |= (marks >> archer & 1) << hole
    return Position(white, black, chosen, Side(side), (hands[0], hands[1]))
