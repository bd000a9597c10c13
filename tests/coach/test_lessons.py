"""What the lessons of boardpi claim is true, in every language, and every ruling has one."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from boardpi.coach.lessons.lesson import (
    AskStep,
    Lesson,
    ReplyStep,
    SetUpStep,
    Step,
    TouchStep,
    pass_on,
    right_answers,
)
from boardpi.coach.lessons.lesson_check import all_texts, check_lesson, missing_languages, prove
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.daemon.activities.catalogue import BUILTIN, read_builtin
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import Game, holes_in, mask_of
from boardpi.rules.holes import GOAL_ROW
from boardpi.texts.languages import LANGUAGES

LESSONS = read_builtin()
RULINGS = {
    # common to all
    "start": "five archers each on the own first row; either side may begin",
    "move": "along one line onto an empty hole or an enemy, never onto an own archer",
    "capture": "onto an enemy archer",
    "promotion": "a capture promotes to chosen",
    "not-compulsory": "capture is never compulsory",
    "arrived-stays": "an archer on its goal row never moves again",
    "match": "two games with sides switched",
    # the switches, Jasir
    "b3-c3": "the line b3-c3 is open in Jasir",
    "forward": "never backward in Jasir",
    "sideways": "sideways along a line",
    "captured-simple": "a captured simple archer dies",
    "captured-chosen": "a captured chosen archer goes to the hand, as simple",
    "reentry": "re-entry is a move of its own on a free hole of the own first row",
    "reenters-simple": "a re-entering archer is simple",
    "protected-row": "not taken on the own first row while another move is legal",
    "end": "all living archers on the goal row",
    "living": "the hand is alive",
    "points": "one per archer of the winner on the board",
    "pass": "who has no legal move passes",
    "blocked": "neither side can move: 0-0",
    "order-of-ends": "taking the last runner may end the game for the enemy",
    "repetition": "a third repetition may be claimed as a draw",
    # the switches, Jarmo
    "jarmo-line": "no line b3-c3",
    "jarmo-backward": "backward moves",
    "jarmo-captured": "a captured simple archer goes to the hand",
    "jarmo-reentry": "re-entry at once with the arrival of a chosen archer",
    "jarmo-same-turn": "in the same turn",
    "jarmo-demotion": "the arrived archer becomes simple (PerGioco)",
    "jarmo-stays-chosen": "it stays chosen (Wikipedia, Oca)",
    "jarmo-lost": "a right without a free hole is lost (PerGioco, Oca)",
    "jarmo-owed": "it is kept (Wikipedia)",
    "jarmo-own-before-owed": "an arrival's own right goes first",
    "jarmo-decline": "a right may be declined and is lost then",
    "jarmo-empty-hand": "an arrival with an empty hand earns nothing",
    "jarmo-capture-arrives": "a capture on the goal row earns the right",
    "jarmo-unprotected": "the first row may be taken (Wikipedia, Oca)",
    "jarmo-shuttle": "four times along a line (PerGioco)",
    "jarmo-shuttle-three": "three times (Wikipedia, Oca)",
    "jarmo-shuttle-capture": "a capture is never a shuttle",
    "jarmo-end": "all archers on the board on the goal row",
    "jarmo-points": "two on the goal row, one elsewhere, none in hand",
    "jarmo-draw": "a draw is counted",
    # tactics
    "tactic-exchange": "the exchange on d3",
    "tactic-corner": "the stuck corner",
    "tactic-fortress": "protection of the first row",
    "tactic-tempo": "re-entry in time",
    "tactic-return": "the Jarmo return",
    "tactic-count": "counting the end",
    "tactic-opening": "the first move",
}


def test_there_are_enough() -> None:
    assert len(LESSONS) >= 14
    assert {lesson.rules.game for lesson in LESSONS.values()} == {"Jasir", "Jarmo"}


def test_every_ruling_has_a_lesson() -> None:
    taught = {name for lesson in LESSONS.values() for name in lesson.teaches}
    assert taught == set(RULINGS)


@pytest.mark.parametrize("name", LESSONS)
def test_the_search_bears_the_lesson_out(name: str) -> None:
    judge = partial(prove, exact=perfect_play(LESSONS[name].rules))
    assert check_lesson(LESSONS[name], judge) == []


def test_every_tactic_has_an_answer_that_the_search_has_proven() -> None:
    for lesson in LESSONS.values():
        if any(name.startswith("tactic") for name in lesson.teaches):
            assert any(isinstance(step, AskStep) and step.best for step in lesson.steps), lesson.id


@pytest.mark.parametrize("name", LESSONS)
def test_every_text_is_there_in_four_languages(name: str) -> None:
    assert missing_languages(LESSONS[name]) == []


@pytest.mark.parametrize("name", LESSONS)
def test_translations_name_the_same_holes(name: str) -> None:
    for place, text in all_texts(LESSONS[name]):
        holes = {
            language: sorted(set(re.findall(r"\b[a-e][1-5]\b", text[language])))
            for language in LANGUAGES
            if text
        }
        assert len({tuple(found) for found in holes.values()}) <= 1, (place, holes)


@pytest.mark.parametrize("name", LESSONS)
def test_sentences_are_short_enough_to_be_heard(name: str) -> None:
    for place, text in all_texts(LESSONS[name]):
        for language, told in text.items():
            assert len(told) <= 260, (place, language)


def test_lessons_come_after_what_they_need() -> None:
    for lesson in LESSONS.values():
        if lesson.after is not None:
            assert LESSONS[lesson.after].order < lesson.order


def test_files_are_named_in_the_order_of_learning() -> None:
    files = sorted(Path(BUILTIN).glob("*.toml"))
    assert [read_lesson(file.read_text("utf-8")).id for file in files] == list(LESSONS)


def games_at(lesson: Lesson, wanted: Step) -> Game:
    """The game when this step comes, with the first right answers."""
    game = Game()
    for step in lesson.steps:
        if step is wanted:
            return game
        match step:
            case SetUpStep():
                game = pass_on(step.game)
            case AskStep():
                game = pass_on(game.play(right_answers(step, game)[0]))
            case ReplyStep():
                game = pass_on(game.play(step.move))
    raise AssertionError("no such step")


def touched(name: str) -> tuple[Game, int]:
    lesson = LESSONS[name]
    step = next(step for step in lesson.steps if isinstance(step, TouchStep))
    return games_at(lesson, step), mask_of(step.holes)


def test_the_points_of_jasir_are_counted_rightly() -> None:
    game, holes = touched("jasir-home")
    assert game.outcome is not None
    assert game.outcome.points == (3, 0)
    assert holes == game.position.white


def test_the_points_of_jarmo_are_counted_rightly() -> None:
    game, holes = touched("jarmo-end")
    position = game.position
    assert game.outcome is not None
    assert game.outcome.points == (4, 3)
    assert holes == position.white & GOAL_ROW[0] | position.black & GOAL_ROW[1]


def test_the_stuck_archer_is_stuck() -> None:
    game, holes = touched("jasir-pass")
    assert [str(hole) for hole in holes_in(holes)] == ["a4"]
    assert str(game.moves[-1]) == "pass"


def test_the_blocked_game_is_blocked() -> None:
    lesson = LESSONS["jasir-pass"]
    last = lesson.steps[-1]
    assert isinstance(last, AskStep)
    game = games_at(lesson, last)
    for move in right_answers(last, game):
        outcome = game.play(move).outcome
        assert outcome is not None
        assert (outcome.reason, outcome.points) == ("blocked", (0, 0))


def test_ending_at_once_is_only_a_draw() -> None:
    lesson = LESSONS["jarmo-end"]
    ask = next(step for step in lesson.steps if isinstance(step, AskStep))
    outcome = games_at(lesson, ask).play("d4-b5").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (None, (4, 4))


def test_taking_the_last_runner_loses() -> None:
    lesson = LESSONS["jasir-count"]
    ask = next(step for step in lesson.steps if isinstance(step, AskStep))
    outcome = games_at(lesson, ask).play("b4xc4").outcome
    assert outcome is not None
    assert (outcome.reason, outcome.points) == ("arrived", (0, 1))


def test_the_declined_return_ends_four_to_two() -> None:
    lesson = LESSONS["jarmo-room"]
    ask = next(step for step in lesson.steps if isinstance(step, AskStep) and step.best)
    outcome = games_at(lesson, ask).play("e3-d5").outcome
    assert outcome is not None
    assert outcome.points == (4, 2)


def test_the_right_without_room_is_lost_or_owed() -> None:
    for name, owed in (("jarmo-room", 0), ("jarmo-owed", 1)):
        game = pass_on(LESSONS[name].steps[0].game)  # type: ignore[union-attr]  # a set-up
        assert game.play("a4-c5").position.owed[0] == owed
