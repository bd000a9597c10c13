"""The reeds: what stands on the board, moment by moment, and the raw masks with their bounce."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from random import Random

from boardpi.rules import HOLES, Hole

# A reed contact chatters for a few milliseconds. A change must then hold for settle_ms = 10;
# two more are left for the scan.
BOUNCE_MS = 6
STEADY_MS = 12
# Electrical noise flips a bit for less than settle_ms; it keeps away from real changes.
NOISE_MS = 6
NOISE_DISTANCE_MS = 40


class ReedError(AssertionError):
    """The hands did something that hands cannot do: the generator is wrong."""


@dataclass(slots=True)
class Reeds:
    """A board of magnets over reeds, with its clock."""

    present: int
    now_ms: int = 0
    changes: list[tuple[int, Hole, bool]] = field(default_factory=list)

    def lift(self, hole: Hole) -> None:
        """An archer leaves its hole."""
        if not self.present & hole.bit:
            raise ReedError(f"nothing to lift on {hole} at {self.now_ms} ms")
        self.present &= ~hole.bit
        self.changes.append((self.now_ms, hole, False))

    def place(self, hole: Hole) -> None:
        """An archer is set on a free hole."""
        if self.present & hole.bit:
            raise ReedError(f"no room on {hole} at {self.now_ms} ms")
        self.present |= hole.bit
        self.changes.append((self.now_ms, hole, True))

    def masks(self, rng: Random, first: int, dead: Hole | None) -> list[tuple[int, int]]:
        """The raw masks, one per moment at which a bit changes."""
        flips: list[tuple[int, Hole, bool]] = []
        for hole in HOLES:
            changes = [change for change in self.changes if change[1] == hole]
            if hole == dead:
                flips += _flutter(rng, hole, self.now_ms)
            else:
                flips += _bounced(rng, hole, changes, self.now_ms)
                flips += _noise(rng, hole, changes, bool(first & hole.bit), self.now_ms)
        return _folded(first, flips)


def _bounced(
    rng: Random, hole: Hole, changes: list[tuple[int, Hole, bool]], end_ms: int
) -> list[tuple[int, Hole, bool]]:
    """Each change, with the chatter that follows it where there is time for it to settle."""
    flips: list[tuple[int, Hole, bool]] = []
    later = [ms for ms, _, _ in changes[1:]] + [end_ms + 1000]
    for (ms, _, closed), next_ms in zip(changes, later[: len(changes)], strict=True):
        if next_ms - ms < STEADY_MS:
            raise ReedError(f"{hole} changes twice within {next_ms - ms} ms at {ms} ms")
        flips.append((ms, hole, closed))
        room = min(BOUNCE_MS, next_ms - ms - STEADY_MS)
        if room >= 2 and rng.random() < 0.6:
            moments = sorted(rng.sample(range(1, room + 1), 2 * rng.randint(1, room // 2)))
            flips += [(ms + at, hole, closed ^ (n % 2 == 0)) for n, at in enumerate(moments)]
    return flips


def _noise(
    rng: Random, hole: Hole, changes: list[tuple[int, Hole, bool]], closed: bool, end_ms: int
) -> list[tuple[int, Hole, bool]]:
    """Flips that are too short to settle, far from the real changes of this hole."""
    flips: list[tuple[int, Hole, bool]] = []
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        at = rng.randrange(end_ms - NOISE_DISTANCE_MS)
        if any(abs(at - ms) < NOISE_DISTANCE_MS for ms, _, _ in (*changes, *flips)):
            continue
        before = [state for ms, _, state in changes if ms < at]
        state = before[-1] if before else closed
        flips += [(at, hole, not state), (at + rng.randint(1, NOISE_MS), hole, state)]
    return flips


def _flutter(rng: Random, hole: Hole, end_ms: int) -> list[tuple[int, Hole, bool]]:
    """A broken reed: stuck open, stuck closed, or changing as it likes."""
    kind = rng.choice(("open", "closed", "flutter"))
    if kind != "flutter":
        return [(1, hole, kind == "closed")]
    moments = sorted(rng.sample(range(1, end_ms), min(60, end_ms // 50)))
    return [(ms, hole, rng.random() < 0.5) for ms in moments]


def _folded(first: int, flips: list[tuple[int, Hole, bool]]) -> list[tuple[int, int]]:
    masks: list[tuple[int, int]] = []
    mask = first
    for ms, group in groupby(sorted(flips, key=lambda flip: flip[0]), key=lambda flip: flip[0]):
        before = mask
        for _, hole, closed in group:
            mask = mask | hole.bit if closed else mask & ~hole.bit
        if mask != before:
            masks.append((ms, mask))
    return masks
