"""A formation: who stands where and looks which way, whose turn it is; and its line.

`3bvbvbv3/…/3w^w^w^3 w`: rows from the top, `/` between them, a number for empty squares, `w` or `b`
for an archer (`W` or `B` for a king) and the way it faces; then the side to move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from boardpi.archers.field import (
    DEFAULT_SIZE,
    FACINGS,
    SIGNS,
    SIZES,
    Facing,
    Field,
    field_of,
    squares_in,
)
from boardpi.rules.errors import BadPosition
from boardpi.rules.holes import SIDES, Side

ARCHERS: Final = 9
WOOD_REACHED, ELIMINATED, KING_SHOT = "wood", "eliminated", "king"
_RANK: Final = re.compile(r"([wbWB])([\^>v<])|(1[0-5]|[1-9])", re.ASCII)
_LONGEST: Final = 600  # signs; a field of 15 with 18 archers has about 100


class FacingArcher(NamedTuple):
    """One archer."""

    side: Side
    facing: Facing
    is_king: bool = False

    @property
    def text(self) -> str:
        """`w^`, `b<`; a king is `W^` or `B<`."""
        letter = self.side.letter
        return (letter.upper() if self.is_king else letter) + self.facing.sign


class Ending(NamedTuple):
    """How a game of Archers ended; nobody has won a draw."""

    reason: str
    winner: Side | None


@dataclass(frozen=True, slots=True, repr=False)
class Formation:
    """Where everybody stands, by square, and the side to move."""

    size: int
    stations: tuple[tuple[int, FacingArcher], ...]
    side: Side

    @property
    def field(self) -> Field:
        """Its squares."""
        return field_of(self.size)

    @property
    def occupied(self) -> int:
        """Squares with an archer."""
        return sum(1 << square for square, _ in self.stations)

    def squares_of(self, side: Side) -> int:
        """Squares with an archer of this side."""
        return sum(1 << square for square, archer in self.stations if archer.side is side)

    def at(self, square: int) -> FacingArcher | None:
        """Who stands there."""
        return next((archer for place, archer in self.stations if place == square), None)

    def placed(self, archers: Iterable[tuple[int, FacingArcher]]) -> Formation:
        """The same turn with these archers."""
        return replace(self, stations=tuple(sorted(archers)))

    def ending(self) -> Ending | None:
        """Whether somebody has won: no archer left, a king shot, or an archer in the wood."""
        kings = [archer.side for _, archer in self.stations if archer.is_king]
        for side in Side:
            if not self.squares_of(side.other):
                return Ending(ELIMINATED, side)
            if kings == [side]:
                return Ending(KING_SHOT, side)
        for side in Side:
            if self.squares_of(side) & self.field.woods[side.other]:
                return Ending(WOOD_REACHED, side)
        return None

    def __str__(self) -> str:
        rows = range(self.size - 1, -1, -1)
        return f"{'/'.join(self._name_row(row) for row in rows)} {self.side.letter}"

    def _name_row(self, row: int) -> str:
        text, empty = "", 0
        for square in range(row * self.size, (row + 1) * self.size):
            archer = self.at(square)
            if archer is None:
                empty += 1
                continue
            text, empty = f"{text}{empty or ''}{archer.text}", 0
        return f"{text}{empty or ''}"

    def __repr__(self) -> str:
        return f"parse_formation({str(self)!r})"


def start_formation(size: int = DEFAULT_SIZE, *, kings: bool = False) -> Formation:
    """Nine archers in each wood, who look at each other; White begins."""
    field = field_of(size)
    archers = []
    for side, facing in ((Side.WHITE, Facing.NORTH), (Side.BLACK, Facing.SOUTH)):
        squares = list(squares_in(field.woods[side]))
        centre = squares[len(squares) // 2]
        archers += [(s, FacingArcher(side, facing, kings and s == centre)) for s in squares]
    return Formation(size, tuple(sorted(archers)), Side.WHITE)


def parse_formation(line: str) -> Formation:
    """The formation of a line; one that cannot stand on the field is refused.

    >>> parse_formation("3bv3/7/7/7/7/7/3w^3 w").squares_of(Side.WHITE)
    8
    """
    ranks, _, side = line.partition(" ")
    if len(line) > _LONGEST or side not in SIDES:
        raise BadPosition(f"{line[:80]!r} does not end with the side to move, ' w' or ' b'")
    rows = ranks.split("/")
    if len(rows) not in SIZES:
        raise BadPosition(f"{len(rows)} rows: Archers needs 7, 9, 11, 13 or 15")
    archers = [
        (row * len(rows) + column, archer)
        for row, text in enumerate(reversed(rows))
        for column, archer in _parse_rank(text, len(rows))
    ]
    found = Formation(len(rows), tuple(archers), SIDES[side])
    _check(found)
    return found


def _parse_rank(text: str, size: int) -> Iterator[tuple[int, FacingArcher]]:
    column, end, was_number = 0, 0, False
    for part in _RANK.finditer(text):
        letter, sign, empty = part.groups()
        if part.start() != end or (empty and was_number):
            break
        end, was_number = part.end(), bool(empty)
        if letter:
            yield (
                column,
                FacingArcher(SIDES[letter.lower()], FACINGS[SIGNS.index(sign)], letter.isupper()),
            )
        column += int(empty) if empty else 1
    if end != len(text):
        raise BadPosition(f"row {text[:60]!r}: {text[end : end + 10]!r} is no archer and no number")
    if column != size:
        raise BadPosition(f"row {text!r} has {column} squares, not {size}")


def _check(formation: Formation) -> None:
    for side in Side:
        own = [archer for _, archer in formation.stations if archer.side is side]
        if len(own) > ARCHERS:
            raise BadPosition(f"{side.name.title()} has {len(own)} archers, not {ARCHERS} at most")
        if sum(archer.is_king for archer in own) > 1:
            raise BadPosition(f"{side.name.title()} has two kings")
    if not formation.stations:
        raise BadPosition("nobody stands on the field")
    woods = formation.field.woods
    if all(formation.squares_of(side) & woods[side.other] for side in Side):
        raise BadPosition("both sides stand in the enemy's wood: the first has won already")
    ending = formation.ending()
    if ending is not None and ending.winner is formation.side:
        name = formation.side.name.title()
        raise BadPosition(f"{name} has won ({ending.reason}) and cannot be to move")
