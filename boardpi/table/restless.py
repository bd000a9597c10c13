"""Reeds that change too often to be hands."""

from __future__ import annotations

from typing import Final, NamedTuple

from boardpi.rules import Hole, holes_in

WINDOW_MS: Final = 1000
MOST_CHANGES: Final = 40
"""A lift or a placing bounces five to ten times; nobody does either five times in a second."""


class Restless(NamedTuple):
    """The raw changes since `since_ms`, one entry each, for at most a second."""

    since_ms: int = 0
    changed: tuple[Hole, ...] = ()


def count_changes(restless: Restless, ms: int, toggled: int) -> Restless:
    """Count these holes; a new second begins with nothing."""
    if ms - restless.since_ms >= WINDOW_MS or len(restless.changed) >= 25 * MOST_CHANGES:
        restless = Restless(ms)
    return Restless(restless.since_ms, restless.changed + tuple(holes_in(toggled)))


def chattering(restless: Restless) -> Hole | None:
    """The hole that has changed too often in this second."""
    if len(restless.changed) < MOST_CHANGES:
        return None
    last = restless.changed[-1]
    return last if restless.changed.count(last) >= MOST_CHANGES else None
