"""All lessons of this table: those that ship with boardpi and the teacher's own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Final

from boardpi.coach.lessons.lesson import (
    NAMES,
    AskStep,
    FreeStep,
    Lesson,
    PlayStep,
    SetUpStep,
    ShowStep,
    Step,
    TryStep,
    in_all_languages,
)
from boardpi.coach.lessons.lesson_check import check_lesson
from boardpi.coach.lessons.lesson_file import LARGEST_FILE, BadLesson, read_lesson
from boardpi.coach.lessons.puzzles import Puzzle, puzzle_of_the_day, read_puzzles
from boardpi.daemon.coach.endgames import shipped_puzzles
from boardpi.daemon.page.answers.learning import (
    LessonJson,
    LessonPartJson,
    LessonPartsJson,
    LessonsJson,
    LessonTroubleJson,
    PuzzleJson,
    PuzzlesJson,
)
from boardpi.documents import read_file
from boardpi.errors import NoSuch
from boardpi.rules import RulesError, RuleSet
from boardpi.web.service import Action, ApiRequest, Endpoint

log = logging.getLogger("boardpi.lessons")
BUILTIN: Final = Path(str(files("boardpi.coach.lessons") / "builtin"))
MOST_FILES: Final = 200
WORDS_A_SECOND: Final = 130 / 60
SECONDS_AN_ARCHER: Final = 4
ARCHERS_PLACED: Final = {ShowStep: 0, SetUpStep: 5, TryStep: 2, PlayStep: 18}  # by most pupils


@dataclass(frozen=True, slots=True)
class BadFile:
    """A file that holds no lesson, and why."""

    file: str
    message: str

    def to_json(self) -> LessonTroubleJson:
        """For programs."""
        return {"file": self.file, "message": self.message}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Lessons by name, in the order in which they are best learnt."""

    lessons: Mapping[str, Lesson]
    own: frozenset[str] = frozenset()
    troubles: tuple[BadFile, ...] = ()

    def next_after(self, lesson: Lesson) -> Lesson | None:
        """The lesson of the same game that follows."""
        course = self._course(lesson)
        place = course.index(lesson) + 1
        return course[place] if place < len(course) else None

    def last_before(self, lesson: Lesson) -> Lesson | None:
        """The lesson of the same game before it; for the first one what it builds on."""
        course = self._course(lesson)
        place = course.index(lesson)
        return course[place - 1] if place else self.lessons.get(lesson.after or "")

    def _course(self, lesson: Lesson) -> list[Lesson]:
        return [one for one in self.lessons.values() if one.rules.game == lesson.rules.game]

    def to_json(self) -> LessonsJson:
        """For the page."""
        return {
            "lessons": [lesson_json(one, self) for one in self.lessons.values()],
            "troubles": [trouble.to_json() for trouble in self.troubles],
        }


def lesson_json(lesson: Lesson, catalogue: Catalogue) -> LessonJson:
    """What a lesson is about."""
    return {
        "id": lesson.id,
        "rules": lesson.rules.name,
        "game": lesson.rules.game,
        "title": in_all_languages(lesson.title),
        "intro": in_all_languages(lesson.intro),
        "languages": list(lesson.languages),
        "order": lesson.order,
        "after": lesson.after,
        "steps": len(lesson.steps),
        "minutes": minutes_of(lesson),
        "is_own": lesson.id in catalogue.own,
    }


def minutes_of(lesson: Lesson) -> int:
    """About how long a lesson takes: what is said, and hands that place archers."""
    return max(1, round(sum(_seconds(step) for step in lesson.steps) / 60))


def _seconds(step: Step) -> float:
    said = (step.say, getattr(step, "right", {}))
    words = sum(len(text.get("en", "").split()) for text in said)
    archers = step.moves if isinstance(step, FreeStep) else ARCHERS_PLACED.get(type(step), 1)
    return words / WORDS_A_SECOND + archers * SECONDS_AN_ARCHER


def part_json(step: Step) -> LessonPartJson:
    """A step as the page lists it; what is right stays the board's secret."""
    told: LessonPartJson = {"do": NAMES[type(step)], "say": in_all_languages(step.say)}
    if isinstance(step, SetUpStep):
        told["position"] = str(step.game.position)
    if isinstance(step, AskStep):
        told["best"] = step.best
    return told


def read_builtin() -> dict[str, Lesson]:
    """The lessons of boardpi; a bad one is a bug and raises."""
    found = [read_lesson(file.read_text("utf-8")) for file in sorted(BUILTIN.glob("*.toml"))]
    return {lesson.id: lesson for lesson in sorted(found, key=_place)}


def open_catalogue(folder: Path, known: Mapping[str, RuleSet]) -> Catalogue:
    """All lessons; files of the teacher's folder that are none are named, and hinder no other."""
    lessons, own, troubles = read_builtin(), set[str](), list[BadFile]()
    for file in _files(folder, troubles):
        try:
            lesson = read_own(file, known)
            if lesson.id in lessons:
                raise BadLesson(f"id: there is a lesson {lesson.id!r} already; choose another name")
        except RulesError as error:
            troubles.append(BadFile(file.name, str(error)))
            continue
        lessons[lesson.id] = lesson
        own.add(lesson.id)
    for trouble in troubles:
        log.warning("%s is no lesson: %s", trouble.file, trouble.message)
    ordered = sorted(lessons.values(), key=_place)
    return Catalogue({lesson.id: lesson for lesson in ordered}, frozenset(own), tuple(troubles))


def _place(lesson: Lesson) -> tuple[int, str]:
    return lesson.order, lesson.id


def _files(folder: Path, troubles: list[BadFile]) -> Iterator[Path]:
    try:
        files = sorted(file for file in folder.glob("*.toml") if not file.name.startswith("."))
    except OSError as error:
        troubles.append(BadFile(folder.name, f"cannot be read: {error.strerror}"))
        return
    if len(files) > MOST_FILES:
        troubles.append(BadFile(folder.name, f"has more than {MOST_FILES} files; some are left"))
    yield from files[:MOST_FILES]


def open_puzzles() -> list[Puzzle]:
    """The puzzles of boardpi, easy ones first; none where they are not installed."""
    try:
        found = read_puzzles(shipped_puzzles())
    except OSError as error:
        log.warning("There are no puzzles: %s", error)
        return []
    return sorted(found, key=lambda puzzle: puzzle.grade)


def puzzle_json(puzzle: Puzzle) -> PuzzleJson:
    """What a puzzle is about, without its solution."""
    return {
        "name": puzzle.name,
        "rules": puzzle.rules.name,
        "game": puzzle.rules.game,
        "grade": puzzle.grade,
        "goal": puzzle.goal,
        "theme": puzzle.theme,
        "position": str(puzzle.position),
    }


def read_own(file: Path, known: Mapping[str, RuleSet]) -> Lesson:
    """One lesson of a teacher, which can be given from its beginning to its end."""
    lesson = read_lesson(read_file(file, BadLesson, 4 * LARGEST_FILE), known)
    problems = check_lesson(lesson)
    if problems:
        raise BadLesson("; ".join(problems))
    return lesson


class CataloguePage:
    """The lessons and puzzles of a running table, for the page."""

    actions: tuple[Action, ...] = ()

    def __init__(self, folder: Path, known: Mapping[str, RuleSet]) -> None:
        self._folder = folder
        self._known = known
        self.now = open_catalogue(folder, known)
        self.puzzles = {puzzle.name: puzzle for puzzle in open_puzzles()}
        self._told = [puzzle_json(puzzle) for puzzle in self.puzzles.values()]
        self._listed: tuple[Catalogue, LessonsJson] | None = None

    def find(self, name: str) -> Lesson:
        """A lesson that there is."""
        if name not in self.now.lessons:
            raise NoSuch(f"there is no lesson {name[:60]!r}")
        return self.now.lessons[name]

    def find_puzzle(self, name: str) -> Puzzle:
        """A puzzle that there is."""
        if name not in self.puzzles:
            raise NoSuch(f"there is no puzzle {name[:60]!r}")
        return self.puzzles[name]

    def puzzle_after(self, puzzle: Puzzle) -> str | None:
        """The name of the next puzzle of the same game; None after its hardest one."""
        names = [p.name for p in self.puzzles.values() if p.rules.game == puzzle.rules.game]
        place = names.index(puzzle.name) + 1
        return names[place] if place < len(names) else None

    async def tell_lessons(self, request: ApiRequest) -> LessonsJson:
        """All lessons in their order, and files that are none."""
        if self._listed is None or self._listed[0] is not self.now:
            self._listed = self.now, self.now.to_json()
        return self._listed[1]

    async def tell_lesson(self, request: ApiRequest) -> LessonPartsJson:
        """One lesson with its steps."""
        lesson = self.find(request.name)
        parts = [part_json(step) for step in lesson.steps]
        return {**lesson_json(lesson, self.now), "parts": parts}

    async def read_lessons(self, request: ApiRequest) -> LessonsJson:
        """Read the teacher's folder again."""
        self.now = await asyncio.to_thread(open_catalogue, self._folder, self._known)
        return self.now.to_json()

    async def tell_puzzles(self, request: ApiRequest) -> PuzzlesJson:
        """All puzzles, easy ones first, without their solutions."""
        chosen = puzzle_of_the_day(tuple(self.puzzles), date.today())
        return {"puzzles": self._told, "of_the_day": chosen}

    endpoints = (
        Endpoint("GET", "/lessons", "all lessons", tell_lessons),
        Endpoint("GET", "/lessons/{name}", "one lesson with its steps", tell_lesson),
        Endpoint("GET", "/puzzles", "all puzzles, easy ones first", tell_puzzles),
        Endpoint("POST", "/lessons", "read the teacher's own lessons again", read_lessons),
    )
