"""Where each hole meets a row, a column and a pixel, and the Pi's pins of the direct build.

A stand-in with the content of wiring/pins.toml, until that file writes this one.
"""

from __future__ import annotations

from typing import Final

PI_ROWS: Final = (5, 6, 13, 19, 26)
PI_COLUMNS: Final = (16, 20, 21, 12, 25)
PI_PIXELS: Final = 10
PI_BUTTON: Final = 17
PI_BUZZER: Final = 27

MATRIX: Final[tuple[tuple[int, int], ...]] = tuple(divmod(hole, 5) for hole in range(25))
"""Row and column of each hole, a1 first."""

PIXELS: Final[tuple[int, ...]] = (
    *(0, 1, 2, 3, 4),
    *(9, 8, 7, 6, 5),
    *(10, 11, 12, 13, 14),
    *(19, 18, 17, 16, 15),
    *(20, 21, 22, 23, 24),
)
"""The place in the chain of each hole's pixel, a1 first: a snake."""
