"""The icons for home screens, drawn anew: `python -m tools.icons`.

The sign of the house as `icon.svg` has it, on wood to the edge. Phones cut their own corners;
maskable icons lose up to a fifth on every side, so there the sign is smaller.
"""

from __future__ import annotations

import struct
import zlib
from math import hypot
from pathlib import Path
from typing import Final, NamedTuple

HOME: Final = Path(__file__).parents[1] / "boardpi" / "web" / "page" / "home"
ICONS: Final = {
    "180.png": (180, 0.06),
    "192.png": (192, 0.06),
    "512.png": (512, 0.06),
    "maskable.png": (512, 0.17),
}
"""Each with its width in pixels and the room around the sign."""

Colour = tuple[int, int, int]
Point = tuple[float, float]
WOOD: Final = (0xD6, 0xA7, 0x67)
INK: Final = (0x3A, 0x24, 0x16)
RIM: Final = (0x6B, 0x56, 0x38)
IVORY: Final = (0xFF, 0xFD, 0xF6)
EBONY: Final = (0x1B, 0x17, 0x14)
SIDE: Final = 64  # of the drawing in icon.svg
LINES: Final = (
    ((14, 50), (32, 14)),
    ((32, 14), (50, 50)),
    ((14, 50), (50, 32)),
    ((32, 14), (50, 32)),
)


class Dot(NamedTuple):
    """A disc of one colour."""

    centre: Point
    radius: float
    colour: Colour


DOTS: Final = (
    *(Dot(spot, 9, RIM) for spot in ((14, 50), (50, 50))),
    *(Dot(spot, 7, IVORY) for spot in ((14, 50), (50, 50))),
    *(Dot(spot, 8, EBONY) for spot in ((32, 14), (50, 32))),
)


def draw_icon(width: int, room: float) -> bytes:
    """A PNG of the sign; edges are as smooth as a pixel allows."""
    scale = SIDE / (width * (1 - 2 * room))
    rows = bytearray()
    for row in range(width):
        rows.append(0)  # no filter
        for column in range(width):
            spot = ((column + 0.5 - room * width) * scale, (row + 0.5 - room * width) * scale)
            rows += bytes(paint(spot, scale))
    return png(width, bytes(rows))


def paint(spot: Point, pixel: float) -> Colour:
    """The colour at a spot of the drawing, where a pixel is so wide."""
    colour = WOOD
    for one, two in LINES:
        colour = cover(colour, INK, 1.5 - far_from_line(spot, one, two), pixel)
    for dot in DOTS:
        colour = cover(colour, dot.colour, dot.radius - far(spot, dot.centre), pixel)
    return colour


def cover(below: Colour, above: Colour, depth: float, pixel: float) -> Colour:
    """`depth`: how far inside the edge of a shape."""
    share = min(1.0, max(0.0, depth / pixel + 0.5))
    if share == 0:
        return below
    red, green, blue = (
        round(old + share * (new - old)) for old, new in zip(below, above, strict=True)
    )
    return red, green, blue


def far(one: Point, two: Point) -> float:
    """The distance of two spots."""
    return hypot(one[0] - two[0], one[1] - two[1])


def far_from_line(spot: Point, one: Point, two: Point) -> float:
    """The distance from a line that ends at both spots."""
    across, down = two[0] - one[0], two[1] - one[1]
    part = ((spot[0] - one[0]) * across + (spot[1] - one[1]) * down) / (across**2 + down**2)
    part = min(1.0, max(0.0, part))
    return far(spot, (one[0] + part * across, one[1] + part * down))


def png(width: int, rows: bytes) -> bytes:
    """A square PNG of three colours, eight bits each."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))
        )

    head = struct.pack(">LLBBBBB", width, width, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows, 9)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


if __name__ == "__main__":
    for name, (width, room) in ICONS.items():
        (HOME / name).write_bytes(draw_icon(width, room))
        print(HOME / name)
