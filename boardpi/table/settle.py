"""From raw scans to settled changes: each hole by itself, so that no hole delays another; and reeds
that change too often to be hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from boardpi.rules import Hole, holes_in

WINDOW_MS: Final = 1000
MOST_CHANGES: Final = 40
"""A lift or a placing bounces five to ten times; nobody does either five times in a second."""
FLICKER_MS: Final = 4000
MOST_SETTLED: Final = 24
"""Six settled changes a second, for four seconds: no hand does that, a loose wire does."""


class Change(NamedTuple):
    """A settled lift (or placing) of whatever stands on a hole."""

    ms: int
    hole: Hole
    is_lift: bool

    def __str__(self) -> str:
        return f"{self.hole}{'↑' if self.is_lift else '↓'}"


@dataclass(frozen=True, slots=True)
class Settling:
    """The raw mask, the settled one, and since when each differing hole has kept its new state."""

    raw: int = 0
    mask: int = 0
    since: tuple[tuple[int, Hole], ...] = ()  # (ms, hole), oldest first


def sense(settling: Settling, ms: int, raw: int) -> Settling:
    """Take in a raw scan."""
    toggled = settling.raw ^ raw
    if not toggled:
        return settling
    since = tuple(entry for entry in settling.since if not toggled >> entry[1] & 1)
    differing = toggled & (raw ^ settling.mask)
    since += tuple((ms, hole) for hole in holes_in(differing))
    return Settling(raw, settling.mask, since)


def due(settling: Settling, settle_ms: int) -> int | None:
    """When the next hole will have settled."""
    return settling.since[0][0] + settle_ms if settling.since else None


def settle(settling: Settling, ms: int, settle_ms: int) -> tuple[Settling, list[Change]]:
    """The changes that count by now: oldest first, lifts before placings of the same moment."""
    ready = [entry for entry in settling.since if entry[0] + settle_ms <= ms]
    changes = [Change(ms, hole, bool(settling.mask >> hole & 1)) for _, hole in ready]
    changes.sort(key=lambda change: not change.is_lift)
    mask = settling.mask
    for change in changes:
        mask ^= change.hole.bit
    since = settling.since[len(ready) :]
    return Settling(settling.raw, mask, since), changes


def settled(mask: int) -> Settling:
    """A board that has shown this mask for long."""
    return Settling(mask, mask)


# ── reeds that nobody touches ────────────────────────────────────────────────────────────────────


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
