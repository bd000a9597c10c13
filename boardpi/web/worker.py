"""Threads for one kind of work, so that no other kind can make it wait.

The book's writer has its own: a move is written however many people read the book. All threads
share one interpreter with the board's loop: who is asked again and again rests in between.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from boardpi.errors import Busy
from boardpi.web.service import File

Answer = TypeVar("Answer")
LONGEST_REST: Final = 2.0  # seconds
REST: Final = 4.0  # times as long as a question took
WORK_SECONDS, REST_SECONDS = 0.002, 0.004  # by turns, while an export is made
MOST_EXPORTS: Final = 6  # under way and waiting; more are told to come again
KEPT_EXPORTS, KEPT_BYTES = 4, 12_000_000


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
        self._is_retired = False
        self._rested_at = 0.0

    async def run(self, work: Callable[..., Answer], *values: object) -> Answer:
        """Do this in its turn, or refuse where too much waits already."""
        if self._is_retired:
            raise Busy("The table starts again: try once more in a moment.", retry_after=3)
        if self._room is not None and self._under_way >= self._room:
            raise Busy("Too many read the book at once: try again in a moment.", retry_after=3)
        self._under_way += 1
        done = asyncio.get_running_loop().run_in_executor(self._pool, self._do, work, *values)
        done.add_done_callback(self._count_down)
        return await done

    async def run_last(self, work: Callable[[], Answer]) -> Answer:
        """Do this and nothing after it: what was meant for one book is not done to another."""
        self._is_retired = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except BaseException:
            self._is_retired = False
            raise

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


class Exports:
    """Files of the whole book: made one at a time, shared by all who are sent them, kept a while.

    `version` tells another value whenever the book was written.
    """

    def __init__(self, version: Callable[[], object]) -> None:
        self._version = version
        self._worker = Worker("exports", 1, MOST_EXPORTS, rest=REST)
        self._made: dict[object, tuple[object, File]] = {}

    async def find(self, key: object, make: Callable[[], File]) -> File:
        """The file of this key, made anew only if the book was written since."""
        return await self._worker.run(self._find, key, make)

    def _find(self, key: object, make: Callable[[], File]) -> File:
        version = self._version()
        known, file = self._made.pop(key, (None, None))
        if file is None or known != version:
            file = make()
        self._made[key] = (version, file)
        while len(self._made) > 1 and self._is_too_much():
            del self._made[next(iter(self._made))]
        return file

    def _is_too_much(self) -> bool:
        held = sum(file.held_bytes for _, file in self._made.values())
        return len(self._made) > KEPT_EXPORTS or held > KEPT_BYTES

    def close(self) -> None:
        """Nobody asks any more."""
        self._worker.close()


def politely(pieces: Iterable[bytes]) -> list[bytes]:
    """All of them, resting longer than working: an export is never what the board waits for."""
    made, since = list[bytes](), time.perf_counter()
    for piece in pieces:
        made.append(piece)
        if time.perf_counter() - since > WORK_SECONDS:
            time.sleep(REST_SECONDS)
            since = time.perf_counter()
    return made
