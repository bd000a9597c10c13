"""Tables for a terminal of 80 columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

WIDTH: Final = 80
GAP: Final = 2


def width_of(text: str) -> int:
    """How many columns a text takes: some letters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def cut(text: str, width: int) -> str:
    """The text, or its beginning and '…'.

    >>> cut("First player", 8)
    'First p…'
    """
    if width_of(text) <= width:
        return text
    while text and width_of(text) > width - 1:
        text = text[:-1]
    return text + "…"


def draw_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows below their heads. Numbers stand right; the widest texts are cut until all fits.

    >>> print(draw_table(["player", "points"], [["First player", 5]]))
    player        points
    First player       5
    """
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [
        max(width_of(text) for text in (head, *(row[i] for row in texts)))
        for i, head in enumerate(heads)
    ]
    while sum(widths) + GAP * (len(widths) - 1) > WIDTH:
        widths[widths.index(max(widths))] -= 1
    right = [bool(rows) and all(isinstance(row[i], int) for row in rows) for i in range(len(heads))]
    return "\n".join(_line(row, widths, right) for row in (list(heads), *texts))


def _line(texts: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    cells = []
    for text, width, is_right in zip(texts, widths, right, strict=True):
        shown = cut(text, width)
        space = " " * (width - width_of(shown))
        cells.append(space + shown if is_right else shown + space)
    return (" " * GAP).join(cells).rstrip()
