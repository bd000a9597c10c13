"""The virtual board whose hands are people at the page: it knows masks and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from boardpi.boards.board import DARK, BoardEvent, Frame, check_frame
from boardpi.rules.holes import ALL
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed

WHAT = "the virtual board on the page"
PULLED = "the cable of the virtual board was pulled on the page"


def now_ms() -> int:
    """The host's monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class VirtualBoard:
    """A board made of messages."""

    name = "virtual"

    def __init__(self, mask: int) -> None:
        self.mask = mask
        self.frame: Frame = DARK
        self.is_plugged = True
        self._told: asyncio.Queue[BoardEvent | None] = asyncio.Queue()

    async def events(self) -> AsyncIterator[BoardEvent]:
        """Begins with the whole mask."""
        self._meet()
        while (event := await self._told.get()) is not None:
            yield event

    async def show(self, frame: Frame) -> None:
        """The page paints roles by itself; the frame is kept for whoever wants to see it."""
        check_frame(frame)
        self.frame = frame

    async def close(self) -> None:
        """Ends `events`."""
        self._told.put_nowait(None)

    def sense(self, mask: int) -> None:
        """Hands: these holes have an archer now."""
        mask &= ALL
        if mask == self.mask:
            return
        self.mask = mask
        if self.is_plugged:
            self._told.put_nowait(Sensed(now_ms(), mask))

    def press(self, held_ms: int) -> None:
        """The button was let go after so long."""
        if self.is_plugged:
            self._told.put_nowait(Pressed(now_ms(), held_ms))

    def plug(self, is_plugged: bool) -> None:
        """Pull the cable, or put it back."""
        if is_plugged == self.is_plugged:
            return
        self.is_plugged = is_plugged
        if is_plugged:
            self._meet()
        else:
            self._told.put_nowait(BoardLost(now_ms(), PULLED))

    def _meet(self) -> None:
        self._told.put_nowait(BoardFound(now_ms(), WHAT))
        self._told.put_nowait(Sensed(now_ms(), self.mask))
