"""`boardpi coach play`: a game against the coach at one keyboard."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from boardpi.clock import now_ms
from boardpi.coach.engine.levels import LEVELS, Level, choose
from boardpi.coach.engine.search import Limits, claims_draw
from boardpi.coach.hints import hint, stuck_warning, threats
from boardpi.commands.terminal.files import read_game
from boardpi.commands.terminal.game_session import HELP, GameSession
from boardpi.commands.terminal.parser import add_command, add_rules, asked_rules, known_rule_sets
from boardpi.commands.terminal.terminal import add_ascii, asked_ink, wrap
from boardpi.daemon.coach.endgames import known_for_certain
from boardpi.rules import START, Game, GameRecord, Match, Side
from boardpi.rules.lines import Line
from boardpi.rules.record import SIDE_NAMES
from boardpi.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

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
    game = Game(asked_rules(args), START.with_side(SIDE_NAMES[args.first]))
    is_white = SIDE_NAMES[args.side] is Side.WHITE
    white, black = (args.name, coach) if is_white else (coach, args.name)
    return GameRecord(game, white, black, date.today().isoformat(), number="1")
