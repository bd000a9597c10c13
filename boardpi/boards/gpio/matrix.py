"""The 5×5 reed matrix on pins of gpiozero: a row is low or floats, columns are pulled up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final

from boardpi.boards.pins import MATRIX

SETTLE_US: Final = 30  # at least, before a row is read


class Matrix:
    """Reads which reeds are closed. One thread at a time.

    A diode at each reed lets current flow from its column to its row only. So one row after the
    other is pulled low, and the columns that follow it have a closed reed there. Rows are never
    driven high: two reeds closed in one column would short one row against another.
    """

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        factory: Any,
        *,
        settle_us: int = SETTLE_US,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settle_s = settle_us / 1e6
        self._wait = wait
        self._devices: list[Any] = []
        try:
            self._rows = [self._open(pin, factory, pull_up=None) for pin in rows]
            self._columns = [self._open(pin, factory, pull_up=True) for pin in columns]
        except BaseException:
            self.close()
            raise
        self._bits = {place: 1 << hole for hole, place in enumerate(MATRIX)}

    def scan(self) -> int:
        """The mask of all closed reeds, bit 0 = a1."""
        mask = 0
        for number, row in enumerate(self._rows):
            row.output_with_state(False)
            try:
                self._wait(self._settle_s)
                for column, pin in enumerate(self._columns):
                    if not pin.state:
                        mask |= self._bits[number, column]
            finally:
                row.function = "input"
        return mask

    def close(self) -> None:
        """Lets all pins float, also those after one that fails."""
        with ExitStack() as stack:
            for device in self._devices:
                stack.callback(device.close)

    def _open(self, pin: int, factory: Any, pull_up: bool | None) -> Any:
        """The pin of a device that keeps others from taking it."""
        from gpiozero import InputDevice  # edge events would fire at every scan, so no other kind

        active = None if pull_up else False
        device = InputDevice(pin, pull_up=pull_up, active_state=active, pin_factory=factory)
        self._devices.append(device)
        return device.pin
