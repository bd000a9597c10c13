"""Drawings: every line where it belongs and nowhere else, in SVG and in the terminal."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest

from boardpi.rules import (
    DEFAULT,
    HOLES,
    RULE_SETS,
    START,
    Game,
    Hole,
    Line,
    parse_position,
    read_rule_sets,
    rule_set,
)
from boardpi.rules.drawing import DrawingStyle, animate_board, draw_board
from boardpi.rules.lines import lines_of
from boardpi.rules.paths import bow, clearance
from boardpi.rules.sketch import LetterInk, sketch_board, sketch_table

SVG = "{http://www.w3.org/2000/svg}"
MIDDLE = parse_position("bb3/1b3/3W1/5/w2w1 b w1b2 w0b0 -")


def draw(*args: object) -> ElementTree.Element:
    return ElementTree.fromstring(draw_board(*args))  # type: ignore[arg-type]


def drawn_lines(svg: ElementTree.Element, kind: str) -> set[str]:
    """The lines of a drawing, named by the holes at their ends."""
    found = set()
    for path in svg.iter(f"{SVG}path"):
        if path.get("class") == kind:
            x1, y1, x2, y2 = map(float, re.findall(r"[-.\d]+", path.get("d", "")))
            found.add(f"{_hole(x1, y1)}-{_hole(x2, y2)}")
    return found


def _hole(x: float, y: float) -> Hole:
    return Hole("abcde"[int(x // 100)] + str(5 - int(y // 100)))


def archers(svg: ElementTree.Element, kind: str) -> int:
    return sum(circle.get("class") == kind for circle in svg.iter(f"{SVG}circle"))


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_drawing_has_the_lines_of_the_rule_set(name: str) -> None:
    rules, svg = rule_set(name), draw(rule_set(name))
    dotted = {"b3-c3"} if rules.game == "Jasir" else set()
    assert drawn_lines(svg, "line dotted") == dotted
    assert drawn_lines(svg, "line") == {str(line) for line in rules.lines} - dotted
    assert archers(svg, "hole") == 25


def test_the_drawing_shows_the_archers_and_hands() -> None:
    svg = draw(DEFAULT, MIDDLE)
    assert (archers(svg, "white"), archers(svg, "black")) == (3 + 1, 3 + 2)
    assert archers(svg, "chosen") == 1
    assert str(MIDDLE) in svg[0].text  # type: ignore[operator]


def test_the_looks() -> None:
    rim = [text.text for text in draw(DEFAULT).iter(f"{SVG}text")]
    assert rim == [*"abcde", *"12345"]
    labels = [text.text for text in draw(DEFAULT, START, DrawingStyle.LABELS).iter(f"{SVG}text")]
    assert labels == [str(hole) for hole in HOLES]
    plain = draw(DEFAULT, None, DrawingStyle.PLAIN)
    assert not list(plain.iter(f"{SVG}text"))
    assert not list(plain.iter(f"{SVG}rect"))


def test_true_size() -> None:
    svg = draw(DEFAULT, None, DrawingStyle.PLAIN, 30.0)
    assert svg.get("width") == "157.2mm", "524 hundredths of 30 mm"


def test_a_title_cannot_break_the_drawing() -> None:
    own = read_rule_sets('[rules.x]\nlike = "jasir-oca"\ntitle = "<&>"', RULE_SETS)["x"]
    assert draw(own)[0].text == "The board of <&>"


def test_no_line_of_the_board_comes_near_a_hole_that_it_does_not_touch() -> None:
    for line in DEFAULT.lines:
        assert bow(line) is None
        assert clearance(line, None) > 0.44, line


@pytest.mark.proof
def test_every_line_that_a_maker_could_add_bows_around_holes_in_its_way() -> None:
    for one, two in itertools.combinations(HOLES, 2):
        line = Line(one, two)
        assert clearance(line, bow(line)) > 0.19, line  # a labelled hole has a radius of 0.18


def test_a_maker_s_line_bows_around_holes_in_its_way() -> None:
    own = read_rule_sets('[rules.x]\nlike = "jasir-oca"\nadd_lines = "a1-a5"', RULE_SETS)["x"]
    assert "Q" in draw_board(own)
    assert "Q" not in draw_board(DEFAULT)


inks = pytest.mark.parametrize(
    "ink", [LetterInk(), LetterInk(braille=False), LetterInk(colour=True)]
)


@inks
@pytest.mark.parametrize("name", RULE_SETS)
def test_the_sketch_fits_into_a_terminal(name: str, ink: LetterInk) -> None:
    rows = re.sub(r"\x1b\[[0-9;]*m", "", sketch_table(rule_set(name), START, ink)).split("\n")
    assert len(rows) == 22
    assert max(map(len, rows)) <= 80
    if not ink.braille:
        assert all(row.isascii() for row in rows)


def test_the_sketch_without_colour_has_no_escapes() -> None:
    assert "\x1b" not in sketch_table(DEFAULT, START, LetterInk())
    assert "\x1b" in sketch_table(DEFAULT, START, LetterInk(colour=True))


def test_the_sketch_names_every_archer() -> None:
    rows = sketch_board(DEFAULT, MIDDLE, LetterInk(braille=False))
    letters = [re.findall(r"[(\[]([wbWB])[)\]]", rows[5 * number]) for number in range(5)]
    assert letters == [["b", "b"], ["b"], ["W"], [], ["w", "w"]]
    assert rows[-1].split() == [*"abcde"]
    assert [row[1] for row in rows[:-1:5]] == [*"54321"]


def test_the_sketch_tells_hands_dead_owed_and_shuttles() -> None:
    table = sketch_table(DEFAULT, MIDDLE, LetterInk())
    assert "Black to move" in table
    assert table.index("in hand 2") < table.index("in hand 1"), "Black sits at the top"
    assert "dead    1" in table
    line = "bb3/1b3/3W1/5/w2w1 b w1b2 w0b1 w:d3d2x2"
    table = sketch_table(rule_set("jarmo-wikipedia"), parse_position(line), LetterInk())
    assert "owed    1" in table
    assert "d2-d3 2/3" in table


def test_bright_lines_stand_alone_where_there_is_no_colour() -> None:
    lines = lines_of(DEFAULT.lines, Hole("e1"))
    rows = sketch_board(DEFAULT, START, LetterInk(braille=False), lines)
    assert set("".join(row[4:18] for row in rows[2:20])) <= set(" o"), "column a is far from e1"
    coloured = "\n".join(sketch_board(DEFAULT, START, LetterInk(colour=True), lines))
    assert "\x1b[93m" in coloured
    assert "\x1b[90m" in coloured


def test_ascii_lines_lean_the_right_way() -> None:
    def signs(line: str) -> set[str]:
        only = [one for one in DEFAULT.lines if str(one) == line]
        empty = parse_position("5/5/5/5/5 w w0b0 w0b0 -")
        rows = sketch_board(DEFAULT, empty, LetterInk(braille=False), only)
        return set("".join(row[4:] for row in rows[:-1])) - set(" o")

    assert signs("b2-b3") == {"|"}
    assert signs("b2-c2") == {"-"}
    assert signs("a1-b3") == {"/"}
    assert signs("c1-a2") == {"'", "-", "."}
    assert signs("b1-a3") == {"\\"}


def test_a_game_moves_as_one_picture() -> None:
    game = Game(rule_set("jasir-pergioco"), any_first=True).play("b1-d2").play("d5-b4")
    root = ElementTree.fromstring(animate_board(game.rules, game.positions))
    layers = [g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("class") == "layer"]
    assert [layer.get("style") for layer in layers] == [
        "animation-delay: 0s",
        "animation-delay: 1.5s",
        "animation-delay: 3s",
    ]
    assert all(len(layer) == 10 for layer in layers)
