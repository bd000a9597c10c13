"""Boards that several tests draw and read back."""

from __future__ import annotations

import math
from pathlib import Path

from boardpi.drawings.formats import draw_file
from boardpi.drawings.geometry import Drawing
from boardpi.drawings.measures import Measures
from boardpi.rules import HOLES, RULE_SETS, Hole, Line, read_rule_sets
from tests.drawings.paper import Layers, Page, Point, read_dxf, read_pdf, read_svg

WIDE = Measures(pitch=61.5, hole=18)
OWN = """[rules.own]
like = "jasir-oca"
add_lines = "a1-a5 b1-e4 c1-c4 a2-e2 a1-e4"
"""
OWN_RULES = read_rule_sets(OWN, RULE_SETS)["own"]


def read_back(drawing: Drawing, kind: str, folder: Path) -> Layers:
    content = draw_file(drawing, f"drawing{kind}")
    if kind == ".svg":
        return read_svg(content.decode())
    file = folder / "drawing.dxf"
    file.write_bytes(content)
    return read_dxf(file)


def hole_at(measures: Measures, layers: Layers, point: Point, within: float) -> Hole:
    """The hole whose rim is so near to this point."""
    centres = [centre for centre, _ in layers["4-DRILL"].circles]
    found = [
        hole
        for hole, centre in zip(HOLES, sorted(centres, key=lambda c: (c[1], c[0])), strict=True)
        if math.dist(centre, point) <= measures.opening / 2 + within
    ]
    assert len(found) == 1, point
    return found[0]


def lines_drawn(measures: Measures, layers: Layers) -> set[str]:
    """The engraved lines, named by the holes where they begin and end."""
    return {
        str(Line(*sorted(hole_at(measures, layers, end, 2.0) for end in (path[0], path[-1]))))
        for path in layers["1-ENGRAVE"].paths
    }


def printed(drawing: Drawing, folder: Path) -> list[Page]:
    file = folder / "drawing.pdf"
    file.write_bytes(draw_file(drawing, "drawing.pdf"))
    return read_pdf(file)
