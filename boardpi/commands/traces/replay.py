"""`boardpi replay`: the decisions that a trace leads to, as JSON lines for programs."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.parser import add_command, add_rules_file, known_rule_sets
from boardpi.commands.traces.trace_input import add_file, open_trace
from boardpi.table.trace import replay

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

EXAMPLES: Final = """
examples:
  boardpi replay game.trace                 moves, take-backs, questions, refusals, the result
  boardpi replay game.trace --lights        also every change of the lights
  zcat game.trace.gz | boardpi replay -     from standard input
  boardpi trace show game.trace             the same for people
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    command = add_command(
        subparsers,
        "replay",
        run_replay,
        summary="what a trace leads to, as JSON lines for programs",
        description="Lets the table decide again on everything that a board saw.",
        epilog=EXAMPLES,
    )
    add_file(command)
    command.add_argument("--lights", action="store_true", help="also print the lights")
    add_rules_file(command)


def run_replay(args: argparse.Namespace) -> int:
    """Print one JSON line per event, as the trace is read."""
    known = known_rule_sets(args)
    with open_trace(args.file) as lines:
        for event in replay(lines, lights=args.lights, known=known):
            print(json.dumps(event))
    return 0
