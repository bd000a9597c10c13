"""Serving open hardware: scan, light, beep, in one thread and in this order.

The button is read with the reeds: no thread and no interrupt of its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from boardpi.boards.board import DARK, BoardEvent, Frame
from boardpi.boards.gpio.header import PinHeader
from boardpi.clock import now_ms
from boardpi.table.events import BoardFound, Pressed, Sensed

SCAN_HZ: Final = 100
STEADY_MS: Final = 20  # contacts of cheap buttons bounce for up to 10 ms
REST_HZ: Final = 20
REST_AFTER_MS: Final = 60_000  # nobody has touched anything for so long

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
        self._is_down = False
        self._since_ms = 0  # of the present state
        self._changed_ms: int | None = None  # a change that is not steady yet

    def feel(self, is_down: bool, ms: int) -> int | None:
        """One reading; how long the button was held, once it is surely let go."""
        if is_down == self._is_down:
            self._changed_ms = None
            return None
        if self._changed_ms is None:
            self._changed_ms = ms
        if ms - self._changed_ms < STEADY_MS:
            return None
        held_ms = self._changed_ms - self._since_ms
        self._is_down, self._since_ms, self._changed_ms = is_down, self._changed_ms, None
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
        self._touched_ms = now_ms()
        tell(BoardFound(self._touched_ms, f"this Pi's pins, pixels by {header.pixels.driver}"))
        tell(Sensed(self._touched_ms, self._mask))

    def stay(self) -> None:
        """Until the hardware fails or the end is ordered."""
        due_s = time.monotonic()
        while not self._orders.is_over:
            self._light()
            self._sound()
            if time.monotonic() >= due_s:
                self._scan()
                due_s = max(due_s + self._interval_s(), time.monotonic())
            self._orders.wait(self._next_s(due_s) - time.monotonic())
        self._light()
        self._header.sound(False)

    def _scan(self) -> None:
        mask, is_down = self._header.scan()
        ms = now_ms()
        if mask != self._mask:
            self._mask, self._touched_ms = mask, ms
            self._tell(Sensed(ms, mask))
        if is_down:
            self._touched_ms = ms
        if (held_ms := self._press.feel(is_down, ms)) is not None:
            self._tell(Pressed(ms, held_ms))

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

    def _interval_s(self) -> float:
        """A board that nobody touches is looked at less often, and the Pi stays cool."""
        is_resting = now_ms() - self._touched_ms > REST_AFTER_MS
        return 1 / (min(REST_HZ, self._scan_hz) if is_resting else self._scan_hz)

    def _next_s(self, due_s: float) -> float:
        return due_s if self._quiet_at_ms is None else min(due_s, self._quiet_at_ms / 1000)
