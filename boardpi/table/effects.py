"""What the loop must do: imperatives as plain data, in the order in which they stand."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.table.facts import Fact

Lights = tuple[str | None, ...]
"""The role of each hole, a1 first; None = dark."""


@dataclass(frozen=True, slots=True)
class Record:
    """Write this to disk and wait until it is there."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Publish:
    """Tell the page and whoever else listens."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Show:
    """Light the board in these roles from now on."""

    ms: int
    lights: Lights


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Send `Woke` at this millisecond if nothing else comes before; replaces the earlier wish."""

    ms: int


Effect = Record | Publish | Show | WakeAt
