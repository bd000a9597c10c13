"""A puzzle as a lesson of one question, so that the same lights and hands serve both."""

from __future__ import annotations

from typing import Final

from boardpi.coach.hints import explain_move
from boardpi.coach.lessons.lesson import AskStep, Lesson, SetUpStep, Text
from boardpi.coach.lessons.puzzles import Puzzle
from boardpi.rules import name_holes
from boardpi.rules.refusals import name_side
from boardpi.texts import LESSONS
from boardpi.texts.languages import LANGUAGES

PREFIX: Final = "puzzle-"


def as_lesson(puzzle: Puzzle) -> Lesson:
    """Set up, ask, explain."""
    return Lesson(
        id=PREFIX + puzzle.name,
        rules=puzzle.rules,
        title=LESSONS.say_in_all("puzzle.title", name=puzzle.name),
        intro=_task(puzzle),
        steps=(
            SetUpStep(_set_up(puzzle), puzzle.game),
            AskStep(
                _task(puzzle),
                (str(puzzle.solution),),
                right=_explain(puzzle),
                wrong=LESSONS.say_in_all("puzzle.wrong"),
                best=True,
            ),
        ),
    )


def _task(puzzle: Puzzle) -> Text:
    side = puzzle.position.side
    return {
        language: LESSONS.say(language, f"puzzle.{puzzle.goal}", player=name_side(side, language))
        for language in LANGUAGES
    }


def _set_up(puzzle: Puzzle) -> Text:
    position = puzzle.position
    keys = ["puzzle.set_up"]
    if position.chosen:
        keys.append("puzzle.chosen")
    if any(position.hand):
        keys.append("puzzle.in_hand")
    white, black = position.hand
    holes = " ".join(name_holes(position.chosen))
    return {
        language: " ".join(
            LESSONS.say(language, key, white=white, black=black, holes=holes) for key in keys
        )
        for language in LANGUAGES
    }


def _explain(puzzle: Puzzle) -> Text:
    reasons = explain_move(puzzle.game, puzzle.solution)
    return {
        language: " ".join([right, *(reason.sentence(language) for reason in reasons)])
        for language, right in LESSONS.say_in_all("right").items()
    }
