"""The drawings of how a board goes together: all bodies and plates, pulled apart, seen from above.

A depth buffer and a little shading, so that it follows from the files and from nothing else.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tools.bodies.dimensions import MIDDLE, Placed
from tools.bodies.mesh import Mesh, Points

SCALE: Final = 5.2  # dots for a millimetre, twice as many each way as are shown
TURN: Final = np.radians(-32)
TILT: Final = np.radians(28)
MARGIN: Final = 16.0
LIGHT: Final = np.array([0.35, -0.5, 0.79])
LINE: Final = 0.45  # how dark the edges are
LABELS_MM: Final = 150.0  # beside the picture
ROW: Final = 26.0  # from one label to the next, in dots


class Look(NamedTuple):
    """How a part is shown: how far it is lifted, its colour, and what is written beside it."""

    lift: float
    colour: tuple[int, int, int]
    words: str


LOOKS: Final = {
    "ring": Look(150, (214, 64, 52), "ring: a chosen archer wears it"),
    "archer": Look(120, (238, 226, 200), "5 archers of White, a magnet in each foot"),
    "archer-black": Look(120, (92, 70, 58), "5 of Black, with a notch across the head"),
    "top": Look(88, (206, 164, 112), "top: plywood 1.5 mm, cut"),
    "rim": Look(64, (236, 240, 244), "rim: opal acrylic 3 mm, cut"),
    "floor": Look(40, (226, 232, 238), "floor: opal acrylic 2 mm, cut"),
    "carrier": Look(10, (96, 110, 126), "20 carriers, and 5 for column e"),
    "frame": Look(-52, (150, 108, 70), "frame: four corners, eight dowel holes"),
    "plate 4": Look(10, (200, 148, 79), "plate 4: plywood 3 mm, cut"),
    "board": Look(-16, (47, 107, 58), "printed board; parts hang below, in front"),
    "frame-pcb": Look(-62, (150, 108, 70), "frame-pcb: two corners, behind"),
    "frame-pcb-left": Look(-62, (176, 130, 86), "frame-pcb-left: in front, at a1"),
    "frame-pcb-right": Look(-62, (176, 130, 86), "frame-pcb-right: in front, at e1"),
    "lid": Look(-92, (176, 182, 188), "lid"),
    "case": Look(-118, (120, 128, 136), "case: Nano or Pico on a board of 70 × 50 mm"),
}
APART: Final = 18.0  # how far the frame's corners are pulled outward


def draw(bodies: Mapping[str, Mesh], plates: Mapping[str, Mesh], places: Iterable[Placed]) -> str:
    """The picture with its words, as SVG: bodies at their places, and plates."""
    parts = [*_lifted(bodies, plates, places)]
    view = _View(parts)
    for part in parts:
        view.paint(part)
    return view.svg()


class _Part(NamedTuple):
    """A body or plate where it is drawn."""

    name: str
    mesh: Mesh
    colour: tuple[int, int, int]


def _lifted(
    bodies: Mapping[str, Mesh], plates: Mapping[str, Mesh], places: Iterable[Placed]
) -> Iterator[_Part]:
    for place in places:
        name = place.name.removesuffix("-e")
        lift, colour, _ = LOOKS[name]
        x, y = _outward(place) if name.startswith("frame") else (0.0, 0.0)
        moved = place._replace(x=place.x + x, y=place.y + y, z=place.z + lift)
        yield _Part(name, bodies[place.name].placed(moved), colour)
    for name, mesh in plates.items():
        lift, colour, _ = LOOKS[name]
        yield _Part(name, mesh.placed(Placed(name, 0, 0, lift)), colour)


def _outward(place: Placed) -> tuple[float, float]:
    x, y = ((-1, -1), (1, -1), (1, 1), (-1, 1))[place.quarters]
    return x * APART, y * APART


def _seen(points: Points) -> Points:
    """To the right, down, and away from whoever looks."""
    x, y, z = points[..., 0] - MIDDLE, points[..., 1] - MIDDLE, points[..., 2]
    right = x * np.cos(TURN) - y * np.sin(TURN)
    back = x * np.sin(TURN) + y * np.cos(TURN)
    down = -(z * np.cos(TILT) + back * np.sin(TILT))
    away = back * np.cos(TILT) - z * np.sin(TILT)
    return np.stack([right, down, away], axis=-1)


class _View:
    """A picture of dots: colour, depth and which face is seen at each."""

    def __init__(self, parts: list[_Part]) -> None:
        seen = np.concatenate([_seen(part.mesh.corners).reshape(-1, 3) for part in parts])
        self.low = seen.min(axis=0) - MARGIN
        width, height, _ = ((seen.max(axis=0) + MARGIN - self.low) * SCALE).astype(int)
        shape = (int(height) // 2 * 2, int(width) // 2 * 2)
        self.depth = np.full(shape, np.inf)
        self.dots = np.full((*shape, 3), 255.0)
        self.normals = np.zeros((*shape, 3))
        self.owners = np.zeros(shape, dtype=int)
        self.parts = 0
        self.ends: dict[str, Points] = {}  # the point of each kind of part that is farthest right

    def paint(self, part: _Part) -> None:
        """All triangles that look this way."""
        self.parts += 1
        flat = (_seen(part.mesh.corners) - self.low) * SCALE
        normals = part.mesh.normals
        shade = 0.55 + 0.45 * np.clip(normals @ LIGHT, 0, 1)
        for corners, normal, light in zip(flat, normals, shade, strict=True):
            self._fill(corners, normal, np.array(part.colour) * light)
        points = flat.reshape(-1, 3)
        end = points[points[:, 0].argmax()]
        if part.name not in self.ends or end[0] > self.ends[part.name][0]:
            self.ends[part.name] = end

    def _fill(self, corners: Points, normal: Points, colour: Points) -> None:
        low = np.floor(corners[:, :2].min(axis=0)).astype(int)
        high = np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1
        (one, two, three), depths = corners[:, :2], corners[:, 2]
        area = _cross(two - one, three - one)
        if area > -1e-9:  # seen from behind: right and down make clockwise
            return
        y, x = np.mgrid[low[1] : high[1], low[0] : high[0]]
        dots = np.stack([x, y], axis=-1) + 0.5
        shares = [
            _cross(three - two, dots - two) / area,
            _cross(one - three, dots - three) / area,
        ]
        shares.append(1 - shares[0] - shares[1])
        depth = sum(share * far for share, far in zip(shares, depths, strict=True))
        window = (slice(low[1], high[1]), slice(low[0], high[0]))
        is_seen = (np.minimum.reduce(shares) >= -1e-9) & (depth < self.depth[window])
        self.depth[window][is_seen] = np.broadcast_to(depth, is_seen.shape)[is_seen]
        self.dots[window][is_seen] = colour
        self.normals[window][is_seen] = normal
        self.owners[window][is_seen] = self.parts

    def _lines(self) -> npt.NDArray[np.bool_]:
        """Where another part begins, a face bends or something lies behind."""
        found = np.zeros(self.depth.shape, dtype=bool)
        depth = np.where(np.isfinite(self.depth), self.depth, 1e6)
        for axis in (0, 1):
            there = np.roll(self.owners, 1, axis) != self.owners
            there |= (np.roll(self.normals, 1, axis) * self.normals).sum(axis=2) < 0.8
            there |= np.abs(np.roll(depth, 1, axis) - depth) > 4 * SCALE
            found |= there & ((self.owners > 0) | (np.roll(self.owners, 1, axis) > 0))
        return found

    def _png(self) -> tuple[bytes, int, int]:
        dots = np.where(self._lines()[..., None], self.dots * LINE, self.dots)
        height, width = (side // 2 for side in self.depth.shape)
        small = dots.reshape(height, 2, width, 2, 3).mean(axis=(1, 3)).round().astype(np.uint8)
        rows = b"".join(b"\0" + row.tobytes() for row in small)
        head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts), width, height

    def svg(self) -> str:
        """The dots, and words with a line to what they name."""
        png, width, height = self._png()
        dot = SCALE / 2
        labels = "\n".join(self._labels(width))
        data = base64.b64encode(png).decode()
        return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + LABELS_MM * dot:.0f} {height}" \
font-family="sans-serif" font-size="17">
<rect width="100%" height="100%" fill="white"/>
<image href="data:image/png;base64,{data}" width="{width}" height="{height}"/>
{labels}
</svg>
"""

    def _labels(self, width: int) -> Iterator[str]:
        """Words one below the other, each with a line to its part."""
        free = 0.0
        for name, end in sorted(self.ends.items(), key=lambda each: float(each[1][1])):
            right, down = end[:2] / 2
            free = max(free + ROW, float(down))
            way = f"M{right + 4:.0f},{down:.0f} H{width - 40} L{width - 10},{free:.0f}"
            yield (
                f'<path d="{way}" stroke="#666" fill="none"/>'
                f'<text x="{width - 2}" y="{free + 6:.0f}" fill="#222">{LOOKS[name].words}</text>'
            )


def _cross(one: Points, two: Points) -> Points:
    across: Points = one[..., 0] * two[..., 1] - one[..., 1] * two[..., 0]
    return across


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
