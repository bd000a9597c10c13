"""What the page is told of lessons and puzzles."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from boardpi.daemon.page.answers.scores import PlayerJson
from boardpi.daemon.page.answers.table import Words


class ProgressJson(TypedDict):
    """A lesson that a player has done: the best of all times."""

    lesson: str
    stars: int
    mistakes: int | None  # None for who has not given the PIN
    times: int
    first: str
    last: str


class PlayerLessonsJson(TypedDict):
    """What a player has learnt."""

    player: PlayerJson
    lessons: list[ProgressJson]


class LessonJson(TypedDict):
    """What a lesson is about."""

    id: str
    rules: str
    game: str
    title: Words
    intro: Words
    languages: list[str]
    order: int
    after: str | None
    steps: int
    minutes: int  # about, for who does all of it
    is_own: bool


class LessonPartJson(TypedDict):
    """A step of a lesson, without its answers."""

    do: str
    say: Words
    position: NotRequired[str]
    best: NotRequired[bool]


class LessonPartsJson(LessonJson):
    """One lesson with its steps."""

    parts: list[LessonPartJson]


class StarsJson(TypedDict):
    """The most stars that a player has earned in a lesson or a puzzle."""

    player: int
    lesson: str
    stars: int


class AllStarsJson(TypedDict):
    """What everybody has learnt."""

    players: list[PlayerJson]
    stars: list[StarsJson]


class LessonTroubleJson(TypedDict):
    """A file that holds no lesson, and why."""

    file: str
    message: str


class LessonsJson(TypedDict):
    """All lessons in their order, and files that are none."""

    lessons: list[LessonJson]
    troubles: list[LessonTroubleJson]


class PuzzleJson(TypedDict):
    """A puzzle without its solution."""

    name: str
    rules: str
    game: str
    grade: int
    goal: str
    theme: str
    position: str


class TodayPuzzleJson(TypedDict):
    """A puzzle of a pupil's day."""

    name: str
    is_done: bool


class TodayJson(TypedDict):
    """The five puzzles of a pupil's day."""

    puzzles: list[TodayPuzzleJson]


class PuzzlesJson(TypedDict):
    """All puzzles, easy ones first, and the one for everybody today."""

    puzzles: list[PuzzleJson]
    of_the_day: str | None
