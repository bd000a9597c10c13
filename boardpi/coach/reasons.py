"""One reason of the coach: a code for programs, a sentence for players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boardpi.rules.holes import Hole
from boardpi.rules.moves import Move
from boardpi.texts import COACH

COSTS: Final = frozenset(
    {
        "loses_game",
        "hangs",
        "exchange",
        "leaves",
        "stuck_taken",
        "stuck_all",
        "stuck_goal",
        "race_behind",
        "race_never",
        "repeats",
    }
)
"""What speaks against a move: never the first thing that is said of a good one."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks for or against a move, with all that its sentence tells."""

    code: str
    origin: Hole | None = None
    target: Hole | None = None
    by: Hole | None = None  # the enemy archer that could take
    back: Hole | None = None  # the own archer that would take back
    holes: tuple[Hole, ...] = ()
    moves: tuple[Move, ...] = ()
    number: int = 0
    other: int = 0

    @property
    def is_cost(self) -> bool:
        """Whether it speaks against the move."""
        return self.code in COSTS

    def sentence(self, language: str = "en") -> str:
        """The reason in words."""
        return COACH.say(
            language,
            self.code,
            origin=self.origin,
            target=self.target,
            by=self.by,
            back=self.back,
            holes=join_and(self.holes, language),
            moves=" ".join(map(str, self.moves)),
            number=self.number,
            other=self.other,
        )


def join_and(holes: tuple[Hole, ...], language: str) -> str:
    """`a2, d3 and e2` in this language."""
    if not holes:
        return ""
    *head, last = map(str, holes)
    return f"{', '.join(head)} {COACH.say(language, 'and')} {last}" if head else last
