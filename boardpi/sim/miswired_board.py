"""A board that was soldered wrongly: reeds, wires, diodes, magnets and pixels with their faults.

It knows where archers stand, what a scan then shows, and what a lit board looks like to somebody
who sits at it. Time is told to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from boardpi.check.layout import COLOURS, SNAKE, neighbours
from boardpi.check.matrix import SOUND as SOLDERED
from boardpi.check.matrix import Circuit, read_matrix
from boardpi.rules import HOLES, Hole, holes_in, mask_of
from boardpi.table.effects import Lights

STRAIGHT: Final = HOLES
CHAIN: Final = SNAKE
BOUNCE_MS: Final = (0, 1, 2)  # a contact closes, opens, closes
CHATTERING: Final = 28  # changes after each touch
CHATTER_MS: Final = 3
PULL_AT: Final = (130.0, 71.0, 39.5)
"""Ampere-turns of a sound archer that stands on none, one or two discs (tests/drawings)."""
OPERATE_AT: Final = 25.0
EDGE: Final = 0.05  # so near to that a reed flickers


@dataclass(frozen=True, slots=True)
class Wiring:
    """What a maker did. `reeds` and `pixels` say where each hole's wires really go."""

    reeds: tuple[Hole, ...] = STRAIGHT  # the crossing at which the reed of each hole is soldered
    pixels: tuple[Hole | None, ...] = STRAIGHT  # where the pixel of each hole really shines
    circuit: Circuit = SOLDERED
    dead: int = 0  # reeds that never close
    strong: int = 0  # magnets that reach the hole beside
    stuck: int = 0
    sticky: int = 0  # reeds that stay closed once they closed
    chatter: int = 0
    dark: int = 0  # pixels that do not shine
    order: str = "GRB"  # how the strip wants its colours
    browns_out: bool = False  # all pixels in white pull the supply down
    weak: tuple[tuple[int, int], ...] = ()  # archers by number, and their strength in percent


SOUND: Final = Wiring()


@dataclass(slots=True)
class MiswiredBoard:
    """Archers on a board with this wiring."""

    wiring: Wiring = SOUND
    standing: int = 0
    archer: int = 0  # the one that is set now, by its number; 0 = any sound one
    discs: int = 0  # below it
    _closed: set[Hole] = field(default_factory=set)  # sticky ones that have closed
    _shown: int = 0  # by the last scan

    def set(self, hole: Hole) -> None:
        """An archer is put there."""
        self.standing |= hole.bit
        self._closed |= {h for h in holes_in(self._reached()) if self.wiring.sticky >> h & 1}

    def lift(self, hole: Hole) -> None:
        """It is taken away."""
        self.standing &= ~hole.bit

    @property
    def pull(self) -> float:
        """How far the archer that is set now exceeds what its reed needs: 0 = just."""
        strength = dict(self.wiring.weak).get(self.archer, 100) / 100
        return strength * PULL_AT[self.discs] / OPERATE_AT - 1

    @property
    def flickering(self) -> int:
        """Crossings whose reeds are at the end of an archer's reach."""
        reeds = self.standing if abs(self.pull) < EDGE else 0
        return mask_of(self.wiring.reeds[hole] for hole in holes_in(reeds))

    def _reached(self) -> int:
        reached = self.standing if self.pull >= -EDGE else 0
        for hole in holes_in(reached & self.wiring.strong):
            beside = neighbours(hole)
            reached |= beside & -beside
        return reached

    @property
    def closed(self) -> int:
        """The crossings of the matrix whose reeds are closed."""
        reeds = (self._reached() | mask_of(self._closed) | self.wiring.stuck) & ~self.wiring.dead
        return mask_of(self.wiring.reeds[hole] for hole in holes_in(reeds))

    @property
    def mask(self) -> int:
        """What a scan shows."""
        return read_matrix(self.closed, self.wiring.circuit)

    def scans(self, ms: int) -> list[tuple[int, int]]:
        """The raw scans after a touch: contacts bounce, and a bad one goes on and on."""
        mask, before = self.mask, self._shown
        self._shown = mask
        scans = [(ms + late, mask if late != 1 else before) for late in BOUNCE_MS]
        bad = mask_of(self.wiring.reeds[hole] for hole in holes_in(self.wiring.chatter))
        bad |= self.flickering
        if bad:
            start = ms + BOUNCE_MS[-1] + 1
            times = range(start, start + CHATTERING * CHATTER_MS, CHATTER_MS)
            scans += [(moment, mask ^ (bad if n % 2 else 0)) for n, moment in enumerate(times)]
            scans.append((times[-1] + 1, mask))
        return scans

    @property
    def backward(self) -> int:
        """What the firmware's backward scan finds at closed reeds (docs/protocol.md)."""
        return self.closed & (self.wiring.circuit.bare | self.wiring.circuit.turned)

    def look(self, lights: Lights) -> Lights:
        """The same lights as they really shine."""
        shining: list[str | None] = [None] * 25
        for hole, role in zip(HOLES, lights, strict=True):
            place = self.wiring.pixels[hole]
            if role is not None and place is not None and not self.wiring.dark >> place & 1:
                shining[place] = role
        return tuple(shining)

    def flood(self, colour: Sequence[int]) -> Lights:
        """What colour each hole really shows when all are sent this one."""
        sent = dict(zip("RGB", colour, strict=True))
        wire = [sent[letter] for letter in "GRB"]  # as boardpi sends them
        shown = dict(zip(self.wiring.order, wire, strict=True))
        lit = [name for name, letter in zip(COLOURS, "RGB", strict=True) if shown[letter]]
        name = "white" if len(lit) == 3 else lit[0]
        return self.look((name,) * 25)
