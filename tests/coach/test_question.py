"""A puzzle at the board is a lesson of one question."""

from __future__ import annotations

from boardpi.coach.lessons.events import Placed
from boardpi.coach.lessons.lesson import AskStep
from boardpi.coach.lessons.lesson_check import check_lesson, missing_languages
from boardpi.coach.lessons.puzzles import Puzzle, as_lesson
from boardpi.coach.lessons.step import begin, step
from boardpi.daemon.activities.catalogue import open_puzzles
from boardpi.rules import parse_move, parse_position, rule_set

CORNER = Puzzle(
    name="corner",
    rules=rule_set("jasir-pergioco"),
    position=parse_position("2w2/2b2/2w2/1b3/5 w w0b0 w0b0 -"),
    solution=parse_move("c3-b3"),
    goal="win",
    proof="exact",
    worth=2,
    second=-2,
    depth=3,
    grade=1,
)
DOOR = Puzzle(
    name="door",
    rules=rule_set("jarmo-pergioco"),
    position=parse_position("5/Ww3/b4/5/4b w w1b0 w0b0 -"),
    solution=parse_move("a4-c5@b1"),
    goal="more",
    proof="search",
    worth=2,
    second=0,
    depth=3,
    grade=2,
)


def test_the_one_question_has_the_one_answer() -> None:
    lesson = as_lesson(CORNER)
    assert check_lesson(lesson) == []
    assert missing_languages(lesson) == []
    ask = lesson.steps[1]
    assert isinstance(ask, AskStep)
    assert ask.accept == ("c3-b3",)
    assert ask.say["en"] == "To move: White. Only one move wins. Which?"
    assert ask.right["it"].startswith("Giusto!")
    assert len(ask.right["it"]) > len("Giusto!")


def test_hands_and_chosen_archers_are_told() -> None:
    told = as_lesson(DOOR).steps[0].say["en"]
    assert "Chosen archers: a4." in told
    assert "In hand: White 1, Black 0." in told


def test_every_puzzle_can_be_set_on_the_board() -> None:
    puzzles = open_puzzles()
    assert len(puzzles) > 10
    for puzzle in puzzles:
        lesson = as_lesson(puzzle)
        assert check_lesson(lesson) == []
        assert missing_languages(lesson) == []


def test_easy_puzzles_come_first() -> None:
    grades = [puzzle.grade for puzzle in open_puzzles()]
    assert grades == sorted(grades)


def test_where_a_puzzle_stands_at_once_nobody_is_told_to_set_it_up() -> None:
    """On the page's board and on phones; who is chosen and in hand is still said."""
    teaching, _ = begin(as_lesson(CORNER))
    assert "as the lights show" in teaching.task["en"]
    stood, _ = step(teaching, Placed(at_once=True))
    assert not stood.reaction
    [told] = [p for p in open_puzzles() if p.name == "jasir-3"]
    stood, _ = step(begin(as_lesson(told))[0], Placed(at_once=True))
    assert stood.reaction["en"] == "Chosen archers: d1 c4."
