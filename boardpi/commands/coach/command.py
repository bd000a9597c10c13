"""`boardpi coach …`: hint, levels, play, review."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from boardpi.clock import now_ms
from boardpi.coach.engine.levels import LEVELS, Level, choose
from boardpi.coach.engine.search import DEEPEST, Limits, claims_draw
from boardpi.coach.handicaps import FIRST_MOVES, STARTS
from boardpi.coach.hints import hint, stuck_warning, threats
from boardpi.coach.review import Examination, Loss, TurningPoint, examine
from boardpi.commands.terminal.files import CommandError, read_game
from boardpi.commands.terminal.game_session import HELP, GameSession
from boardpi.commands.terminal.parser import (
    add_command,
    add_group,
    add_handicap,
    add_language,
    add_position,
    add_rules,
    asked_handicap,
    asked_position,
    asked_rules,
    count,
    known_rule_sets,
)
from boardpi.commands.terminal.terminal import add_ascii, asked_ink, wrap
from boardpi.daemon.coach.endgames import known_for_certain
from boardpi.rules import START, Game, GameRecord, Match, Side
from boardpi.rules.lines import Line
from boardpi.rules.record import SIDE_NAMES, UNKNOWN
from boardpi.rules.refusals import name_side
from boardpi.texts import TERMINAL
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
  boardpi coach review one.jas two.jas --moves both games of a match, and what every move gave away
  boardpi coach play --handicap 2              White is two points ahead, as a help
  boardpi coach handicaps                      starts that make a game of Jasir even or uneven
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
    add_command(
        group, "handicaps", run_handicaps, "starts that make a game of Jasir even or uneven"
    )
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
    reviews.add_argument(
        "games", metavar="FILE", nargs="+", help="a game record (.jas), or both of a match"
    )
    reviews.add_argument("--moves", action="store_true", help="every move that gave something away")
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


def run_handicaps(_: argparse.Namespace) -> int:
    """Print the starts from which White wins by so many points with the best play."""
    for points, moves in FIRST_MOVES.items():
        print(f"{points:+d}  {STARTS[points]}  {' '.join(moves)}")
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
    """Print the turning points of games, and what both players gave away in a match."""
    limits, known = asked_limits(args), known_rule_sets(args)
    records = [read_game(name, known) for name in args.games]
    for name, record in zip(args.games, records, strict=True):
        if not record.game.moves:
            raise CommandError(f"{name}: no move was played, so there is nothing to review")
    check_match(args.games, records)
    found = []
    for record in records:
        found.append(_examine(record.game, limits, args.language))
        _tell_game(record, found[-1], args, is_headed=len(records) > 1)
    if len(records) == 2:
        print(wrap(tell_match(records, found, args.language)))
    return 0


def check_match(names: list[str], records: list[GameRecord]) -> None:
    """Several files must be the two games of one match: the same players, sides switched."""
    if len(records) > 2:
        raise CommandError(f"{names[2]}: a match has two games; review the others by themselves")
    if len(records) == 2:
        one, two = records
        if (one.white, one.black) != (two.black, two.white):
            raise CommandError(
                f"{names[1]}: {two.white} – {two.black} is not the other game of"
                f" {one.white} – {one.black}, sides switched"
            )


def _examine(game: Game, limits: Limits, language: str) -> Examination:
    tables, tell = known_for_certain(game.rules), partial(_tell, language)
    found = examine(game, limits, clock=now_ms, progress=tell, tables=tables)
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return found


def _tell_game(
    record: GameRecord, found: Examination, args: argparse.Namespace, *, is_headed: bool
) -> None:
    if is_headed:
        print(f"{record.white} – {record.black}")
    if not found.points:
        print(TERMINAL.say(args.language, "review.none"))
    for point in found.points:
        is_exact = any(loss.ply == point.ply and loss.is_exact for loss in found.losses)
        print(wrap(tell_point(point, is_exact, args.language)))
    for loss in found.losses if args.moves else ():
        if loss.loss:
            print(wrap(tell_loss(record.game, loss, args.language)))
    print(wrap(tell_given(found, args.language)))


def tell_match(records: list[GameRecord], found: list[Examination], language: str) -> str:
    """What both players gave away in their two games, in words."""
    one, two = found
    white, black = Side
    mine = one.given_away(white).points + two.given_away(black).points
    theirs = one.given_away(black).points + two.given_away(white).points
    return TERMINAL.say(
        language,
        "review.match",
        one=_player(records[0].white, white, language),
        mine=f"{mine / 100:.1f}",
        two=_player(records[0].black, black, language),
        theirs=f"{theirs / 100:.1f}",
    )


def _player(name: str, side: Side, language: str) -> str:
    return name_side(side, language) if name == UNKNOWN else name


def tell_loss(game: Game, loss: Loss, language: str) -> str:
    """What one move gave away, in words."""
    return TERMINAL.say(
        language,
        "review.loss",
        number=loss.ply + 1,
        player=name_side(loss.side, language),
        played=game.moves[loss.ply],
        points=f"{loss.loss / 100:.1f}",
        sure=tell_sure(loss.is_exact, language),
    )


def tell_given(found: Examination, language: str) -> str:
    """What both sides gave away, in words."""
    white, black = (found.given_away(side) for side in Side)
    return TERMINAL.say(
        language,
        "review.given",
        white=f"{white.points / 100:.1f}",
        black=f"{black.points / 100:.1f}",
        proven=white.proven + black.proven,
        moves=white.moves + black.moves,
    )


def tell_point(point: TurningPoint, is_exact: bool, language: str) -> str:
    """One turning point in words."""
    reasons = " ".join(reason.sentence(language) for reason in point.reasons)
    told = TERMINAL.say(
        language,
        "review.point",
        number=point.ply + 1,
        player=name_side(point.position.side, language),
        played=point.played,
        better=point.better,
        points=f"{point.loss / 100:.1f}",
    )
    return f"{told} ({tell_sure(is_exact, language)}) {reasons}"


def tell_sure(is_exact: bool, language: str) -> str:
    """`proven` or `estimated`."""
    return TERMINAL.say(language, "review.sure" if is_exact else "review.unsure")


def _tell(language: str, done: int, total: int) -> None:
    told = TERMINAL.say(language, "review.progress", done=done, total=total)
    print(f"\r\x1b[K{told}", end="", file=sys.stderr, flush=True)


# ── a game against the coach at one keyboard ──────────────────────────────────────────────────────

COACH_HELP: Final = "hint       what the coach would do    threats    what it could do to you\n"
HINT: Final = Limits(nodes=60_000, ms=3_000)


@dataclass
class CoachSession(GameSession):
    """A game or match in which the coach sits on one side, known by its name in the record."""

    coach: str = "Coach"
    level: Level = LEVELS[2]
    language: str = "en"
    seed: int = 0

    def _turn(self) -> bool:
        if self.game.outcome is None and self._is_coach(self.game.position.side):
            self._answer()
            return True
        return super()._turn()

    def show_board(self, bright: tuple[Line, ...] = ()) -> None:
        """The board, once the coach has answered."""
        if self.game.outcome is not None or not self._is_coach(self.game.position.side):
            super().show_board(bright)

    def _is_coach(self, side: Side) -> bool:
        return (self.record.white, self.record.black)[side] == self.coach

    def _answer(self) -> None:
        tables = known_for_certain(self.game.rules)
        advice = choose(self.game, self.level, seed=self.seed, clock=now_ms, tables=tables)
        if claims_draw(self.game, advice):
            self.say(f"{self.coach} claims a draw: the position stands for the third time.")
            self._change(self.game.agree_draw())
        else:
            self.say(f"{self.coach} plays")
            self._play(self.game.play(advice.move))

    def _obey(self, words: list[str]) -> None:
        order = words[0].lower()
        if order == "hint":
            tables = known_for_certain(self.game.rules)
            found = hint(self.game, HINT, clock=now_ms, tables=tables)
            self.say(wrap(found.sentence(self.language), "  "))
        elif order == "threats":
            for reason in threats(self.game):
                self.say(wrap(reason.sentence(self.language), "  "))
        elif order in ("help", "?"):
            self.say(HELP + COACH_HELP)
        else:
            super()._obey(words)

    def _play(self, game: Game) -> None:
        before = game.take_back()
        warning = stuck_warning(before, game.moves[-1])
        if warning is not None and not self._is_coach(before.position.side):
            self.say(wrap(warning.sentence(self.language), "  "))
        super()._play(game)

    def _undo(self, words: list[str]) -> None:
        """Back to the player's own move; without a number, the coach's answer goes with it."""
        super()._undo(words or ["2" if len(self.game.moves) > 1 else "1"])

    def _begin_second(self, match: Match) -> None:
        super()._begin_second(match)
        if self.game.any_first:
            self.record = replace(self.record, game=Game(self.game.rules, START))
        self.saved = self.record


def add_play(group: Subparsers) -> None:
    """Add the command to its group."""
    play = add_command(
        group,
        "play",
        run_play,
        "a game against the coach at this keyboard",
        epilog="\n" + HELP + COACH_HELP,
    )
    add_rules(play)
    names = [level.name for level in LEVELS]
    play.add_argument(
        "--level", metavar="LEVEL", choices=names, default="3", help="1 (easy) to 7 (default: 3)"
    )
    play.add_argument(
        "--side", choices=SIDE_NAMES, metavar="SIDE", default="white", help="your side (white)"
    )
    play.add_argument(
        "--first", choices=SIDE_NAMES, metavar="SIDE", default="white", help="who begins (white)"
    )
    add_handicap(play)
    play.add_argument("--name", metavar="NAME", default="Player", help="what the record calls you")
    play.add_argument("--save", metavar="FILE", help="keep the game in FILE after every move")
    play.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help="play the same game again (default: another each time)",
    )
    play.add_argument(
        "--language", metavar="LANGUAGE", choices=LANGUAGES, default="en", help="of the hints"
    )
    add_ascii(play)


def run_play(args: argparse.Namespace) -> int:
    """Play against the coach until the player leaves."""
    level = next(level for level in LEVELS if level.name == args.level)
    seed = Random().randrange(1 << 30) if args.seed is None else args.seed
    read = partial(read_game, known=known_rule_sets(args))
    record = new_record(args, f"Coach {level.name}")
    CoachSession(
        input, print, asked_ink(args), record, read, args.save,
        coach=f"Coach {level.name}", level=level, language=args.language, seed=seed,
    ).run()  # fmt: skip
    return 0


def new_record(args: argparse.Namespace, coach: str) -> GameRecord:
    """The record of a game between the player and the coach."""
    rules = asked_rules(args)
    game = asked_handicap(args, rules) or Game(rules, START.with_side(SIDE_NAMES[args.first]))
    is_white = SIDE_NAMES[args.side] is Side.WHITE
    white, black = (args.name, coach) if is_white else (coach, args.name)
    return GameRecord(game, white, black, date.today().isoformat(), number="1")
