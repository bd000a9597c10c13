"""`boardpi archers …`: show, perft, check."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from boardpi.archers import (
    DEFAULT_SIZE,
    SIZES,
    Formation,
    controlled,
    legal_turns,
    parse_formation,
    parse_turn,
    perft,
    play_turn,
    read_battle,
    squares_in,
    start_formation,
    targets,
)
from boardpi.commands.terminal.files import CommandError, read_text
from boardpi.commands.terminal.parser import add_command, add_group, count
from boardpi.rules import RulesError, Side

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi archers show                                  the start on 9 by 9 squares
  boardpi archers show --size 11 --kings --zones        another field, and who controls what
  boardpi archers show --turn 'd3<,d3-c3'               after a turn; quote it for the shell
  boardpi archers perft --size 7 --depth 1              count legal sequences of turns
  boardpi archers check game.archers                    is every turn legal, every header true?

Archers is played on the page, at /archers of a running table ('boardpi run'): reeds cannot see
which way an archer faces. No source gives the size of its field; docs/archers.md tells the rules,
which of them are ours, and how positions, turns and records are written.
"""
SIGNS: Final = (
    "in the woods ':', elsewhere '.'; 'w^' is White's archer facing up, 'B<' Black's king"
)


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "archers",
        summary="the third game, for the page: show, perft, check",
        description="Archers, a game by George L. Stupecky with facing archers, zones and shots.",
        epilog=EXAMPLES,
    )
    show = add_command(
        group,
        "show",
        run_show,
        "draw the field in the terminal",
        epilog=f"\nempty squares: {SIGNS}",
    )
    _add_formation(show)
    show.add_argument(
        "--turn",
        metavar="TURN",
        action="append",
        default=[],
        help="play this turn first, such as d3xd6,d3-d4,d4>; may be given again",
    )
    show.add_argument(
        "--zones", action="store_true", help="mark what White (+), Black (-) and both (#) control"
    )
    sequences = add_command(group, "perft", run_perft, "count legal sequences of turns")
    _add_formation(sequences)
    sequences.add_argument("--depth", metavar="N", type=count, required=True, help="how many turns")
    check = add_command(group, "check", run_check, "check that records are legal and consistent")
    check.add_argument("files", metavar="FILE", nargs="+", help="records of Archers (.archers)")


def _add_formation(parser: Parser) -> None:
    sizes = ", ".join(map(str, SIZES))
    parser.add_argument(
        "--size",
        metavar="N",
        type=count,
        choices=SIZES,
        default=DEFAULT_SIZE,
        help=f"squares each way: {sizes} (default: {DEFAULT_SIZE})",
    )
    parser.add_argument("--kings", action="store_true", help="each centre archer is a king")
    parser.add_argument("--position", metavar="LINE", help="a position line instead of the start")


def asked_formation(args: argparse.Namespace) -> Formation:
    """The formation of `--position`, or the start."""
    if args.position is not None:
        return parse_formation(args.position)
    return start_formation(args.size, kings=args.kings)


def run_show(args: argparse.Namespace) -> int:
    """Draw the field and say what may be done."""
    formation = asked_formation(args)
    for text in args.turn:
        try:
            formation = play_turn(formation, parse_turn(text))
        except RulesError as error:
            raise CommandError(f"turn {text!r}: {error}") from None
    print(sketch(formation, zones=args.zones))
    print(f"\n{formation}")
    print(tell(formation))
    return 0


def tell(formation: Formation) -> str:
    """Whose turn it is and who may shoot, or how it ended."""
    ending, name = formation.ending(), formation.field.name
    if ending is not None:
        winner = "nobody" if ending.winner is None else ending.winner.name.title()
        return f"game over: {winner} wins ({ending.reason})"
    shots = [f"{name(shooter)}x{name(target)}" for shooter, target in targets(formation).items()]
    number = sum(1 for _ in legal_turns(formation))
    told = f"{formation.side.name.title()} to move: {number} turns"
    return f"{told}; shots: {', '.join(shots)}" if shots else f"{told}; no shots"


def sketch(formation: Formation, *, zones: bool = False) -> str:
    """The field in signs, row by row."""
    size, field = formation.size, formation.field
    woods = field.woods[Side.WHITE] | field.woods[Side.BLACK]
    signs = {square: " :" if woods >> square & 1 else " ." for square in range(size * size)}
    if zones:
        white, black = (controlled(formation, side) for side in Side)
        for mask, sign in ((white, " +"), (black, " -"), (white & black, " #")):
            signs |= dict.fromkeys(squares_in(mask), sign)
    signs |= {square: archer.text for square, archer in formation.stations}
    rows = [
        f"{row + 1:>3} " + " ".join(signs[row * size + column] for column in range(size))
        for row in reversed(range(size))
    ]
    columns = "  ".join(field.name(column)[0] for column in range(size))
    return "\n".join([*rows, f"     {columns}"])


def run_perft(args: argparse.Namespace) -> int:
    """Print a count of legal sequences."""
    print(perft(asked_formation(args), args.depth))
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Say of each file whether it is a true record; exit code 2 if one is not."""
    bad = 0
    for file in args.files:
        try:
            record = read_battle(read_text(file))
        except (CommandError, RulesError) as error:
            bad += 1
            print(error if isinstance(error, CommandError) else f"{file}: {error}")
            continue
        battle, ending = record.battle, record.battle.ending
        result = (
            "unfinished" if ending is None else f"{record.headers()['Result']}, {ending.reason}"
        )
        size = f"{battle.start.size} by {battle.start.size}"
        print(f"{file}: {len(battle.turns)} turns, {size}: {result}")
    return 2 if bad else 0
