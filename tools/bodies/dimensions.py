"""The printed bodies in millimetres, and where each is in a board that is put together.

What the wooden templates have already is taken from there: a hole, its chamber, slot, window and
pocket are the same in wood and in plastic. Places are in the board's own coordinates: (0, 0) is its
corner at a1, as in the templates, and height 0 is the surface that players see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from boardpi.drawings.archer import archer_height
from boardpi.drawings.measures import PLATES, Measures
from boardpi.drawings.wood import hole_point, reed_turn
from boardpi.rules import HOLES

MEASURES: Final = Measures()
THINNEST: Final = 0.9  # a wall of two lines of a 0.4 mm nozzle

# -- the carrier: plates 4 and 5 of one hole, in one piece -----------------------------------------
TILE: Final = MEASURES.pitch - 0.2
BEVEL: Final = 4.0  # of its corners: the posts of the frame need the room
UPPER: Final = PLATES["reeds"]
LOWER: Final = PLATES["pixels"]
CARRIER: Final = UPPER + LOWER
COVER: Final = PLATES["top"] + PLATES["rim"] + PLATES["floor"]  # what lies on the carriers

# -- the frame: four corners, alike ---------------------------------------------------------------
WALL: Final = 3.2
PLAY: Final = 0.3  # around the plates
LEDGE: Final = 16.0  # from the plates' edge inward: the outer carriers lie on its last 6 mm
LEDGE_THICK: Final = 3.0
ROOM: Final = 33.0  # below the carriers, for wires and the case
HEIGHT: Final = COVER + CARRIER + ROOM
OUTSIDE: Final = MEASURES.side + 2 * (PLAY + WALL)
POCKET: Final = MEASURES.side + 2 * PLAY
OPENING: Final = MEASURES.side - 2 * LEDGE
POST: Final = 11.6  # its side: under each corner of the plates, where no carrier is
SCREW: Final = 3.2
NUT: Final = (6.6, 27.6)  # of M3, across its corners with play, and how high it lies
DOWEL: Final = (4.2, 10.5)  # a hole for wood of 4 × 20 mm in each end
DOWEL_PLACE: Final = (WALL + 5.0, ROOM - 7.0)  # from the outside, from below
NOTCH: Final = (14.0, 8.0)  # for cables, in each corner

# -- the frame for a printed board, which lies under plate 4: no ledge in front -------------------
PRINTED_BOARD: Final = 1.6
PRINTED_STACK: Final = COVER + PLATES["reeds"] + PRINTED_BOARD
PRINTED_ROOM: Final = HEIGHT - PRINTED_STACK
PRINTED_LEDGE: Final = 12.0  # from the board's edge inward: no lead comes through there
PRINTED_DOWEL: Final = (WALL + 5.0, PRINTED_ROOM - 6.0)
FRONT_DOWEL: Final = (WALL + 5.0, 6.0)  # in a block that stands on the ground, below all parts
FRONT_BLOCK: Final = (13.0, 10.0, 12.0)  # half of it in each corner

# -- the case: a perforated board of 70 × 50 mm with Nano or Pico ----------------------------------
CASE_WALL: Final = 2.0
BOARD: Final = (70.6, 50.6)  # with play
CASE_INSIDE: Final = (BOARD[0] + 6.0, BOARD[1] + 4.0, 22.0)
RAIL: Final = (4.0, 4.0)  # the board lies on two of them: width, height
USB: Final = (13.0, 9.0)
CABLES: Final = (24.0, 7.0)
DC_SOCKET: Final = 8.2
LID: Final = 2.0
LIP: Final = (1.6, 3.0, 0.2)  # its thickness, depth and play

# -- the ring for a chosen archer's head ----------------------------------------------------------
HEAD: Final = MEASURES.foot / 2
SEAT: Final = HEAD + 0.15
RING_OUTSIDE: Final = HEAD + 1.6
RING_SEAT_HEIGHT: Final = 3.6
RING_HEIGHT: Final = 4.8

FRAME_PCB: Final = {"frame-pcb": (2, 3), "frame-pcb-left": (0,), "frame-pcb-right": (1,)}
"""The corners of the frame for a printed board, and the quarters by which each is turned."""
NAMES: Final = (
    *("archer", "archer-black", "ring", "frame", "carrier", "carrier-e", "case", "lid"),
    *FRAME_PCB,
)


class Placed(NamedTuple):
    """A body in the board: put on its head or not, turned by quarters around its upright axis,
    then moved.
    """

    name: str
    x: float
    y: float
    z: float
    quarters: int = 0
    is_flipped: bool = False


FLOOR: Final = -(PLATES["top"] + PLATES["rim"])  # where archers stand
BOTTOM: Final = -HEIGHT  # what the frame stands on
CASE_HEIGHT: Final = CASE_INSIDE[2] + CASE_WALL
MIDDLE: Final = MEASURES.side / 2


def printed_assembly() -> Iterator[Placed]:
    """What is printed around a printed board."""
    for name, quarters in FRAME_PCB.items():
        for quarter in quarters:
            yield Placed(name, MIDDLE, MIDDLE, BOTTOM, quarter)


def assembly() -> Iterator[Placed]:
    """Everything printed for a board of carriers, with the archers."""
    for quarter in range(4):
        yield Placed("frame", MIDDLE, MIDDLE, BOTTOM, quarter)
    for hole in HOLES:
        name = "carrier-e" if reed_turn(hole) < 0 else "carrier"
        yield Placed(name, *hole_point(MEASURES, hole), -COVER - CARRIER)
    yield from archers()
    yield Placed("case", MIDDLE, MIDDLE, BOTTOM)
    yield Placed("lid", MIDDLE, MIDDLE, BOTTOM + CASE_HEIGHT + LID, is_flipped=True)


def archers() -> Iterator[Placed]:
    """The ten of the start, one of them chosen."""
    for hole in HOLES:
        if hole.row in (1, 5):
            side = "archer" if hole.row == 1 else "archer-black"
            yield Placed(side, *hole_point(MEASURES, hole), FLOOR)
    x, y = hole_point(MEASURES, HOLES[2])
    yield Placed("ring", x, y, FLOOR + archer_height(MEASURES) - HEAD)
