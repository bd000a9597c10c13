"""What one player does in one turn of Archers, and its text: `d3xd6,d3-d4,d4>`.

`d3xd6` is a shot, `d3-d4` a step, `d4>` a quarter turn that leaves the archer facing that way. A
comma stands between them, shots first. The order of shots does not matter: they are written in the
order of their squares.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from boardpi.archers.field import FACINGS, SIGNS, Facing
from boardpi.rules.errors import BadMove

_NAME: Final = "[a-o](?:1[0-5]|[1-9])"
_PART: Final = re.compile(rf"({_NAME})(?:([-x])({_NAME})|([\^>v<]))", re.ASCII)
LONGEST: Final = 100  # signs of a turn: nine shots and two manoeuvres have 83 at most


@dataclass(frozen=True, slots=True, repr=False)
class Shot:
    """An archer shoots the one that stands in its zone, and stays where it is."""

    shooter: str
    target: str

    def __str__(self) -> str:
        return f"{self.shooter}x{self.target}"

    def __repr__(self) -> str:
        return f"parse_part({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Manoeuvre:
    """A step to the next square, or a quarter turn: one of `target` and `facing`."""

    archer: str
    target: str | None = None
    facing: Facing | None = None

    def __str__(self) -> str:
        if self.facing is not None:
            return f"{self.archer}{self.facing.sign}"
        return f"{self.archer}-{self.target}"

    def __repr__(self) -> str:
        return f"parse_part({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class ArchersTurn:
    """Any number of shots, then two manoeuvres; fewer where the game ends before."""

    shots: tuple[Shot, ...]
    manoeuvres: tuple[Manoeuvre, ...]

    def __str__(self) -> str:
        return ",".join(map(str, (*self.shots, *self.manoeuvres)))

    def __repr__(self) -> str:
        return f"parse_turn({str(self)!r})"


def order(shot: Shot) -> tuple[int, str]:
    """By row, then by column, as squares are counted."""
    return int(shot.shooter[1:]), shot.shooter[0]


def parse_part(text: str) -> Shot | Manoeuvre:
    """One part of a turn.

    >>> parse_part("d4>").facing
    <Facing.EAST: 1>
    """
    found = _PART.fullmatch(text)
    if found is None:
        raise BadMove(f"{text[:40]!r} is no part of a turn: write d3xd6, d3-d4 or d4>")
    archer, mark, target, sign = found.groups()
    if sign:
        return Manoeuvre(archer, facing=FACINGS[SIGNS.index(sign)])
    if archer == target:
        raise BadMove(f"{text!r} goes nowhere")
    return Shot(archer, target) if mark == "x" else Manoeuvre(archer, target)


def parse_parts(text: str) -> tuple[Shot | Manoeuvre, ...]:
    """The parts of a turn that may not be whole yet; an empty text has none."""
    if len(text) > LONGEST:
        raise BadMove(f"{text[:40]!r}… is too long for a turn")
    return tuple(map(parse_part, text.split(","))) if text else ()


def parse_turn(text: str) -> ArchersTurn:
    """The turn of this text.

    >>> parse_turn("f2xf4,d3xd6,d3-d4,d4>")
    parse_turn('f2xf4,d3xd6,d3-d4,d4>')
    """
    parts = parse_parts(text)
    shots = tuple(part for part in parts if isinstance(part, Shot))
    manoeuvres = tuple(part for part in parts if isinstance(part, Manoeuvre))
    if not parts or parts != (*shots, *manoeuvres):
        raise BadMove(f"{text!r} is not a turn: shots come first, then manoeuvres")
    if len(manoeuvres) > 2:
        raise BadMove(f"{text!r} has {len(manoeuvres)} manoeuvres, not two")
    for squares in ([s.shooter for s in shots], [s.target for s in shots]):
        if len(set(squares)) < len(squares):
            raise BadMove(f"{text!r}: an archer shoots once, and is shot once")
    return ArchersTurn(tuple(sorted(shots, key=order)), manoeuvres)
