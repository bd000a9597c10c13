"""A lesson or a puzzle for somebody, and what is told of it, on the board or on a pupil's phone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from boardpi.coach.lessons.events import FinishLesson
from boardpi.coach.lessons.lesson import NAMES, Lesson, Text, in_all_languages
from boardpi.coach.lessons.teaching import Teaching
from boardpi.daemon.activities.practice import Spots
from boardpi.daemon.page.answers.learning import PuzzleJson
from boardpi.daemon.page.answers.scores import PlayerJson
from boardpi.daemon.page.answers.snapshot import ArrangeJson, LessonGuestJson
from boardpi.texts.languages import LANGUAGES

Ending = Callable[[FinishLesson], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Assignment:
    """A lesson or a puzzle for somebody, and what becomes of its stars."""

    lesson: Lesson
    keep: Ending
    player: PlayerJson | None = None
    follower: str | None = None
    puzzle: PuzzleJson | None = None

    @property
    def kind(self) -> Literal["lesson", "puzzle"]:
        """A puzzle is called by its name."""
        return "lesson" if self.puzzle is None else "puzzle"


def tell_lesson(
    now: Teaching, task: Assignment, arrange: ArrangeJson | None = None
) -> LessonGuestJson:
    """Where a lesson stands, wherever it is given."""
    steps = len(now.lesson.steps)
    told: LessonGuestJson = {
        "kind": task.kind,
        "id": now.lesson.id,
        "title": in_all_languages(now.lesson.title),
        "step": min(now.index + 1, steps),
        "steps": steps,
        "do": "done" if now.step is None else NAMES[type(now.step)],
        "mood": now.mood,
        "task": in_all_languages(now.task),
        "reaction": in_all_languages(now.reaction) if now.reaction else None,
        "say": _say(now.reaction, now.task),
        "told": now.told,
        "mistakes": None,
        "stars": now.stars if now.step is None else None,
        "arrange": arrange,
        "player": task.player,
        "next": task.follower,
    }
    if task.puzzle is not None:
        told["puzzle"] = task.puzzle
    return told


def spots(teaching: Teaching) -> Spots:
    """Yellow points at something, green says well done."""
    lit = dict.fromkeys(teaching.lit, "hint")
    if teaching.answer is not None and teaching.answer.target is not None:
        lit.setdefault(teaching.answer.target, "target")
    return tuple(lit.items())


def _say(reaction: Text, task: Text) -> dict[str, str]:
    one, two = in_all_languages(reaction), in_all_languages(task)
    return {language: f"{one[language]} {two[language]}".strip() for language in LANGUAGES}
