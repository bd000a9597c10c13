"""What people do with their hands, as data: how often and how long."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Final

Range = tuple[int, int]
"""From and to, in milliseconds, both included."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often (a chance per turn where it can happen) and how long. What each means stands in
    docs/hands.md; the names are those of the traces.
    """

    # before and beside a turn
    adjust: float = 0.0  # any archer is lifted and set back
    takeback: float = 0.0  # the last plies are put back by hand
    takeback_most: int = 1  # … at most so many
    amend: float = 0.0  # the last mover sets his archer elsewhere
    illegal: float = 0.0  # an archer rests where it may not stand, then goes home
    regret: float = 0.0  # a move is put back before its dwell is over: nothing happened
    stray: float = 0.0  # an archer from beside the board rests in some hole for a while

    # the move
    think: float = 0.0  # the archer is held for seconds
    hesitate: float = 0.0  # it (or another) is lifted and set back first
    slide: float = 0.0  # it rests on another hole for less than the dwell
    waver: float = 0.0  # a victim is lifted and set back, and a quiet move is made at once
    brush: float = 0.0  # its magnet closes an empty reed on the way
    aside: float = 0.0  # the other hand adjusts an archer that cannot be the victim

    # the capture
    swapfirst: float = 0.0  # the victim is lifted first
    sweep: float = 0.0  # the taker pushes it out: its reed opens for a moment
    invisible: float = 0.0  # its reed never opens
    nudge: float = 0.5  # … and the question is answered by a nudge; else by the next move
    flip: float = 0.0  # the taker is turned over to mark its promotion

    # the reply
    fast: float = 0.0  # it begins within the dwell
    early: float = 0.0  # it begins before the other has set down

    # re-entry
    rebefore: float = 0.0  # the archer is set on the first row before the arrival
    late: float = 0.5  # it is set there after the dwell

    # the end
    again: float = 0.5  # the next game is set up
    abandon: float = 0.0  # the start is set up in mid-game

    pause_ms: Range = (800, 2400)  # between two turns
    carry_ms: Range = (250, 900)
    think_ms: Range = (2000, 7000)
    slide_ms: Range = (30, 150)
    sweep_ms: Range = (15, 70)
    brush_ms: Range = (5, 90)
    fast_ms: Range = (40, 200)
    rest_ms: Range = (1700, 3500)  # on a forbidden hole
    wait_ms: Range = (2800, 6000)  # after a capture that nobody saw


CLEAN: Final = Habits()
CHANCES: Final = tuple(
    f.name for f in fields(Habits) if f.type == "float" and f.name not in ("nudge", "late", "again")
)
"""The habits that can be switched on one by one."""


def only(habit: str, chance: float) -> Habits:
    """Clean hands but for this one habit; who lifts early is fast as well."""
    changes: dict[str, Any] = {habit: chance}
    if habit == "early":
        changes["fast"] = chance
    return replace(CLEAN, **changes)


EVERYDAY: Final = Habits(
    adjust=0.08,
    takeback=0.04,
    takeback_most=2,
    amend=0.05,
    illegal=0.05,
    think=0.1,
    hesitate=0.1,
    slide=0.1,
    swapfirst=0.25,
    sweep=0.2,
    invisible=0.1,
    flip=0.3,
    fast=0.1,
    rebefore=0.3,
)
HARSH: Final = replace(
    EVERYDAY,
    adjust=0.15,
    takeback=0.12,
    takeback_most=5,
    amend=0.15,
    illegal=0.1,
    regret=0.05,
    stray=0.03,
    waver=0.05,
    brush=0.15,
    aside=0.08,
    fast=0.35,
    early=0.15,
    fast_ms=(12, 230),
    slide_ms=(12, 220),
    abandon=0.01,
)
HABITS: Final[dict[str, Habits]] = {
    "clean": CLEAN,
    **{name: only(name, 0.3) for name in CHANCES},
    "early": replace(CLEAN, fast=0.3, early=0.5),
    "takeback-many": replace(CLEAN, takeback=0.2, takeback_most=8),
    "abandon": only("abandon", 0.05),
    "everyday": EVERYDAY,
    "harsh": HARSH,
}
"""Habits by name: one at a time, and all together."""
