"""What whoever runs a check must do."""

from __future__ import annotations

from dataclasses import dataclass

from boardpi.table.effects import Show, WakeAt


@dataclass(frozen=True, slots=True)
class Flood:
    """Light all pixels in one colour, as bright as the budget allows."""

    ms: int
    colour: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Finish:
    """The check knows all that it will know: write the report."""

    ms: int


Effect = Show | WakeAt | Flood | Finish
