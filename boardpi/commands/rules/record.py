"""`boardpi record …`: show and check game records."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.files import CommandError, read_game
from boardpi.commands.terminal.headings import seat, tell_outcome
from boardpi.commands.terminal.parser import (
    add_command,
    add_group,
    add_rules_file,
    count,
    known_rule_sets,
)
from boardpi.commands.terminal.terminal import add_ascii, asked_ink
from boardpi.rules import Side
from boardpi.rules.record import UNKNOWN, name_turns
from boardpi.rules.sketch import sketch_table

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

EXAMPLES: Final = """
examples:
  boardpi record show game.jas              players, moves, the last position, the result
  boardpi record show game.jas --turn 3     the same after three turns
  boardpi record check *.jas                is every move legal and every header true?
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "record",
        summary="games that were played: show, check",
        description="Game records, files with the extension .jas.",
        epilog=EXAMPLES,
    )
    show = add_command(group, "show", run_show, "show a game")
    show.add_argument("file", metavar="FILE")
    show.add_argument("--turn", metavar="N", type=count, help="the board after N turns")
    add_rules_file(show)
    add_ascii(show)
    check = add_command(group, "check", run_check, "check that records are legal and consistent")
    check.add_argument("files", metavar="FILE", nargs="+")
    add_rules_file(check)


def run_show(args: argparse.Namespace) -> int:
    """Show one game: players, moves, the board, the result."""
    record = read_game(args.file, known_rule_sets(args))
    game = record.game
    names = seat(Side.WHITE, record.white), seat(Side.BLACK, record.black)
    print(" against ".join(names), end="")
    print("".join(f", {word}" for word in (record.table, record.date) if word != UNKNOWN))
    print(game.rules.title, end="\n\n")
    shown = game if args.turn is None else game.take_back(max(0, len(game.moves) - 2 * args.turn))
    turn = "" if shown.outcome is None else "game over"
    print(sketch_table(game.rules, shown.position, asked_ink(args), turn=turn), end="\n\n")
    print("\n".join(name_turns(shown)))
    if shown.outcome is not None:
        print(
            tell_outcome(
                shown.outcome, (seat(Side.WHITE, record.white), seat(Side.BLACK, record.black))
            )
        )
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Say of each file whether it is a true record; exit code 2 if one is not."""
    known, bad = known_rule_sets(args), 0
    for file in args.files:
        try:
            record = read_game(file, known)
        except CommandError as error:
            bad += 1
            print(error)
            continue
        ended = record.game.outcome
        result = "unfinished" if ended is None else tell_outcome(ended)
        print(f"{file}: {len(record.game.moves)} moves, {record.game.rules}: {result}")
    return 2 if bad else 0
