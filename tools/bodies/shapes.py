"""The bodies as solids, by CadQuery; each is upright on z = 0, as it is printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import cadquery as cq

from boardpi.drawings.archer import GLUE, NOTCH, archer_height, pocket_depth, profile
from boardpi.drawings.measures import CHAMBER, SLOT, WINDOW
from boardpi.drawings.measures import PLATES as THICK
from boardpi.drawings.wood import (
    LEAD_ENDS,
    LEAD_HOLE,
    PRINTED_WINDOW,
    REED_OFFSET,
    hole_point,
    reed_turn,
)
from boardpi.drawings.wood import SCREW as SCREWS
from boardpi.rules import HOLES
from tools.bodies import dimensions as d
from tools.bodies.products import PROJECT
from tools.pcb.circuit_board import parts as board_parts
from tools.wiring.pins import read_pins

Solid: TypeAlias = Any  # CadQuery ships no types


def _box(x: float, y: float, z: float, at: tuple[float, float, float] = (0, 0, 0)) -> Solid:
    """Centred on its place, from there up."""
    return cq.Workplane().box(x, y, z, centered=(True, True, False)).translate(at)


def _cylinder(radius: float, height: float, at: tuple[float, float, float] = (0, 0, 0)) -> Solid:
    return cq.Workplane().circle(radius).extrude(height).translate(at)


def archer() -> Solid:
    """The turned shape of the template, with the pocket for its magnet."""
    points = [*profile(d.MEASURES)[:-1], (0.0, archer_height(d.MEASURES))]
    body = cq.Workplane("XZ").polyline(points).close().revolve(360, (0, 0), (0, 1))
    width = d.MEASURES.magnet.diameter + GLUE
    return body.cut(_cylinder(width / 2, pocket_depth(d.MEASURES)))


def archer_black() -> Solid:
    """The same with a notch across its head."""
    wide, deep = NOTCH
    top = archer_height(d.MEASURES)
    return archer().cut(_box(wide, 2 * d.MEASURES.foot, deep, (0, 0, top - deep)))


def ring() -> Solid:
    """It sits on the head like a crown: its seat is a piece of a ball, from the widest place up."""
    top = (d.SEAT**2 - d.RING_SEAT_HEIGHT**2) ** 0.5
    half = d.RING_SEAT_HEIGHT / 2
    outline = (
        cq.Workplane("XZ")
        .moveTo(d.SEAT, 0)
        .lineTo(d.RING_OUTSIDE, 0)
        .lineTo(d.RING_OUTSIDE, d.RING_HEIGHT)
        .lineTo(top, d.RING_HEIGHT)
        .lineTo(top, d.RING_SEAT_HEIGHT)
        .threePointArc(((d.SEAT**2 - half**2) ** 0.5, half), (d.SEAT, 0))
        .close()
    )
    return outline.revolve(360, (0, 0), (0, 1))


def carrier(turn: int = 1) -> Solid:
    """What plates 4 and 5 are around one hole; column e has its reed the other way round."""
    aside, up = REED_OFFSET
    body = _box(d.TILE, d.TILE, d.CARRIER).edges("|Z").chamfer(d.BEVEL)
    body = body.cut(_cylinder(CHAMBER / 2, d.UPPER, (0, 0, d.LOWER)))
    body = body.cut(_box(*SLOT, d.UPPER, (turn * aside, up, d.LOWER)))
    body = body.cut(_box(*WINDOW, d.LOWER))
    for lead in LEAD_ENDS:
        body = body.cut(_cylinder(LEAD_HOLE / 2, d.LOWER, (turn * lead, up, 0)))
    return body


def frame() -> Solid:
    """The corner at a1, from the board's middle. Its ledge rises at 45°: no support to print."""
    body = _corner(_walls(d.ROOM, d.OPENING))
    post = -d.MEASURES.side / 2 + d.POST / 2 + 0.3
    body = body.union(_box(d.POST, d.POST, d.CARRIER, (post, post, d.ROOM)))
    return _notched(_dowelled(_screwed(body), d.DOWEL_PLACE, d.DOWEL_PLACE))


def frame_pcb(front: str = "") -> Solid:
    """The same for a printed board. In front, along "x" or "y" from here, is no ledge: parts hang
    there. A block on the ground takes the dowel instead.
    """
    ledge = d.PRINTED_LEDGE + d.PLAY
    body = _corner(_walls(d.PRINTED_ROOM, d.POCKET - 2 * ledge))
    places = {"x": d.PRINTED_DOWEL, "y": d.PRINTED_DOWEL}
    if front:
        inner, (across, along, height) = -d.POCKET / 2, d.FRONT_BLOCK
        free, end = -inner - ledge, inner + along / 2
        room = _box(free, ledge, d.HEIGHT, (-free / 2, inner + ledge / 2, 0))
        block = _box(across, along, height, (-across / 2, end, 0))
        if front == "y":
            room, block = (_mirrored(solid) for solid in (room, block))
        body = body.cut(room).union(block)
        places[front] = d.FRONT_DOWEL
    return _notched(_dowelled(_screwed(body), places["x"], places["y"]))


def _mirrored(solid: Solid) -> Solid:
    """At the diagonal: x and y change places."""
    return solid.mirror("YZ").rotate((0, 0, 0), (0, 0, 1), -90)


def _walls(ledge: float, opening: float) -> Solid:
    """All four, with a ledge at this height around an opening of this width."""
    slope = (d.POCKET - opening) / 2
    body = _box(d.OUTSIDE, d.OUTSIDE, d.HEIGHT)
    body = body.cut(_box(d.POCKET, d.POCKET, d.HEIGHT - ledge, (0, 0, ledge)))
    body = body.cut(_box(opening, opening, d.HEIGHT))
    low = ledge - d.LEDGE_THICK - slope
    body = body.cut(_box(d.POCKET, d.POCKET, low))
    funnel = (
        cq.Workplane()
        .workplane(offset=low)
        .rect(d.POCKET, d.POCKET)
        .workplane(offset=slope)
        .rect(opening, opening)
        .loft(combine=True)
    )
    return body.cut(funnel)


def _corner(body: Solid) -> Solid:
    half = d.OUTSIDE / 2
    return body.intersect(_box(half, half, d.HEIGHT, (-half / 2, -half / 2, 0)))


def _screwed(body: Solid) -> Solid:
    """The plates' screw goes through the ledge; its nut lies below, in reach."""
    middle = -d.MEASURES.side / 2 + SCREWS[1]
    body = body.cut(_cylinder(d.SCREW / 2, d.HEIGHT, (middle, middle, 0)))
    width, height = d.NUT
    return body.cut(_cylinder(width / 2, height, (middle, middle, 0)))


def _dowelled(body: Solid, x_wall: tuple[float, float], y_wall: tuple[float, float]) -> Solid:
    """A hole in each end: how far from the outside, and how high."""
    width, depth = d.DOWEL
    (across, up), wall = x_wall, -d.OUTSIDE / 2
    along_x = cq.Workplane("YZ").circle(width / 2).extrude(-depth).translate((0, wall + across, up))
    across, up = y_wall
    along_y = cq.Workplane("XZ").circle(width / 2).extrude(depth).translate((wall + across, 0, up))
    return body.cut(along_x).cut(along_y)


def _notched(body: Solid) -> Solid:
    width, height = d.NOTCH
    return body.cut(_box(width, 4 * d.WALL, height, (-d.OUTSIDE / 4, -d.OUTSIDE / 2, 0)))


def case() -> Solid:
    """An open box with two rails for the board, and openings in three walls."""
    inside, wall = d.CASE_INSIDE, d.CASE_WALL
    x, y = (side + 2 * wall for side in inside[:2])
    body = _box(x, y, d.CASE_HEIGHT).cut(_box(*inside, (0, 0, wall)))
    width, height = d.RAIL
    for side in (-1, 1):
        place = side * (inside[1] - width) / 2
        body = body.union(_box(inside[0], width, height, (0, place, wall)))
    above = wall + height
    body = body.cut(_box(4 * wall, *d.USB, (-x / 2, 0, above)))
    body = body.cut(_box(4 * wall, *d.CABLES, (x / 2, 0, above + 6)))
    socket = cq.Workplane("XZ").circle(d.DC_SOCKET / 2).extrude(4 * wall)
    return body.cut(socket.translate((x / 4, -y / 2 + 2 * wall, above + 10)))


def lid() -> Solid:
    """A plate whose lip goes into the case; upside down, as it is printed."""
    thick, deep, play = d.LIP
    x, y = (side + 2 * d.CASE_WALL for side in d.CASE_INSIDE[:2])
    lip_x, lip_y = (side - 2 * play for side in d.CASE_INSIDE[:2])
    lip = _box(lip_x, lip_y, deep, (0, 0, d.LID))
    lip = lip.cut(_box(lip_x - 2 * thick, lip_y - 2 * thick, d.LID + deep))
    return _box(x, y, d.LID).union(lip)


SHAPES: Final[Mapping[str, Callable[[], Solid]]] = {
    "archer": archer,
    "archer-black": archer_black,
    "ring": ring,
    "frame": frame,
    "carrier": carrier,
    "carrier-e": lambda: carrier(-1),
    "case": case,
    "lid": lid,
    "frame-pcb": frame_pcb,
    "frame-pcb-left": lambda: frame_pcb("x"),
    "frame-pcb-right": lambda: frame_pcb("y"),
}


def _plate(top: float, thick: float, hole: float) -> Solid:
    """A cut plate where it belongs, for the drawing alone: the templates are what is cut by."""
    side = d.MEASURES.side
    body = _box(side, side, thick, (d.MIDDLE, d.MIDDLE, -top - thick))
    if not hole:
        return body
    places = [hole_point(d.MEASURES, each) for each in HOLES]
    return body.cut(
        cq.Workplane()
        .pushPoints(places)
        .circle(hole / 2)
        .extrude(thick)
        .translate((0, 0, -top - thick))
    )


def _plate_4() -> Solid:
    """With its chambers, the slots of the reeds and the window in front."""
    top = d.COVER
    body = _plate(top, THICK["reeds"], CHAMBER)
    (x, y), wide, deep = PRINTED_WINDOW
    body = body.cut(_box(wide, deep, d.HEIGHT, (x, y, -d.HEIGHT)))
    aside, up = REED_OFFSET
    for hole in HOLES:
        x, y = hole_point(d.MEASURES, hole)
        place = x + reed_turn(hole) * aside, y + up, -top - THICK["reeds"]
        body = body.cut(_box(*SLOT, THICK["reeds"], place))
    return body


def _printed_board() -> Solid:
    """With the room of what hangs below it."""
    body = _plate(d.PRINTED_STACK - d.PRINTED_BOARD, d.PRINTED_BOARD, 0)
    pins = read_pins((PROJECT / "wiring" / "pins.toml").read_text("utf-8"))
    for part in board_parts(pins):
        if part.footprint.on_back and not part.ref.startswith("TP_"):
            (x, y), (wide, deep) = part.footprint.middle, part.footprint.room
            at = part.at[0] + x, part.at[1] + y, -d.PRINTED_STACK - HANGING
            body = body.union(_box(2 * wide, 2 * deep, HANGING, at))
    return body


HANGING: Final = 12.0  # how deep parts below a printed board are drawn
COVERS: Final[Mapping[str, Callable[[], Solid]]] = {
    "top": lambda: _plate(0, THICK["top"], d.MEASURES.opening),
    "rim": lambda: _plate(THICK["top"], THICK["rim"], d.MEASURES.hole),
    "floor": lambda: _plate(THICK["top"] + THICK["rim"], THICK["floor"], 0),
}
PRINTED_BOARD: Final[Mapping[str, Callable[[], Solid]]] = {
    **COVERS,
    "plate 4": _plate_4,
    "board": _printed_board,
}
