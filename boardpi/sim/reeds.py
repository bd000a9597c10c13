"""The reeds of a simulated board, which may bounce, stick, chatter or open late.

Nothing here knows the time: each change says when it happens, and `advance` lets time pass. The
one model of faults: `SimulatedBoard` plays on these reeds in time that costs nothing, the virtual
board of the page in real time.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from boardpi.rules import Hole, holes_in
from boardpi.sim.faults import SOUND, Faults


class Scan(NamedTuple):
    """The raw mask that the reeds show from this millisecond on."""

    ms: int
    mask: int


class SimulatedReeds:
    """Twenty-five reeds with faults. Changes and `advance` may never go back in time.

    >>> reeds = SimulatedReeds(mask=0, faults=Faults(slow_release_ms=60))
    >>> reeds.change(1, 1000, closed=True)
    >>> reeds.change(1, 2000, closed=False)
    >>> reeds.advance(3000)
    [Scan(ms=1000, mask=1), Scan(ms=2060, mask=0)]
    """

    def __init__(
        self,
        mask: int,
        faults: Faults = SOUND,
        *,
        seed: int = 0,
        ms: int = 0,
    ) -> None:
        self.ms = ms
        self._faults = faults
        self._random = Random(seed)
        self._closed = mask  # whatever the faults make of it
        self._pending: dict[Hole, list[tuple[int, bool]]] = {}  # coming changes of each reed
        self._chatter_due = ms + faults.chatter_ms
        self._chatter = 0
        self._fresh: list[Scan] = []
        self.mask = self._shown()

    @property
    def faults(self) -> Faults:
        """How the reeds misbehave from now on; may be set at any time."""
        return self._faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        self._faults = faults
        self._chatter_due = self.ms + faults.chatter_ms
        self._chatter &= faults.chattering
        self._show(self.ms)

    # ── magnets ──────────────────────────────────────────────────────────────────────────────────

    def change(self, holes: int, ms: int, *, closed: bool) -> None:
        """Magnets come to these holes, or go. A reed bounces; what it was about to do is void."""
        self.follow(holes, holes if closed else 0, ms)

    def follow(self, holes: int, standing: int, ms: int) -> None:
        """Magnets come and go at these holes in one moment, to stand where `standing` says."""
        self.advance_to(ms)
        for hole in holes_in(holes):
            self._pending[hole] = self._bounce(ms, closed=bool(standing >> hole & 1))
        self.advance_to(ms)

    def _bounce(self, ms: int, *, closed: bool) -> list[tuple[int, bool]]:
        if not closed:
            ms += self._faults.slow_release_ms
        changes = [(ms, closed)]
        for _ in range(self._random.randint(0, self._faults.bounces)):
            for state in (not closed, closed):
                ms += self._random.randint(1, self._faults.bounce_ms)
                changes.append((ms, state))
        return changes

    def open_for(self, hole: Hole, ms: int, open_ms: int) -> None:
        """One magnet pushes out another: the reed opens for so long."""
        opened = ms + self._faults.slow_release_ms
        self._pending[hole] = [(opened, False), (opened + open_ms, True)]

    def close_for(self, hole: Hole, ms: int, closed_ms: int) -> None:
        """A magnet passes by: the reed closes for so long."""
        self._pending[hole] = [(ms, True), (ms + closed_ms, False)]

    # ── time ─────────────────────────────────────────────────────────────────────────────────────

    def advance(self, ms: int) -> list[Scan]:
        """Let time pass; all scans since the last call. A change lets time pass as well."""
        self.advance_to(ms)
        fresh, self._fresh = self._fresh, []
        return fresh

    @property
    def due_ms(self) -> int | None:
        """When a reed will change by itself (a bounce, a slow release, chatter)."""
        moments = [changes[0][0] for changes in self._pending.values()]
        if self._faults.chattering:
            moments.append(self._chatter_due)
        return min(moments, default=None)

    def advance_to(self, ms: int) -> None:
        """Let time pass; the scans are kept for `advance`."""
        if ms < self.ms:
            raise ValueError(f"time cannot run back from {self.ms} to {ms} ms")
        while (moment := self.due_ms) is not None and moment <= ms:
            self._run(moment)
            self._show(moment)
        self.ms = ms

    def _run(self, moment: int) -> None:
        for hole, changes in list(self._pending.items()):
            while changes and changes[0][0] <= moment:
                self._set(hole, changes.pop(0)[1])
            if not changes:
                del self._pending[hole]
        if self._faults.chattering and self._chatter_due <= moment:
            self._chatter ^= self._faults.chattering
            self._chatter_due = moment + self._faults.chatter_ms

    def _set(self, hole: Hole, closed: bool) -> None:
        self._closed = self._closed | hole.bit if closed else self._closed & ~hole.bit

    def _shown(self) -> int:
        faults = self._faults
        mask = (self._closed ^ self._chatter) & ~faults.stuck_open
        return mask | faults.stuck_closed

    def _show(self, ms: int) -> None:
        mask = self._shown()
        if mask != self.mask:
            self.mask = mask
            self._fresh.append(Scan(ms, mask))
