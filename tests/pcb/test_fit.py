"""The printed board fits the plates, its files are those that KiCad has checked."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from math import hypot
from pathlib import Path

import pytest

from boardpi.drawings.geometry import Circle, Layer
from boardpi.drawings.measures import CHAMBER, GLASS, LEAD, SLOT, Measures
from boardpi.drawings.wood import PRINTED_WINDOW, REED_OFFSET, draw_plate, hole_point, reed_turn
from boardpi.rules import DEFAULT, HOLES
from tests.pcb.reader import FOLDER, PROJECT, BoardPad, PrintedBoard, printed_board
from tools.pcb import footprints
from tools.pcb.kicad_check import KicadRoot, compare, digest

MEASURES = Measures()
POST_MM = 0.6  # the bare wire on the list of parts
REPORT = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))


def lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def board() -> PrintedBoard:
    return printed_board()


def test_kicad_has_looked_at_the_files_of_today_and_found_nothing() -> None:
    assert REPORT["checked_sha256"] == digest(PROJECT), "run `make pcb-check` and commit its report"
    assert REPORT["kicad"].startswith("9.")
    for key in ("erc", "drc", "not_joined", "unlike_schematic", "unlike_library"):
        assert REPORT[key] == [], key
    assert REPORT["in_no_library"] == ["Reed_7x2mm_on_posts"]


def test_what_goes_to_a_factory_is_what_kicad_made() -> None:
    files = sorted((FOLDER / "fabrication").iterdir())
    made = {
        f"fabrication/{file.name}": hashlib.sha256(file.read_bytes()).hexdigest() for file in files
    }
    assert made == REPORT["files_sha256"]
    assert len(made) == 10


def test_the_board_is_as_large_as_a_plate(board: PrintedBoard) -> None:
    assert board.edge == ((0, MEASURES.side), (MEASURES.side, 0))
    screws = {
        shape.centre
        for shape in draw_plate(MEASURES, "reeds", DEFAULT).shapes
        if isinstance(shape, Circle) and shape.layer is Layer.SCREWS
    }
    assert {board.parts[f"H{n}"].at for n in (1, 2, 3, 4)} == screws


def test_every_pixel_is_in_the_middle_of_its_hole(board: PrintedBoard) -> None:
    for hole in HOLES:
        assert board.parts[f"LED{hole}"].at == pytest.approx(hole_point(MEASURES, hole))


def test_every_reed_lies_in_its_slot_with_straight_leads_on_posts(board: PrintedBoard) -> None:
    for hole in HOLES:
        x, y = hole_point(MEASURES, hole)
        middle = x + reed_turn(hole) * REED_OFFSET[0], y + REED_OFFSET[1]
        reed = board.parts[f"S{hole}"]
        assert reed.at == pytest.approx(middle)
        for pad in reed.pads.values():
            reach = abs(pad.at[0] - middle[0])
            assert pad.at[1] == pytest.approx(middle[1])
            assert reach + POST_MM / 2 <= SLOT[0] / 2, "it stands in the slot"
            assert reach + POST_MM / 2 <= GLASS[0] / 2 + LEAD, "its lead reaches over it"
            assert reach - POST_MM / 2 - GLASS[0] / 2 >= 2, "solder keeps away from the glass"
            assert pad.drill >= POST_MM + 0.15


def corners(pad: BoardPad) -> list[tuple[float, float]]:
    (x, y), (wide, high) = pad.at, pad.size
    return [(x + a * wide / 2, y + b * high / 2) for a in (-1, 1) for b in (-1, 1)]


def is_free(point: tuple[float, float]) -> bool:
    """Whether plate 4 is cut away there: a chamber, or the window."""
    (x, y), wide, high = PRINTED_WINDOW
    if abs(point[0] - x) <= wide / 2 and abs(point[1] - y) <= high / 2:
        return True
    centres = (hole_point(MEASURES, hole) for hole in HOLES)
    return any(hypot(point[0] - cx, point[1] - cy) <= CHAMBER / 2 for cx, cy in centres)


def test_nothing_is_soldered_where_wood_lies_on_it(board: PrintedBoard) -> None:
    for ref, part in board.parts.items():
        if ref.startswith(("TP_", "H", "S")):
            continue  # below the board, screws, reeds in their slots
        for number, pad in part.pads.items():
            assert all(map(is_free, corners(pad))), (ref, number)


def test_the_window_leaves_wood_around_it() -> None:
    (x, y), wide, high = PRINTED_WINDOW
    left, right, low, top = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2
    assert low >= 2
    assert top <= MEASURES.margin - CHAMBER / 2 - 2
    assert min(left, MEASURES.side - right) >= 12, "room for the screws"


def test_a_factory_is_told_where_every_part_of_the_surface_is(board: PrintedBoard) -> None:
    rows = csv.DictReader(lines("fabrication/placement.csv"))
    told = {row["Ref"]: (float(row["PosX"]) - 20, float(row["PosY"]) + 290) for row in rows}
    surface = {
        ref: part.at
        for ref, part in board.parts.items()
        if not ref.startswith("TP_") and not any(pad.drill for pad in part.pads.values())
    }
    assert set(told) == set(surface)
    for ref, at in told.items():
        assert at == pytest.approx(surface[ref], abs=0.001), ref


def test_the_list_of_parts_has_every_part_once(board: PrintedBoard) -> None:
    rows = list(csv.DictReader(lines("parts.csv")))
    places = [place for row in rows for place in row["places"].split()]
    wanted = [ref for ref in board.parts if not ref.startswith(("TP_", "H"))]
    assert sorted(places) == sorted(wanted)
    assert all(int(row["count"]) == len(row["places"].split()) for row in rows)


def test_every_hole_is_drilled(board: PrintedBoard) -> None:
    text = (FOLDER / "fabrication" / "boardpi-PTH.drl").read_text(encoding="utf-8")
    hits = re.findall(r"^X[-\d.]+Y[-\d.]+$", text, re.MULTILINE)
    pads = [
        pad for part in board.parts.values() for pad in part.pads.values() if pad.net and pad.drill
    ]
    places = {(round(x, 3), round(y, 3)) for _, (x, y) in board.vias}
    assert len(hits) == len(places) + len(pads)


LIBRARY_DIODE = """(footprint "D_SOD-123"
    (pad "1" smd roundrect (at {x} 0) (size 0.9 1.2) (layers "F.Cu"))
    (pad "2" smd roundrect (at 1.65 0) (size 0.9 1.2) (layers "F.Cu")))"""


@pytest.mark.parametrize(("x", "told"), [(-1.65, 0), (-1.25, 1)])
def test_a_pad_that_is_elsewhere_in_the_library_is_told(
    x: float, told: int, tmp_path: Path
) -> None:
    folder = tmp_path / "usr/share/kicad/footprints/Diode_SMD.pretty"
    folder.mkdir(parents=True)
    (folder / "D_SOD-123.kicad_mod").write_text(LIBRARY_DIODE.format(x=x))
    found = list(compare(KicadRoot(tmp_path, PROJECT), footprints.DIODE))
    assert len(found) == told
    assert len(list(compare(KicadRoot(tmp_path, PROJECT), footprints.SHIFTER))) == 1, "not there"
