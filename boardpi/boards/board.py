"""What every kind of board can do: tell what happens on it and show lights."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol, TypeAlias, runtime_checkable

from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed

Frame: TypeAlias = bytes
"""75 bytes: red, green, blue of each hole in mask order, a1 first."""

FRAME_LENGTH = 75
DARK: Frame = bytes(FRAME_LENGTH)

BoardEvent: TypeAlias = Sensed | Pressed | BoardLost | BoardFound


class Board(Protocol):
    """Where scans come from and lights go."""

    name: str

    def events(self) -> AsyncIterator[BoardEvent]:
        """Opens the board and tells what happens, for ever: a lost board is waited for.

        After each `BoardFound` the first `Sensed` is the whole mask. Milliseconds are the host's
        monotonic clock and never run back.
        """
        ...

    async def show(self, frame: Frame) -> None:
        """Lights these colours. The latest wins; it is repeated whole after a reconnection."""
        ...

    async def close(self) -> None:
        """Lets go of the hardware; `events` ends."""
        ...


@runtime_checkable
class Buzzing(Protocol):
    """A board that can make itself heard."""

    def buzz(self, ms: int) -> None:
        """Sounds for so long, from now on; returns at once."""
        ...


def check_frame(frame: Frame) -> None:
    """Refuses what is not a frame.

    >>> check_frame(b"too short")
    Traceback (most recent call last):
    ValueError: a frame has 75 bytes, r g b for each hole; this one has 9
    """
    if len(frame) != FRAME_LENGTH:
        raise ValueError(
            f"a frame has {FRAME_LENGTH} bytes, r g b for each hole; this one has {len(frame)}"
        )
