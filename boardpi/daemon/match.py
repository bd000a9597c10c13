"""Who sits down to a match."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """A new match of these two; None is a seat without a name."""

    white: str | None = None
    black: str | None = None
