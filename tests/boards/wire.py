"""A WS2812's view of a bit stream on an SPI line: pulses with their lengths, then bits."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

ZERO_HIGH_NS = (220, 380)
ONE_HIGH_NS = (580, 1000)
LOW_NS = (220, 5000)  # shorter is not seen, longer may be taken for the end
RESET_NS = 280_000


class Pulse(NamedTuple):
    """A high and the low after it."""

    high_ns: float
    low_ns: float


def levels(data: bytes, gap: int = 0) -> list[int]:
    """The line clock by clock, with so many idle clocks after each byte: MOSI keeps its bit."""
    line = []
    for byte in data:
        line += [byte >> bit & 1 for bit in range(7, -1, -1)]
        line += [byte & 1] * gap
    return line


def pulses(data: bytes, hz: float, gap: int = 0) -> tuple[float, list[Pulse]]:
    """How long the line is low at first, and all pulses after that."""
    runs = [(level, len(list(run)) * 1e9 / hz) for level, run in groupby(levels(data, gap))]
    lead = 0.0
    if runs[0][0] == 0:
        lead = runs.pop(0)[1]
    highs, lows = runs[0::2], runs[1::2]
    assert len(highs) == len(lows), "the line must end low"
    return lead, [Pulse(high[1], low[1]) for high, low in zip(highs, lows, strict=True)]


def read_strip(data: bytes, hz: float, gap: int = 0) -> bytes:
    """The bytes that pixels take in; every pulse must be within their windows."""
    lead, found = pulses(data, hz, gap)
    assert lead >= RESET_NS, "the line may have rested high"
    assert found[-1].low_ns >= RESET_NS, "the pixels would not show it yet"
    bits = [_bit(pulse, is_last=pulse is found[-1]) for pulse in found]
    assert len(bits) % 8 == 0
    value = int("".join(map(str, bits)), 2)
    return value.to_bytes(len(bits) // 8, "big")


def _bit(pulse: Pulse, *, is_last: bool) -> int:
    assert is_last or LOW_NS[0] <= pulse.low_ns <= LOW_NS[1], pulse
    if ZERO_HIGH_NS[0] <= pulse.high_ns <= ZERO_HIGH_NS[1]:
        return 0
    assert ONE_HIGH_NS[0] <= pulse.high_ns <= ONE_HIGH_NS[1], pulse
    return 1
