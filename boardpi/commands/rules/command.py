"""`boardpi rules …`: list, show, query, perft, draw, play."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from boardpi.commands.terminal.files import CommandError, read_game
from boardpi.commands.terminal.game_session import HELP, GameSession
from boardpi.commands.terminal.headings import list_lines, list_moves, tell_outcome
from boardpi.commands.terminal.parser import (
    add_command,
    add_group,
    add_handicap,
    add_position,
    add_rules,
    add_rules_file,
    asked_handicap,
    asked_position,
    asked_rules,
    count,
    known_rule_sets,
)
from boardpi.commands.terminal.terminal import add_ascii, asked_ink, wrap
from boardpi.documents import read_json
from boardpi.rules import (
    START,
    BadHole,
    BadMove,
    BadPosition,
    BadRuleSet,
    Game,
    GameRecord,
    Hole,
    IllegalMove,
    Position,
    RulesError,
    RuleSet,
    check_position,
    explain,
    parse_move,
    parse_position,
    perft,
    rule_set,
    survey,
)
from boardpi.rules.drawing import DrawingStyle, draw_board
from boardpi.rules.lines import lines_of
from boardpi.rules.record import SIDE_NAMES, UNKNOWN
from boardpi.rules.refusals import refuse_move
from boardpi.rules.sketch import sketch_table
from boardpi.rules.turns import after

if TYPE_CHECKING:
    from io import BufferedIOBase

    from boardpi.commands.terminal.parser import Subparsers

FATES: Final = {"dies": "die", "hand": "go to hand"}
REENTRIES: Final = {"move": "a move of its own", "arrival": "with the arrival of a chosen archer"}
POINTS: Final = {
    "board": "the winner counts archers on the board",
    "living": "the winner counts archers on the board and in hand",
    "rows": "each counts 2 per archer on the goal row, 1 elsewhere on the board",
}
EXAMPLES: Final = """
examples:
  boardpi rules list
  boardpi rules show --rules jarmo-oca --hole c2
  boardpi rules play --white "First player" --save game.jas
  boardpi rules draw --labels -o board.svg
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
    add_rules_file(add_command(group, "list", run_list, "the rule sets and how they differ"))
    _add_show(group)
    _add_draw(group)
    _add_play(group)
    query = add_command(group, "query", run_query, "answer JSON lines", epilog=QUERY)
    add_rules(query)
    sequences = add_command(group, "perft", run_perft, "count legal sequences of turns")
    add_rules(sequences)
    add_position(sequences)
    sequences.add_argument("--depth", metavar="N", type=count, required=True, help="how many turns")


QUERY: Final = """
One JSON line in, one JSON line out, until standard input ends:
  {"position": LINE}                     the legal moves, and the result if the game is over
  {"position": LINE, "rules": NAME}      the same in another rule set
  {…, "move": "b1-d2"}                   also the next position, or why the move is illegal
  {…, "from": "b1", "to": "c3"}          also why an archer may not go there, or null
  {…, "from": "hand", "to": "a1"}        the same for an archer in hand
"""


def _add_show(group: Subparsers) -> None:
    show = add_command(group, "show", run_show, "draw the board in the terminal")
    add_rules(show)
    add_position(show)
    show.add_argument("--hole", metavar="HOLE", help="let the lines of this hole stand out")
    add_ascii(show)


def _add_draw(group: Subparsers) -> None:
    draw = add_command(group, "draw", run_draw, "draw the board as SVG")
    add_rules(draw)
    add_position(draw)
    draw.add_argument("-o", "--output", metavar="FILE", help="where to (default: standard output)")
    looks = draw.add_mutually_exclusive_group()
    looks.add_argument("--labels", action="store_true", help="write the name into every hole")
    looks.add_argument("--plain", action="store_true", help="lines and holes, to print or cut")
    draw.add_argument("--pitch", metavar="MM", type=float, help="true size: mm from hole to hole")


def _add_play(group: Subparsers) -> None:
    play = add_command(
        group, "play", run_play, "a game for two people at one keyboard", epilog="\n" + HELP
    )
    add_rules(play)
    play.add_argument("game", metavar="FILE", nargs="?", help="go on with a game kept in FILE")
    play.add_argument("--white", metavar="NAME", default=UNKNOWN, help="who plays White")
    play.add_argument("--black", metavar="NAME", default=UNKNOWN, help="who plays Black")
    play.add_argument("--first", choices=SIDE_NAMES, metavar="SIDE", help="white or black begins")
    add_handicap(play)
    play.add_argument("--save", metavar="FILE", help="keep the game in FILE after every move")
    add_ascii(play)


def run_list(args: argparse.Namespace) -> int:
    """Print the rule sets."""
    for rules in known_rule_sets(args).values():
        print(f"{rules.name:16} {rules.title} — {rules.sources}")
        print(wrap(describe(rules), " " * 17))
    return 0


def describe(rules: RuleSet) -> str:
    """The switches of a rule set in words."""
    limit = rules.shuttle_limit
    return "; ".join(
        (
            f"{len(rules.lines)} lines",
            "also backward" if rules.backward else "never backward",
            f"captured simple archers {FATES[rules.captured_simple]}",
            f"chosen ones {FATES[rules.captured_chosen]}",
            f"re-entry: {REENTRIES[rules.reentry]}",
            f"first rows {'protected' if rules.protect_first_row else 'not protected'}",
            f"shuttles: {limit or 'no limit'}",
            *(["the arrived archer becomes simple"] if rules.demote_on_return else []),
            *(["rights without a free hole are owed"] if rules.keep_owed else []),
            POINTS[rules.points],
        )
    )


def run_show(args: argparse.Namespace) -> int:
    """Draw the board in the terminal and say what may be played."""
    rules = asked_rules(args)
    position = asked_position(args, rules)
    bright = () if args.hole is None else lines_of(rules.lines, Hole(args.hole))
    moves, ended = survey(rules, position)
    turn = "" if ended is None else "game over"
    print(sketch_table(rules, position, asked_ink(args), bright, turn))
    print(f"\n{rules.title}")
    if bright:
        print(wrap(list_lines(Hole(args.hole), bright)))
    print(wrap(list_moves(moves)) if ended is None else tell_outcome(ended))
    return 0


def run_draw(args: argparse.Namespace) -> int:
    """Write the board as SVG."""
    rules = asked_rules(args)
    position = None if args.position is None else asked_position(args, rules)
    look = (
        DrawingStyle.PLAIN
        if args.plain
        else DrawingStyle.LABELS
        if args.labels
        else DrawingStyle.WOOD
    )
    if args.pitch is not None and not 0 < args.pitch <= 1000:
        raise CommandError(f"--pitch {args.pitch:g}: must be 1000 mm at most and more than nothing")
    drawing = draw_board(rules, position, look, args.pitch)
    if args.output in (None, "-"):
        print(drawing, end="")
    else:
        Path(args.output).write_text(drawing, encoding="utf-8")
    return 0


def run_play(args: argparse.Namespace) -> int:
    """Play at this keyboard until the players leave."""
    read = partial(read_game, known=known_rule_sets(args))
    record = new_record(args) if args.game is None else read(args.game)
    GameSession(input, print, asked_ink(args), record, read, args.save).run()
    return 0


def new_record(args: argparse.Namespace) -> GameRecord:
    """The record of a game that begins today at this keyboard."""
    rules, first = asked_rules(args), SIDE_NAMES.get(args.first)
    usual = Game(rules, any_first=True) if first is None else Game(rules, START.with_side(first))
    game = asked_handicap(args, rules) or usual
    return GameRecord(game, args.white, args.black, date.today().isoformat(), number="1")


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


Answer = dict[str, Any]

CHUNK_BYTES = 1 << 20
CODES: Mapping[type[RulesError], str] = {
    BadRuleSet: "bad_rules",
    BadPosition: "bad_position",
    BadMove: "bad_move",
    BadHole: "bad_hole",
}


class BadJson(RulesError):
    """A line that is not a JSON object."""


def answer_all(
    stream: BufferedIOBase, out: TextIO, known: Mapping[str, RuleSet], default: RuleSet
) -> None:
    """Answer every line. Answers leave when no more input waits: at once for a program that asks
    line by line, in large pieces for a file.
    """
    for lines in read_batches(stream):
        answers = [json.dumps(answer(line, known, default)) for line in lines]
        if answers:
            out.write("\n".join(answers) + "\n")
            out.flush()


def read_batches(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """The lines of a stream, those that arrived together at once."""
    rest = b""
    while chunk := stream.read1(CHUNK_BYTES):
        *lines, rest = (rest + chunk).split(b"\n")
        yield lines
    if rest:
        yield [rest]


def answer(line: bytes, known: Mapping[str, RuleSet], default: RuleSet) -> Answer:
    """The answer to one line."""
    try:
        request = _parse(line)
        rules = _asked_rules(request, known, default)
        position = parse_position(_text(request, "position", BadPosition))
        check_position(rules, position)
    except RulesError as error:
        return {"error": _error(error)}
    moves, ended = survey(rules, position)
    found: Answer = {
        "moves": sorted(map(str, moves)),
        "over": None if ended is None else ended.to_json(),
    }
    try:
        if request.get("move") is not None:
            found["next"] = _play(rules, position, request, found["moves"])
        if request.get("to") is not None or request.get("from") is not None:
            found["refusal"] = _refusal(rules, position, request)
    except RulesError as error:
        found["error"] = _error(error)
    return found


def _parse(line: bytes) -> dict[str, Any]:
    request = read_json(line, BadJson)
    if not isinstance(request, dict):
        raise BadJson(f"a query is a JSON object, not a {type(request).__name__}")
    return request


def _asked_rules(
    request: dict[str, Any], known: Mapping[str, RuleSet], default: RuleSet
) -> RuleSet:
    if request.get("rules") is None:
        return default
    return rule_set(_text(request, "rules", BadRuleSet), known)


def _text(request: dict[str, Any], key: str, error: type[RulesError]) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        what = "is missing" if value is None else f"must be a text, not a {type(value).__name__}"
        raise error(f"the key {key!r} {what}")
    return value


def _error(error: RulesError) -> Answer:
    if isinstance(error, IllegalMove):
        return {"code": error.code, "message": str(error)}
    return {"code": CODES.get(type(error), "bad_json"), "message": str(error)}


def _play(rules: RuleSet, position: Position, request: Answer, legal: list[str]) -> str:
    played = parse_move(_text(request, "move", BadMove))
    if str(played) not in legal:
        refusal = refuse_move(rules, position, played)
        raise IllegalMove(refusal.code, refusal.sentence())
    return str(after(rules, position, played))


def _refusal(rules: RuleSet, position: Position, request: Answer) -> Answer | None:
    wish = request.get("from"), request.get("reentry")
    origin = None if wish[0] in (None, "hand") else Hole(_text(request, "from", BadHole))
    reentry = None if wish[1] is None else Hole(_text(request, "reentry", BadHole))
    refusal = explain(rules, position, origin, Hole(_text(request, "to", BadHole)), reentry)
    return None if refusal is None else {"code": refusal.code, "message": refusal.sentence()}
