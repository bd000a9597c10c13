"""A move and its text: `b1-d2`, `e5xd3`, `@e5`, `b3-c5@a1`, `pass`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from boardpi.rules.errors import BadMove
from boardpi.rules.holes import Hole

_TEXT: Final = re.compile(r"([a-e][1-5])([-x])([a-e][1-5])(?:@([a-e][1-5]))?|@([a-e][1-5])|pass")


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """What one player does in one turn. Four kinds share it:

    a step or capture (`origin`, `target`, `takes`), the same with a `reentry` (Jarmo),
    a `reentry` alone (Jasir), and `pass` (nothing at all).
    """

    origin: Hole | None = None
    target: Hole | None = None
    takes: bool = False
    reentry: Hole | None = None

    def __post_init__(self) -> None:
        """A move that has no text is refused."""
        if (self.origin is None) is not (self.target is None):
            raise BadMove(f"a step has both an origin and a target: {self.origin}, {self.target}")
        if self.takes and self.origin is None:
            raise BadMove("a capture has an origin and a target")
        if self.origin is not None and self.origin == self.target:
            raise BadMove(f"'{self}' goes nowhere")

    @property
    def is_pass(self) -> bool:
        """No archer moves."""
        return self.origin is None and self.reentry is None

    @property
    def plain(self) -> Move:
        """The same move without its re-entry."""
        return move(self.origin, self.target, self.takes)

    def __str__(self) -> str:
        text = (
            f"{self.origin}{'x' if self.takes else '-'}{self.target}"
            if self.target is not None
            else ""
        )
        if self.reentry is not None:
            text += f"@{self.reentry}"
        return text or "pass"

    def __repr__(self) -> str:
        return f"parse_move({str(self)!r})"


_one_object: Final = cache(Move)


def move(
    origin: Hole | None = None,
    target: Hole | None = None,
    takes: bool = False,
    reentry: Hole | None = None,
) -> Move:
    """The move with these parts; equal moves are one object."""
    return _one_object(origin, target, takes, reentry)


PASS: Final = move()


def parse_move(text: str) -> Move:
    """The move of this text.

    >>> parse_move("b3xc5@a1").reentry
    Hole('a1')
    """
    found = _TEXT.fullmatch(text)
    if found is None:
        raise BadMove(f"{text!r} is not a move: write b1-d2, e5xd3, @e5, b3-c5@a1 or pass")
    origin, mark, target, with_reentry, reentry = found.groups()
    back = with_reentry or reentry
    return move(
        Hole(origin) if origin else None,
        Hole(target) if target else None,
        mark == "x",
        Hole(back) if back else None,
    )
