"""What to saw and which wires to cut: lengths follow from the plates and from pins.toml."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist
from typing import Final

from boardpi.drawings.geometry import Point
from boardpi.drawings.measures import PLATES, Measures
from boardpi.drawings.wood import hole_point
from boardpi.rules import HOLES, Hole
from tools.wiring.notes import PLAIN_PAGE_NOTE
from tools.wiring.pins import COLUMN_NAMES, SIDE, Pins

BOARD: Final = Measures()
FRAME: Final = (50.0, 6.0)  # its height, and how thick its wood is
BATTEN: Final = 10.0
FRAME_PLAY: Final = 0.5  # on each side of the plates: wood swells
NUTS: Final = 20.0  # at each end of a batten: the plates' screws have their nuts there
CONTROLLER: Final = (BOARD.side / 2, 12.0)  # below the board, in front of row 1
JOINT: Final = 20.0  # of a wire, at each end, for stripping and a bow
STOCK: Final = {
    "top": "plywood",
    "rim": "opal acrylic",
    "floor": "opal acrylic",
    "reeds": "plywood",
    "pixels": "plywood",
}


@dataclass(frozen=True, slots=True)
class Board:
    """Something to saw; millimetres."""

    name: str
    count: int
    length: float
    width: float
    thick: float
    material: str
    words: str


@dataclass(frozen=True, slots=True)
class Wire:
    """Some wires of one length; which is rounded up to whole centimetres."""

    name: str
    count: int
    mm: float
    square_mm: float  # 0 = bare
    words: str

    @property
    def cm(self) -> int:
        """Of each."""
        return ceil(self.mm / 10)

    @property
    def metres(self) -> float:
        """Of all."""
        return self.count * self.cm / 100


def boards() -> Iterator[Board]:
    """Plates, then the box below them."""
    side, (high, thick) = BOARD.side, FRAME
    for number, (name, plate) in enumerate(PLATES.items(), 1):
        words = f"cut by templates/{number}-{name}"
        if name == "pixels":
            words += "; not with a printed board"
        yield Board(f"plate {number}, {name}", 1, side, side, plate, STOCK[name], words)
    inside = side + 2 * FRAME_PLAY
    outside = inside + 2 * thick
    yield Board("frame, front and back", 2, outside, high, thick, "plywood", "butt joints, glued")
    yield Board("frame, sides", 2, inside, high, thick, "plywood", "between front and back")
    yield Board("bottom", 1, side, side, 3, "plywood", "inside the frame, screwed")
    yield Board(
        "batten, left and right",
        2,
        side - 2 * NUTS,
        BATTEN,
        BATTEN,
        "pine",
        f"plates lie on them, {sum(PLATES.values()):g} mm below the frame's edge; none in front",
    )


def wires(pins: Pins) -> Iterator[Wire]:
    """For a board that is wired by hand; a printed one needs those that name it."""
    pitch = BOARD.pitch
    yield Wire("reed to diode or row", 2 * len(HOLES), 2 * JOINT, 0.25, "through plate 5")
    yield Wire("column, along its holes", SIDE, (SIDE - 1) * pitch + 2 * JOINT, 0, "bare, tinned")
    yield Wire("row, along its holes", SIDE, (SIDE - 1) * pitch + 2 * JOINT, 0.25, "")
    for column in range(SIDE):
        name = COLUMN_NAMES[column]
        yield Wire(f"column {name} to the controller", 1, _to(Hole(f"{name}1")), 0.25, "")
    for row in range(SIDE):
        name = f"a{row + 1}"
        yield Wire(f"row {row + 1} to the controller", 1, _to(Hole(name)), 0.25, f"from {name}")
    order = sorted(HOLES, key=lambda hole: pins.holes[hole].pixel)
    links = [dist(_at(one), _at(two)) for one, two in pairwise(order)]
    for length in sorted(set(links)):
        count = links.count(length)
        yield Wire("data, pixel to pixel", count, length + JOINT, 0.25, "DOUT to DIN")
        yield Wire("+5 V and ground, pixel to pixel", 2 * count, length + JOINT, 0.5, "")
    yield Wire("data to the first pixel", 1, _to(order[0]), 0.25, f"to {order[0]}")
    for hole in (order[0], order[-1]):
        yield Wire(f"+5 V and ground to {hole}", 2, _to(hole), 0.5, "one end of the chain")
    yield Wire("button", 2, BOARD.side, 0.25, "printed board: J3")
    yield Wire("DC socket, switch, fuse", 3, 150, 0.5, "printed board: socket and switch to J2")
    yield Wire("ground to Nano or Pi", 1, 150, 0.5, "not with a printed board")


def _at(hole: Hole) -> Point:
    return hole_point(BOARD, hole)


def _to(hole: Hole) -> float:
    """Along the edges, as tidy wires run."""
    (x, y), (there, up) = _at(hole), CONTROLLER
    return abs(x - there) + abs(y - up) + 2 * JOINT


def metres(pins: Pins, square_mm: float) -> float:
    """All wires of one kind together."""
    return sum(wire.metres for wire in wires(pins) if wire.square_mm == square_mm)


def cutting_page() -> str:
    """wiring/cutting.md."""
    rows = ["| board | how many | mm | of | |", "|---|--:|--:|---|---|"]
    for board in boards():
        size = f"{board.length:g} × {board.width:g} × {board.thick:g}"
        rows.append(f"| {board.name} | {board.count} | {size} | {board.material} | {board.words} |")
    return f"# Cutting list\n\n{PLAIN_PAGE_NOTE}\n\n{CUTTING}\n" + "\n".join(rows) + "\n"


CUTTING: Final = f"""\
For the default pitch of {BOARD.pitch:g} mm. Keep the 25 discs that fall out of the rim: two of them
measure [the reach of the archers](../docs/check.md#weak-magnets). Wood that warps by more than half
a millimetre is outside what was computed for the magnets.
"""


def cables_page(pins: Pins) -> str:
    """wiring/cables.md."""
    rows = ["| wire | how many | cm each | mm² | |", "|---|--:|--:|--:|---|"]
    for wire in wires(pins):
        kind = f"{wire.square_mm:g}" if wire.square_mm else "bare"
        rows.append(f"| {wire.name} | {wire.count} | {wire.cm} | {kind} | {wire.words} |")
    sums = [
        f"| {name} | {metres(pins, kind):.1f} m |"
        for name, kind in (("0.25 mm²", 0.25), ("0.5 mm²", 0.5), ("bare", 0.0))
    ]
    together = "\n".join(["| all together | |", "|---|--:|", *sums])
    return f"# Cables\n\n{PLAIN_PAGE_NOTE}\n\n{CABLES}\n" + "\n".join(rows) + f"\n\n{together}\n"


CABLES: Final = """\
Lengths follow the edges of the board to a controller in the middle, in front of row 1, with 20 mm
at each end. With a printed board only those that name it are left, and the cable to the Pi.
"""
