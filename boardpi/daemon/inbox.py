"""Everything that happens, in one line: the board, the page and the clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from boardpi.boards.board import Board
from boardpi.clock import now_ms
from boardpi.daemon.bookkeeper import Seats
from boardpi.table.events import Event, Woke
from boardpi.table.table import Table


@dataclass(frozen=True, slots=True)
class Wish:
    """An event that somebody on the page waits for; `seats` says who sits down to a new match."""

    event: Event
    done: asyncio.Future[Table]
    seats: Seats | None = None


@dataclass(frozen=True, slots=True)
class Errand:
    """Work that must not happen between two halves of an event: the loop does it in its turn."""

    work: Callable[[], Awaitable[None]]
    done: asyncio.Future[None]


class Inbox:
    """One queue. What the board saw first is read first, also while the disk is slow."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Event | Wish | Errand | BaseException | None] = asyncio.Queue()
        self._alarms: dict[str, asyncio.TimerHandle] = {}

    async def follow(self, board: Board) -> None:
        """Pass on what the board tells, until it is closed; what breaks the board ends the loop."""
        try:
            async for event in board.events():
                self._queue.put_nowait(event)
        except Exception as error:
            self.fail(error)

    async def ask(self, event: Event, seats: Seats | None = None) -> Table:
        """Pass on an event of the page; the table after it, once all of it is recorded."""
        done: asyncio.Future[Table] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Wish(event, done, seats))
        return await done

    async def run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Let the loop do this after everything that came before; its error is the caller's."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Errand(work, done))
        await done

    def wake_at(self, ms: int, sleeper: str = "table") -> None:
        """Send `Woke` at this moment; replaces the earlier wish of the same sleeper."""
        if sleeper in self._alarms:
            self._alarms[sleeper].cancel()
        loop = asyncio.get_running_loop()
        wait = max(0, ms - now_ms()) / 1000
        self._alarms[sleeper] = loop.call_later(wait, self._wake, ms, sleeper)

    def _wake(self, ms: int, sleeper: str) -> None:
        del self._alarms[sleeper]
        self._queue.put_nowait(Woke(max(ms, now_ms())))

    def fail(self, error: BaseException) -> None:
        """End the loop with this error."""
        self._queue.put_nowait(error)

    def close(self) -> None:
        """No more events."""
        self._queue.put_nowait(None)

    async def events(self) -> AsyncIterator[Event | Wish | Errand]:
        """All of them, in the order in which they came."""
        while (event := await self._queue.get()) is not None:
            if isinstance(event, BaseException):
                raise event
            yield event
