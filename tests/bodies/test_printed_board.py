"""The frame around a printed circuit board, from its files: both fit, and what hangs below too."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
import numpy.typing as npt

from boardpi.drawings.wood import SCREW
from tests.bodies.test_bodies import mesh
from tools.bodies import dimensions as d
from tools.bodies.mesh import Mesh, Points
from tools.bodies.products import PROJECT
from tools.pcb.circuit_board import parts as board_parts
from tools.wiring.pins import read_pins

PINS = (PROJECT / "wiring" / "pins.toml").read_text("utf-8")
HANGING_MM = 19.0  # a Nano in its sockets; nothing on the board is higher


@cache
def frame_of_board() -> tuple[Mesh, ...]:
    return tuple(mesh(place.name).placed(place) for place in d.printed_assembly())


def is_frame(points: Points) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = np.any([f.contains(points) for f in frame_of_board()], axis=0)
    return found


def grid(xs: Points, ys: Points, *zs: float) -> Points:
    return np.array(list(itertools.product(xs, ys, zs)))


def test_a_printed_board_lies_in_its_frame() -> None:
    """Plates and board have room; below their edges is a ledge on three sides, none in front."""
    side, under = d.MEASURES.side, -d.PRINTED_STACK
    whole = np.linspace(0.0, side, 12)
    assert not is_frame(grid(whole, whole, -0.1, under + 0.1)).any()
    edge, middle = np.array([2.0, 11.0]), np.linspace(16.0, side - 16, 6)
    for xs, ys in ((edge, middle), (side - edge, middle), (middle, side - edge)):
        assert is_frame(grid(xs, ys, under - 0.1)).all()
    assert not is_frame(grid(middle, np.array([0.5, 2.0, 11.0]), under - 0.1)).any()


def test_what_hangs_below_a_printed_board_meets_no_frame() -> None:
    """The room of every part that is soldered from above, down to where the highest ends."""
    parts = [
        part
        for part in board_parts(read_pins(PINS))
        if part.footprint.on_back and not part.ref.startswith("TP_")  # these are flat
    ]
    assert {"A1", "J1", "J2", "F1", "C1"} <= {part.ref for part in parts}
    depths = np.linspace(-d.PRINTED_STACK - 0.1, -d.PRINTED_STACK - HANGING_MM, 4)
    for part in parts:
        (x, y), (wide, deep) = part.footprint.middle, part.footprint.room
        xs = np.linspace(part.at[0] + x - wide, part.at[0] + x + wide, 5)
        ys = np.linspace(max(part.at[1] + y - deep, 0.0), part.at[1] + y + deep, 4)
        assert not is_frame(grid(xs, ys, *depths)).any(), part.ref


def test_every_post_and_screw_of_a_printed_board_is_free() -> None:
    tails = [
        (*part.place(pad.number), -d.PRINTED_STACK - 0.5)
        for part in board_parts(read_pins(PINS))
        for pad in part.footprint.pads
        if pad.drill
    ]
    assert not is_frame(np.array(tails)).any()
    inset = SCREW[1], d.MEASURES.side - SCREW[1]
    heights = np.linspace(-d.HEIGHT + 0.1, -0.1, 12)
    assert not is_frame(grid(np.array(inset), np.array(inset), *heights)).any()
    beside = np.array(inset) + np.array([-2.2, 2.2])
    assert is_frame(grid(beside, np.array(inset), -d.PRINTED_STACK - 2)).all()


def test_corners_of_the_frame_meet_and_take_the_same_dowels() -> None:
    """Each of the four joints has one, on both sides at the same place."""
    half, reach = d.MIDDLE, d.DOWEL[1] - 0.5
    wall = -d.PLAY - d.WALL
    for across, up in (d.PRINTED_DOWEL, d.FRONT_DOWEL):
        is_front = (across, up) == d.FRONT_DOWEL
        z, near, far = up - d.HEIGHT, wall + across, d.MEASURES.side - wall - across
        ends = [half + step for step in (-reach, -1.0, 1.0, reach)]
        joints = [[(x, near, z) for x in ends]] if is_front else []
        if not is_front:
            joints = [
                [(x, far, z) for x in ends],
                *([(x, y, z) for y in ends] for x in (near, far)),
            ]
        for joint in joints:
            assert not is_frame(np.array(joint)).any(), joint
            around = np.array(joint) + np.array([0, 0, d.DOWEL[0] / 2 + 0.6])
            assert is_frame(around).all(), joint


def test_corners_of_the_frame_do_not_overlap() -> None:
    chance = np.random.default_rng(3)
    for one, two in itertools.permutations(frame_of_board(), 2):
        assert not two.contains(one.samples(150, 0.02, chance)).any()
