"""Templates for the wood, read back from their files and measured."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from boardpi.boards.pins import PIXELS
from boardpi.cli import main
from boardpi.rules import DEFAULT, HOLES, RULE_SETS, Hole, Line, read_rule_sets, rule_set
from boardpi.workshop.archer import draw_archer
from boardpi.workshop.files import KINDS, draw_file
from boardpi.workshop.measures import BadMeasure, Magnet, Measures, read_magnet
from boardpi.workshop.shapes import INKS, PAPER, Drawing, Layer, on_paper
from boardpi.workshop.sheets import OVERLAP, cut, shows
from boardpi.workshop.wood import hole_point, top_plate, underside
from tests.workshop.paper import Layers, Page, Point, read_dxf, read_pdf, read_svg

ALL_LINES = {str(line) for line in DEFAULT.lines}
WIDE = Measures(pitch=61.5, hole=18)
near = pytest.approx


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
        if math.dist(centre, point) <= measures.hole / 2 + within
    ]
    assert len(found) == 1, point
    return found[0]


def lines_drawn(measures: Measures, layers: Layers) -> set[str]:
    """The engraved lines, named by the holes where they begin and end."""
    return {
        str(Line(*sorted(hole_at(measures, layers, end, 2.0) for end in (path[0], path[-1]))))
        for path in layers["1-ENGRAVE"].paths
    }


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
        assert radius == near(measures.hole / 2, abs=1e-3)


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


OWN = """[rules.own]
like = "jasir-oca"
add_lines = "a1-a5 b1-e4 c1-c4 a2-e2 a1-e4"
"""


@flat
def test_no_line_runs_through_a_hole(kind: str, tmp_path: Path) -> None:
    own = read_rule_sets(OWN, RULE_SETS)["own"]
    for measures, rules in ((Measures(), DEFAULT), (Measures(), own), (WIDE, own)):
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
    layers = read_back(top_plate(Measures(), DEFAULT), kind, tmp_path)
    holes = [centre for centre, _ in layers["4-DRILL"].circles]
    assert len(layers["5-REED"].paths) == 25
    for slot in layers["5-REED"].paths:
        middle = centre_of(slot)
        nearest = min(holes, key=lambda hole: math.dist(hole, middle))
        assert abs(middle[0] - nearest[0]) == near(7.0), "half a glass aside"
        assert min(math.dist(corner, nearest) for corner in slot) < Measures().hole / 2


@flat
def test_pixels_and_reeds_do_not_meet(kind: str, tmp_path: Path) -> None:
    layers = read_back(top_plate(Measures(pitch=42), DEFAULT), kind, tmp_path)
    assert len(layers["6-PIXEL"].paths) == 25
    for pocket in layers["6-PIXEL"].paths:
        for slot in layers["5-REED"].paths:
            assert not _meet(pocket, slot)


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
    top = read_back(top_plate(Measures(), DEFAULT), ".svg", tmp_path)
    below = read_back(underside(Measures(), PIXELS), ".svg", tmp_path)
    width = Measures().side + 2 * PAPER
    for name in ("5-REED", "6-PIXEL"):
        mirrored = {(round(width - x, 2), round(y, 2)) for x, y in map(centre_of, top[name].paths)}
        assert {
            (round(x, 2), round(y, 2)) for x, y in map(centre_of, below[name].paths)
        } == mirrored
    texts = below["8-NOTES"].texts
    assert [text for text in texts if text in map(str, HOLES)] == [str(hole) for hole in HOLES]
    assert [text for text in texts if text.isdecimal()] == [str(PIXELS[hole]) for hole in HOLES]


# -- paper ---------------------------------------------------------------------------------------


def printed(drawing: Drawing, folder: Path) -> list[Page]:
    file = folder / "drawing.pdf"
    file.write_bytes(draw_file(drawing, "drawing.pdf"))
    return read_pdf(file)


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
            assert radius == near(measures.hole / 2, abs=0.02)
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
    for one in sheets:
        for two in sheets:
            if one.corner[1] == two.corner[1] and one.corner[0] < two.corner[0]:
                assert one.corner[0] + one.window[0] - two.corner[0] <= OVERLAP + 1e-9
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


def test_the_archer_fits_its_hole_and_holds_its_magnet(tmp_path: Path) -> None:
    for measures in (Measures(), WIDE, Measures(hole=18, magnet=Magnet(10, 5))):
        layers = read_back(draw_archer(measures), ".dxf", tmp_path)
        ((_, foot),) = layers["7-OUTLINE"].circles
        ((_, pocket),) = layers["4-DRILL"].circles
        assert 2 * foot == near(measures.hole - 4)
        assert 2 * pocket == near(measures.magnet.diameter + 0.1)
        assert foot - pocket >= 0.9, "wood around the magnet"
        assert f"pocket {measures.magnet.height + 0.5:g} deep" in layers["8-NOTES"].texts


# -- measures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"pitch": 29.9}, "pitch 29.9: must be 30 to 150 mm"),
        ({"pitch": math.nan}, "pitch nan: must be"),
        ({"pitch": math.inf}, "pitch inf: must be"),
        ({"hole": 13}, "hole 13: must be 14 to 20 mm"),
        ({"hole": 21}, "hole 21: must be 14 to 20 mm"),
        ({"magnet": Magnet(2, 3)}, "magnet diameter 2: must be 3 to 20 mm"),
        ({"magnet": Magnet(8, 0)}, "magnet height 0: must be"),
        ({"magnet": Magnet(16, 3)}, "a magnet of 16 mm needs a hole of 22 mm"),
        ({"closing": 0}, "closing distance 0: must be"),
    ],
)
def test_what_cannot_be_built_is_refused(wrong: dict[str, float], sentence: str) -> None:
    with pytest.raises(BadMeasure, match=sentence):
        Measures(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["8", "8x", "x3", "8x3x2", "8 x 3", "-8x3", "٨x3", "8x3mm", ""])
def test_a_magnet_is_diameter_and_height(text: str) -> None:
    with pytest.raises(BadMeasure, match="such as 8x3"):
        read_magnet(text)


def test_a_line_that_would_touch_a_wide_hole_is_refused() -> None:
    own = read_rule_sets(OWN, RULE_SETS)["own"]
    with pytest.raises(BadMeasure, match="passes another hole at"):
        top_plate(Measures(hole=20), own)


def test_three_closing_distances_fit_between_holes() -> None:
    assert Measures().warnings() == []
    assert "three closing distances (estimated: 16.7 mm" in Measures(pitch=45).warnings()[0]
    assert Measures(pitch=45, closing=15).warnings() == []
    assert "measured: 20.0 mm" in Measures(closing=20).warnings()[0]
    assert Measures(magnet=Magnet(8, 5)).warnings(), "a stronger magnet reaches farther"


# -- the command ---------------------------------------------------------------------------------


def test_the_command_draws_what_its_file_is_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in KINDS:
        file = tmp_path / f"board{kind}"
        assert main(["template", "--pitch", "55", "-o", str(file)]) == 0
        assert file.read_bytes() == draw_file(top_plate(Measures(pitch=55), DEFAULT), file.name)
    assert "board.pdf: The board of Jasir (PerGioco), pitch 55 mm" in capsys.readouterr().out


def test_the_command_takes_lines_of_one_s_own(tmp_path: Path) -> None:
    own, file = tmp_path / "own.toml", tmp_path / "board.svg"
    own.write_text(OWN, encoding="utf-8")
    assert main(["template", "--rules-file", str(own), "-o", str(file)]) == 0
    drawn = lines_drawn(Measures(), read_svg(file.read_text(encoding="utf-8")))
    assert {"a1-a5", "b1-e4"} <= drawn


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-o", "board.png"], "'board.png' ends in none of .svg, .dxf, .pdf"),
        (["-o", "board"], "'board' ends in none of"),
        (["--pitch", "12", "-o", "x.svg"], "pitch 12: must be 30 to 150 mm"),
        (["--magnet", "big", "-o", "x.svg"], "'big' is no magnet"),
        (["--rules", "chess", "-o", "x.svg"], "no rule set 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence_and_no_file(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["template", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert sentence in told
    assert list(tmp_path.iterdir()) == []


def test_a_narrow_pitch_is_drawn_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["template", "--pitch", "45", "-o", str(tmp_path / "x.svg")]) == 0
    assert "less than three closing distances" in capsys.readouterr().err


def test_svg_needs_no_library(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('ezdxf', 'reportlab', 'schemdraw')))\n"
        "from boardpi.cli import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    file = tmp_path / "board.svg"
    subprocess.run([sys.executable, "-c", code, "template", "-o", str(file)], check=True)
    assert file.read_bytes() == draw_file(top_plate(Measures(), DEFAULT), "board.svg")


@pytest.mark.parametrize(("kind", "library"), [("dxf", "ezdxf"), ("pdf", "reportlab")])
def test_a_missing_library_is_named(
    kind: str,
    library: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    assert main(["template", "-o", str(tmp_path / f"x.{kind}")]) == 2
    assert f"needs the library {library}, which is not installed" in capsys.readouterr().err
    assert not (tmp_path / f"x.{kind}").exists()
