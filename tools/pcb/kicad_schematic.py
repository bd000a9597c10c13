"""The circuit as a schematic of KiCad: https://dev-docs.kicad.org/en/file-formats/sexpr-schematic/.

Every part is a box with its pins at both sides; every pin has the name of its net.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from boardpi.drawings.formats import number
from tools.pcb.circuit_board import GROUND, PLUS, SUPPLY, Part, parts
from tools.pcb.kicad_board import GENERATOR, ident, quoted
from tools.wiring.pins import Pins

STEP: Final = 2.54
LARGE: Final = 10  # parts with more pads have wider boxes
SMALL: Final = "(effects (font (size 1.27 1.27)))"
HIDDEN: Final = "(effects (font (size 1.27 1.27)) (hide yes))"
POWER_PINS: Final = {("LED", "1"), ("LED", "3"), ("U1", "3"), ("U1", "5")}
INPUTS: Final = {("LED", "4"), ("U1", "1"), ("U1", "2")}
OUTPUTS: Final = {("LED", "2"), ("U1", "4")}
FLAGS: Final = (PLUS, GROUND, SUPPLY)  # nets that live from outside
SHEET: Final = (863.6, 330.2)


def schematic_file(pins: Pins) -> str:
    """wiring/pcb/boardpi.kicad_sch."""
    placed = parts(pins)
    kinds = {part.footprint.name: part for part in placed}
    return "".join(
        [
            f'(kicad_sch\n\t(version 20231120)\n\t(generator "{GENERATOR}")\n'
            f'\t(generator_version "1")\n\t(uuid "{ident("sheet")}")\n',
            f'\t(paper "User" {number(SHEET[0])} {number(SHEET[1])})\n',
            '\t(title_block (title "boardpi: the printed circuit board"))\n',
            "\t(lib_symbols\n",
            *(line for part in kinds.values() for line in _symbol(part)),
            *_flag_symbol(),
            "\t)\n",
            *(line for part, at in _placed(placed) for line in _instance(part, at)),
            *(line for place, net in enumerate(FLAGS) for line in _flag(place, net)),
            '\t(sheet_instances (path "/" (page "1")))\n',
            ")\n",
        ]
    )


def _kind(part: Part) -> str:
    return "LED" if part.ref.startswith("LED") else part.ref


def _type(part: Part, pad: str) -> str:
    key = _kind(part), pad
    if key in POWER_PINS:
        return "power_in"
    return "input" if key in INPUTS else "output" if key in OUTPUTS else "passive"


def _half(part: Part) -> float:
    """Half the width of a box."""
    return 10.16 if len(part.footprint.pads) > LARGE else 5.08


def pin_places(part: Part) -> dict[str, tuple[float, float, int]]:
    """Where the pins of a box end, from its middle, y upward, and the angle in which they point."""
    numbers = sorted((pad.number for pad in part.footprint.pads), key=int)
    half = (len(numbers) + 1) // 2
    end = _half(part) + STEP
    places = {}
    for place, name in enumerate(numbers):
        is_left = place < half
        y = STEP * ((half - 1) // 2 - (place if is_left else place - half))
        places[name] = (-end, y, 0) if is_left else (end, y, 180)
    return places


def _symbol(part: Part) -> Iterator[str]:
    name = part.footprint.name
    yield f'\t\t(symbol "boardpi:{name}" (pin_names (offset 0.5)) '
    yield "(exclude_from_sim no) (in_bom yes) (on_board yes)\n"
    for key, value in (("Reference", "U"), ("Value", name), ("Footprint", f"boardpi:{name}")):
        yield f"\t\t\t(property {quoted(key)} {quoted(value)} (at 0 0 0) {HIDDEN})\n"
    ys = [y for _, y, _ in pin_places(part).values()]
    low, high = min(ys) - STEP, max(ys) + STEP
    yield f'\t\t\t(symbol "{name}_0_1" (rectangle (start {-_half(part)} {number(high)}) '
    yield f"(end {_half(part)} {number(low)}) (stroke (width 0.2) (type default)) "
    yield "(fill (type background))))\n"
    yield f'\t\t\t(symbol "{name}_1_1"\n'
    for pad, (x, y, angle) in pin_places(part).items():
        words = part.names.get(pad, "~")
        yield f"\t\t\t\t(pin {_type(part, pad)} line (at {number(x)} {number(y)} {angle}) "
        yield f"(length {STEP}) (name {quoted(words)} {SMALL}) (number {quoted(pad)} {SMALL}))\n"
    yield "\t\t\t)\n\t\t)\n"


def _placed(placed: tuple[Part, ...]) -> Iterator[tuple[Part, tuple[float, float]]]:
    """Large parts in the first column, the others in rows beside them, on the grid."""
    large = [part for part in placed if len(part.footprint.pads) > LARGE]
    y = 30
    for part in large:
        y += len(part.footprint.pads) // 4 + 4
        yield part, (20 * STEP, y * STEP)
        y += len(part.footprint.pads) // 4 + 4
    small = [part for part in placed if part not in large]
    for place, part in enumerate(small):
        column, row = place % 20, place // 20  # four parts for each hole: a row is a row
        yield part, ((48 + 14 * column) * STEP, (14 + 12 * row) * STEP)


def _instance(part: Part, at: tuple[float, float]) -> Iterator[str]:
    name, (x, y) = part.footprint.name, at
    places = pin_places(part)
    top = max(up for _, up, _ in places.values()) + 1.5 * STEP
    in_bom = "no" if part.ref.startswith("TP_") else "yes"
    yield f'\t(symbol (lib_id "boardpi:{name}") (at {number(x)} {number(y)} 0) (unit 1) '
    yield f"(exclude_from_sim no) (in_bom {in_bom}) (on_board yes) (dnp no) "
    yield f'(uuid "{ident("symbol", part.ref)}")\n'
    for key, value, up in (("Reference", part.ref, top + STEP), ("Value", part.value, top)):
        place = f"(at {number(x)} {number(y - up)} 0)"
        yield f'\t\t(property "{key}" {quoted(value)} {place} {SMALL})\n'
    yield f'\t\t(property "Footprint" "boardpi:{name}" (at {number(x)} {number(y)} 0) {HIDDEN})\n'
    for pad in places:
        yield f'\t\t(pin "{pad}" (uuid "{ident("pin", part.ref, pad)}"))\n'
    yield f'\t\t(instances (project "boardpi" (path "/{ident("sheet")}" '
    yield f"(reference {quoted(part.ref)}) (unit 1))))\n\t)\n"
    for pad, (across, up, angle) in places.items():
        place = f"{number(x + across)} {number(y - up)}"
        net = part.nets.get(pad)
        if net is None:
            yield f'\t(no_connect (at {place}) (uuid "{ident("none", part.ref, pad)}"))\n'
        else:
            yield from _label(net, place, 180 - angle, ident("label", part.ref, pad))


def _label(net: str, place: str, angle: int, name: str) -> Iterator[str]:
    side = "right" if angle == 180 else "left"
    yield f"\t(global_label {quoted(net)} (shape passive) (at {place} {angle}) "
    yield f'(effects (font (size 1.27 1.27)) (justify {side})) (uuid "{name}"))\n'


def _flag_symbol() -> Iterator[str]:
    """Says to the check of rules that a net has its power from outside."""
    yield '\t\t(symbol "boardpi:FLAG" (power) (pin_names (offset 0)) '
    yield "(exclude_from_sim no) (in_bom yes) (on_board yes)\n"
    for key, value in (("Reference", "#FLG"), ("Value", "FLAG"), ("Footprint", "")):
        yield f"\t\t\t(property {quoted(key)} {quoted(value)} (at 0 0 0) {HIDDEN})\n"
    yield f'\t\t\t(symbol "FLAG_1_1" (pin power_out line (at 0 0 90) (length 0) (name "~" {SMALL}) '
    yield f'(number "1" {SMALL})))\n\t\t)\n'


def _flag(place: int, net: str) -> Iterator[str]:
    x, y, ref = 10 * STEP, (10 + 4 * place) * STEP, f"#FLG{place + 1}"
    yield f'\t(symbol (lib_id "boardpi:FLAG") (at {number(x)} {number(y)} 0) (unit 1) '
    yield "(exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no) "
    yield f'(uuid "{ident("symbol", ref)}")\n'
    yield f'\t\t(property "Reference" "{ref}" (at {number(x)} {number(y)} 0) {HIDDEN})\n'
    yield f'\t\t(property "Value" "FLAG" (at {number(x)} {number(y - STEP)} 0) {SMALL})\n'
    yield f'\t\t(property "Footprint" "" (at {number(x)} {number(y)} 0) {HIDDEN})\n'
    yield f'\t\t(pin "1" (uuid "{ident("pin", ref)}"))\n'
    yield f'\t\t(instances (project "boardpi" (path "/{ident("sheet")}" '
    yield f'(reference "{ref}") (unit 1))))\n\t)\n'
    yield from _label(net, f"{number(x)} {number(y)}", 0, ident("label", ref))


OURS: Final = "ignore"  # footprints and symbols are made by this program and are in no library
RULES: Final = {
    "min_clearance": 0.15,
    "min_track_width": 0.2,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.25,
    "min_copper_edge_clearance": 0.5,
    "min_through_hole_diameter": 0.3,
    "min_via_diameter": 0.5,
    "min_via_annular_width": 0.13,
}
SEVERITIES: Final = {"lib_footprint_issues": OURS, "lib_footprint_mismatch": OURS}
CLASS: Final = {
    "name": "Default",
    "clearance": 0.15,
    "track_width": 0.25,
    "via_diameter": 0.6,
    "via_drill": 0.3,
}
SETTINGS: Final = {
    "board": {"design_settings": {"rules": RULES, "rule_severities": SEVERITIES}},
    "erc": {
        "rule_severities": {
            "lib_symbol_issues": OURS,
            "lib_symbol_mismatch": OURS,
            "footprint_link_issues": OURS,
        }
    },
    "meta": {"filename": "boardpi.kicad_pro", "version": 1},
    "net_settings": {"classes": [CLASS], "meta": {"version": 3}},
}


def project_file() -> str:
    """wiring/pcb/boardpi.kicad_pro: what the checks hold the board to."""
    return json.dumps(SETTINGS, indent=1) + "\n"
