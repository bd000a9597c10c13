"""A drawing cut into sheets of A4 that overlap: which part of it each sheet shows."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from boardpi.drawings.geometry import Drawing, Point

A4: Final = (210.0, 297.0)
EDGE: Final = 10.0  # no printer reaches it
FOOTER: Final = 24.0  # label and ruler
OVERLAP: Final = 10.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page and its window on the drawing."""

    name: str  # column and row: A1 is below and left
    page: Point
    corner: Point  # the window's lower left corner, in the drawing
    window: Point
    number: int
    count: int

    @property
    def origin(self) -> Point:
        """Where the drawing's (0, 0) lies on the page."""
        return EDGE - self.corner[0], EDGE + FOOTER - self.corner[1]


def cut(drawing: Drawing) -> list[Sheet]:
    """The sheets of a drawing, upright or across, whichever needs fewer."""
    return min((_cut(drawing, page) for page in (A4, A4[::-1])), key=len)


def _cut(drawing: Drawing, page: Point) -> list[Sheet]:
    window = page[0] - 2 * EDGE, page[1] - 2 * EDGE - FOOTER
    across = _steps(drawing.width, window[0])
    up = _steps(drawing.height, window[1])
    return [
        Sheet(
            f"{chr(ord('A') + column)}{row + 1}",
            page,
            (column * (window[0] - OVERLAP), row * (window[1] - OVERLAP)),
            window,
            row * across + column + 1,
            across * up,
        )
        for row in range(up)
        for column in range(across)
    ]


def _steps(length: float, window: float) -> int:
    return max(1, ceil((length - OVERLAP) / (window - OVERLAP) - 1e-9))


def marks(sheet: Sheet, drawing: Drawing) -> list[Point]:
    """Crosses in the middle of each overlap, at the same spot of the drawing on every sheet."""
    step = sheet.window[0] - OVERLAP, sheet.window[1] - OVERLAP
    across, up = _steps(drawing.width, sheet.window[0]), _steps(drawing.height, sheet.window[1])
    seams_x = [number * step[0] + OVERLAP / 2 for number in range(1, across)]
    seams_y = [number * step[1] + OVERLAP / 2 for number in range(1, up)]
    thirds_x = [drawing.width * part / 6 for part in (1, 3, 5)]
    thirds_y = [drawing.height * part / 6 for part in (1, 3, 5)]
    crosses = {(x, y) for x in seams_x for y in thirds_y} | {
        (x, y) for x in thirds_x for y in seams_y
    }
    return sorted(point for point in crosses if shows(sheet, point))


def shows(sheet: Sheet, point: Point) -> bool:
    """Whether a point of the drawing is printed on this sheet."""
    return all(
        corner <= value <= corner + size
        for value, corner, size in zip(point, sheet.corner, sheet.window, strict=True)
    )
