"""A question on the last lesson opens the next; it costs no stars."""

from __future__ import annotations

import pytest

from boardpi.coach.endgames.perfect import known_values
from boardpi.coach.lessons.events import (
    Arrange,
    Continue,
    FinishLesson,
    Input,
    Lifted,
    Placed,
    Skip,
    Wish,
)
from boardpi.coach.lessons.lesson import (
    AskStep,
    Lesson,
    SetUpStep,
    TouchStep,
    opened_by,
    right_answers,
)
from boardpi.coach.lessons.lesson_check import check_lesson
from boardpi.coach.lessons.lesson_file import BadLesson, read_lesson
from boardpi.coach.lessons.step import begin, step
from boardpi.coach.lessons.teaching import Teaching
from boardpi.daemon.activities.catalogue import Catalogue, read_builtin
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import DEFAULT, Game, Hole, Side, holes_in, legal_moves, mask_of
from boardpi.rules.holes import GOAL_ROW
from tests.coach.stories_of_lessons import SMALL

LESSONS = read_builtin()
CATALOGUE = Catalogue(LESSONS)
QUESTION = """
[[question]]
do = "setup"
position = "start"
say.en = "Set up again."

[[question]]
do = "touch"
holes = "d5"
say.en = "Which one is the twin of b1?"
right.en = "That one."
"""
LAST = read_lesson(SMALL.replace('"small"', '"last"').replace("Small", "Last time") + QUESTION)
OPENED = opened_by(read_lesson(SMALL), LAST)


def course(*heard: Input, lesson: Lesson = OPENED) -> tuple[Teaching, list[Wish]]:
    teaching, wishes = begin(lesson)
    for one in heard:
        teaching, wishes = step(teaching, one)
    return teaching, wishes


def test_the_question_comes_first_and_says_of_which_lesson() -> None:
    teaching, wishes = course()
    assert isinstance(wishes[0], Arrange)
    assert teaching.task["en"] == "First a question on the last lesson, “Last time”. Set up again."
    assert course(Placed())[0].task["en"] == "Which one is the twin of b1?"


def test_where_nothing_is_set_up_the_pupil_still_hears_of_which_lesson() -> None:
    last = read_lesson(SMALL + QUESTION.replace('"start"', '"start"\nquiet = true'))
    teaching, _ = course(Placed(at_once=True), lesson=opened_by(read_lesson(SMALL), last))
    assert teaching.reaction["en"] == "First a question on the last lesson, “Small”."


def test_then_the_lesson_begins_with_the_praise_for_the_answer() -> None:
    teaching, _ = course(Placed(), Lifted(Hole("d5")))
    assert (teaching.index, teaching.reaction["en"]) == (2, "That one.")
    assert teaching.task["en"] == "Set up."


def test_a_wrong_answer_and_a_skipped_question_cost_no_stars() -> None:
    for heard in (
        (Placed(), Lifted(Hole("c5")), Lifted(Hole("d5"))),
        (Placed(), Skip()),
        (Skip(),),
    ):
        teaching, _ = course(*heard)
        assert (teaching.index, teaching.mistakes) == (2, 0)


def test_a_mistake_in_the_lesson_costs_them_as_ever() -> None:
    teaching, wishes = course(Skip(), Placed(), Continue(), Skip(), Skip(), Skip(), Skip(), Skip())
    assert isinstance(wishes[-1], FinishLesson), teaching.step
    assert teaching.stars == 1


def test_a_lesson_without_a_question_opens_nothing() -> None:
    plain = read_lesson(SMALL)
    assert opened_by(plain, plain) is plain


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_has_a_question_for_the_next(name: str) -> None:
    setup, asked = LESSONS[name].question
    assert isinstance(setup, SetUpStep)
    assert getattr(asked, "right", None), "the pupil hears why"


def test_every_lesson_but_the_first_is_opened() -> None:
    opened = [one.id for one in LESSONS.values() if CATALOGUE.last_before(one) is not None]
    assert opened == list(LESSONS)[1:]
    first_of_jarmo = CATALOGUE.last_before(LESSONS["jarmo-back"])
    assert first_of_jarmo is LESSONS["jasir-capture"], "what it builds on"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            QUESTION.replace('do = "touch"\nholes = "d5"', 'do = "show"').replace("right", "#"),
            "a setup and one of ask",
        ),
        (QUESTION.split('[[question]]\ndo = "touch"')[0], "a setup and one of ask, try, touch"),
        (QUESTION.replace('"start"', '"nowhere"'), "question 1.position: "),
        (QUESTION.replace('holes = "d5"', ""), "question 2.holes: is missing"),
    ],
)
def test_a_question_that_is_none_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(BadLesson, match=complaint):
        read_lesson(SMALL + text)


def test_a_question_is_checked_as_steps_are() -> None:
    lesson = read_lesson(SMALL + QUESTION.replace('"d5"', '"d3"'))
    [complaint] = check_lesson(lesson)
    assert complaint.startswith("question 2: holes: no archer stands on d3 in bbbbb/")


# ── what the questions claim ─────────────────────────────────────────────────────────────────────


def asked(name: str) -> tuple[Game, list[str]]:
    """The position of a question, and what is to be touched."""
    setup, touch = LESSONS[name].question
    assert isinstance(setup, SetUpStep)
    assert isinstance(touch, TouchStep)
    return setup.game, [str(hole) for hole in touch.holes]


def goes(game: Game, side: Side) -> dict[str, set[str]]:
    """Where every archer of a side could go by the rules, were it its turn."""
    found: dict[str, set[str]] = {}
    for move in legal_moves(game.rules, game.position.with_side(side)):
        if move.origin is not None:
            found.setdefault(str(move.origin), set()).add(str(move.target))
    return found


def test_twins_and_lines_are_as_the_questions_say() -> None:
    game, twin = asked("jasir-first")
    turned = {hole: {turn(t) for t in targets} for hole, targets in goes(game, Side.WHITE).items()}
    assert twin == [hole for hole, way in goes(game, Side.BLACK).items() if way == turned["a1"]]
    game, only = asked("jasir-lines")
    assert only == [hole for hole, way in goes(game, Side.WHITE).items() if "b2" in way]


def turn(hole: str) -> str:
    """Where it is seen from the other side."""
    return "edcba"["abcde".index(hole[0])] + str(6 - int(hole[1]))


def test_the_archer_with_the_ring_is_the_chosen_one() -> None:
    for name in ("jasir-capture", "jarmo-return"):
        game, holes = asked(name)
        assert holes == [str(hole) for hole in holes_in(game.position.chosen)]


def test_who_is_safe_who_is_stuck_and_who_can_take() -> None:
    game, safe = asked("jasir-protected")
    black = {str(hole) for hole in holes_in(game.position.black)}
    assert safe == sorted(black - {"d3"})
    assert not any(way & set(safe) for way in goes(game, Side.WHITE).values())
    game, stuck = asked("jasir-pass")
    at_goal = {"c5"}
    white = {str(hole) for hole in holes_in(game.position.white)}
    assert set(stuck) == white - at_goal - goes(game, Side.WHITE).keys()
    game, takers = asked("jasir-d3")
    assert takers == sorted(h for h, way in goes(game, Side.BLACK).items() if "d3" in way)
    guards = [h for h, way in goes(game, Side.WHITE).items() if "d3" in way]
    assert len(guards) - 1 == 1, "one goes there, one guards"
    game, corner = asked("jasir-corner")
    assert corner == [h for h, way in goes(game, Side.WHITE).items() if way == {"c5"}]
    game, open_row = asked("jarmo-open")
    taken = [str(m.target) for m in legal_moves(game.rules, game.position) if m.takes]
    assert taken == open_row


@pytest.mark.parametrize("name", [n for n, one in LESSONS.items() if one.rules is DEFAULT])
def test_the_best_answers_of_jasir_are_proven_by_the_tables(name: str) -> None:
    setup, ask = LESSONS[name].question
    if not isinstance(ask, AskStep) or not ask.best:
        return
    assert isinstance(setup, SetUpStep)
    known = known_values(setup.game, perfect_play(setup.game.rules))
    assert known is not None
    best = max(value for _, value in known)
    right = right_answers(ask, setup.game)
    assert {move for move, value in known if value == best} == set(right)
    if name == "jasir-count":
        assert {str(m): v for m, v in known}["c4xb4"] == -1
        assert best == 2


def test_the_points_of_jarmo_in_the_questions() -> None:
    setup, ask = LESSONS["jarmo-room"].question
    assert isinstance(setup, SetUpStep)
    assert isinstance(ask, AskStep)
    [move] = right_answers(ask, setup.game)
    outcome = setup.game.play(move).outcome
    assert outcome is not None
    assert outcome.points == (4, 2)
    game, two = asked("jarmo-end")
    position = game.position
    arrived = position.white & GOAL_ROW[0] | position.black & GOAL_ROW[1]
    assert mask_of(map(Hole, two)) == arrived
