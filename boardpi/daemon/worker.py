"""Threads for one kind of work, so that no other kind can make it wait.

The book's writer has its own: a move is written however many people read the book.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from boardpi.errors import Busy

Answer = TypeVar("Answer")


class Worker:
    """So many threads; `room` says how much may be under way and wait, None = everything."""

    def __init__(self, name: str, threads: int = 1, room: int | None = None) -> None:
        self._name, self._room = name, room
        self._pool = ThreadPoolExecutor(threads, name)
        self._under_way = 0

    async def run(self, work: Callable[..., Answer], *values: object) -> Answer:
        """Do this in its turn, or refuse where too much waits already."""
        if self._room is not None and self._under_way >= self._room:
            raise Busy("Too many read the book at once: try again in a moment.", retry_after=3)
        self._under_way += 1
        done = asyncio.get_running_loop().run_in_executor(self._pool, work, *values)
        done.add_done_callback(self._count_down)
        return await done

    def _count_down(self, done: asyncio.Future[Answer]) -> None:
        self._under_way -= 1

    def close(self) -> None:
        """What is under way is finished."""
        self._pool.shutdown()
