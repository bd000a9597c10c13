"""Templates for the wood, read back from their files and measured."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from pathlib import Path

import pytest

from boardpi.boards.pins import PIXELS
from boardpi.drawings.archer import draw_archer
from boardpi.drawings.geometry import PAPER, Layer
from boardpi.drawings.measures import PLATES, Magnet, Measures
from boardpi.drawings.wood import draw_plate, hole_point, top_plate, underside
from boardpi.rules import DEFAULT, HOLES, RULE_SETS, Hole, read_rule_sets, rule_set
from tests.drawings.examples import OWN_RULES, WIDE, hole_at, lines_drawn, printed, read_back
from tests.drawings.paper import Point

ALL_LINES = {str(line) for line in DEFAULT.lines}
near = pytest.approx


flat = pytest.mark.parametrize("kind", [".svg", ".dxf"])
sized = pytest.mark.parametrize("measures", [Measures(), WIDE], ids=["50 mm", "61.5 mm"])


@flat
@sized
def test_holes_are_where_they_belong(kind: str, measures: Measures, tmp_path: Path) -> None:
    layers = read_back(top_plate(measures, DEFAULT), kind, tmp_path)
    holes = sorted(layers["4-DRILL"].circles, key=lambda circle: (circle[0][1], circle[0][0]))
    assert len(holes) == 25
    (first_x, first_y), _ = holes[0]
    for hole, ((x, y), radius) in zip(HOLES, holes, strict=True):
        assert x - first_x == near(hole.column * measures.pitch, abs=2e-3)
        assert y - first_y == near((hole.row - 1) * measures.pitch, abs=2e-3)
        assert radius == near(measures.opening / 2, abs=1e-3)


CUT = {  # what is cut in each plate, by layer
    "top": {"1-ENGRAVE", "2-ENGRAVE-DOTTED", "4-DRILL", "4-SCREWS", "7-OUTLINE"},
    "rim": {"4-DRILL", "4-SCREWS", "7-OUTLINE"},
    "floor": {"4-SCREWS", "7-OUTLINE"},
    "reeds": {"4-SCREWS", "5-REED", "6-PIXEL", "7-OUTLINE"},
    "pixels": {"4-DRILL", "4-SCREWS", "6-PIXEL", "7-OUTLINE"},
}


@flat
@pytest.mark.parametrize("plate", PLATES)
def test_a_plate_has_what_is_cut_there_and_nothing_else(
    kind: str, plate: str, tmp_path: Path
) -> None:
    layers = read_back(draw_plate(Measures(), plate, DEFAULT), kind, tmp_path)
    worked = {name for name, layer in layers.items() if layer.circles or layer.paths}
    assert worked - {"8-NOTES"} == CUT[plate]
    assert len(layers["4-SCREWS"].circles) == 4


def test_the_plates_fit_on_each_other(tmp_path: Path) -> None:
    plates = {name: read_back(draw_plate(WIDE, name, DEFAULT), ".dxf", tmp_path) for name in PLATES}
    centres = [
        {(round(x, 2), round(y, 2)) for (x, y), _ in plates[name][layer].circles}
        for name, layer in (("top", "4-DRILL"), ("rim", "4-DRILL"), ("reeds", "6-PIXEL"))
    ]
    windows = {
        (round(x, 2), round(y, 2)) for x, y in map(centre_of, plates["pixels"]["6-PIXEL"].paths)
    }
    assert centres[0] == centres[1] == centres[2] == windows, "the pixel is centred below its hole"
    screws = [sorted(plate["4-SCREWS"].circles) for plate in plates.values()]
    assert all(each == screws[0] for each in screws)
    leads = [centre for centre, _ in plates["pixels"]["4-DRILL"].circles]
    assert len(leads) == 50
    for slot in plates["reeds"]["5-REED"].paths:
        xs, ys = zip(*slot, strict=True)
        inside = [(x, y) for x, y in leads if min(xs) < x < max(xs) and min(ys) < y < max(ys)]
        assert len(inside) == 2, "a wire for each end"


@flat
def test_the_ruler_is_a_hundred_millimetres(kind: str, tmp_path: Path) -> None:
    for drawing in (top_plate(WIDE, DEFAULT), draw_archer(WIDE)):
        notes = read_back(drawing, kind, tmp_path)["8-NOTES"]
        assert max(abs(path[-1][0] - path[0][0]) for path in notes.paths) == near(100.0, abs=1e-3)
        assert [text for text in notes.texts if text.startswith("0 to 100 mm")]


@flat
@sized
def test_lines_and_the_dotted_line_are_told_apart(
    kind: str, measures: Measures, tmp_path: Path
) -> None:
    layers = read_back(top_plate(measures, DEFAULT), kind, tmp_path)
    assert lines_drawn(measures, layers) == ALL_LINES - {"b3-c3"}
    dots = sorted(centre for centre, _ in layers["2-ENGRAVE-DOTTED"].circles)
    assert {hole_at(measures, layers, end, 2.0) for end in (dots[0], dots[-1])} == {
        Hole("b3"),
        Hole("c3"),
    }
    gaps = [math.dist(one, two) for one, two in itertools.pairwise(dots)]
    assert min(gaps) > 3 * layers["2-ENGRAVE-DOTTED"].circles[0][1], "dots stand apart"


@flat
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_lines_are_those_of_the_rule_set(name: str, kind: str, tmp_path: Path) -> None:
    rules = rule_set(name)
    layers = read_back(top_plate(Measures(), rules), kind, tmp_path)
    has_dots = "2-ENGRAVE-DOTTED" in layers and bool(layers["2-ENGRAVE-DOTTED"].circles)
    assert has_dots == (rules.game == "Jasir")
    assert lines_drawn(Measures(), layers) == {str(line) for line in rules.lines} - {"b3-c3"}


@flat
def test_no_line_runs_through_a_hole(kind: str, tmp_path: Path) -> None:
    for measures, rules in ((Measures(), DEFAULT), (Measures(), OWN_RULES), (WIDE, OWN_RULES)):
        layers = read_back(top_plate(measures, rules), kind, tmp_path)
        for path in layers["1-ENGRAVE"].paths:
            for centre, radius in layers["4-DRILL"].circles:
                assert distance(centre, path) > radius + 0.4, path


def distance(point: Point, path: list[Point]) -> float:
    return min(_to_piece(point, one, two) for one, two in itertools.pairwise(path))


def _to_piece(point: Point, one: Point, two: Point) -> float:
    (x, y), (x1, y1), (x2, y2) = point, one, two
    length = math.dist(one, two) ** 2
    part = max(0, min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
    return math.dist(point, (x1 + part * (x2 - x1), y1 + part * (y2 - y1)))


@flat
def test_a_reed_reaches_under_its_hole_with_one_end(kind: str, tmp_path: Path) -> None:
    """A magnet over the middle of a lying reed leaves it open."""
    layers = read_back(draw_plate(Measures(), "reeds", DEFAULT), kind, tmp_path)
    holes = [centre for centre, _ in layers["6-PIXEL"].circles]
    assert len(layers["5-REED"].paths) == 25
    for slot in layers["5-REED"].paths:
        middle = centre_of(slot)
        nearest = min(holes, key=lambda hole: math.dist(hole, middle))
        assert abs(middle[0] - nearest[0]) == near(6.0), "beside the magnet, not below it"
        assert min(math.dist(corner, nearest) for corner in slot) < Measures().hole / 2
        length = max(x for x, _ in slot) - min(x for x, _ in slot)
        assert length >= 22 - 1e-6, "glass, straight leads, and room for pliers and solder"


@flat
def test_windows_slots_and_wires_keep_wood_between_them(kind: str, tmp_path: Path) -> None:
    narrow = Measures(pitch=42)
    lower = read_back(draw_plate(narrow, "pixels", DEFAULT), kind, tmp_path)
    for centre, radius in lower["4-DRILL"].circles:
        for window in lower["6-PIXEL"].paths:
            assert distance(centre, [*window, window[0]]) - radius > 0.9
    upper = read_back(draw_plate(narrow, "reeds", DEFAULT), kind, tmp_path)
    for one, two in itertools.combinations(upper["5-REED"].paths, 2):
        assert not _meet(one, two)
    for slot in upper["5-REED"].paths:
        met = [
            centre
            for centre, radius in upper["6-PIXEL"].circles
            if distance(centre, [*slot, slot[0]]) < radius
        ]
        assert len(met) == 1, "no slot reaches into a neighbour's light"


def centre_of(path: Iterable[Point]) -> Point:
    xs, ys = zip(*set(path), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _meet(one: list[Point], two: list[Point]) -> bool:
    (low1, high1), (low2, high2) = (
        (min(x for x, _ in p), max(x for x, _ in p)) for p in (one, two)
    )
    (bottom1, top1), (bottom2, top2) = (
        (min(y for _, y in p), max(y for _, y in p)) for p in (one, two)
    )
    return high1 > low2 and high2 > low1 and top1 > bottom2 and top2 > bottom1


@flat
def test_the_edge_lies_around_everything_that_is_worked(kind: str, tmp_path: Path) -> None:
    layers = read_back(top_plate(WIDE, DEFAULT), kind, tmp_path)
    (edge,) = layers["7-OUTLINE"].paths
    xs, ys = zip(*edge, strict=True)
    assert max(xs) - min(xs) == near(WIDE.side, abs=2e-3)
    for name, layer in layers.items():
        for x, y in (point for path in layer.paths for point in path):
            if name != "8-NOTES":
                assert min(xs) <= x <= max(xs)
                assert min(ys) <= y <= max(ys)


def test_layers_are_named_in_the_order_of_the_work() -> None:
    names = [layer.value for layer in Layer]
    assert names == sorted(names)
    assert names.index("4-DRILL") < names.index("7-OUTLINE"), "cut loose last"


def test_the_underside_is_the_mirror_of_the_top(tmp_path: Path) -> None:
    top = {
        layer: read_back(draw_plate(Measures(), plate, DEFAULT), ".svg", tmp_path)[layer]
        for plate, layer in (("reeds", "5-REED"), ("pixels", "6-PIXEL"))
    }
    below = read_back(underside(Measures(), PIXELS), ".svg", tmp_path)
    width = Measures().side + 2 * PAPER
    for name in ("5-REED", "6-PIXEL"):
        mirrored = {(round(width - x, 2), round(y, 2)) for x, y in map(centre_of, top[name].paths)}
        assert {
            (round(x, 2), round(y, 2)) for x, y in map(centre_of, below[name].paths)
        } == mirrored
    assert "4-DRILL" not in below, "it is to look at"
    assert len(below["8-NOTES"].circles) == 25
    texts, places = below["8-NOTES"].texts, below["8-NOTES"].places
    for hole in HOLES:
        x, y = hole_point(Measures(), hole)
        hole_below = width - PAPER - x, places["a1"][1] + y - hole_point(Measures(), HOLES[0])[1]
        assert math.dist(places[str(hole)], hole_below) < 14, "a is on the right"
        assert math.dist(places[str(PIXELS[hole])], places[str(hole)]) < 16
    assert [text for text in texts if text in map(str, HOLES)] == [str(hole) for hole in HOLES]
    assert [text for text in texts if text.isdecimal()] == [str(PIXELS[hole]) for hole in HOLES]


@pytest.mark.parametrize("title", ["<&>", "\\u0001\\n", "Ясир 石", "x" * 500, "\\u202e"])
def test_a_title_cannot_break_a_drawing(title: str, tmp_path: Path) -> None:
    own = read_rule_sets(f'[rules.x]\nlike = "jasir-oca"\ntitle = "a {title}"', RULE_SETS)["x"]
    drawing = top_plate(Measures(), own)
    for kind in (".svg", ".dxf"):
        assert len(read_back(drawing, kind, tmp_path)["4-DRILL"].circles) == 25
    page = printed(drawing, tmp_path)[0]
    assert "sheet A1, 1 of 2" in page.text
    assert len(drawing.title) < 100


def test_the_archer_fits_its_hole_and_holds_its_magnet(tmp_path: Path) -> None:
    for measures in (Measures(), WIDE, Measures(hole=18, magnet=Magnet(10, 5))):
        layers = read_back(draw_archer(measures), ".dxf", tmp_path)
        ((_, foot),) = layers["7-OUTLINE"].circles
        ((_, pocket),) = layers["4-DRILL"].circles
        assert 2 * foot == near(measures.hole - 4)
        assert 2 * pocket == near(measures.magnet.diameter + 0.1)
        assert foot - pocket >= 0.9, "wood around the magnet"
        assert f"pocket {measures.magnet.height + 0.3:g} deep" in layers["8-NOTES"].texts
        assert f"foot ø {measures.foot:g}" in layers["8-NOTES"].texts, "letters as CAD reads them"
