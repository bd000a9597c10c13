"""A top plate for fingers, read back: a finger that knows only the file finds every line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.drawings.geometry import DEPTHS
from boardpi.drawings.grooves import BRIDGE, LAND, TOOLS
from boardpi.drawings.measures import GROOVE, PLATES, BadMeasure, Measures
from boardpi.drawings.wood import draw_plate, hole_point, top_plate
from boardpi.rules import DEFAULT, HOLES, RULE_SETS, Hole, Line, RuleSet, read_rule_sets, rule_set
from tests.drawings.examples import OWN_RULES, WIDE, read_back
from tests.drawings.paper import Layers, Point
from tests.drawings.test_templates import distance

GROOVES, EDGES, PITS = "1-GROOVE-0.8-DEEP", "1-GROOVE-0.8-DEEP-EDGE", "2-PITS-0.8-DEEP"
FINGERTIP = 11.0  # so much of it rests on wood: over a pause it feels both ends
SCREW_HEAD = 3.0
near = pytest.approx
flat = pytest.mark.parametrize("kind", [".svg", ".dxf"])
sized = pytest.mark.parametrize("measures", [Measures(), WIDE], ids=["50 mm", "61.5 mm"])


class Plate:
    """A file read back, from the board's corner at a1."""

    def __init__(self, layers: Layers) -> None:
        (edge,) = layers["7-OUTLINE"].paths
        self.corner = min(x for x, _ in edge), min(y for _, y in edge)
        grooves = [[self.at(point) for point in path] for path in layers[GROOVES].paths]
        self.lines = [path for path in grooves if path[0][1] > 5]
        self.marks = [path for path in grooves if path[0][1] <= 5]
        pits = [self.at(centre) for centre, _ in layers[PITS].circles]
        self.dots = [pit for pit in pits if min(pit) > 20]
        self.counts = [pit for pit in pits if min(pit) <= 20]
        openings = [self.at(centre) for centre, _ in layers["4-DRILL"].circles]
        openings.sort(key=lambda centre: (round(centre[1]), centre[0]))
        self.holes = dict(zip(HOLES, openings, strict=True))

    def at(self, point: Point) -> Point:
        return point[0] - self.corner[0], point[1] - self.corner[1]


def for_fingers(measures: Measures, kind: str, folder: Path, rules: str = DEFAULT.name) -> Plate:
    return Plate(read_back(top_plate(measures, rule_set(rules), "router"), kind, folder))


class Finger:
    """It follows a groove to its end, and over a pause straight on to the next."""

    def __init__(self, measures: Measures, plate: Plate) -> None:
        self.reach = measures.opening / 2 + LAND + GROOVE.width / 2 + 0.01
        self.holes = plate.holes
        ends = [(path[0], path[-1]) for path in plate.lines]
        self.pieces = [*ends, *((two, one) for one, two in ends)]

    def found(self) -> Iterator[str]:
        """Every line that begins at a hole, by where it ends, named by its two holes."""
        for one, two in self.pieces:
            start = self.hole(one)
            if start is not None:
                yield str(Line(*sorted((start, self.follow(one, two)))))

    def hole(self, point: Point) -> Hole | None:
        at = [hole for hole, c in self.holes.items() if math.dist(point, c) <= self.reach]
        return at[0] if at else None

    def follow(self, one: Point, two: Point) -> Hole:
        while (hole := self.hole(two)) is None:
            ahead = [piece for piece in self.pieces if is_ahead((one, two), piece)]
            assert len(ahead) == 1, f"after {two} a finger finds {ahead}"
            ((one, two),) = ahead
        return hole


def is_ahead(here: tuple[Point, Point], there: tuple[Point, Point]) -> bool:
    """Begins before a fingertip that goes straight on, and leads the same way."""
    (x, y), start = here[1], there[0]
    way, on = unit(*here), unit(*there)
    along = (start[0] - x) * way[0] + (start[1] - y) * way[1]
    aside = abs((start[0] - x) * way[1] - (start[1] - y) * way[0])
    is_straight = way[0] * on[0] + way[1] * on[1] > math.cos(math.radians(30))
    return 0 < along <= FINGERTIP + GROOVE.width and aside < 4 and is_straight


def unit(one: Point, two: Point) -> Point:
    length = math.dist(one, two)
    return (two[0] - one[0]) / length, (two[1] - one[1]) / length


@flat
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_finger_finds_every_line_of_every_game(name: str, kind: str, tmp_path: Path) -> None:
    """From both of its ends, and no other."""
    plate = for_fingers(Measures(), kind, tmp_path, name)
    lines = {str(line) for line in rule_set(name).lines}
    found = sorted(Finger(Measures(), plate).found())
    assert found == sorted(2 * list(lines - {"b3-c3"}))
    assert bool(plate.dots) == ("b3-c3" in lines), "the dotted line is pits, not a groove"


@flat
@sized
def test_the_dotted_line_is_a_row_of_pits(kind: str, measures: Measures, tmp_path: Path) -> None:
    plate = for_fingers(measures, kind, tmp_path)
    one, two = (hole_point(measures, Hole(name)) for name in ("b3", "c3"))
    dots = sorted(plate.dots)
    assert len(dots) >= 5
    assert all(y == near(one[1], abs=1e-3) for _, y in dots)
    reach = measures.opening / 2 + LAND + GROOVE.width / 2
    assert dots[0][0] - one[0] == near(reach, abs=2e-3)
    assert two[0] - dots[-1][0] == near(reach, abs=2e-3)
    for before, after in itertools.pairwise(dots):
        assert GROOVE.width + 1.5 < math.dist(before, after) <= FINGERTIP + GROOVE.width


def test_a_groove_is_as_wide_and_deep_as_told(tmp_path: Path) -> None:
    drawing = top_plate(Measures(), DEFAULT, "router")
    layers = read_back(drawing, ".dxf", tmp_path)
    assert layers[GROOVES].cuts == layers[PITS].cuts == {(GROOVE.width, GROOVE.depth)}
    assert read_back(drawing, ".svg", tmp_path)[GROOVES].cuts == {(GROOVE.width, 0.0)}
    assert "grooves 2 mm wide, 0.8 mm deep" in drawing.title
    for layer, depth in DEPTHS.items():
        assert f"{depth:g}-DEEP" in layer.value
    assert GROOVE.width >= 1.5, "a narrower one is felt as a scratch"
    assert PLATES["top"] - GROOVE.depth >= 0.7, "wood is left below"


@flat
@sized
def test_no_groove_weakens_what_is_around_it(kind: str, measures: Measures, tmp_path: Path) -> None:
    """Wood between any two, and to every opening; below each is the rim's acrylic, not a hole."""
    plate = for_fingers(measures, kind, tmp_path)
    half = GROOVE.width / 2
    for one, two in itertools.combinations(plate.lines, 2):
        assert apart(one, two) - 2 * half >= BRIDGE - 2e-3, (one, two)
    rim = read_back(draw_plate(measures, "rim", DEFAULT), kind, tmp_path)["4-DRILL"].circles
    assert max(radius for _, radius in rim) < measures.opening / 2
    for centre in plate.holes.values():
        for path in (*plate.lines, *plate.marks):
            assert distance(centre, path) - half - measures.opening / 2 >= LAND - 2e-3
        for pit in (*plate.dots, *plate.counts):
            assert math.dist(centre, pit) - half - measures.opening / 2 >= LAND - 2e-3
    for pit in plate.dots:
        assert min(distance(pit, path) for path in plate.lines) - 2 * half >= BRIDGE - 2e-3


def apart(one: list[Point], two: list[Point]) -> float:
    """Of two straight pieces; 0 where they cross."""
    (a, b), (c, d) = (one[0], one[-1]), (two[0], two[-1])
    if left(a, b, c) * left(a, b, d) < 0 and left(c, d, a) * left(c, d, b) < 0:
        return 0.0
    return min(*(distance(end, two) for end in (a, b)), *(distance(end, one) for end in (c, d)))


def left(one: Point, two: Point, point: Point) -> float:
    return (two[0] - one[0]) * (point[1] - one[1]) - (two[1] - one[1]) * (point[0] - one[0])


@flat
@sized
def test_no_piece_is_too_short_to_be_followed(
    kind: str, measures: Measures, tmp_path: Path
) -> None:
    plate = for_fingers(measures, kind, tmp_path)
    assert min(math.dist(path[0], path[-1]) for path in plate.lines) >= 6


@flat
@sized
def test_fingers_know_the_edges(kind: str, measures: Measures, tmp_path: Path) -> None:
    """A groove at White's; one pit at column a and row 1, five at e and 5; nothing elsewhere."""
    plate = for_fingers(measures, kind, tmp_path)
    ((start, end),) = plate.marks
    assert start[1] == end[1] < 5
    assert (start[0], end[0]) == near(
        (hole_point(measures, Hole("a1"))[0], hole_point(measures, Hole("e1"))[0]), abs=1e-3
    )
    for number, name in enumerate(("a1", "b2", "c3", "d4", "e5"), 1):
        x, y = hole_point(measures, Hole(name))
        columns = [pit for pit in plate.counts if pit[1] < 10 and abs(pit[0] - x) < 12]
        rows = [pit for pit in plate.counts if pit[0] < 10 and abs(pit[1] - y) < 12]
        assert len(columns) == len(rows) == number
    assert len(plate.counts) == 2 * 15
    apart_mm = min(math.dist(one, two) for one, two in itertools.combinations(plate.counts, 2))
    assert apart_mm >= 2 * GROOVE.width - 2e-3
    for pit in plate.counts:
        assert distance(pit, plate.marks[0]) >= 5 - 1e-3
        assert math.dist(pit, (8.0, 8.0)) > SCREW_HEAD + GROOVE.width


@flat
@pytest.mark.parametrize("tool", TOOLS)
def test_light_and_screws_are_where_they_were(kind: str, tool: str, tmp_path: Path) -> None:
    plain = read_back(top_plate(Measures(), DEFAULT), kind, tmp_path)
    grooved = read_back(top_plate(Measures(), DEFAULT, tool), kind, tmp_path)
    for layer in ("4-DRILL", "4-SCREWS"):
        assert grooved[layer].circles == plain[layer].circles
    assert grooved["7-OUTLINE"].paths == plain["7-OUTLINE"].paths
    assert "1-ENGRAVE" not in grooved or not grooved["1-ENGRAVE"].paths, "nothing twice"


@flat
def test_a_laser_fills_the_same_grooves(kind: str, tmp_path: Path) -> None:
    """Edges around the middle lines that a router follows: half a width on every side."""
    routed = read_back(top_plate(Measures(), DEFAULT, "router"), kind, tmp_path)
    filled = read_back(top_plate(Measures(), DEFAULT, "laser"), kind, tmp_path)
    assert GROOVES not in filled or not filled[GROOVES].paths
    assert filled[PITS].circles == routed[PITS].circles
    for middle, edge in zip(routed[GROOVES].paths, filled[EDGES].paths, strict=True):
        for point in edge:
            assert distance(point, middle) == near(GROOVE.width / 2, abs=3e-3)
        length = math.dist(middle[0], middle[-1])
        assert area(edge) == near(length * GROOVE.width + math.pi, rel=0.02)


def area(ring: list[Point]) -> float:
    turns = zip(ring, [*ring[1:], ring[0]], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in turns)) / 2


@pytest.mark.parametrize(
    ("measures", "rules", "sentence"),
    [
        (Measures(pitch=44), DEFAULT, "too short for a finger: take a wider pitch"),
        (WIDE, OWN_RULES, "the line a1-e4 passes another hole at 12.4 mm"),
        (Measures(pitch=90), OWN_RULES, "of a1-c2 and a1-e4 would come within 0.2 mm, too near"),
    ],
)
def test_grooves_that_fingers_could_not_read_are_refused(
    measures: Measures, rules: RuleSet, sentence: str
) -> None:
    with pytest.raises(BadMeasure, match=sentence):
        top_plate(measures, rules, "router")


def test_lines_of_one_s_own_get_grooves_too(tmp_path: Path) -> None:
    """A bowed one is a curve of many short pieces."""
    own = read_rule_sets('[rules.x]\nlike = "jasir-oca"\nadd_lines = "a1-a5"', RULE_SETS)["x"]
    plate = Plate(read_back(top_plate(Measures(), own, "router"), ".dxf", tmp_path))
    bowed = [path for path in plate.lines if len(path) > 9]
    assert min(math.dist(path[0], plate.holes[Hole("a1")]) for path in bowed) < 13
    assert min(math.dist(path[-1], plate.holes[Hole("a5")]) for path in bowed) < 13
    for one, two in itertools.combinations(plate.lines, 2):
        wood = min(distance(point, two) for point in one) - GROOVE.width
        assert wood > BRIDGE / 2


@pytest.mark.parametrize("tool", TOOLS)
def test_the_command_draws_them(tool: str, tmp_path: Path) -> None:
    file = tmp_path / "top.dxf"
    assert main(["template", "--grooves", tool, "-o", str(file)]) == 0
    assert (GROOVES if tool == "router" else EDGES).encode() in file.read_bytes()


@pytest.mark.parametrize("view", [["--archer"], ["--underside"], ["--plate", "rim"]])
def test_grooves_belong_to_the_top(
    view: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.svg"
    assert main(["template", "--grooves", "laser", *view, "-o", str(file)]) == 2
    assert "--grooves is for the top plate" in capsys.readouterr().err
    assert not file.exists()
