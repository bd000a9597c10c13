"""`boardpi puzzles …`: make, show, check."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.coach.lessons.puzzle_search import check_puzzle, find_puzzles
from boardpi.coach.lessons.puzzles import (
    GRADES,
    THEMES,
    BadPuzzles,
    Puzzle,
    explain_puzzle,
    read_puzzles,
    write_puzzles,
)
from boardpi.commands.terminal.files import CommandError, read_text
from boardpi.commands.terminal.parser import (
    add_command,
    add_group,
    add_rules,
    add_rules_file,
    asked_rules,
    count,
    known_rule_sets,
)
from boardpi.commands.terminal.terminal import add_ascii, asked_ink, wrap
from boardpi.daemon.coach.endgames import perfect_play, shipped_puzzles
from boardpi.rules import Position
from boardpi.rules.sketch import sketch_table
from boardpi.texts import TERMINAL
from boardpi.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi puzzles show                          all puzzles, one line each
  boardpi puzzles show jasir-3                  one of them, on the board
  boardpi puzzles show jasir-3 --solution       its move, and why
  boardpi puzzles make --seed 7 --each 2        two new ones of every grade
  boardpi puzzles check mine.toml               prove every puzzle of a file again
"""
MOST_TRIED: Final = 400


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "puzzles",
        summary="positions with a single best move",
        description="Puzzles: positions with a single best move, proven and graded by the coach.",
        epilog=EXAMPLES,
    )
    _add_make(group)
    _add_show(group)
    check = add_command(group, "check", run_check, "prove every puzzle of a file again")
    _add_file(check)
    add_rules_file(check)


def _add_make(group: Subparsers) -> None:
    make = add_command(
        group,
        "make",
        run_make,
        "find new puzzles in games of the coach against itself",
        description="Play games, prove positions with a single best move, grade them, and write "
        "them as TOML. The same seed finds the same puzzles. It takes minutes.",
    )
    add_rules(make)
    make.add_argument(
        "--seed", metavar="N", type=count, default=1, help="another seed, other games"
    )
    make.add_argument(
        "--each", metavar="N", type=count, default=1, help="how many of each grade (default: 1)"
    )
    make.add_argument(
        "--tries",
        metavar="N",
        type=count,
        default=MOST_TRIED,
        help=f"give up after so many puzzles, also double ones (default: {MOST_TRIED})",
    )
    make.add_argument("-o", "--output", metavar="FILE", help="where to (default: standard output)")


def _add_show(group: Subparsers) -> None:
    show = add_command(group, "show", run_show, "list the puzzles, or draw one on the board")
    show.add_argument("name", metavar="NAME", nargs="?", help="which puzzle (default: list all)")
    _add_file(show, option=True)
    add_rules_file(show)
    show.add_argument("--grade", metavar="N", type=count, help="only those of this grade, 1 to 5")
    show.add_argument(
        "--theme", choices=THEMES, help=f"only those of this theme: {', '.join(THEMES)}"
    )
    show.add_argument("--solution", action="store_true", help="tell the move and why")
    show.add_argument("--language", choices=LANGUAGES, default="en", help="in which language")
    add_ascii(show)


def _add_file(parser: Parser, *, option: bool = False) -> None:
    about = "a file of puzzles (default: those that ship with boardpi)"
    if option:
        parser.add_argument("--file", metavar="FILE", help=about)
    else:
        parser.add_argument("file", metavar="FILE", nargs="?", help=about)


def asked_puzzles(args: argparse.Namespace) -> tuple[Puzzle, ...]:
    """The puzzles of the file that was named, or the shipped ones."""
    name = args.file or "the shipped puzzles"
    text = shipped_puzzles() if args.file is None else read_text(args.file)
    try:
        return read_puzzles(text, known_rule_sets(args))
    except BadPuzzles as error:
        raise CommandError(f"{name}: {error}") from None


def run_make(args: argparse.Namespace) -> int:
    """Find puzzles and write them."""
    rules = asked_rules(args)
    quota = Quota(args.each)
    for puzzle in islice(find_puzzles(perfect_play(rules), args.seed, quota.is_wanted), args.tries):
        quota.add(puzzle)
        if quota.is_full:
            break
    game = rules.name.split("-")[0].lower()
    kept = sorted(quota.kept.values(), key=lambda puzzle: puzzle.grade)
    named = [replace(puzzle, name=f"{game}-{n}") for n, puzzle in enumerate(kept, 1)]
    text = write_puzzles(named)
    if args.output in (None, "-"):
        print(text, end="")
    else:
        Path(args.output).write_text(text, encoding="utf-8")
    if len(named) < args.each * len(GRADES):
        print(f"boardpi: {len(named)} puzzles; raise --tries for all grades", file=sys.stderr)
    return 0


class Quota:
    """So many puzzles of each grade, no position twice; progress goes to standard error."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.kept: dict[Position, Puzzle] = {}

    def is_wanted(self, grade: int) -> bool:
        """Whether there is room for another one of this grade."""
        return sum(puzzle.grade == grade for puzzle in self.kept.values()) < self.each

    @property
    def is_full(self) -> bool:
        """Whether every grade has its number."""
        return not any(map(self.is_wanted, GRADES))

    def add(self, puzzle: Puzzle) -> None:
        """Keep a puzzle if it is wanted and new."""
        if not self.is_wanted(puzzle.grade) or puzzle.position in self.kept:
            return
        self.kept[puzzle.position] = puzzle
        counts = (sum(p.grade == grade for p in self.kept.values()) for grade in GRADES)
        done = " ".join(f"{g}:{n}/{self.each}" for g, n in zip(GRADES, counts, strict=True))
        print(f"puzzles by grade {done}", file=sys.stderr)


def run_show(args: argparse.Namespace) -> int:
    """List puzzles or draw one."""
    puzzles = [
        puzzle
        for puzzle in asked_puzzles(args)
        if args.grade in (None, puzzle.grade) and args.theme in (None, puzzle.theme)
    ]
    if args.name is None:
        for puzzle in puzzles:
            stars = "*" * puzzle.grade
            about = f"{puzzle.rules.name:14} {puzzle.theme:6}"
            task = TERMINAL.say(args.language, f"puzzle.{puzzle.goal}")
            print(f"{puzzle.name:10} {stars:5} {about} {task}")
        return 0
    named = {puzzle.name: puzzle for puzzle in puzzles}
    if args.name not in named:
        raise CommandError(f"no puzzle {args.name!r}: 'boardpi puzzles show' lists them")
    _print_puzzle(named[args.name], args)
    return 0


def _print_puzzle(puzzle: Puzzle, args: argparse.Namespace) -> None:
    ink = asked_ink(args)
    print(sketch_table(puzzle.rules, puzzle.position, ink, language=args.language))
    heading = TERMINAL.say(
        args.language,
        "puzzle.heading",
        rules=puzzle.rules.title,
        grade=puzzle.grade,
        grades=GRADES[-1],
        task=TERMINAL.say(args.language, f"puzzle.{puzzle.goal}"),
    )
    print(f"\n{heading}")
    if args.solution:
        reasons = explain_puzzle(puzzle)
        print(
            wrap(" ".join([f"{puzzle.solution}.", *(r.sentence(args.language) for r in reasons)]))
        )
        print(wrap(tell_worth(puzzle, args.language)))


def tell_worth(puzzle: Puzzle, language: str) -> str:
    """What the solution and the next best move lead to."""
    key = "puzzle.search" if puzzle.proof == "search" else "puzzle.exact"
    worth, second = f"{puzzle.worth:+d}", f"{puzzle.second:+d}"
    return TERMINAL.say(language, key, worth=worth, second=second)


def run_check(args: argparse.Namespace) -> int:
    """Prove every puzzle again; 1 if one is wrong."""
    puzzles = asked_puzzles(args)
    wrong = 0
    for number, puzzle in enumerate(puzzles, 1):
        complaint = check_puzzle(puzzle, perfect_play(puzzle.rules))
        if complaint is not None:
            wrong += 1
            print(complaint)
        if sys.stderr.isatty():
            print(f"\r{number} of {len(puzzles)}", end="", file=sys.stderr, flush=True)
    print(f"{len(puzzles) - wrong} of {len(puzzles)} puzzles are right")
    return 1 if wrong else 0
