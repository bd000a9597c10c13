"""From raw scans to settled changes: each hole by itself, so that no hole delays another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from boardpi.rules import Hole, holes_in


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
