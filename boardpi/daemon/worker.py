"""Threads for one kind of work, so that no other kind can make it wait.

The book's writer has its own: a move is written however many people read the book. All threads
share one interpreter with the board's loop: who is asked again and again rests in between.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from boardpi.errors import Busy

Answer = TypeVar("Answer")
LONGEST_REST: Final = 2.0  # seconds


class Worker:
    """So many threads; `room` says how much may be under way and wait, None = everything.

    After a work they rest `rest` times as long as it took, before the next: who comes first is
    served at once, and a flood gets a small part of the processor.
    """

    def __init__(
        self, name: str, threads: int = 1, room: int | None = None, *, rest: float = 0.0
    ) -> None:
        self._name, self._room, self._rest = name, room, rest
        self._pool = ThreadPoolExecutor(threads, name)
        self._under_way = 0
        self._rested_at = 0.0

    async def run(self, work: Callable[..., Answer], *values: object) -> Answer:
        """Do this in its turn, or refuse where too much waits already."""
        if self._room is not None and self._under_way >= self._room:
            raise Busy("Too many read the book at once: try again in a moment.", retry_after=3)
        self._under_way += 1
        done = asyncio.get_running_loop().run_in_executor(self._pool, self._do, work, *values)
        done.add_done_callback(self._count_down)
        return await done

    def _do(self, work: Callable[..., Answer], *values: object) -> Answer:
        if not self._rest:
            return work(*values)
        time.sleep(max(0.0, self._rested_at - time.monotonic()))
        began = time.thread_time()
        try:
            return work(*values)
        finally:
            rest = min(LONGEST_REST, self._rest * (time.thread_time() - began))
            self._rested_at = time.monotonic() + rest

    def _count_down(self, done: asyncio.Future[Answer]) -> None:
        self._under_way -= 1

    def close(self) -> None:
        """What is under way is finished."""
        self._pool.shutdown()
