"""The settled lifts and placings since the table last agreed with a position, in order."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from boardpi.rules import Hole
from boardpi.table.settle import Change

Evidence = tuple[Change, ...]

SLOW_RELEASE_MS: Final = 100
"""A reed may open so late after its archer has left for another hole."""
KEPT_PER_HOLE: Final = 6
"""Order and sight need the last few changes of a hole; the rest of a long fidget is forgotten."""


class Sight:
    """What the evidence says per hole, worked out once for all hypotheses."""

    __slots__ = (
        "last_lift",
        "last_place",
        "lift_counts",
        "lifted",
        "lifts",
        "most_raised",
        "placed",
    )

    def __init__(self, evidence: Evidence) -> None:
        self.last_lift: dict[int, int] = {}
        self.last_place: dict[int, int] = {}
        self.lift_counts: dict[int, int] = {}
        self.most_raised = _most_raised(evidence)
        self.lifted = 0
        self.placed = 0
        for index, change in enumerate(evidence):
            hole = change.hole
            if change.is_lift:
                self.last_lift[hole] = index
                self.lift_counts[hole] = self.lift_counts.get(hole, 0) + 1
                self.lifted |= 1 << hole
            else:
                self.last_place[hole] = index
                self.placed |= 1 << hole

    def lifts_from(self, mask: int) -> int:
        """How many lifts there were from these holes."""
        return sum(count for hole, count in self.lift_counts.items() if mask >> hole & 1)


def _most_raised(evidence: Evidence) -> int:
    """How many archers more than at the beginning stood there, for longer than a reed is slow."""
    most = raised = 0
    for change, later in zip_longest(evidence, evidence[1:]):
        raised += -1 if change.is_lift else 1
        if raised > most and (later is None or later.ms - change.ms >= SLOW_RELEASE_MS):
            most = raised
    return most


def note(evidence: Evidence, change: Change) -> Evidence:
    """The evidence with one more change; an endless fidget does not make it endless."""
    grown = (*evidence, change)
    if len(grown) <= KEPT_PER_HOLE:
        return grown
    same = [index for index, earlier in enumerate(grown) if earlier.hole == change.hole]
    if len(same) <= KEPT_PER_HOLE:
        return grown
    forgotten = set(same[:2])  # a lift and a placing together: what stands there stays the same
    return tuple(c for index, c in enumerate(grown) if index not in forgotten)


def in_the_air(evidence: Evidence, mask: int) -> Evidence:
    """The last lift of each of these holes, in order."""
    last: dict[Hole, Change] = {}
    for change in evidence:
        if change.is_lift and mask >> change.hole & 1:
            last.pop(change.hole, None)
            last[change.hole] = change
    return tuple(last.values())
