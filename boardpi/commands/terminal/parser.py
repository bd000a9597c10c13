"""The parser that all commands share: one sentence per mistake, and the nearest word for a typo."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NoReturn

from boardpi.coach.handicaps import STARTS, begin_with, handicaps_in
from boardpi.commands.terminal.files import CommandError, read_text
from boardpi.rules import (
    DEFAULT,
    RULE_SETS,
    START,
    Game,
    Position,
    RulesError,
    RuleSet,
    check_position,
    parse_position,
    read_rule_sets,
    rule_set,
)
from boardpi.texts.languages import LANGUAGES

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction["Parser"]
    Run = Callable[[argparse.Namespace], int]


def count(text: str) -> int:
    """A whole number, 0 or more, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}")
    return int(text)


class Parser(argparse.ArgumentParser):
    """argparse with shorter errors, no abbreviations, and examples that keep their lines."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        options.setdefault("allow_abbrev", False)
        super().__init__(**options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse what is not known here, where the options that may be meant are known too."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            near = get_close_matches(unknown[0].partition("=")[0], self._option_string_actions, 1)
            hint = f": did you mean '{near[0]}'?" if near else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """One sentence on stderr and exit code 2."""
        self.exit(2, f"boardpi: {message} ('{self.prog} --help' tells more)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Argparse has no public place to word this error; the name is the same since 2.7."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        near = get_close_matches(str(value), choices, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(choices)}"
        raise argparse.ArgumentError(None, f"{action.metavar or 'choice'} {value!r}: {hint}")


def add_groups(parser: Parser) -> Subparsers:
    """Room for commands below this parser, which alone prints its help."""

    def print_help(_: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser.set_defaults(run=print_help)
    return parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)


def add_group(subparsers: Subparsers, name: str, summary: str, **more: Any) -> Subparsers:
    """A group of commands, such as `boardpi rules …`."""
    return add_groups(subparsers.add_parser(name, help=summary, **more))


def add_command(subparsers: Subparsers, name: str, run: Run, summary: str, **more: Any) -> Parser:
    """One command; `run` gets its arguments and returns the exit code."""
    more.setdefault("description", summary)
    command = subparsers.add_parser(name, help=summary, **more)
    command.set_defaults(run=run)
    return command


def add_rules_file(parser: Parser) -> None:
    """`--rules-file`, for makers who play by rule sets of their own."""
    parser.add_argument(
        "--rules-file",
        metavar="FILE",
        help="a TOML file with rule sets of your own (see docs/rules.md)",
    )


def add_rules(parser: Parser) -> None:
    """`--rules` and `--rules-file`."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help=f"the rule set (default: {DEFAULT}; see 'boardpi rules list')",
    )
    add_rules_file(parser)


def known_rule_sets(args: argparse.Namespace) -> Mapping[str, RuleSet]:
    """The rule sets that ship with boardpi and those of `--rules-file`."""
    if args.rules_file is None:
        return RULE_SETS
    try:
        return {**RULE_SETS, **read_rule_sets(read_text(args.rules_file), RULE_SETS)}
    except RulesError as error:
        raise CommandError(f"{args.rules_file}: {error}") from None


def asked_rules(args: argparse.Namespace) -> RuleSet:
    """The rule set of `--rules`; without it the first of `--rules-file`, or Jasir."""
    known = known_rule_sets(args)
    if args.rules is not None:
        return rule_set(args.rules, known)
    return next((known[name] for name in known if name not in RULE_SETS), DEFAULT)


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


def add_handicap(parser: Parser) -> None:
    """`--handicap`."""
    parser.add_argument(
        "--handicap",
        metavar="N",
        type=int,
        choices=tuple(STARTS),
        help="begin where White is N points ahead, -2 to 2: 0 is even, -1 helps Black by one;"
        " the help stays with the player in the second game, and the start says who begins",
    )


def asked_handicap(args: argparse.Namespace, rules: RuleSet) -> Game | None:
    """The game of `--handicap`, if one is wanted."""
    if args.handicap is None:
        return None
    if args.handicap not in handicaps_in(rules):
        raise CommandError(f"--handicap {args.handicap}: nothing is proven of {rules}")
    return begin_with(args.handicap, rules)


def add_language(parser: Parser) -> None:
    """`--language`."""
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        choices=LANGUAGES,
        default="en",
        help=f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}",
    )
