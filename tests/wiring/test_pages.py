"""Pages made by the workshop: pins, parts, current, checklist."""

from __future__ import annotations

import csv
import io
import itertools
import pathlib
import re

import pytest

from boardpi.boards.gpio.pixels import LIMIT_MA_MOST
from boardpi.config import TableConfig
from boardpi.drawings.geometry import Label, Path, on_paper
from boardpi.drawings.measures import PLATES
from boardpi.drawings.sheets import cut
from boardpi.drawings.wood import SCREW
from tools.wiring import budget
from tools.wiring.checklist import CHECKS, checklist_page, draw_checklist
from tools.wiring.chips import HEADER, PICO
from tools.wiring.lists import boards, cutting_page, metres, wires
from tools.wiring.parts import (
    BOARD,
    BUILDS,
    CHECKED,
    PARTS,
    TOOLS,
    VARIANTS,
    WIRE_M,
    euros,
    parts_csv,
    parts_page,
    total,
)
from tools.wiring.pins import HOLE_NAMES, named_pins
from tools.wiring.products import project_pins
from tools.wiring.tables import pin_page

PROJECT = pathlib.Path(__file__).parents[2]
PINS = project_pins(PROJECT)
SCREW_HEAD_MM = 6.0  # of a nut M3 across its corners, with room for a finger's grip


def cells(page: str) -> list[list[str]]:
    """The rows of all tables of a page."""
    rows = [line for line in page.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_the_pin_table_has_every_pin_of_every_build() -> None:
    words = {cell for row in cells(pin_page(PINS)) for cell in row}
    assert {pin for _, pin in named_pins(PINS.nano)} <= words
    assert {f"{pin} ({PICO[str(pin)]})" for _, pin in named_pins(PINS.pico)} <= words
    assert {f"GPIO {pin}" for _, pin in named_pins(PINS.pi)} <= words


def test_the_header_in_the_pin_table_is_the_pi_s() -> None:
    rows = [row for row in cells(pin_page(PINS)) if len(row) == 4 and row[1].isdecimal()]
    assert [number for row in rows for number in (int(row[1]), int(row[2]))] == list(range(1, 41))
    named = {int(row[place]): row[text] for row in rows for place, text in ((1, 0), (2, 3))}
    assert named[HEADER[PINS.pi.pixels]] == "**pixels** (GPIO 10)"
    assert (named[1], named[2], named[6]) == ("3.3 V", "5 V", "ground")


def test_the_checklist_has_a_line_for_every_hole() -> None:
    rows = [row for row in cells(checklist_page(PINS)) if row[0].startswith("**")]
    assert [row[0].strip("*") for row in rows] == list(HOLE_NAMES)
    assert rows[HOLE_NAMES.index("c2")][1:4] == ["A1, GPIO 6", "D5, GPIO 21", "7"]
    assert {len(row) for row in rows} == {9}


def test_the_checklist_to_print_says_the_same_on_one_sheet() -> None:
    drawing = draw_checklist(PINS)
    assert len(cut(on_paper(drawing))) == 1
    words = [shape.text for shape in drawing.shapes if isinstance(shape, Label)]
    facts = [cell.strip("*") for row in cells(checklist_page(PINS))[2:] for cell in row[:4]]
    assert words[4 + len(CHECKS) :] == facts
    ticks = [shape for shape in drawing.shapes if isinstance(shape, Path) and shape.closed]
    assert len(ticks) == 25 * len(CHECKS)


def test_totals_are_the_sums_of_the_list() -> None:
    rows = list(csv.DictReader(io.StringIO(parts_csv())))
    assert len(rows) == len(PARTS) + sum(map(len, VARIANTS.values()))
    for build in BUILDS:
        for number, end in enumerate(("low", "high")):
            cents = sum(
                int(row[f"buy_{build}"]) * round(100 * float(row[f"eur_each_{end}"]))
                for row in rows
                if not row["variant"]
            )
            assert total(build)[number] == cents
        low, high = total(build)
        assert f"| {build} | {euros(low)} | {euros(high)} |" in parts_page()


def test_the_first_lines_of_the_building_page_tell_what_it_costs() -> None:
    top = (PROJECT / "docs" / "build.md").read_text(encoding="utf-8").partition("\n## ")[0]
    for build, words in (("serial", "for the serial build"), ("direct", "for the direct one")):
        low, high = (round(cents / 100) for cents in total(build))
        assert f"{low} to {high} € {words}" in top


def test_the_first_lines_of_the_building_page_tell_the_tools() -> None:
    top = (PROJECT / "docs" / "build.md").read_text(encoding="utf-8").partition("\n## ")[0]
    told = " ".join(top.split())
    assert [tool for tool in TOOLS if tool not in told] == []


def test_every_number_of_a_product_was_compared_with_something() -> None:
    """A number has digits; words name a kind."""
    numbers = {part.number for part in (*PARTS, *itertools.chain(*VARIANTS.values()))} | {"MF-R110"}
    products = {
        number for number in numbers if re.search(r"[A-Z]{2,}\d|[A-Z]\d{4}|\d[A-Z]\d|218", number)
    }
    assert products <= set(CHECKED), products - set(CHECKED)
    everything = parts_page()
    assert all(number in everything.partition("## Which")[0] for number in CHECKED)


def test_enough_wire_is_bought() -> None:
    for square_mm, bought in WIRE_M.items():
        assert 0 < metres(PINS, square_mm) < bought


def test_every_hole_has_its_wires() -> None:
    by_name = {wire.name: wire for wire in wires(PINS)}
    assert by_name["reed to diode or row"].count == 50
    assert by_name["data, pixel to pixel"].count == 24
    assert by_name["data, pixel to pixel"].mm > BOARD.pitch
    assert by_name["row 5 to the controller"].mm > by_name["row 1 to the controller"].mm


def test_every_plate_is_on_the_cutting_list() -> None:
    plates = [board for board in boards() if board.name.startswith("plate")]
    assert [(board.length, board.width, board.thick) for board in plates] == [
        (BOARD.side, BOARD.side, thick) for thick in PLATES.values()
    ]
    for number, name in enumerate(PLATES, 1):
        assert (PROJECT / f"wiring/templates/{number}-{name}.dxf").is_file()
        assert f"templates/{number}-{name}" in cutting_page()
    front, sides = (board for board in boards() if board.name.startswith("frame"))
    assert front.length == sides.length + 2 * front.thick, "they meet at the corners"
    assert BOARD.side < sides.length < BOARD.side + 2, "the plates go in"
    (batten,) = (board for board in boards() if board.name.startswith("batten"))
    corner = (BOARD.side - batten.length) / 2
    assert corner > SCREW[1] + SCREW_HEAD_MM, "nuts have room beside them"
    assert f"{sum(PLATES.values()):g} mm below the frame's edge" in cutting_page()


def test_every_part_has_a_price_range_and_a_substitute() -> None:
    for part in PARTS:
        assert 0 < part.low <= part.high, part.name
        assert part.instead, part.name
        assert part.serial or part.direct, part.name


@pytest.mark.parametrize(
    ("build", "words"),
    [
        ("Pico", ("Raspberry Pi Pico", "USB adapter", "level shifter", "USB cable")),
        ("printed parts", ("plastic for carriers", "wooden dowel", "wood glue")),
        ("printed board", ("printed circuit board", "parts that you solder", "plastic for")),
    ],
)
def test_other_ways_to_build_have_their_parts(build: str, words: tuple[str, ...]) -> None:
    (parts,) = [parts for title, parts in VARIANTS.items() if build in title]
    for word in words:
        (part,) = [part for part in parts if part.name.startswith(word)]
        assert part.buy("serial") >= 1
        assert f"| {part.name} |" in parts_page()


def test_there_is_a_reed_a_diode_and_a_pixel_for_every_hole() -> None:
    for word in ("reed", "diode", "pixel W"):
        (part,) = [part for part in PARTS if part.name.startswith(word)]
        assert (part.serial, part.direct) == (25, 25)
        assert part.spare > 0


@pytest.mark.parametrize(
    "word", ["DC socket", "OTG adapter", "jumper wires", "socket for it, DIP", "switch", "screw M3"]
)
def test_small_things_are_not_forgotten(word: str) -> None:
    assert [part for part in PARTS if part.name.startswith(word)]


def test_every_part_says_what_to_ask_for() -> None:
    for part in PARTS:
        assert part.number, part.name
    assert not [part for part in PARTS if "second magnet" in part.instead]


def test_each_build_has_its_own_parts() -> None:
    serial = {part.name for part in PARTS if part.serial and not part.direct}
    direct = {part.name for part in PARTS if part.direct and not part.serial}
    assert any("Nano" in name for name in serial)
    assert any("74AHCT125" in name for name in direct)
    assert any("buzzer" in name for name in direct)


def test_the_budget_agrees_with_firmware_and_configuration() -> None:
    header = (PROJECT / "firmware" / "source" / "power.h").read_text(encoding="utf-8")
    most = re.search(r"#define POWER_MA_MOST (\d+)", header)
    assert most
    assert int(most[1]) == LIMIT_MA_MOST == budget.FIRMWARE_MOST_MA
    assert TableConfig().power_budget_ma < budget.FIRMWARE_MOST_MA < budget.FUSE_MA
    assert budget.BLOWS_AT * budget.FUSE_MA <= budget.SUPPLY_MA, "or the fuse would never blow"
    page = budget.budget_page()
    assert f"| {TableConfig().power_budget_ma} mA |" in page
    assert "| 1517.5 mA |" in page


def test_pins_of_both_builds_can_sink_a_whole_row() -> None:
    assert budget.row_ma(5.0, 4.7, 35) < 20
    assert budget.row_ma(3.3, 4.7, 50) < 16
