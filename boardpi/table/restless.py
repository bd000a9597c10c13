"""Reeds that change too often to be hands."""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.rules import Hole, holes_in
from boardpi.table.settle import Change

WINDOW_MS: Final = 1000
MOST_CHANGES: Final = 40
"""A lift or a placing bounces five to ten times; nobody does either five times in a second."""


FLICKER_MS: Final = 4000
MOST_SETTLED: Final = 24
"""Six settled changes a second, for four seconds: no hand does that, a loose wire does."""


class Restless(NamedTuple):
    """The raw changes since `since_ms`, one entry each, for at most a second; and the settled ones
    of the last seconds.
    """

    since_ms: int = 0
    changed: tuple[Hole, ...] = ()
    settled: tuple[Change, ...] = ()


def count_changes(restless: Restless, ms: int, toggled: int) -> Restless:
    """Count these holes; a new second begins with nothing."""
    if ms - restless.since_ms >= WINDOW_MS or len(restless.changed) >= 25 * MOST_CHANGES:
        restless = Restless(ms, (), restless.settled)
    return restless._replace(changed=restless.changed + tuple(holes_in(toggled)))


def chattering(restless: Restless) -> Hole | None:
    """The hole that has changed too often in this second."""
    if len(restless.changed) < MOST_CHANGES:
        return None
    last = restless.changed[-1]
    return last if restless.changed.count(last) >= MOST_CHANGES else None


def count_settled(restless: Restless, change: Change) -> Restless:
    """Count a settled change; older ones are forgotten."""
    since = change.ms - FLICKER_MS
    kept = [c for c in restless.settled if c.ms > since][1 - 25 * MOST_SETTLED :]
    return restless._replace(settled=(*kept, change))


def flickers(restless: Restless, hole: Hole) -> bool:
    """Whether this hole has settled too often to be touched by hands."""
    if len(restless.settled) < MOST_SETTLED:
        return False
    return sum(change.hole == hole for change in restless.settled) >= MOST_SETTLED
