"""How a board is wired unless the configuration says otherwise.

Made from wiring/pins.toml by `make wiring`: change that.
"""

from __future__ import annotations

from typing import Final

PI_ROWS: Final = (5, 6, 13, 19, 26)
PI_COLUMNS: Final = (16, 20, 21, 12, 25)
PI_PIXELS: Final = 10
PI_BUTTON: Final = 17
PI_BUZZER: Final = 27
"""GPIO numbers of the direct build: rows 1 to 5, columns a to e."""

# fmt: off
MATRIX: Final[tuple[tuple[int, int], ...]] = (
    (0, 0), (0, 1), (0, 2), (0, 3), (0, 4),
    (1, 0), (1, 1), (1, 2), (1, 3), (1, 4),
    (2, 0), (2, 1), (2, 2), (2, 3), (2, 4),
    (3, 0), (3, 1), (3, 2), (3, 3), (3, 4),
    (4, 0), (4, 1), (4, 2), (4, 3), (4, 4),
)
"""Row and column of each hole, counted from 0, a1 first."""

PIXELS: Final[tuple[int, ...]] = (
    0, 1, 2, 3, 4,
    9, 8, 7, 6, 5,
    10, 11, 12, 13, 14,
    19, 18, 17, 16, 15,
    20, 21, 22, 23, 24,
)
"""The place of each hole's pixel in the chain, a1 first."""
# fmt: on
