"""The file of a lesson is read strictly: what is wrong is named, placed and quoted."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.coach.lessons.lesson import (
    KINDS,
    AskStep,
    FreeStep,
    ReplyStep,
    SetUpStep,
    ShowStep,
    TouchStep,
    TryStep,
    in_all_languages,
)
from boardpi.coach.lessons.lesson_check import check_lesson, missing_languages, prove
from boardpi.coach.lessons.lesson_file import LARGEST_FILE, BadLesson, read_lesson
from boardpi.rules import START, Hole, parse_move
from tests.coach.stories_of_lessons import SMALL

LESSONS = Path(__file__).parents[2] / "boardpi" / "coach" / "lessons" / "builtin"


def test_a_lesson_has_its_steps() -> None:
    lesson = read_lesson(SMALL)
    kinds = [type(step) for step in lesson.steps]
    assert kinds == [SetUpStep, ShowStep, AskStep, ReplyStep, TryStep, TouchStep, FreeStep]
    setup, _, ask, *_ = lesson.steps
    assert isinstance(setup, SetUpStep)
    assert setup.game.position == START
    assert isinstance(ask, AskStep)
    assert ask.answers[0].reply == parse_move("e5xd3")
    assert lesson.languages == ("en", "it")


def test_a_missing_language_is_told_in_one_that_is_there() -> None:
    assert in_all_languages(read_lesson(SMALL).title) == {
        "en": "Small",
        "it": "Piccola",
        "pl": "Small",
        "fr": "Small",
        "de": "Small",
    }


@pytest.mark.parametrize(
    ("found", "instead", "complaint"),
    [
        ('id = "small"', 'id = "Small lesson"', "id: 'Small lesson' is no name"),
        ('id = "small"', "", "id: is missing"),
        ('id = "small"', 'id = "small"\nidd = 1', "idd: unknown key; did you mean 'id'?"),
        ('"jasir-pergioco"', '"jasir"', "rules: no rule set 'jasir'"),
        ('"jasir-pergioco"', "5", "rules: must be a line of text, not 5"),
        ('title.en = "Small"\ntitle.it = "Piccola"', "title = 3", "title: must be a table, not 3"),
        ('title.it = "Piccola"', 'title.fi = "Pieni"', "title.fi: unknown key"),
        ('title.it = "Piccola"', 'title.it = ""', "title.it: must be a line of text, not ''"),
        ('position = "start"', 'position = "5/5"', "step 1.position: '5/5'"),
        ('do = "setup"\nposition = "start"', 'do = "show"', "step 1: the first step sets"),
        ('do = "show"', 'do = "shout"', "step 2.do: must be one of show, setup"),
        ('light = "b1"', 'light = "b9"', "step 2.light: 'b9' is not a hole"),
        ('light = "b1"', 'light = "b1 b1"', "step 2.light: 'b1 b1' names a hole twice"),
        ('light = "b1"', 'lights = "b1"', "step 2.lights: unknown key; did you mean 'light'?"),
        ('accept = ["b1-d2"]', "accept = []", "step 3.accept: names no move"),
        ('accept = ["b1-d2"]', 'accept = "b1-d2"', "step 3.accept: must be a list, not 'b1-d2'"),
        ('accept = ["b1-d2"]', 'accept = ["b1=d2"]', "step 3.accept[0]: 'b1=d2' is no move"),
        ('move = "c1-d3"', 'move = "c1-d9"', "step 3.answer 1.move: 'c1-d9' is not a move"),
        ('move = "d5-b4"', "", "step 4.move: is missing"),
        ('refusal = "backward"', 'refusal = "back"', "step 5.refusal: 'back' is none of"),
        ("moves = 2", "moves = 0", "step 7.moves: must be 1 to 500, not 0"),
        ('wrong.en = "No."', "best = 1", "step 3.best: must be true or false, not 1"),
        ('"free"\nmoves = 2', '"play"', "step 7.side: is missing"),
        (
            '"free"\nmoves = 2',
            '"play"\nside = "red"\nlevel = "1"',
            "step 7.side: must be white or black, not 'red'",
        ),
        (
            '"free"\nmoves = 2',
            '"play"\nside = "white"\nlevel = "9"',
            "step 7.level: '9' is none of 1, 2",
        ),
        ('[[step]]\ndo = "free"', '[step]\ndo = "free"', "not TOML"),
    ],
)
def test_a_mistake_is_named(found: str, instead: str, complaint: str) -> None:
    assert found in SMALL
    with pytest.raises(BadLesson, match=re.escape(complaint)):
        read_lesson(SMALL.replace(found, instead, 1))


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(BadLesson, match="too many"):
        read_lesson("#" * (LARGEST_FILE + 1))


@pytest.mark.parametrize(
    ("found", "instead", "complaint"),
    [
        ('"b1-d2"', '"b1-e5"', "step 3: accept: no legal move is 'b1-e5'"),
        ('move = "d5-b4"', 'move = "d5-d4"', "step 4: move: 'd5-d4' is not legal"),
        ('reply = "e5xd3"', 'reply = "a5xd3"', "step 3: answer: the reply 'a5xd3' to 'c1-d3'"),
        ('move = "c1-d3"', 'move = "c1-c2"', "step 3: answer: 'c1-c2' is not legal"),
        ('move = "c1-d3"', 'move = "b1-d2"', "step 3: answer: 'b1-d2' is accepted"),
        ('refusal = "backward"', 'refusal = "no_line"', "'no_line' is really 'backward'"),
        ('to = "b1"', 'to = "b3"', "d2 to b3 is legal"),
        ('holes = "d2 b4"', 'holes = "c3"', "step 6: holes: no archer stands on c3"),
    ],
)
def test_a_lesson_that_does_not_hold_is_noticed(found: str, instead: str, complaint: str) -> None:
    assert found in SMALL
    problems = check_lesson(read_lesson(SMALL.replace(found, instead, 1)))
    assert complaint in problems[0]


def test_a_lesson_in_one_language_holds() -> None:
    lesson = read_lesson(SMALL)
    assert check_lesson(lesson) == []
    assert "title: not in pl, fr, de" in missing_languages(lesson)


@given(
    file=st.sampled_from(sorted(LESSONS.glob("*.toml"))),
    cut=st.tuples(st.integers(0, 6000), st.integers(0, 40)),
    put=st.text(alphabet="[]=\"'abw@x*-{}1 \n\\é\0", max_size=8),
)
def test_a_damaged_file_is_a_lesson_or_a_bad_one(
    file: Path, cut: tuple[int, int], put: str
) -> None:
    text = file.read_text("utf-8")
    start, length = cut
    with suppress(BadLesson):
        lesson = read_lesson(text[:start] + put + text[start + length :])
        check_lesson(lesson)


def test_holes_keep_their_order() -> None:
    touch = read_lesson(SMALL).steps[5]
    assert isinstance(touch, TouchStep)
    assert touch.holes == (Hole("d2"), Hole("b4"))


def test_the_example_for_teachers_is_a_lesson() -> None:
    text = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    lesson = read_lesson(example)
    assert check_lesson(lesson, prove) == []
    assert {type(step) for step in lesson.steps} == set(KINDS.values())


def test_the_lessons_of_the_document_are_the_lessons() -> None:
    text = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8")
    named = re.findall(r"^\| `([a-z0-9-]+)` \|", text, re.MULTILINE)
    files = sorted(LESSONS.glob("*.toml"))
    assert named == [read_lesson(file.read_text("utf-8")).id for file in files]
