"""The command line: `boardpi GROUP COMMAND …`."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from boardpi import __version__
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import Parser, add_groups
from boardpi.rules import RulesError

GROUPS: Final = {
    "run": ("run", "status", "restart", "pin"),
    "check": ("check",),
    "address": ("address",),
    "demo": ("demo",),
    "rules": ("rules",),
    "coach": ("coach",),
    "rules.record": ("record",),
    "traces": ("replay", "trace"),
    "lights": ("lights",),
    "book.games": ("games",),
    "book.players": ("players",),
    "coach.puzzles": ("puzzles",),
    "book.standings": ("standings",),
    "book.backup": ("backup", "restore"),
    "coach.lessons": ("lessons",),
    "coach.tables": ("tables",),
    "config": ("config",),
    "board": ("board", "flash"),
    "template": ("template",),
    "card": ("card",),
    "hub": ("hub",),
    "archers": ("archers",),
    "completion": ("completion",),
}
"""Modules of `commands` with `add_parsers(subparsers)`, and the commands that each adds, in the
order of the help. Only the module of the wanted command is imported: a Pi takes its time."""

EXAMPLES: Final = """
examples:
  boardpi run                               the table: a virtual board at http://localhost:8025
  boardpi demo                              watch a game: hands, lights, the table
  boardpi check --board virtual             watch a new board being checked, hole by hole
  boardpi rules play                        a game of Jasir for two people at this keyboard
  boardpi coach play --level 1              a game against the coach
  boardpi rules show --rules jarmo-oca      the board and its lines
  boardpi rules draw -o board.svg           the same as a drawing for paper or wood
  boardpi template -o board.pdf             the board in true size, to drill and engrave
  boardpi card -o card.pdf                  the card of the menu, to lie beside the board
  boardpi record show game.jas              a game that was played
  boardpi trace show game.trace             the same as the board saw it
  boardpi games list --period today         what was played at this table today
  boardpi standings --period season         who leads
  boardpi lessons play jasir-lines          learn the game at this keyboard
  boardpi archers show                      Archers, the third game, which the page plays
"""


def build_parser(wanted: str | None = None) -> Parser:
    """The parser of one command; of the whole command line where that is no command."""
    parser = Parser(
        prog="boardpi",
        description="The companion of a real wooden board for the Tatar games Jasir and Jarmo.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--version", action="version", version=f"boardpi {__version__}")
    subparsers = add_groups(parser)
    parser.set_defaults(parser=parser)
    owners = [module for module, commands in GROUPS.items() if wanted in commands]
    if wanted == "completion":
        owners = []  # it tells of all the others
    for module in owners or GROUPS:
        importlib.import_module(f"boardpi.commands.{module}").add_parsers(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Mistakes end in one sentence on stderr and exit code 2."""
    prepare_streams()
    given = sys.argv[1:] if arguments is None else arguments
    args = build_parser(given[0] if given else None).parse_args(given)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # `boardpi … | head`: nobody reads on, and nothing is wrong
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 128 + 2
    except OSError as error:
        return _complain(f"{error.filename or 'cannot go on'}: {error.strerror or error}")
    except (CommandError, RulesError) as error:
        return _complain(str(error))
    return code


def prepare_streams() -> None:
    """A stream that was closed by the caller is empty; a sign that it cannot write becomes `?`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - open until the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _complain(sentence: str) -> int:
    print(f"boardpi: {sentence}", file=sys.stderr)
    return 2
