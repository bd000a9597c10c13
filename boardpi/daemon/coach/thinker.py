"""The coach's process from the daemon's side: begun when needed, cancelled at once, never waited
for by the loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

Json = dict[str, Any]
Progress = Callable[[int, int], None]
log = logging.getLogger("boardpi.coach")

COMMAND: Final = (sys.executable, "-m", "boardpi.daemon.coach.thinking")
IDLE_SECONDS: Final = 180.0  # then its memory is given back
TRIES: Final = 3
LONGEST_LINE: Final = 1 << 20


class CoachAway(Exception):
    """The coach cannot think just now; the message says why."""


class _Died(Exception):
    """The process ended in the middle of a thought."""


class _Preempted(Exception):
    """Somebody at the table waits: a review can wait for longer."""


@dataclass(slots=True)
class _Thought:
    """One request on its way."""

    number: int
    done: asyncio.Future[Json]
    is_patient: bool
    progress: Progress | None


class Thinker:
    """One process, one thought at a time. Who waits at the table goes before who is patient."""

    def __init__(
        self, command: Sequence[str] = COMMAND, *, idle_seconds: float = IDLE_SECONDS
    ) -> None:
        self._command = command
        self._idle_seconds = idle_seconds
        self._turn = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None
        self._birth: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._thought: _Thought | None = None
        self._asides: dict[int, asyncio.Future[Json]] = {}
        self._idle: asyncio.TimerHandle | None = None
        self._count = 0
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return None if self._child is None else self._child.pid

    async def ask(
        self, request: Json, *, is_patient: bool = False, progress: Progress | None = None
    ) -> Json:
        """The answer to a request; cancelling the caller ends the thought."""
        if not is_patient:
            self._preempt()
        tries = 0
        while True:
            try:
                async with self._turn:
                    return await self._ask(request, is_patient, progress)
            except _Preempted:
                continue
            except _Died:
                tries += 1
                if tries == TRIES:
                    raise CoachAway(f"the coach's process ended {TRIES} times") from None

    async def look_up(self, request: Json) -> Json:
        """The answer to what needs no thinking: beside a thought, and without ending it."""
        child = await self._wake()
        self._count += 1
        done: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._asides[self._count] = done
        try:
            self._send(child, {**request, "id": self._count, "is_aside": True})
            return await done
        except _Died:
            raise CoachAway("the coach's process ended") from None
        finally:
            self._asides = {n: aside for n, aside in self._asides.items() if aside is not done}
            self._rest()

    def _rest(self) -> None:
        """When nobody has asked for a while, the process ends."""
        if self._idle is not None:
            self._idle.cancel()
        if self._thought is None and not self._asides:
            self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self._hang_up)

    def _preempt(self) -> None:
        thought = self._thought
        if thought is not None and thought.is_patient and not thought.done.done():
            thought.done.set_exception(_Preempted())

    async def _ask(self, request: Json, is_patient: bool, progress: Progress | None) -> Json:
        child = await self._wake()
        self._count += 1
        done: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._thought = _Thought(self._count, done, is_patient, progress)
        try:
            self._send(child, {**request, "id": self._count})
            return await done
        except (asyncio.CancelledError, _Preempted):
            self._send(child, {"stop": self._count})
            raise
        finally:
            self._thought = None
            self._rest()

    async def _wake(self) -> asyncio.subprocess.Process:
        if self._is_closed:  # a process that begins now would be ended by nobody
            raise CoachAway("the table is being closed")
        if self._idle is not None:
            self._idle.cancel()
        if self._child is None:
            if self._birth is None:
                self._birth = asyncio.create_task(self._spawn())
            try:
                # Half a birth cannot be cancelled: asyncio would wait for the child for ever.
                await asyncio.shield(self._birth)
            except OSError as error:
                raise CoachAway(f"the coach's process cannot be started: {error}") from None
        assert self._child is not None
        return self._child

    async def _spawn(self) -> None:
        try:
            self._child = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
        finally:
            self._birth = None
        self._listener = asyncio.create_task(self._listen(self._child))

    def _send(self, child: asyncio.subprocess.Process, message: Json) -> None:
        assert child.stdin is not None
        child.stdin.write(json.dumps(message).encode() + b"\n")  # if it died, `_listen` says so

    async def _listen(self, child: asyncio.subprocess.Process) -> None:
        assert child.stdout is not None
        async for line in child.stdout:
            self._hear(json.loads(line))
        code = await child.wait()
        if child is not self._child:
            return  # it was told to go
        self._child = None
        log.warning("The coach's process ended by itself (%d); it begins anew when needed.", code)
        if self._thought is not None and not self._thought.done.done():
            self._thought.done.set_exception(_Died())
        self._fail_asides()

    def _fail_asides(self) -> None:
        for done in self._asides.values():
            if not done.done():
                done.set_exception(_Died())

    def _hear(self, told: Json) -> None:
        thought, aside = self._thought, self._asides.get(told["id"])
        if aside is not None and not aside.done():
            if "error" in told:
                aside.set_exception(CoachAway(f"the coach stumbled: {told['error']}"))
            else:
                aside.set_result(told["answer"])
            return
        if thought is None or thought.number != told["id"] or thought.done.done():
            return  # of a thought that nobody wants any more
        if "progress" in told:
            if thought.progress is not None:
                thought.progress(*told["progress"])
        elif "error" in told:
            thought.done.set_exception(CoachAway(f"the coach stumbled: {told['error']}"))
        else:
            thought.done.set_result(told["answer"])

    def _hang_up(self) -> asyncio.subprocess.Process | None:
        """The process ends with its input."""
        if self._idle is not None:
            self._idle.cancel()
        child, self._child = self._child, None
        if child is not None and child.stdin is not None:
            child.stdin.close()
        return child

    async def close(self) -> None:
        """No more thoughts; who still waits for one has been cancelled before."""
        self._is_closed = True
        self._fail_asides()
        if self._birth is not None:
            await asyncio.wait([self._birth])
        child = self._hang_up()
        if child is None:
            return
        try:
            async with asyncio.timeout(1):
                await child.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        if self._listener is not None:
            await self._listener
