"""`boardpi lessons …`: list, show, check, play."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.coach.lessons.lesson import (
    NAMES,
    AskStep,
    Lesson,
    ReplyStep,
    SetUpStep,
    TouchStep,
    TryStep,
)
from boardpi.coach.lessons.lesson_check import check_lesson, missing_languages, prove
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.commands.coach.lesson_session import LessonSession
from boardpi.commands.terminal.columns import draw_table
from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.files import CommandError, read_text
from boardpi.commands.terminal.parser import add_command, add_group, add_rules_file, known_rule_sets
from boardpi.config import lessons_folder
from boardpi.daemon.activities.catalogue import Catalogue, lesson_json, open_catalogue
from boardpi.rules import RULE_SETS, RulesError
from boardpi.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi lessons list
  boardpi lessons show jasir-d3 --language it
  boardpi lessons play jasir-lines              in the terminal, without a board
  boardpi lessons check my-lesson.toml          before the class sees it
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "lessons",
        summary="lessons on the board, and your own",
        description="Lessons of boardpi and your own; docs/lessons.md tells how to write one.",
        epilog=EXAMPLES,
    )
    listed = add_command(group, "list", run_list, "all lessons, in the order of learning")
    listed.add_argument("--json", action="store_true", help="for programs")
    _add_config(listed)
    show = add_command(group, "show", run_show, "one lesson, step by step, with its answers")
    _add_name(show)
    play = add_command(group, "play", run_play, "do a lesson in the terminal")
    _add_name(play)
    check = add_command(
        group,
        "check",
        run_check,
        "whether a lesson's file says the truth",
        description=(
            "Reads a lesson and plays all of its paths: every move must be legal, every\n"
            "refusal the real one, every best answer the best that the search can find.\n"
            "Texts that lack one of boardpi's languages are listed, but are no mistake."
        ),
    )
    check.add_argument("files", metavar="FILE", nargs="+", help="a lesson")
    check.add_argument("--quick", action="store_true", help="do not ask the search")
    add_rules_file(check)


def _add_config(parser: Parser) -> None:
    parser.add_argument("--config", metavar="FILE", help="the configuration of the table")


def _add_name(parser: Parser) -> None:
    parser.add_argument("name", metavar="LESSON", help="its name or its file")
    parser.add_argument("--language", choices=LANGUAGES, default="en", metavar="LANGUAGE")
    _add_config(parser)


def _school(args: Namespace) -> Catalogue:
    return open_catalogue(lessons_folder(asked_config(args)), RULE_SETS)


def run_list(args: Namespace) -> int:
    """All of them."""
    catalogue = _school(args)
    rows = [
        (lesson.id, lesson.rules.name, len(lesson.steps), lesson.title.get("en", ""))
        for lesson in catalogue.lessons.values()
    ]
    for trouble in catalogue.troubles:
        print(f"boardpi: {trouble.file}: {trouble.message}", file=sys.stderr)
    told = [lesson_json(lesson, catalogue) for lesson in catalogue.lessons.values()]
    return answer(args, told, draw_table(("lesson", "rules", "steps", "title"), rows))


def _find(args: Namespace) -> Lesson:
    if args.name.endswith(".toml"):
        return _read(args.name)
    lessons = _school(args).lessons
    if args.name not in lessons:
        raise CommandError(f"there is no lesson {args.name!r}: 'boardpi lessons list' names them")
    return lessons[args.name]


def _read(file: str) -> Lesson:
    try:
        return read_lesson(read_text(file))
    except RulesError as error:
        raise CommandError(f"{file}: {error}") from None


def run_show(args: Namespace) -> int:
    """One of them."""
    lesson = _find(args)
    say = LessonSession(lesson, args.language).choose
    print(f"{say(lesson.title)} ({lesson.rules.title})\n{say(lesson.intro)}\n")
    for number, step in enumerate(lesson.steps, 1):
        print(f"{number:2}. {NAMES[type(step)]:6}{say(step.say)}")
        for detail in _details(step):
            print(f"           {detail}")
    return 0


def _details(step: object) -> list[str]:
    match step:
        case SetUpStep():
            return [str(step.game.position)]
        case AskStep():
            mark = "best: " if step.best else "right: "
            return [mark + ", ".join(step.accept), *(f"wrong: {one.move}" for one in step.answers)]
        case TryStep():
            return [f"refused: {step.origin} to {step.target}, {step.refusal}"]
        case ReplyStep():
            return [f"plays: {step.move}"]
        case TouchStep():
            return ["touch: " + " ".join(map(str, step.holes))]
    return []


def run_play(args: Namespace) -> int:
    """At the keyboard."""
    LessonSession(_find(args), args.language).give()
    return 0


def run_check(args: Namespace) -> int:
    """All files; the exit code tells whether all are well."""
    known = known_rule_sets(args)
    is_well = True
    for file in args.files:
        name = Path(file).name
        try:
            lesson = read_lesson(read_text(file), known)
        except RulesError as error:
            print(f"{name}: {error}")
            is_well = False
            continue
        problems = check_lesson(lesson, None if args.quick else prove)
        for problem in problems:
            print(f"{name}: {problem}")
        for gap in missing_languages(lesson):
            print(f"{name}: note: {gap}")
        if not problems:
            print(f"{name}: {lesson.id!r} is well, {len(lesson.steps)} steps.")
        is_well = is_well and not problems
    return 0 if is_well else 1
