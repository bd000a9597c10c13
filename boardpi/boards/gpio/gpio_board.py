"""The board on the Pi's own pins: one thread serves the hardware, the loop hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from typing import Final

from boardpi.boards.board import BoardEvent, Frame, check_frame
from boardpi.boards.gpio.header import Opener
from boardpi.boards.gpio.machine import HardwareError
from boardpi.boards.gpio.service import SCAN_HZ, HardwareService, Orders
from boardpi.clock import now_ms
from boardpi.table.events import BoardLost

BACKOFF_S: Final = (0.25, 0.5, 1.0, 2.0, 5.0)


class GpioBoard:
    """Opens its pins by itself, and again after any failure.

    Only its thread touches hardware; `show` and `buzz` leave an order and return.
    """

    name = "gpio"

    def __init__(self, open_header: Opener, *, scan_hz: int = SCAN_HZ) -> None:
        self._open_header = open_header
        self._scan_hz = scan_hz
        self._orders = Orders()
        self._told: asyncio.Queue[BoardEvent | None] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._bug: BaseException | None = None
        self._why: str | None = None  # the loss that was told last

    async def events(self) -> AsyncIterator[BoardEvent]:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._live, name="boardpi-gpio", daemon=True)
        self._thread.start()
        try:
            while (event := await self._told.get()) is not None:
                yield event
        finally:
            self._orders.end()
        if self._bug is not None:
            raise self._bug

    async def show(self, frame: Frame) -> None:
        check_frame(frame)
        self._orders.show(frame)

    def buzz(self, ms: int) -> None:
        """Sounds the buzzer for so long, from now on."""
        self._orders.buzz(ms)

    async def close(self) -> None:
        self._orders.end()
        if self._thread is None:
            self._told.put_nowait(None)
        else:
            await asyncio.to_thread(self._thread.join)

    # -- in the thread ---------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            failures = 0
            while not self._orders.is_over:
                failures = 0 if self._serve_once() else failures + 1
                self._rest_until(now_ms() + 1000 * BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])
        except BaseException as bug:
            self._bug = bug
        finally:
            self._tell(None)  # also a bug must end `events`, not hang it

    def _rest_until(self, ms: float) -> None:
        """New lights do not cut it short, the end does."""
        while not self._orders.is_over and (left_ms := ms - now_ms()) > 0:
            self._orders.wait(left_ms / 1000)

    def _serve_once(self) -> bool:
        """Opens the hardware and serves it until it fails or the board is closed."""
        was_found = False
        try:
            with contextlib.closing(self._open_header()) as header:
                service = HardwareService(header, self._orders, self._tell, self._scan_hz)
                was_found = True
                service.stay()
        except HardwareError as error:
            self._lose(str(error), was_found)
        return was_found

    def _lose(self, why: str, was_found: bool) -> None:
        """Told once, however often the same door stays shut."""
        if was_found or why != self._why:
            self._tell(BoardLost(now_ms(), why))
        self._why = why

    def _tell(self, event: BoardEvent | None) -> None:
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # a loop that is closed listens to nobody
            self._loop.call_soon_threadsafe(self._told.put_nowait, event)
