"""A board made of software: archers in holes, reeds that misbehave, and raw scans.

Nothing here knows the time: each touch says when it happens, and `advance` lets time pass. The
same board serves the page, the demonstration, the tests and the benchmarks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from boardpi.rules import Hole, Position, Side, holes_in
from boardpi.sim.faults import SOUND, Faults


class Scan(NamedTuple):
    """The raw mask that the reeds show from this millisecond on."""

    ms: int
    mask: int


@dataclass(frozen=True, slots=True)
class Archer:
    """One wooden archer: reeds cannot tell it from another, people can."""

    side: Side
    number: int

    def __str__(self) -> str:
        return f"{self.side.letter}{self.number}"


class HandsEmpty(ValueError):
    """An archer was to be set down and nobody holds one."""


class HoleTaken(ValueError):
    """An archer was to be set into a hole where another stands."""


class HoleEmpty(ValueError):
    """An archer was to be lifted where none stands."""


class SimulatedBoard:
    """Archers, reeds and faults. Touches and `advance` may never go back in time.

    >>> from boardpi.rules import START
    >>> board = SimulatedBoard(START)
    >>> archer = board.lift(Hole("b1"), ms=1000)
    >>> board.place(Hole("d2"), ms=1400)
    >>> board.advance(2000)
    [Scan(ms=1000, mask=32505885), Scan(ms=1400, mask=32506141)]
    """

    def __init__(
        self,
        position: Position,
        faults: Faults = SOUND,
        *,
        seed: int = 0,
        on_scan: Callable[[Scan], None] | None = None,
    ) -> None:
        self.archers: dict[Hole, Archer] = {}
        self.beside: list[Archer] = []
        self.held: list[Archer] = []  # in somebody's hand, the last lifted one on top
        self.ms = 0
        self._faults = faults
        self._random = Random(seed)
        self._on_scan = on_scan
        self._reeds = position.occupied
        self._pending: dict[Hole, list[tuple[int, bool]]] = {}  # coming changes of each reed
        self._chatter_due = faults.chatter_ms
        self._chatter = 0
        self._fresh: list[Scan] = []
        self._set_up(position)
        self.mask = self._shown()

    def _set_up(self, position: Position) -> None:
        for side in Side:
            for number, hole in enumerate(holes_in(position.archers(side)), 1):
                self.archers[hole] = Archer(side, number)
            standing = position.archers(side).bit_count()
            self.beside += [Archer(side, number) for number in range(standing + 1, 6)]

    @property
    def occupied(self) -> int:
        """Where archers stand, whatever the reeds show."""
        return sum(hole.bit for hole in self.archers)

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

    # ── hands ────────────────────────────────────────────────────────────────────────────────────

    def lift(self, hole: Hole, ms: int) -> Archer:
        """Take the archer out of this hole."""
        self._pass_time(ms)
        if hole not in self.archers:
            raise HoleEmpty(f"no archer stands on {hole}")
        archer = self.archers.pop(hole)
        self.held.append(archer)
        self._change(hole, ms + self._faults.slow_release_ms, closed=False)
        return archer

    def place(self, hole: Hole, ms: int, archer: Archer | None = None) -> None:
        """Set down an archer: this one, or the one lifted last."""
        self._pass_time(ms)
        if hole in self.archers:
            raise HoleTaken(f"{self.archers[hole]} stands on {hole} already")
        self.archers[hole] = self._let_go(archer)
        self._change(hole, ms, closed=True)

    def sweep(self, hole: Hole, ms: int, open_ms: int, archer: Archer | None = None) -> Archer:
        """Push out the archer that stands here with one in hand; the reed opens for so long."""
        victim = self._exchange(hole, ms, archer)
        opened = ms + self._faults.slow_release_ms
        self._pending[hole] = [(opened, False), (opened + open_ms, True)]
        return victim

    def slip(self, hole: Hole, ms: int, archer: Archer | None = None) -> Archer:
        """Exchange the archer that stands here for one in hand; the reed never opens."""
        return self._exchange(hole, ms, archer)

    def brush(self, hole: Hole, ms: int, closed_ms: int) -> None:
        """A magnet passes over an empty hole, and its reed closes for so long."""
        self._pass_time(ms)
        if hole not in self.archers:
            self._pending[hole] = [(ms, True), (ms + closed_ms, False)]

    def set_aside(self, archer: Archer) -> None:
        """Put a held archer beside the board."""
        self.held.remove(archer)
        self.beside.append(archer)

    def take_up(self, side: Side) -> Archer:
        """Take an archer of this side from beside the board into the hand."""
        for archer in self.beside:
            if archer.side is side:
                self.beside.remove(archer)
                self.held.append(archer)
                return archer
        raise HandsEmpty(f"no archer of {side.letter!r} lies beside the board")

    def _exchange(self, hole: Hole, ms: int, archer: Archer | None) -> Archer:
        self._pass_time(ms)
        if hole not in self.archers:
            raise HoleEmpty(f"no archer stands on {hole}")
        victim = self.archers[hole]
        self.archers[hole] = self._let_go(archer)
        self.held.append(victim)
        return victim

    def _let_go(self, archer: Archer | None) -> Archer:
        if archer is None:
            if not self.held:
                raise HandsEmpty("nobody holds an archer")
            return self.held.pop()
        if archer not in self.held:
            raise HandsEmpty(f"nobody holds {archer}")
        self.held.remove(archer)
        return archer

    # ── reeds ────────────────────────────────────────────────────────────────────────────────────

    def advance(self, ms: int) -> list[Scan]:
        """Let time pass; all scans since the last call, unless `on_scan` was told of them.

        A touch lets time pass as well.
        """
        self._pass_time(ms)
        fresh, self._fresh = self._fresh, []
        return fresh

    @property
    def due_ms(self) -> int | None:
        """When a reed will change by itself (a bounce, a slow release, chatter)."""
        moments = [changes[0][0] for changes in self._pending.values()]
        if self._faults.chattering:
            moments.append(self._chatter_due)
        return min(moments, default=None)

    def _pass_time(self, ms: int) -> None:
        if ms < self.ms:
            raise ValueError(f"time cannot run back from {self.ms} to {ms} ms")
        while (moment := self.due_ms) is not None and moment <= ms:
            self._run_reeds(moment)
            self._show(moment)
        self.ms = ms

    def _run_reeds(self, moment: int) -> None:
        for hole, changes in list(self._pending.items()):
            while changes and changes[0][0] <= moment:
                self._set_reed(hole, changes.pop(0)[1])
            if not changes:
                del self._pending[hole]
        if self._faults.chattering and self._chatter_due <= moment:
            self._chatter ^= self._faults.chattering
            self._chatter_due = moment + self._faults.chatter_ms

    def _set_reed(self, hole: Hole, closed: bool) -> None:
        self._reeds = self._reeds | hole.bit if closed else self._reeds & ~hole.bit

    def _change(self, hole: Hole, ms: int, *, closed: bool) -> None:
        """The reed takes this state, after some bouncing; what it was about to do is void."""
        changes = [(ms, closed)]
        for _ in range(self._random.randint(0, self._faults.bounces)):
            for state in (not closed, closed):
                ms += self._random.randint(1, self._faults.bounce_ms)
                changes.append((ms, state))
        self._pending[hole] = changes
        self._pass_time(self.ms)

    def _shown(self) -> int:
        faults = self._faults
        mask = (self._reeds ^ self._chatter) & ~faults.stuck_open
        return mask | faults.stuck_closed

    def _show(self, ms: int) -> None:
        mask = self._shown()
        if mask == self.mask:
            return
        self.mask = mask
        scan = Scan(ms, mask)
        if self._on_scan is None:
            self._fresh.append(scan)
        else:
            self._on_scan(scan)
