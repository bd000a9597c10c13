"""WS2812 pixels on an SPI line: which bits make which pulses.

Every bit of a pixel becomes one byte on the wire, high first and low at its end, so a pause between
two bytes only lengthens a low, which the pixels forgive up to several microseconds. At the 6.25 MHz
that every Pi makes of `SPI_HZ` a zero is high for 320 ns (220 to 380 allowed) and a one for 800 ns
(580 to 1000).
"""

from __future__ import annotations

from typing import Final

from boardpi.boards.board import Frame, check_frame
from boardpi.boards.pins import PIXELS

SPI_HZ: Final = 6_400_000  # asked for; a Pi's dividers are even and round the rate down
BUFFER_LENGTH: Final = 4096  # bytes that spidev takes at once by default
RESET_US: Final = 300  # WS2812B of today want 280 µs of low before they show what they got
QUIET: Final = bytes(RESET_US * SPI_HZ // 8_000_000)

ZERO, ONE = 0b11000000, 0b11111000
_PULSES: Final = tuple(
    bytes(ONE if value >> bit & 1 else ZERO for bit in range(7, -1, -1)) for value in range(256)
)


def arrange(frame: Frame, order: str = "grb") -> bytes:
    """The colours as the chain takes them: pixel by pixel along the snake, in its colour order.

    >>> red, green, blue = range(25), range(100, 125), range(200, 225)
    >>> strip = arrange(bytes(colour for hole in zip(red, green, blue) for colour in hole))
    >>> list(strip[15:18])  # the sixth pixel lies under e2, the tenth hole
    [109, 9, 209]
    """
    check_frame(frame)
    offsets = ["rgb".index(colour) for colour in order]
    strip = bytearray(len(frame))
    for hole, place in enumerate(PIXELS):
        strip[3 * place : 3 * place + 3] = (frame[3 * hole + offset] for offset in offsets)
    return bytes(strip)


def encode(strip: bytes) -> bytes:
    """The bytes for the SPI line.

    Low before the pixels' data, for the line may rest high, which would shift the first pixel; low
    after it, so that all is shown before the line rises again.
    """
    return QUIET + b"".join(_PULSES[value] for value in strip) + QUIET
