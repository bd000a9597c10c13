"""`boardpi rules …`: list, show, query, perft, draw, play."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final, cast

from boardpi.commands.parser import (
    add_command,
    add_group,
    add_rules,
    add_rules_file,
    asked_rules,
    count,
    known_rule_sets,
)
from boardpi.commands.query import answer_all
from boardpi.rules import START, Position, RuleSet, check_position, parse_position, perft

if TYPE_CHECKING:
    from io import BufferedIOBase

    from boardpi.commands.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi rules list
  boardpi rules perft --rules jarmo-wikipedia --depth 4
  echo '{"rules": "jarmo-oca", "position": "bbbbb/5/5/5/wwwww w w0b0 w0b0 -"}' | boardpi rules query
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "rules",
        summary="the games: rule sets, the board, play for two",
        description="The games Jasir and Jarmo in all their rule sets.",
        epilog=EXAMPLES,
    )
    add_rules_file(add_command(group, "list", run_list, "the rule sets and what they say"))
    query = add_command(
        group,
        "query",
        run_query,
        summary="answer JSON lines about positions, for programs",
        description="Reads JSON lines on standard input and answers each with one JSON line.",
    )
    add_rules(query)
    sequences = add_command(group, "perft", run_perft, "count legal sequences of turns")
    add_rules(sequences)
    add_position(sequences)
    sequences.add_argument("--depth", metavar="N", type=count, required=True, help="how many turns")


def add_position(parser: Parser) -> None:
    """`--position`."""
    parser.add_argument("--position", metavar="LINE", help="a position line (default: the start)")


def asked_position(args: argparse.Namespace, rules: RuleSet) -> Position:
    """The position of `--position`, checked against the rule set, or the start."""
    if args.position is None:
        return START
    position = parse_position(args.position)
    check_position(rules, position)
    return position


def run_list(args: argparse.Namespace) -> int:
    """Print the rule sets."""
    for rules in known_rule_sets(args).values():
        print(f"{rules.name:16} {rules.title:22} {rules.sources}")
    return 0


def run_query(args: argparse.Namespace) -> int:
    """Answer JSON lines until standard input ends."""
    stream = cast("BufferedIOBase", sys.stdin.buffer)  # typeshed knows no read1 of it
    answer_all(stream, sys.stdout, known_rule_sets(args), asked_rules(args))
    return 0


def run_perft(args: argparse.Namespace) -> int:
    """Print a count of legal sequences."""
    rules = asked_rules(args)
    print(perft(rules, asked_position(args, rules), args.depth))
    return 0
