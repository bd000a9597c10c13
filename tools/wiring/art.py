"""A canvas for the pictures of the docs: flat shapes and words, as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape

from boardpi.drawings.formats import FONT, number

INK: Final = "#222222"
GREY: Final = "#777777"
WOOD: Final = "#e3bb80"
DARK_WOOD: Final = "#c8944f"
STEEL: Final = "#c3c9d0"
GLASS_COLOUR: Final = "#d8efe6"
LIGHT: Final = "#fff3b0"
RED: Final = "#d00000"
BLUE: Final = "#0050d0"
GREEN: Final = "#00803c"


class Art:
    """Shapes in the order in which they are laid on each other; y grows downward."""

    def __init__(self, title: str, width: float, height: float) -> None:
        size = f"{number(width)} {number(height)}"
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f'width="{number(width)}" height="{number(height)}" font-family="{FONT}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{number(width)}" height="{number(height)}" fill="#ffffff"/>',
        ]

    def svg(self) -> str:
        """The picture as text."""
        return "\n".join([*self._parts, "</svg>"]) + "\n"

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, round_: float = 0
    ) -> None:
        """A filled rectangle with an outline."""
        self._parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
            f'height="{number(height)}" rx="{number(round_)}" fill="{fill}" stroke="{INK}"/>'
        )

    def line(
        self, points: Iterable[tuple[float, float]], colour: str = INK, width: float = 1.5
    ) -> None:
        """A line from point to point."""
        way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        self._parts.append(
            f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'
        )

    def shape(self, points: Iterable[tuple[float, float]], fill: str) -> None:
        """A filled polygon with an outline."""
        way = "L".join(f"{number(x)} {number(y)}" for x, y in points)
        self._parts.append(f'<path d="M{way}Z" fill="{fill}" stroke="{INK}"/>')

    def circle(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle with an outline."""
        self._parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" '
            f'stroke="{INK}"/>'
        )

    def words(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 14,
        anchor: str = "start",
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """A line of text on its baseline."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}" '
            f'text-anchor="{anchor}"{weight}>{escape(text)}</text>'
        )

    def arrow(
        self, start: tuple[float, float], end: tuple[float, float], colour: str = INK
    ) -> None:
        """A thin line with a head at its end."""
        (x1, y1), (x2, y2) = start, end
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        across, down = (x2 - x1) / length, (y2 - y1) / length
        self.line([start, end], colour, 1.2)
        wings = [
            (x2 - 8 * across + turn * 4 * down, y2 - 8 * down - turn * 4 * across)
            for turn in (1, -1)
        ]
        self.line([wings[0], end, wings[1]], colour, 1.2)
