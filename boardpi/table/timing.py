"""How long the table waits, in milliseconds. What each duration is for stands in docs/table.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Timing:
    """The durations of the table."""

    settle_ms: int = 10
    dwell_ms: int = 250
    inhand_ms: int = 2500
    astray_ms: int = 1500
    decline_ms: int = 8000
    setup_ms: int = 5000
    turn_ms: int = 3000
    menu_ms: int = 20_000


USUAL: Final = Timing()
