"""Puzzles: the file is read strictly, the shipped ones are right, the same seed finds the same."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.lessons.puzzle_search import check_puzzle, find_puzzles, grade
from boardpi.coach.lessons.puzzles import (
    GOALS,
    GRADES,
    THEMES,
    Attempt,
    BadPuzzles,
    Puzzle,
    explain_puzzle,
    read_puzzles,
    todays_five,
    write_puzzles,
)
from boardpi.daemon.coach.endgames import perfect_play, shipped_puzzles
from boardpi.rules import DEFAULT, START, Game, Side, parse_move, parse_position
from boardpi.texts.languages import LANGUAGES
from tests.coach.telling import Telling
from tests.rules import naive

SHIPPED = read_puzzles(shipped_puzzles())
EXAMPLE = """
version = 1

[[puzzle]]
name = "a-first-one"
rules = "jasir-pergioco"
position = "4W/2W1b/5/3w1/1B1B1 w w0b0 w0b0 -"
solution = "d2-b3"
goal = "more"
proof = "exact"
worth = 3
second = 2
depth = 5
grade = 2
"""


def test_a_puzzle_is_read() -> None:
    (puzzle,) = read_puzzles(EXAMPLE)
    assert puzzle.name == "a-first-one"
    assert puzzle.solution == parse_move("d2-b3")
    assert puzzle.game.rules is DEFAULT


def test_puzzles_survive_their_file() -> None:
    assert read_puzzles(write_puzzles(SHIPPED)) == SHIPPED


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("version = 1", "version = 2", "version must be 1, not 2"),
        ("version = 1", "", "version must be 1, not None"),
        ("version = 1", "version = 1\nauthor = 'me'", "unknown key 'author'"),
        ("[[puzzle]]", "[puzzle]", r"write \[\[puzzle\]\] above each puzzle"),
        ("[[puzzle]]", "[[puzzle", "not TOML"),
        ('name = "a-first-one"', "", "puzzle 1: the key 'name' is missing"),
        ('name = "a-first-one"', "name = 7", "name must be a text, not 7"),
        ("a-first-one", "A first one", "'A first one' is no name"),
        ("grade = 2", "grade = 2\nstars = 2", "unknown key 'stars'"),
        ("jasir-pergioco", "jasir-pergico", "did you mean 'jasir-pergioco'"),
        ("4W/2W1b", "5W/2W1b", "rank '5W' has 6 holes"),
        ("w0b0 w0b0 -", "w0b0 w1b0 -", "keeps no owed re-entries"),
        ("d2-b3", "d2=b3", "'d2=b3' is not a move"),
        ("d2-b3", "d2-e5", "d2-e5 is not legal"),
        ('goal = "more"', 'goal = "mate"', "goal must be win or hold or more, not 'mate'"),
        ('proof = "exact"', "proof = true", "proof must be exact or search or solved, not True"),
        ("worth = 3", "worth = 30", "worth must be a number from -10 to 10, not 30"),
        ("depth = 5", "depth = 0", "depth must be a number from 1 to 65, not 0"),
        ("grade = 2", "grade = 2.0", "grade must be a number from 1 to 5, not 2.0"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(right: str, wrong: str, complaint: str) -> None:
    assert right in EXAMPLE
    with pytest.raises(BadPuzzles, match=complaint):
        read_puzzles(EXAMPLE.replace(right, wrong))


def test_a_name_stands_once() -> None:
    twice = EXAMPLE + EXAMPLE[EXAMPLE.index("[[puzzle]]") :]
    with pytest.raises(BadPuzzles, match="'a-first-one' stands twice"):
        read_puzzles(twice)


@given(text=st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(BadPuzzles):
        read_puzzles("version = 1\n" + text)


def grades_of(game: str) -> list[int]:
    return [puzzle.grade for puzzle in SHIPPED if puzzle.rules.game == game]


def test_the_shipped_puzzles_are_many() -> None:
    assert len(SHIPPED) >= 200
    assert len({(puzzle.rules, puzzle.position) for puzzle in SHIPPED}) == len(SHIPPED)


def test_they_are_of_every_grade() -> None:
    assert set(grades_of("Jasir")) == set(GRADES)
    assert len(set(grades_of("Jarmo"))) >= 3
    assert len(grades_of("Jarmo")) >= 10


def test_they_are_of_every_theme_and_goal() -> None:
    jasir = [puzzle for puzzle in SHIPPED if puzzle.rules.game == "Jasir"]
    assert min(Counter(puzzle.theme for puzzle in jasir)[theme] for theme in THEMES) >= 15
    assert min(Counter(puzzle.goal for puzzle in jasir)[goal] for goal in GOALS) >= 30
    assert min(Counter(puzzle.grade for puzzle in jasir)[grade] for grade in GRADES) >= 30
    assert min(Counter(puzzle.position.side for puzzle in jasir).values()) >= 60


SOLVED = (Path(__file__).parent / "data" / "puzzles.tsv").read_text("utf-8").splitlines()
"""The lines of the solution of Jasir (`puzzles.tsv`, 2026-11-16) from which puzzles were taken: the
position and White's points less Black's after every move."""


def test_the_puzzles_of_the_solution_are_as_the_solution_has_them() -> None:
    """Moves by the naive rules, values by the solution; the single best move and the second."""
    named = {puzzle.name: puzzle for puzzle in SHIPPED if puzzle.proof == "solved"}
    assert len(SOLVED) == len(named) >= 180
    for name, line, pairs in (row.split("\t") for row in SOLVED):
        puzzle = named[name]
        assert str(puzzle.position) == line
        sign = 1 if puzzle.position.side is Side.WHITE else -1
        values = {move: sign * int(v) for move, v in (pair.split("=") for pair in pairs.split())}
        assert sorted(values) == naive.legal(puzzle.rules.name, line)
        best, *others = sorted(values, key=lambda move: -values[move])
        assert (str(puzzle.solution), puzzle.worth) == (best, values[best])
        assert puzzle.second == values[others[0]] <= puzzle.worth - 2
        goal = "win" if puzzle.worth > 0 >= puzzle.second else "more"
        assert puzzle.goal == ("hold" if puzzle.worth == 0 else goal)


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda puzzle: puzzle.name)
def test_every_sentence_about_a_solution_is_true(puzzle: Puzzle) -> None:
    first, *rest = explain_puzzle(puzzle)
    assert not first.is_cost
    telling = Telling(puzzle.rules.name, str(puzzle.position), str(puzzle.solution))
    for reason in (first, *rest):
        match reason.code:
            case "aim_win":
                assert reason.number == puzzle.worth > 0
            case "aim_hold":
                assert puzzle.worth == 0
            case "aim_only":
                assert puzzle.second < 0 <= puzzle.worth
            case "aim_least":
                assert -reason.number == puzzle.worth < 0
            case _:
                assert telling.is_true(reason), reason


PROVEN_HERE = [puzzle for puzzle in SHIPPED if puzzle.proof != "solved"]


@pytest.mark.parametrize("puzzle", PROVEN_HERE, ids=lambda puzzle: puzzle.name)
def test_a_shipped_puzzle_is_right(puzzle: Puzzle) -> None:
    assert check_puzzle(puzzle, perfect_play(puzzle.rules)) is None


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda puzzle: puzzle.name)
def test_a_shipped_puzzle_is_explained_in_every_language(puzzle: Puzzle) -> None:
    for language in LANGUAGES:
        reasons = explain_puzzle(puzzle)
        assert all(reason.sentence(language) for reason in reasons)
        assert reasons


def shipped_in_jasir() -> Puzzle:
    return next(puzzle for puzzle in SHIPPED if puzzle.rules is DEFAULT)


@pytest.mark.parametrize("key", ["worth", "second"])
def test_a_wrong_number_is_found_out(key: str) -> None:
    puzzle = shipped_in_jasir()
    true = getattr(puzzle, key)
    wrong = replace(puzzle, **{key: true + 1})
    complaint = f"puzzle {puzzle.name!r}: {key} is {true}, not {true + 1}"
    assert check_puzzle(wrong, perfect_play(DEFAULT)) == complaint


def test_a_wrong_solution_is_found_out() -> None:
    puzzle = shipped_in_jasir()
    other = next(move for move in puzzle.game.legal_moves() if move != puzzle.solution)
    complaint = check_puzzle(replace(puzzle, solution=other), perfect_play(DEFAULT))
    assert complaint == f"puzzle {puzzle.name!r}: solution is {puzzle.solution}, not {other}"


def test_a_position_without_a_single_best_move_is_no_puzzle() -> None:
    start = replace(shipped_in_jasir(), position=START, solution=parse_move("b1-d2"))
    complaint = check_puzzle(start, perfect_play(DEFAULT))
    assert complaint == f"puzzle {start.name!r}: no move is clearly the best"


def test_the_same_seed_finds_the_same_puzzles() -> None:
    perfect = perfect_play(DEFAULT)
    first, again, other = (next(find_puzzles(perfect, seed)) for seed in (3, 3, 4))
    assert first == again
    assert first.position != other.position


def test_only_wanted_grades_are_found() -> None:
    hard = islice(find_puzzles(perfect_play(DEFAULT), 3, lambda grade: grade >= 3), 2)
    assert [puzzle.grade >= 3 for puzzle in hard] == [True, True]


def test_a_tempting_capture_makes_it_harder() -> None:
    tempted = Game(start=parse_position("1W2w/5/5/1bW2/b1bb1 w w0b0 w0b0 -"))
    quiet, capture = parse_move("c2-e3"), parse_move("c2xb2")
    assert grade(tempted, quiet, 3) > grade(tempted, capture, 3)


def test_far_sight_makes_it_harder() -> None:
    game = Game()
    move = parse_move("b1-d2")
    assert [grade(game, move, depth) for depth in (1, 2, 4, 9)] == [2, 3, 4, 5]


def test_values_of_moves_are_known_together_or_not_at_all() -> None:
    game = Game(start=parse_position("5/2b2/5/2w2/5 w w0b0 w0b0 -"))
    known = known_values(game, perfect_play(DEFAULT))
    assert known is not None
    assert known[0][1] == 1
    middle = Game(start=parse_position("4b/1bbb1/1b1w1/1w1w1/w3w w w0b0 w0b0 -"))
    assert known_values(middle, perfect_play(DEFAULT)) is None


# ── today's five ─────────────────────────────────────────────────────────────────────────────────

DAY = date(2026, 11, 17)


def names_today(*attempts: tuple[str, int, int], after: int = 0) -> list[str]:
    """The names of the day; an attempt is a puzzle, its stars, and the day on which it was."""
    tried = [Attempt(name, stars, DAY + timedelta(days=day)) for name, stars, day in attempts]
    return [p.name for p, _ in todays_five(SHIPPED, tried, DAY + timedelta(days=after))]


def test_a_new_pupil_gets_five_easy_puzzles_of_different_themes() -> None:
    five = [puzzle for puzzle, is_done in todays_five(SHIPPED, [], DAY) if not is_done]
    assert [puzzle.grade for puzzle in five] == [1] * 5
    assert len({puzzle.theme for puzzle in five}) == 5


def test_what_was_solved_comes_back_after_1_3_7_and_21_days() -> None:
    solved: list[tuple[str, int, int]] = []
    day = 0
    for wait in (1, 3, 7, 21):
        solved.append(("jasir-1", 3, day))
        assert "jasir-1" not in names_today(*solved, after=day + wait - 1) or wait == 1
        assert names_today(*solved, after=day + wait)[0] == "jasir-1"
        day += wait
    solved.append(("jasir-1", 3, day))
    assert "jasir-1" not in names_today(*solved, after=day + 400)


def test_a_mistake_begins_anew() -> None:
    solved = [("jasir-1", 3, 0), ("jasir-1", 3, 1), ("jasir-1", 2, 4)]
    assert names_today(*solved, after=5)[0] == "jasir-1"


def test_what_is_done_today_stays_in_the_five() -> None:
    five = names_today()
    tried = [Attempt(five[2], 3, DAY), Attempt("of-another-table", 3, DAY)]
    told = todays_five(SHIPPED, tried, DAY)
    assert len(told) == 5
    assert [(p.name, is_done) for p, is_done in told if is_done] == [(five[2], True)]
