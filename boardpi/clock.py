"""The clock of all events: milliseconds that start with the computer and never run back."""

from __future__ import annotations

import time


def now_ms() -> int:
    """This moment. Pure rooms are told the time; only shells look at the clock."""
    return time.monotonic_ns() // 1_000_000
