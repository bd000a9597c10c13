"""The board as a file of KiCad: https://dev-docs.kicad.org/en/file-formats/sexpr-pcb/."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from boardpi.drawings.formats import number
from boardpi.drawings.geometry import Point
from boardpi.drawings.wood import SCREW, hole_point, reed_turn
from boardpi.rules import HOLES
from tools.pcb.circuit_board import BOARD, Part, parts
from tools.pcb.footprints import Pad
from tools.pcb.tracks import BACK, FRONT, VIA, Copper, Track, Via, copper
from tools.wiring.pins import Pins

SPACE: Final = uuid.UUID("6f3b8a52-0d0c-5f0e-9a59-b0a2d9100166")
SHEET: Final = 20.0  # from the corner of the paper to the corner of the board
GENERATOR: Final = "boardpi"
LAYERS: Final = """\
\t(layers
\t\t(0 "F.Cu" signal)
\t\t(31 "B.Cu" signal)
\t\t(34 "B.Paste" user)
\t\t(35 "F.Paste" user)
\t\t(36 "B.SilkS" user "B.Silkscreen")
\t\t(37 "F.SilkS" user "F.Silkscreen")
\t\t(38 "B.Mask" user)
\t\t(39 "F.Mask" user)
\t\t(44 "Edge.Cuts" user)
\t\t(46 "B.CrtYd" user "B.Courtyard")
\t\t(47 "F.CrtYd" user "F.Courtyard")
\t\t(48 "B.Fab" user)
\t\t(49 "F.Fab" user)
\t)
\t(setup
\t\t(pad_to_mask_clearance 0.05)
\t\t(allow_soldermask_bridges_in_footprints no)
\t)
"""
WORDS: Final = (  # on the underside, which is what one sees when one wires it
    ((135.0, 226.0), 2.5, "boardpi, from below"),
    ((135.0, 221.5), 1.6, "This side down. Archers above."),
    ((106.8, 12.4), 1.4, "A1: < USB OF THE NANO"),
    ((55.6, 11.0), 1.4, "J1: < PIN 1 OF THE PI"),
    ((106.8, 9.6), 1.2, "NANO OR PI, NEVER BOTH"),
    ((164.5, 8.6), 1.0, "JP1"),
    ((172.5, 8.6), 1.0, "JP2"),
    ((168.5, 1.6), 1.0, "PI < > NANO"),
    ((196.5, 10.5), 1.4, "J2: + -"),
    ((219.0, 9.6), 1.2, "F1: 1.25 A SLOW"),
    ((244.0, 11.0), 1.2, "C1: - +"),
    ((171.1, 15.6), 1.2, "J3 BUTTON"),
    ((187.5, 15.6), 1.2, "J4 BUZZER + -"),
)


def ident(*words: object) -> str:
    """The same words have the same identifier, whenever they are written."""
    return str(uuid.uuid5(SPACE, "/".join(map(str, words))))


def quoted(text: str) -> str:
    """A text of an s-expression."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def paper(point: Point) -> str:
    """A place on the board as KiCad counts it: downward."""
    return f"{number(SHEET + point[0])} {number(SHEET + BOARD.side - point[1])}"


def lone_net(part: Part, pad: str) -> str:
    """What KiCad calls a pad that nothing is joined to."""
    name = part.names.get(pad, "")
    return (
        f"unconnected-({part.ref}-{name}-Pad{pad})"
        if name
        else f"unconnected-({part.ref}-Pad{pad})"
    )


def net_names(all_parts: Iterable[Part]) -> list[str]:
    """Every net once."""
    names = set()
    for part in all_parts:
        for pad in part.footprint.pads:
            names.add(part.nets.get(pad.number) or lone_net(part, pad.number))
    return sorted(names)


def board_file(pins: Pins) -> str:
    """wiring/pcb/boardpi.kicad_pcb."""
    placed = parts(pins)
    numbers = {name: place for place, name in enumerate(net_names(placed), 1)}
    return "".join(
        [
            f'(kicad_pcb\n\t(version 20240108)\n\t(generator "{GENERATOR}")\n'
            f'\t(generator_version "1")\n\t(general (thickness 1.6))\n\t(paper "A3")\n',
            LAYERS,
            '\t(net 0 "")\n',
            *(f"\t(net {place} {quoted(name)})\n" for name, place in numbers.items()),
            *(line for part in placed for line in _footprint(part, numbers)),
            *_screws(),
            *(line for piece in copper(pins, placed) for line in _copper(piece, numbers)),
            *_drawings(placed),
            ")\n",
        ]
    )


def _footprint(part: Part, numbers: dict[str, int]) -> Iterator[str]:
    shape = part.footprint
    side = "B" if shape.on_back else "F"
    turn = f" {part.turn}" if part.turn else ""
    yield f'\t(footprint "boardpi:{shape.name}"\n\t\t(layer "{side}.Cu")\n'
    yield f'\t\t(uuid "{ident("footprint", part.ref)}")\n\t\t(at {paper(part.at)}{turn})\n'
    for key, value in (("Reference", part.ref), ("Value", part.value)):
        yield from _property(part, key, value, side)
    yield f'\t\t(path "/{ident("symbol", part.ref)}")\n'
    flags = "through_hole" if shape.is_through else "smd"
    if part.ref.startswith("TP_"):
        flags = "exclude_from_pos_files exclude_from_bom"
    yield f"\t\t(attr {flags})\n"
    (x, y), (wide, high) = shape.middle, shape.room
    start = f"(start {number(x - wide)} {number(-y - high)})"
    end = f"(end {number(x + wide)} {number(-y + high)})"
    yield f"\t\t(fp_rect {start} {end} (stroke (width 0.05) (type solid)) (fill none) "
    yield f'(layer "{side}.CrtYd") (uuid "{ident("room", part.ref)}"))\n'
    for pad in shape.pads:
        net = part.nets.get(pad.number) or lone_net(part, pad.number)
        yield _pad(part, pad, side, f"(net {numbers[net]} {quoted(net)})")
    yield "\t)\n"


def _property(part: Part, key: str, value: str, side: str) -> Iterator[str]:
    mirrored = " (justify mirror)" if side == "B" else ""
    yield f'\t\t(property "{key}" {quoted(value)} (at 0 0 0) (layer "{side}.Fab") (hide yes) '
    yield f'(uuid "{ident(key, part.ref)}") '
    yield f"(effects (font (size 1 1) (thickness 0.15)){mirrored}))\n"


def _pad(part: Part, pad: Pad, side: str, net: str) -> str:
    turn = f" {part.turn}" if part.turn else ""
    at = f"(at {number(pad.at[0])} {number(-pad.at[1])}{turn})"
    size = f"(size {number(pad.size[0])} {number(pad.size[1])})"
    if pad.drill:
        shape = "rect" if pad.number == "1" else "circle"
        kind = f'thru_hole {shape} {at} {size} (drill {number(pad.drill)}) (layers "*.Cu" "*.Mask")'
    elif part.ref.startswith("TP_"):
        kind = f'smd circle {at} {size} (layers "{side}.Cu" "{side}.Mask")'
    else:
        rounded = "roundrect" if part.footprint.name != "WS2812B_5050" else "rect"
        ratio = " (roundrect_rratio 0.2)" if rounded == "roundrect" else ""
        layers = f'(layers "{side}.Cu" "{side}.Paste" "{side}.Mask"){ratio}'
        kind = f"smd {rounded} {at} {size} {layers}"
    return f'\t\t(pad "{pad.number}" {kind} {net} (uuid "{ident("pad", part.ref, pad.number)}"))\n'


def _screws() -> Iterator[str]:
    wide, inset = SCREW
    far = BOARD.side - inset
    for name, x, y in (
        ("H1", inset, inset),
        ("H2", far, inset),
        ("H3", inset, far),
        ("H4", far, far),
    ):
        yield f'\t(footprint "boardpi:Screw_M3"\n\t\t(layer "F.Cu")\n\t\t(uuid "{ident(name)}")\n'
        yield f"\t\t(at {paper((x, y))})\n"
        for key, value in (("Reference", name), ("Value", "M3")):
            yield f'\t\t(property "{key}" "{value}" (at 0 0 0) (layer "F.Fab") (hide yes) '
            yield f'(uuid "{ident(name, key)}") (effects (font (size 1 1) (thickness 0.15))))\n'
        yield "\t\t(attr board_only exclude_from_pos_files exclude_from_bom)\n"
        yield f'\t\t(pad "" np_thru_hole circle (at 0 0) (size {number(wide)} {number(wide)}) '
        yield f'(drill {number(wide)}) (layers "*.Cu" "*.Mask") '
        yield f'(uuid "{ident(name, "hole")}"))\n\t)\n'


def _copper(piece: Copper, numbers: dict[str, int]) -> Iterator[str]:
    net = numbers[piece.net]
    match piece:
        case Via(name, at):
            size, drill = VIA
            yield f"\t(via (at {paper(at)}) (size {number(size)}) (drill {number(drill)}) "
            yield f'(layers "{FRONT}" "{BACK}") (net {net}) (uuid "{ident("via", name, at)}"))\n'
        case Track(name, layer, width, points):
            for one, two in pairwise(points):
                if one != two:
                    key = ident(name, layer, one, two)
                    yield f"\t(segment (start {paper(one)}) (end {paper(two)}) "
                    yield f'(width {number(width)}) (layer "{layer}") (net {net}) (uuid "{key}"))\n'


def _names(placed: Iterable[Part]) -> Iterator[tuple[Point, float, str]]:
    """Of holes, between reed and reed, and of the points to measure at."""
    for hole in HOLES:
        x, y = hole_point(BOARD, hole)
        yield (x + reed_turn(hole) * 21.5, y - 5.0), 2.0, str(hole)
    for part in placed:
        if part.ref.startswith("TP_"):
            aside = 2.2 if part.value == "GND" else -2.2 if part.value == "+5V" else 0.0
            yield (part.at[0] + aside, part.at[1] + 2.0), 1.0, part.value


def _drawings(placed: Iterable[Part]) -> Iterator[str]:
    side = BOARD.side
    yield f"\t(gr_rect (start {paper((0, side))}) (end {paper((side, 0))}) "
    yield '(stroke (width 0.1) (type default)) (fill none) (layer "Edge.Cuts") '
    yield f'(uuid "{ident("edge")}"))\n'
    for at, size, words in (*WORDS, *_names(placed)):
        font = f"(size {number(size)} {number(size)}) (thickness {number(size * 0.15)})"
        yield f'\t(gr_text {quoted(words)} (at {paper(at)} 0) (layer "B.SilkS") '
        yield f'(uuid "{ident(at, words)}") (effects (font {font}) (justify mirror)))\n'
