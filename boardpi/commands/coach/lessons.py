"""`boardpi lessons …`: list, show, check, play."""

from __future__ import annotations

import contextlib
import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.coach.engine.levels import choose, level
from boardpi.coach.lessons.events import (
    ArchersRestored,
    CoachPlays,
    Continue,
    Input,
    Lifted,
    MoveRefused,
    Placed,
    Repeat,
    Skip,
    Stood,
)
from boardpi.coach.lessons.lesson import (
    NAMES,
    AskStep,
    FreeStep,
    Lesson,
    PlayStep,
    ReplyStep,
    SetUpStep,
    ShowStep,
    Step,
    Text,
    TouchStep,
    TryStep,
    in_all_languages,
    opened_by,
    pass_on,
)
from boardpi.coach.lessons.lesson_check import check_lesson, missing_languages, prove
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.coach.lessons.step import begin, step
from boardpi.coach.lessons.teaching import Teaching
from boardpi.commands.terminal.columns import draw_table
from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.files import CommandError, read_text
from boardpi.commands.terminal.parser import add_command, add_group, add_rules_file, known_rule_sets
from boardpi.commands.terminal.terminal import wrap
from boardpi.config import lessons_folder
from boardpi.daemon.activities.catalogue import Catalogue, lesson_json, open_catalogue
from boardpi.daemon.coach.endgames import known_for_certain
from boardpi.rules import RULE_SETS, Game, Hole, Move, Refusal, RulesError, parse_move
from boardpi.rules.refusals import BAD_MOVE, MUST_MOVE
from boardpi.rules.sketch import LetterInk, sketch_table
from boardpi.texts import TERMINAL
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
    play.add_argument(
        "--remember", action="store_true", help="begin with the question on the lesson before"
    )
    check = add_command(
        group,
        "check",
        run_check,
        "whether a lesson's file says the truth",
        description=(
            "Reads a lesson and plays all of its paths: every move must be legal, every\n"
            "refusal the real one, every best answer the best that the search can find.\n"
            "Texts that lack one of boardpi's languages are listed, but that is not a mistake."
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


def _catalogue(args: Namespace) -> Catalogue:
    return open_catalogue(lessons_folder(asked_config(args)), RULE_SETS)


def run_list(args: Namespace) -> int:
    """All of them."""
    catalogue = _catalogue(args)
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
    lessons = _catalogue(args).lessons
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
    _show_steps(lesson.steps, say, args.language)
    if lesson.question:
        print("\n" + TERMINAL.say(args.language, "show.next"))
        _show_steps(lesson.question, say, args.language)
    return 0


def _show_steps(steps: tuple[Step, ...], say: Callable[[Text], str], language: str) -> None:
    for number, part in enumerate(steps, 1):
        print(f"{number:2}. {NAMES[type(part)]:6}{say(part.say)}")
        for key, facts in _details(part):
            detail = TERMINAL.say(language, key, **facts) if key else facts["position"]
            print(f"           {detail}")


Detail = tuple[str, dict[str, object]]


def _details(step: Step) -> list[Detail]:
    """What the pupil does not read: keys of texts with their facts."""
    match step:
        case SetUpStep():
            return [("", {"position": step.game.position})]
        case AskStep():
            key = "show.best" if step.best else "show.right"
            wrong: list[Detail] = [("show.wrong", {"move": one.move}) for one in step.answers]
            return [(key, {"moves": ", ".join(step.accept)}), *wrong]
        case TryStep():
            return [("show.refused", {"origin": step.origin, "target": step.target})]
        case ReplyStep():
            return [("show.plays", {"move": step.move})]
        case PlayStep():
            return [("show.against", {"level": step.level})]
        case TouchStep():
            return [("show.touch", {"holes": " ".join(map(str, step.holes))})]
    return []


def run_play(args: Namespace) -> int:
    """At the keyboard."""
    lesson = _find(args)
    if args.remember:
        catalogue = _catalogue(args)
        last = catalogue.last_before(lesson) if lesson.id in catalogue.lessons else None
        if last is None:
            raise CommandError(f"no lesson comes before {lesson.id!r}: leave --remember out")
        lesson = opened_by(lesson, last)
    LessonSession(lesson, args.language).give()
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
        judge = partial(prove, exact=known_for_certain(lesson.rules))
        problems = check_lesson(lesson, None if args.quick else judge)
        for problem in problems:
            print(f"{name}: {problem}")
        for gap in missing_languages(lesson):
            print(f"{name}: note: {gap}")
        if not problems:
            asked = " and a question" if lesson.question else ""
            print(f"{name}: {lesson.id!r} is fine, {len(lesson.steps)} steps{asked}.")
        is_well = is_well and not problems
    return 0 if is_well else 1


# ── a lesson with the keyboard for hands ──────────────────────────────────────────────────────────

LEAVE, AGAIN, SKIP = ("quit", "q"), ("?", "again"), ("skip",)


class LessonSession:
    """Says, draws, asks."""

    def __init__(
        self,
        lesson: Lesson,
        language: str,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        self._lesson, self._language = lesson, language
        self._ask, self._say = ask, say

    def choose(self, text: Text) -> str:
        """The sentence in the pupil's language."""
        return in_all_languages(text)[self._language]

    def give(self) -> None:
        """From the first step to the last, or until input ends."""
        teaching, _ = begin(self._lesson)
        title = self.choose(self._lesson.title)
        self._say(wrap(TERMINAL.say(self._language, "lesson.begin", title=title)) + "\n")
        drawn: Game | None = None
        with contextlib.suppress(EOFError):
            while teaching.step is not None:
                if teaching.reaction:
                    self._say(wrap(self.choose(teaching.reaction)))
                if isinstance(teaching.step, SetUpStep):
                    teaching, _ = step(teaching, Placed())
                    continue
                if isinstance(teaching.step, PlayStep):
                    teaching = self._answer(teaching, teaching.step)
                    if teaching.step is None:
                        break
                if drawn != teaching.game:
                    drawn = teaching.game
                    self._say(
                        sketch_table(
                            drawn.rules, drawn.position, LetterInk(), language=self._language
                        )
                    )
                heard = self._listen(teaching)
                if heard is None:
                    return
                teaching = self._hear(teaching, heard)
            self._end(teaching)

    def _answer(self, teaching: Teaching, now: PlayStep) -> Teaching:
        """The coach's moves, made at once."""
        while teaching.step is now and teaching.game.position.side is not now.side:
            move = choose(teaching.game, level(now.level), seed=len(teaching.game.moves)).move
            teaching, _ = step(teaching, CoachPlays(move))
            self._say(wrap(self.choose(teaching.task)))
            teaching, _ = step(teaching, Stood(pass_on(teaching.game.play(move))))
        return teaching

    def _end(self, teaching: Teaching) -> None:
        if teaching.reaction:
            self._say(wrap(self.choose(teaching.reaction)))
        self._say(f"{self.choose(teaching.task)} {'*' * teaching.stars}")

    def _hear(self, teaching: Teaching, heard: Input) -> Teaching:
        after, _ = step(teaching, heard)
        if isinstance(heard, MoveRefused) and isinstance(after.step, TryStep):
            after, _ = step(after, ArchersRestored())
        return after

    def _listen(self, teaching: Teaching) -> Input | None:
        """What the pupil typed; None when they leave."""
        self._say(wrap(self.choose(teaching.task)))
        while True:
            typed = self._ask("> ").strip()
            if typed in LEAVE:
                return None
            if typed in AGAIN:
                return Repeat()
            if typed in SKIP:
                return Skip()
            try:
                return self._understand(teaching, typed)
            except RulesError:
                self._say(wrap(TERMINAL.say(self._language, "lesson.unread", typed=typed[:40])))

    def _understand(self, teaching: Teaching, typed: str) -> Input:
        match teaching.step:
            case ShowStep():
                return Continue()
            case TouchStep():
                return Lifted(Hole(typed))
            case AskStep() | ReplyStep() | FreeStep() | TryStep() | PlayStep():
                return self._move(teaching.game, typed)
        return Continue()

    def _move(self, game: Game, typed: str) -> Input:
        move = parse_move(typed)
        if move in game.legal_moves():
            return Stood(pass_on(game.play(move)))
        return MoveRefused(_refusal(game, move))


def _refusal(game: Game, move: Move) -> Refusal:
    """Why this move is illegal."""
    if move.is_pass:
        return Refusal(MUST_MOVE)
    origin, target = move.origin, move.reentry if move.target is None else move.target
    assert target is not None  # only a pass has no hole to go to
    refusal = game.explain(origin, target)
    if refusal is not None:
        return refusal
    if move.reentry is not None:
        return Refusal("no_right_to_reenter", target=move.reentry)
    return Refusal(BAD_MOVE, origin, target)
