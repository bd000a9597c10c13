"""The board on the Pi's own pins: one thread serves the hardware, the loop hears of it.

The thread scans, lights and beeps, in this order. The button is read with the reeds: it has no
thread and no interrupt of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Final

from boardpi.boards.board import DARK, BoardEvent, Frame, check_frame
from boardpi.boards.gpio.header import Opener, PinHeader
from boardpi.boards.gpio.machine import HardwareError
from boardpi.clock import now_ms
from boardpi.table.events import BoardFound, BoardLost, Held, Pressed, Sensed

SCAN_HZ: Final = 100
STEADY_MS: Final = 20  # contacts of cheap buttons bounce for up to 10 ms
BACKOFF_S: Final = (0.25, 0.5, 1.0, 2.0, 5.0)

Tell = Callable[[BoardEvent], None]


class Orders:
    """What others want of the thread. Each is one plain value, written by them and read by it."""

    def __init__(self) -> None:
        self.frame: Frame = DARK
        self.beep: tuple[int] | None = None  # the last one that was ordered, for so many ms
        self.is_over = False
        self._news = threading.Event()

    def show(self, frame: Frame) -> None:
        self.frame = frame
        self._news.set()

    def buzz(self, ms: int) -> None:
        self.beep = (ms,)
        self._news.set()

    def end(self) -> None:
        self.is_over = True
        self._news.set()

    def wait(self, seconds: float) -> None:
        """Until there is news or the time is over. All orders must be looked at afterwards."""
        if seconds > 0:
            self._news.wait(seconds)
        self._news.clear()


class Press:
    """Follows a contact; tells how long it was held when it is let go.

    >>> press = Press()
    >>> readings = [(0, False), (10, True), (20, False), (30, True), (60, True), (500, False)]
    >>> [press.feel(is_down, ms) for ms, is_down in readings]  # down since 30, bouncing before
    [None, None, None, None, None, None]
    >>> press.feel(False, 520)
    470
    """

    def __init__(self) -> None:
        self.is_down = False
        self.since_ms = 0  # of the present state
        self._changed_ms: int | None = None  # a change that is not steady yet

    def feel(self, is_down: bool, ms: int) -> int | None:
        """One reading; how long the button was held, once it is surely let go."""
        if is_down == self.is_down:
            self._changed_ms = None
            return None
        if self._changed_ms is None:
            self._changed_ms = ms
        if ms - self._changed_ms < STEADY_MS:
            return None
        held_ms = self._changed_ms - self.since_ms
        self.is_down, self.since_ms, self._changed_ms = is_down, self._changed_ms, None
        return None if is_down else held_ms


class HardwareService:
    """The time from finding the hardware to losing it: what was last seen, shown and sounded."""

    def __init__(
        self, header: PinHeader, orders: Orders, tell: Tell, scan_hz: int = SCAN_HZ
    ) -> None:
        self._header, self._orders, self._tell = header, orders, tell
        self._scan_hz = scan_hz
        self._press = Press()
        self._shown: Frame | None = None
        self._beep = orders.beep  # one ordered long ago is not made up for
        self._quiet_at_ms: int | None = None  # while the buzzer sounds: when it ends
        self._light()
        self._mask, _ = header.scan()
        ms = now_ms()
        tell(BoardFound(ms, f"this Pi's pins, pixels by {header.pixels.driver}"))
        tell(Sensed(ms, self._mask))

    def stay(self) -> None:
        """Until the hardware fails or the end is ordered."""
        due_s = time.monotonic()
        while not self._orders.is_over:
            self._light()
            self._sound()
            if time.monotonic() >= due_s:
                self._scan()
                due_s = max(due_s + 1 / self._scan_hz, time.monotonic())
            self._orders.wait(self._next_s(due_s) - time.monotonic())
        self._light()
        self._header.sound(False)

    def _scan(self) -> None:
        mask, is_down = self._header.scan()
        ms = now_ms()
        if mask != self._mask:
            self._mask = mask
            self._tell(Sensed(ms, mask))
        was_down = self._press.is_down
        if (held_ms := self._press.feel(is_down, ms)) is not None:
            self._tell(Pressed(ms, held_ms))
        elif self._press.is_down and not was_down:
            self._tell(Held(self._press.since_ms))

    def _light(self) -> None:
        frame = self._orders.frame
        if frame != self._shown:
            self._header.show(frame)
            self._shown = frame

    def _sound(self) -> None:
        beep = self._orders.beep
        if beep is not self._beep and beep is not None:
            self._beep, self._quiet_at_ms = beep, now_ms() + beep[0]
            self._header.sound(True)
        elif self._quiet_at_ms is not None and now_ms() >= self._quiet_at_ms:
            self._quiet_at_ms = None
            self._header.sound(False)

    def _next_s(self, due_s: float) -> float:
        return due_s if self._quiet_at_ms is None else min(due_s, self._quiet_at_ms / 1000)


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
