"""What the direct build costs, on gpiozero's mock pins: one scan, one frame, one idle board.

Run it with `make benchmark` or `python -m benchmarks.gpio`. The mock pins cost nothing below
gpiozero; on a Pi the kernel's part comes on top (docs/direct.md).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from gpiozero.pins.mock import MockFactory

from boardpi.boards.board import DARK, Frame
from boardpi.boards.gpio.gpio_board import SCAN_HZ, GpioBoard
from boardpi.boards.gpio.header import PinHeader, PinWiring
from boardpi.boards.gpio.pixels import arrange, encode

SECONDS = 10
ROUNDS = 500


class NoPixels:
    """Pixels that cost nothing."""

    driver = "nothing"

    def show(self, frame: Frame) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """Nothing was open."""


class NoReeds:
    """Pins that cost nothing, and never an archer."""

    def claim_open_drain(self, pin: int) -> None:
        """It floats."""

    def claim_inputs(self, pins: Sequence[int]) -> None:
        """They are high."""

    def drive(self, pin: int, *, low: bool) -> None:
        """Nothing follows."""

    def read(self) -> int:
        """All high."""
        return 31

    def close(self) -> None:
        """Nothing was open."""


def open_mock() -> PinHeader:
    """The header of a mock Pi."""
    return PinHeader(PinWiring(), MockFactory(), NoPixels(), NoReeds)


def microseconds(work: Callable[[], object]) -> float:
    """The processor time of one call."""
    begin = time.process_time()
    for _ in range(ROUNDS):
        work()
    return (time.process_time() - begin) / ROUNDS * 1e6


async def watch(scan_hz: int) -> float:
    """The share of one core that a board takes which nobody touches."""
    board = GpioBoard(open_mock, scan_hz=scan_hz)
    events = board.events()
    await anext(aiter(events))
    begin = time.process_time()
    await asyncio.sleep(SECONDS)
    share = (time.process_time() - begin) / SECONDS
    await board.close()
    return share


def main() -> None:
    """Print all figures."""
    header = open_mock()
    print(f"one scan                      {microseconds(header.scan):6.0f} µs of processor time")
    header.close()
    print(f"one frame encoded             {microseconds(lambda: encode(arrange(DARK))):6.0f} µs")
    for scan_hz, what in ((SCAN_HZ, "default"), (200, "fastest")):
        share = asyncio.run(watch(scan_hz))
        print(f"board at {scan_hz:3} scans/s, {what}  {100 * share:6.2f} % of a core")


if __name__ == "__main__":
    main()
