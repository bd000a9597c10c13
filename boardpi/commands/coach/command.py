"""`boardpi coach …`: hint, levels, play, review."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from boardpi.clock import now_ms
from boardpi.coach.engine.levels import LEVELS
from boardpi.coach.engine.search import DEEPEST, Limits
from boardpi.coach.hints import hint, threats
from boardpi.coach.review import TurningPoint, review
from boardpi.commands.coach.coach_play import add_play
from boardpi.commands.terminal.files import CommandError, read_game
from boardpi.commands.terminal.parser import (
    add_command,
    add_group,
    add_position,
    add_rules,
    asked_position,
    asked_rules,
    count,
    known_rule_sets,
)
from boardpi.commands.terminal.terminal import wrap
from boardpi.daemon.coach.endgames import known_for_certain
from boardpi.rules import Game
from boardpi.rules.sketch import name_side
from boardpi.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi coach play --level 2                 a game against the coach at this keyboard
  boardpi coach hint                           how to begin a game of Jasir
  boardpi coach hint --rules jarmo-oca --seconds 5 --language it
  boardpi coach hint --position "bbb1b/1b3/3w1/3w1/w2ww b w0b0 w0b0 -"
  boardpi coach review game.jas                the turning points of a game that was played
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "coach",
        summary="an opponent, hints and reviews",
        description="The coach: it plays at seven levels, gives hints and reviews games.",
        epilog=EXAMPLES,
    )
    add_command(group, "levels", run_levels, "the levels at which the coach plays")
    add_play(group)
    hints = add_command(
        group, "hint", run_hint, "the best move of a position, and why", epilog=EXAMPLES
    )
    add_rules(hints)
    add_position(hints)
    _add_limits(hints, seconds=2)
    reviews = add_command(
        group, "review", run_review, "the turning points of a game", epilog=EXAMPLES
    )
    reviews.add_argument("game", metavar="FILE", help="a game record (.jas)")
    reviews.add_argument("--rules-file", metavar="FILE", help="rule sets of your own")
    _add_limits(reviews, seconds=1)


def _add_limits(parser: Parser, seconds: int) -> None:
    parser.add_argument(
        "--seconds",
        metavar="N",
        type=count,
        default=seconds,
        help=f"how long to think about a position (default: {seconds}; 0 = until --depth)",
    )
    parser.add_argument(
        "--depth", metavar="N", type=count, default=DEEPEST, help="how many turns to look ahead"
    )
    add_language(parser)


def add_language(parser: Parser) -> None:
    """`--language`."""
    parser.add_argument(
        "--language",
        metavar="LANGUAGE",
        choices=LANGUAGES,
        default="en",
        help=f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}",
    )


def asked_limits(args: argparse.Namespace) -> Limits:
    """The limits of `--seconds` and `--depth`."""
    if not 1 <= args.depth <= DEEPEST:
        raise CommandError(f"--depth {args.depth}: must be 1 to {DEEPEST}")
    if not args.seconds and args.depth == DEEPEST:
        raise CommandError("--seconds 0 would think for ever: give a --depth too")
    return Limits(depth=args.depth, ms=args.seconds * 1000 or None)


def run_levels(_: argparse.Namespace) -> int:
    """Print the levels."""
    for level in LEVELS:
        print(f"{level.name}  {', '.join(level.title(language) for language in LANGUAGES)}")
    return 0


def run_hint(args: argparse.Namespace) -> int:
    """Print a hint and the threats."""
    rules = asked_rules(args)
    game = Game(rules, asked_position(args, rules))
    if game.outcome is not None:
        raise CommandError("the game is over in this position: there is nothing to advise")
    found = hint(game, asked_limits(args), clock=now_ms, tables=known_for_certain(rules))
    for threat in threats(game):
        print(wrap(threat.sentence(args.language)))
    print(wrap(found.sentence(args.language)))
    print(f"{found.advice.score / 100:+.2f}  {' '.join(map(str, found.advice.line))}")
    return 0


def run_review(args: argparse.Namespace) -> int:
    """Print the turning points of a game."""
    game = read_game(args.game, known_rule_sets(args)).game
    if not game.moves:
        raise CommandError(f"{args.game}: no move was played, so there is nothing to review")
    tables = known_for_certain(game.rules)
    points = review(game, asked_limits(args), clock=now_ms, progress=_tell, tables=tables)
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if not points:
        print("No turning point: nobody lost much by one move.")
    for point in points:
        print(wrap(tell_point(point, args.language)))
    return 0


def tell_point(point: TurningPoint, language: str) -> str:
    """One turning point in words."""
    reasons = " ".join(reason.sentence(language) for reason in point.reasons)
    side = name_side(point.position.side)
    return (
        f"{point.ply + 1}. {side} played {point.played}; {point.better} was better"
        f" by {point.loss / 100:.1f}. {reasons}"
    )


def _tell(done: int, total: int) -> None:
    print(f"\r\x1b[Kreviewing: move {done} of {total}", end="", file=sys.stderr, flush=True)
