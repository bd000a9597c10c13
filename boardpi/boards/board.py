"""What every kind of board can do: tell what happens on it and show lights."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Protocol, TypeAlias, runtime_checkable

from boardpi.boards.serial.link.messages import Chatter, Hello, State
from boardpi.rules import Position
from boardpi.sim.archers import Archers
from boardpi.sim.faults import Faults
from boardpi.table.events import BoardFound, BoardLost, Held, Pressed, Sensed

Frame: TypeAlias = bytes
"""75 bytes: red, green, blue of each hole in mask order, a1 first."""

FRAME_LENGTH = 75
DARK: Frame = bytes(FRAME_LENGTH)

BoardEvent: TypeAlias = Sensed | Held | Pressed | BoardLost | BoardFound


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


@runtime_checkable
class Probing(Protocol):
    """A board whose chip tests its own wiring."""

    @property
    def hello(self) -> Hello | None:
        """What the chip said of itself when it was met last."""
        ...

    @property
    def state(self) -> State | None:
        """What it last said of its reeds and their wiring."""
        ...


@runtime_checkable
class Counting(Protocol):
    """A board whose chip counts the changes that it does not report."""

    @property
    def chatter(self) -> Chatter | None:
        """How many changes of each hole did not last, when it was last asked."""
        ...

    def ask_chatter(self) -> None:
        """Have these counted again; the answer comes later."""
        ...


@runtime_checkable
class Hands(Protocol):
    """A board without wood, whose archers are moved on the page and whose reeds fail on demand."""

    @property
    def archers(self) -> Archers:
        """Which archer is where, for everybody who looks."""
        ...

    @property
    def standing(self) -> int:
        """Where its archers stand, whatever the reeds show."""
        ...

    @property
    def faults(self) -> Faults:
        """How its reeds misbehave."""
        ...

    def sense(self, mask: int) -> None:
        """These holes have an archer now."""
        ...

    def bring(self, moves: Mapping[str, str]) -> None:
        """These archers go to these places, all at once."""
        ...

    def set_up(self, position: Position) -> None:
        """All archers go where the position has them."""
        ...

    def plug(self, is_plugged: bool) -> None:
        """Pull the cable, or put it back."""
        ...

    def press(self, held_ms: int) -> None:
        """The button was held so long."""
        ...

    def hold(self, is_down: bool) -> None:
        """The button goes down, or is let go."""
        ...

    def misbehave(self, faults: Faults) -> None:
        """The reeds have these faults from now on."""
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
