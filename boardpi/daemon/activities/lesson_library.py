"""All lessons of this table: those that ship with boardpi and the teacher's own."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import boardpi.coach.lessons
from boardpi.coach.lessons.lesson import Lesson, in_all_languages
from boardpi.coach.lessons.lesson_check import check_lesson
from boardpi.coach.lessons.lesson_file import LARGEST_FILE, BadLesson, read_lesson
from boardpi.coach.lessons.puzzles import Puzzle, read_puzzles
from boardpi.daemon.coach.endgames import shipped_puzzles
from boardpi.documents import read_file
from boardpi.rules import RulesError, RuleSet

Json = dict[str, Any]
log = logging.getLogger("boardpi.lessons")
BUILTIN: Final = Path(boardpi.coach.lessons.__file__).with_name("builtin")
MOST_FILES: Final = 200


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file that holds no lesson, and why."""

    file: str
    message: str

    def to_json(self) -> Json:
        """For programs."""
        return {"file": self.file, "message": self.message}


@dataclass(frozen=True, slots=True)
class School:
    """Lessons by name, in the order in which they are best learnt."""

    lessons: Mapping[str, Lesson]
    own: frozenset[str] = frozenset()
    troubles: tuple[Trouble, ...] = ()

    def next_after(self, lesson: Lesson) -> Lesson | None:
        """The lesson of the same game that follows."""
        later = [one for one in self.lessons.values() if one.rules.game == lesson.rules.game]
        names = [one.id for one in later]
        if lesson.id not in names or lesson.id == names[-1]:
            return None
        return later[names.index(lesson.id) + 1]

    def to_json(self) -> Json:
        """For the page."""
        return {
            "lessons": [lesson_json(one, self) for one in self.lessons.values()],
            "troubles": [trouble.to_json() for trouble in self.troubles],
        }


def lesson_json(lesson: Lesson, school: School) -> Json:
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
        "is_own": lesson.id in school.own,
    }


def read_builtin() -> dict[str, Lesson]:
    """The lessons of boardpi; a bad one is a bug and raises."""
    found = [read_lesson(file.read_text("utf-8")) for file in sorted(BUILTIN.glob("*.toml"))]
    return {lesson.id: lesson for lesson in sorted(found, key=_place)}


def open_school(folder: Path, known: Mapping[str, RuleSet]) -> School:
    """All lessons; files of the teacher's folder that are none are named, and hinder no other."""
    lessons, own, troubles = read_builtin(), set[str](), list[Trouble]()
    for file in _files(folder, troubles):
        try:
            lesson = read_own(file, known)
            if lesson.id in lessons:
                raise BadLesson(f"id: there is a lesson {lesson.id!r} already; choose another name")
        except RulesError as error:
            troubles.append(Trouble(file.name, str(error)))
            continue
        lessons[lesson.id] = lesson
        own.add(lesson.id)
    for trouble in troubles:
        log.warning("%s is no lesson: %s", trouble.file, trouble.message)
    ordered = sorted(lessons.values(), key=_place)
    return School({lesson.id: lesson for lesson in ordered}, frozenset(own), tuple(troubles))


def _place(lesson: Lesson) -> tuple[int, str]:
    return lesson.order, lesson.id


def _files(folder: Path, troubles: list[Trouble]) -> Iterator[Path]:
    try:
        files = sorted(file for file in folder.glob("*.toml") if not file.name.startswith("."))
    except OSError as error:
        troubles.append(Trouble(folder.name, f"cannot be read: {error.strerror}"))
        return
    if len(files) > MOST_FILES:
        troubles.append(Trouble(folder.name, f"has more than {MOST_FILES} files; some are left"))
    yield from files[:MOST_FILES]


def open_puzzles() -> list[Puzzle]:
    """The puzzles of boardpi, easy ones first; none where they are not installed."""
    try:
        found = read_puzzles(shipped_puzzles())
    except OSError as error:
        log.warning("There are no puzzles: %s", error)
        return []
    return sorted(found, key=lambda puzzle: puzzle.grade)


def puzzle_json(puzzle: Puzzle) -> Json:
    """What a puzzle is about, without its solution."""
    return {
        "name": puzzle.name,
        "rules": puzzle.rules.name,
        "game": puzzle.rules.game,
        "grade": puzzle.grade,
        "goal": puzzle.goal,
        "position": str(puzzle.position),
    }


def read_own(file: Path, known: Mapping[str, RuleSet]) -> Lesson:
    """One lesson of a teacher, which can be given from its beginning to its end."""
    lesson = read_lesson(read_file(file, BadLesson, 4 * LARGEST_FILE), known)
    problems = check_lesson(lesson)
    if problems:
        raise BadLesson("; ".join(problems))
    return lesson
