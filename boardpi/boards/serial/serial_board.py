"""The board behind a microcontroller on a serial port (firmware/)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from boardpi.boards.board import DARK, BoardEvent, Frame, check_frame
from boardpi.boards.serial.link.board_clock import BoardClock
from boardpi.boards.serial.link.conversation import Conversation
from boardpi.boards.serial.link.messages import (
    AskChatter,
    Chatter,
    Hello,
    LinkError,
    Settings,
    State,
)
from boardpi.boards.serial.ports import Port, PortError, candidates
from boardpi.clock import now_ms
from boardpi.table.events import BoardFound, BoardLost, Held, Pressed, Sensed

# Opening the port resets a Nano, which then waits 1.6 s in its bootloader.
HELLO_WITHIN_MS = 4000
# The board speaks every second; a reset with its bootloader must not count as a loss.
SILENT_MS = 4000
BACKOFF_S = (0.25, 0.5, 1.0, 2.0, 5.0)


class SerialBoard:
    """Finds its port by itself unless one is named; comes back by itself after any loss."""

    name = "serial"

    def __init__(
        self,
        port: str | None = None,
        *,
        board_id: int | None = None,
        settings: Settings | None = None,
    ) -> None:
        self._path = port
        self._board_id = board_id
        self._settings = settings or Settings()
        self._clock = BoardClock()
        self._frame = DARK
        self._talk: Conversation | None = None
        self._port: Port | None = None
        self._told: asyncio.Queue[BoardEvent | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._is_found = False
        self._why: str | None = None  # the loss that was told last
        self._is_counting = False
        self.chatter: Chatter | None = None

    @property
    def hello(self) -> Hello | None:
        """What the board said of itself when it was met last."""
        return self._talk.hello if self._talk else None

    @property
    def state(self) -> State | None:
        """The last full state, with the faults of the wiring."""
        return self._talk.state if self._talk else None

    def ask_chatter(self) -> None:
        """Have the board count the changes that did not last; one question at a time is enough."""
        if self._talk and self._port and not self._is_counting:
            self._is_counting = True
            self._talk.order(AskChatter(), now_ms())
            self._flush()

    async def events(self) -> AsyncIterator[BoardEvent]:
        self._task = asyncio.create_task(self._stay_connected())
        while (event := await self._told.get()) is not None:
            yield event
        await asyncio.wait({self._task})
        if not self._task.cancelled():
            self._task.result()  # a bug in there is raised here

    async def show(self, frame: Frame) -> None:
        check_frame(frame)
        self._frame = frame
        if self._talk and self._port:
            self._talk.show(frame, now_ms())
            self._flush()

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})
        self._told.put_nowait(None)  # a task cancelled before its first step has said nothing

    # -- connecting ------------------------------------------------------------------------------

    async def _stay_connected(self) -> None:
        try:
            failures = 0
            while True:
                was_found = await self._connect_once()
                failures = 0 if was_found else failures + 1
                await asyncio.sleep(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])
        finally:
            self._told.put_nowait(None)  # also a bug must end `events`, not hang it

    async def _connect_once(self) -> bool:
        """Tries every candidate; talks to the first that answers until it is lost."""
        why = "no board found: no USB serial port is plugged in"
        for path in [self._path] if self._path else candidates():
            try:
                await self._talk_on(path)
            except (PortError, LinkError) as error:
                why = str(error)
            if self._is_found:
                break
        was_found = self._is_found
        self._lose(why)
        return was_found

    def _lose(self, why: str) -> None:
        """Told once, however often the same door stays shut."""
        if self._is_found or why != self._why:
            self._tell(BoardLost(self._clock.catch_up(now_ms()), why))
        self._is_found = False
        self._why = why

    async def _talk_on(self, path: str) -> None:
        port = Port(path)
        try:
            self._port = port
            self._talk = Conversation(self._clock, self._settings, self._frame)
            self._is_counting = False
            await self._converse(port, self._talk)
        finally:
            self._port = None
            port.close()

    # -- talking ---------------------------------------------------------------------------------

    async def _converse(self, port: Port, talk: Conversation) -> None:
        """Ends only by an error: the port gone, the board silent, a stranger."""
        opened_ms = now_ms()
        while True:
            due_ms = talk.tick(now_ms())
            self._flush()
            await self._wait(port, due_ms)
            self._take(port.take(), port, talk)
            self._check_patience(port, talk, opened_ms)

    async def _wait(self, port: Port, due_ms: int) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0, due_ms - now_ms()) / 1000):
                await port.arrived.wait()

    def _take(self, data: bytes, port: Port, talk: Conversation) -> None:
        for heard in talk.take(data, now_ms()):
            if isinstance(heard, Hello):
                self._meet(heard, port, talk.met_ms)
            elif isinstance(heard, Sensed | Held | Pressed):
                self._tell(heard)
            elif isinstance(heard, Chatter):
                self.chatter, self._is_counting = heard, False

    def _meet(self, hello: Hello, port: Port, met_ms: int) -> None:
        if self._board_id not in (None, hello.board_id):
            raise LinkError(f"on {port.path} is the {hello.who}, not board {self._board_id}")
        if not self._is_found:
            what = f"{hello.who} on {port.path}, firmware {hello.version}"
            self._tell(BoardFound(met_ms, what))
        self._is_found = True
        self._is_counting = False  # a board that was reset has forgotten the question
        self._why = None

    def _check_patience(self, port: Port, talk: Conversation, opened_ms: int) -> None:
        if talk.heard_ms is None and now_ms() - opened_ms > HELLO_WITHIN_MS:
            raise PortError(f"nothing on {port.path} answers like a board")
        if talk.heard_ms is not None and now_ms() - talk.heard_ms > SILENT_MS:
            raise PortError(f"the board on {port.path} has fallen silent")

    def _flush(self) -> None:
        if self._talk and self._port and self._talk.out:
            self._port.write(bytes(self._talk.out))
            self._talk.out.clear()

    def _tell(self, event: BoardEvent) -> None:
        self._told.put_nowait(event)
