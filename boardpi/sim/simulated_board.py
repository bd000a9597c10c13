"""A board made of software: archers in holes, and reeds below them that may misbehave.

Nothing here knows the time: each touch says when it happens, and `advance` lets time pass. The
same board serves the demonstration, the tests and the benchmarks.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.rules import Hole, Position, Side, holes_in
from boardpi.sim.faults import SOUND, Faults
from boardpi.sim.reeds import Scan, SimulatedReeds


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

    def __init__(self, position: Position, faults: Faults = SOUND, *, seed: int = 0) -> None:
        self.archers: dict[Hole, Archer] = {}
        self.beside: list[Archer] = []
        self.held: list[Archer] = []  # in somebody's hand, the last lifted one on top
        self.reeds = SimulatedReeds(position.occupied, faults, seed=seed)
        self._set_up(position)

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
    def mask(self) -> int:
        """What the reeds show."""
        return self.reeds.mask

    @property
    def due_ms(self) -> int | None:
        """When a reed will change without a touch."""
        return self.reeds.due_ms

    def advance(self, ms: int) -> list[Scan]:
        """Let time pass; all scans since the last call. A touch lets time pass as well."""
        return self.reeds.advance(ms)

    # ── hands ────────────────────────────────────────────────────────────────────────────────────

    def lift(self, hole: Hole, ms: int) -> Archer:
        """Take the archer out of this hole."""
        self.reeds.advance_to(ms)
        if hole not in self.archers:
            raise HoleEmpty(f"no archer stands on {hole}")
        archer = self.archers.pop(hole)
        self.held.append(archer)
        self.reeds.change(hole.bit, ms, closed=False)
        return archer

    def place(self, hole: Hole, ms: int, archer: Archer | None = None) -> None:
        """Set down an archer: this one, or the one lifted last."""
        self.reeds.advance_to(ms)
        if hole in self.archers:
            raise HoleTaken(f"{self.archers[hole]} stands on {hole} already")
        self.archers[hole] = self._let_go(archer)
        self.reeds.change(hole.bit, ms, closed=True)

    def sweep(self, hole: Hole, ms: int, open_ms: int, archer: Archer | None = None) -> Archer:
        """Push out the archer that stands here with one in hand; the reed opens for so long."""
        victim = self._exchange(hole, ms, archer)
        self.reeds.open_for(hole, ms, open_ms)
        return victim

    def slip(self, hole: Hole, ms: int, archer: Archer | None = None) -> Archer:
        """Exchange the archer that stands here for one in hand; the reed never opens."""
        return self._exchange(hole, ms, archer)

    def brush(self, hole: Hole, ms: int, closed_ms: int) -> None:
        """A magnet passes over an empty hole, and its reed closes for so long."""
        self.reeds.advance_to(ms)
        if hole not in self.archers:
            self.reeds.close_for(hole, ms, closed_ms)

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
        self.reeds.advance_to(ms)
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
