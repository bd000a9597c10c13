"""Sheets of A4: read back from the PDF and measured."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from boardpi.drawings.archer import draw_archer
from boardpi.drawings.geometry import INKS, PAPER, Layer, on_paper
from boardpi.drawings.measures import Measures
from boardpi.drawings.sheets import OVERLAP, cut, shows
from boardpi.drawings.wood import hole_point, top_plate
from boardpi.rules import DEFAULT, HOLES
from tests.drawings.examples import WIDE, printed

sized = pytest.mark.parametrize("measures", [Measures(), WIDE], ids=["50 mm", "61.5 mm"])
near = pytest.approx


@sized
def test_every_sheet_has_its_name_and_a_true_ruler(measures: Measures, tmp_path: Path) -> None:
    drawing = top_plate(measures, DEFAULT)
    sheets, pages = cut(on_paper(drawing)), printed(drawing, tmp_path)
    assert len(pages) == len(sheets)
    for sheet, page in zip(sheets, pages, strict=True):
        assert sorted((page.width, page.height)) == near([210, 297], abs=0.01)
        assert f"sheet {sheet.name}, {sheet.number} of {len(sheets)}" in page.text
        lengths = [abs(line[-1][0] - line[0][0]) for line in page.lines[INKS[Layer.NOTES].colour]]
        assert max(lengths) == near(100.0, abs=0.01)


@sized
def test_holes_on_paper_are_where_they_belong(measures: Measures, tmp_path: Path) -> None:
    drawing = top_plate(measures, DEFAULT)
    seen = set()
    for sheet, page in zip(cut(on_paper(drawing)), printed(drawing, tmp_path), strict=True):
        for (x, y), radius in page.circles[INKS[Layer.DRILL].colour]:
            place = x - sheet.origin[0] - PAPER, y - sheet.origin[1] - PAPER
            hole = min(HOLES, key=lambda hole: math.dist(hole_point(measures, hole), place))
            assert place == near(hole_point(measures, hole), abs=0.02)
            assert radius == near(measures.opening / 2, abs=0.02)
            seen.add(hole)
    assert seen == set(HOLES)


@pytest.mark.parametrize("pitch", [45, 50, 55, 70, 100, 150])
def test_sheets_cover_everything_and_overlap(pitch: float) -> None:
    drawing = on_paper(top_plate(Measures(pitch=pitch), DEFAULT))
    sheets = cut(drawing)
    steps = 60
    for across in range(steps + 1):
        for up in range(steps + 1):
            point = drawing.width * across / steps, drawing.height * up / steps
            assert any(shows(sheet, point) for sheet in sheets), point
    for way in (0, 1):
        for one, two in itertools.pairwise(sorted({sheet.corner[way] for sheet in sheets})):
            assert one + sheets[0].window[way] - two == near(OVERLAP)
    names = [sheet.name for sheet in sheets]
    assert len(set(names)) == len(names)


def test_neighbouring_sheets_share_crosses(tmp_path: Path) -> None:
    drawing = top_plate(Measures(pitch=80), DEFAULT)
    sheets, pages = cut(on_paper(drawing)), printed(drawing, tmp_path)
    assert len(sheets) > 2
    places: dict[tuple[float, float], int] = {}
    for sheet, page in zip(sheets, pages, strict=True):
        crosses = page.circles["#000000"]
        assert len(crosses) >= 2, "two crosses fix a sheet"
        for (x, y), _ in crosses:
            place = round(x - sheet.origin[0], 1), round(y - sheet.origin[1], 1)
            places[place] = places.get(place, 0) + 1
    assert min(places.values()) >= 2


def test_a_board_that_fits_needs_one_sheet() -> None:
    assert len(cut(draw_archer(Measures()))) == 1
    assert len(cut(on_paper(top_plate(Measures(), DEFAULT)))) == 2
