"""How the reeds behave: what changes where, and how often."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

from boardpi.rules import HOLES, holes_in
from boardpi.table.events import Sensed
from boardpi.table.table import Table

WINDOW_MS: Final = 10_000
KEPT: Final = 2_000  # changes; a chattering reed makes no more than that worth counting


class Pulse:
    """Counts the raw changes of each hole."""

    def __init__(self) -> None:
        self._raw: int | None = None
        self._changes = [0] * 25
        self._last_ms: list[int | None] = [None] * 25
        self._recent: deque[tuple[int, int]] = deque(maxlen=KEPT)

    def feel(self, event: Sensed) -> None:
        """Take in a raw scan."""
        changed = 0 if self._raw is None else self._raw ^ event.mask
        self._raw = event.mask
        for hole in holes_in(changed):
            self._changes[hole] += 1
            self._last_ms[hole] = event.ms
            self._recent.append((event.ms, hole))

    def holes(self, table: Table, ms: int) -> dict[str, dict[str, Any]]:
        """What the health page shows of each hole."""
        recent = [0] * 25
        for when, hole in self._recent:
            recent[hole] += when > ms - WINDOW_MS
        return {str(hole): self._hole(table, int(hole), recent, ms) for hole in HOLES}

    def _hole(self, table: Table, hole: int, recent: list[int], ms: int) -> dict[str, Any]:
        last = self._last_ms[hole]
        return {
            "raw": bool(table.settling.raw >> hole & 1),
            "settled": bool(table.settling.mask >> hole & 1),
            "expected": bool(table.base.mask >> hole & 1),
            "changes_10s": recent[hole],
            "changes": self._changes[hole],
            "last_ms_ago": None if last is None else max(0, ms - last),
            "is_dead": bool(table.dead >> hole & 1),
        }
