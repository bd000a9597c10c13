"""What the table is told: facts, each with its millisecond on one clock that never runs back.

Boards say `Sensed`, `Pressed`, `BoardLost`, `BoardFound`; the clock says `Woke`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sensed:
    """The raw mask of the reeds changed, or was read for the first time (bit 0 = a1 … 24 = e5)."""

    ms: int
    mask: int


@dataclass(frozen=True, slots=True)
class Woke:
    """Time has reached this moment and nothing else happened."""

    ms: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button of the board was let go after being held for so long."""

    ms: int
    held_ms: int


@dataclass(frozen=True, slots=True)
class BoardLost:
    """No scans arrive any more: a pulled cable, a silent chip. `why` is a sentence for people."""

    ms: int
    why: str


@dataclass(frozen=True, slots=True)
class BoardFound:
    """Scans arrive (again). `what` names the board for people; all lights must be sent anew."""

    ms: int
    what: str
