"""Listens to a board in the background and waits, generously, for what must come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType

from boardpi.boards.board import Board, BoardEvent
from boardpi.table.events import Sensed
from tests.patience import PATIENCE_S


class Listener:
    """`async with Listener(board) as listener:` opens the board and closes it at the end."""

    def __init__(self, board: Board) -> None:
        self.events: list[BoardEvent] = []
        self._board = board
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Listener:
        self._task = asyncio.create_task(self._listen())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._board.close()
        await asyncio.wait_for(self._task, PATIENCE_S)
        times = [event.ms for event in self.events]
        assert times == sorted(times)

    @property
    def masks(self) -> list[int]:
        return [event.mask for event in self.events if isinstance(event, Sensed)]

    async def _listen(self) -> None:
        async for event in self._board.events():
            async with self._news:
                self.events.append(event)
                self._news.notify_all()

    async def hears(self, what: Callable[[BoardEvent], bool], since: int = 0) -> int:
        """Waits for such an event; returns the place after it."""
        async with asyncio.timeout(PATIENCE_S), self._news:
            while True:
                for place in range(since, len(self.events)):
                    if what(self.events[place]):
                        return place + 1
                await self._news.wait()

    async def hears_a(self, kind: type[BoardEvent], since: int = 0) -> int:
        return await self.hears(lambda event: isinstance(event, kind), since)

    async def hears_mask(self, mask: int, since: int = 0) -> int:
        return await self.hears(lambda e: isinstance(e, Sensed) and e.mask == mask, since)


async def becomes(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not what():
            await asyncio.sleep(0.02)
