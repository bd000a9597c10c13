"""What a check is told besides what the board says (boardpi.table.events)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed, Woke

ANSWERS: Final = ("go", "dark", "red", "green", "blue", "none", "stop")
"""What a maker may say: go on (as the button), no light here, a colour, none of them, stop."""


@dataclass(frozen=True, slots=True)
class Told:
    """The maker says one of `ANSWERS`, on the page or in the terminal."""

    ms: int
    answer: str


@dataclass(frozen=True, slots=True)
class Probed:
    """The firmware looked at its wiring (docs/protocol.md, STATE)."""

    ms: int
    closed: int  # holes with an archer at that moment
    backward: int  # of them, those that conduct backwards: no diode, or one turned round
    grounded: int  # columns (bit 0 = a) that are low while no row is pulled


@dataclass(frozen=True, slots=True)
class Counted:
    """The firmware counted changes that did not last (docs/protocol.md, CHATTER)."""

    ms: int
    counts: tuple[int, ...]  # of every hole, since its start


Event = Sensed | Woke | Pressed | BoardLost | BoardFound | Told | Probed | Counted
