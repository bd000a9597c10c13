"""What a check is to do, and how patient it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boardpi.check.layout import AS_DRAWN, COLOURS, Wires, cross_of
from boardpi.check.matrix import diode_patterns
from boardpi.check.notes import Notes
from boardpi.rules import HOLES, Hole, holes_in, mask_of

PARTS: Final = ("reeds", "pixels", "diodes")
REACH: Final = "reach"
CHOICES: Final = (*PARTS, REACH)
"""What can be checked alone. Reach needs two discs, so it is checked only when it is asked for."""
CHAPTERS: Final = (
    "empty",
    "reeds",
    "anchors",
    "colours",
    "white",
    "again",
    "diodes",
    "reach",
    "nearer",
    "result",
)
ARCHERS: Final = 10
DISC_MM: Final = 3  # what falls out of the rim (drawings/measures)
DISCS: Final = 2  # on which a sound archer still closes every reed of 30 AT (tests/check)


@dataclass(frozen=True, slots=True)
class Patience:
    """Milliseconds. Every wait has an end: a check that is left alone comes to a report."""

    settle_ms: int = 10
    rest_ms: int = 300  # quiet before an answer counts
    clear_ms: int = 150  # quiet before the board counts as empty
    empty_ms: int = 600  # … before the check begins
    fill_ms: int = 1500  # … before a pattern counts as set up
    reach_ms: int = 1500  # … before an archer on discs holds its reed
    still_ms: int = 800  # without a flicker, before that archer counts as taken away
    probe_ms: int = 2500  # the firmware looks at the wiring once a second
    tell_ms: int = 900  # how long an outcome is shown that no archer holds
    result_ms: int = 8000
    maker_ms: int = 45_000  # the maker sets or lifts an archer, or says something
    pattern_ms: int = 150_000
    lost_ms: int = 60_000


PATIENT: Final = Patience()


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """What to check."""

    holes: tuple[Hole, ...] = HOLES
    parts: frozenset[str] = frozenset(PARTS)
    wires: Wires = AS_DRAWN
    patience: Patience = PATIENT
    has_probe: bool = False  # the firmware tells of diodes by itself
    budget_ma: int = 500


@dataclass(frozen=True, slots=True)
class Task:
    """One thing for the maker to do."""

    kind: str  # empty, place, anchor, colour, white, fill, reach, result
    hole: Hole | None = None
    number: int = 0  # of a colour, of an archer
    discs: int = 0  # below that archer
    pattern: int = 0
    is_dark: bool = False  # the hole's own light cannot show it: its row and column do


def plan_chapter(name: str, plan: CheckPlan, notes: Notes) -> tuple[Task, ...]:
    """The tasks of a chapter, as far as the notes make them worth while."""
    if name == "empty":
        return (Task("empty"),)
    if name == "reeds" and "reeds" in plan.parts:
        return tuple(Task("place", hole) for hole in plan.holes if not notes.ignored >> hole & 1)
    if name == "anchors" and "reeds" in plan.parts:
        return tuple(Task("anchor", hole) for hole in notes.wanted_anchors)
    if name == "colours" and "pixels" in plan.parts:
        return tuple(Task("colour", number=number) for number in range(len(COLOURS)))
    if name == "white" and "pixels" in plan.parts:
        return (Task("white"),)
    if name == "again" and "reeds" in plan.parts:
        return _plan_again(plan, notes)
    if name == "diodes" and "diodes" in plan.parts:
        return _plan_diodes(plan, notes)
    if name in ("reach", "nearer") and REACH in plan.parts:
        return _plan_reach(name, plan, notes)
    return (Task("result"),) if name == "result" else ()


def _plan_reach(name: str, plan: CheckPlan, notes: Notes) -> tuple[Task, ...]:
    """All archers on two discs in one hole, then the weak ones on one disc."""
    middle = Hole("c3")
    holes = (middle, *plan.holes) if middle in plan.holes else plan.holes
    hole = next((hole for hole in holes if not notes.ignored >> hole & 1), holes[0])
    if name == "reach":
        return tuple(Task("reach", hole, archer, DISCS) for archer in range(1, ARCHERS + 1))
    return tuple(Task("reach", hole, tried.archer, 1) for tried in notes.reach if not tried.holds)


def _plan_again(plan: CheckPlan, notes: Notes) -> tuple[Task, ...]:
    """Holes whose reed was not tried because their light is dark."""
    dark = notes.dim | notes.unlit
    return tuple(
        Task("place", hole, is_dark=True)
        for hole in holes_in(dark & notes.silent & mask_of(plan.holes))
        if not cross_of(hole) & dark
    )


def _plan_diodes(plan: CheckPlan, notes: Notes) -> tuple[Task, ...]:
    """Archers in patterns, where the firmware did not look and a reading can be trusted."""
    if not notes.is_straight:
        return ()
    wanted = notes.usable & mask_of(plan.holes) & ~notes.probed
    patterns = diode_patterns(notes.usable, ~(notes.unlit | notes.dim), wanted)
    return tuple(Task("fill", pattern=pattern) for pattern in patterns)
