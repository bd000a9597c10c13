"""A game at one keyboard: what is typed, what is told, what is kept."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi.coach.handicaps import begin_with, handicap_after
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.headings import list_lines, list_moves, seat, tell_outcome
from boardpi.commands.terminal.terminal import wrap
from boardpi.rules import (
    PASS,
    BadHole,
    BadMove,
    Game,
    GameRecord,
    Hole,
    IllegalMove,
    Match,
    Move,
    RulesError,
    Side,
    parse_move,
    write_record,
)
from boardpi.rules.lines import Line, lines_of
from boardpi.rules.record import UNKNOWN
from boardpi.rules.sketch import LetterInk, name_side, sketch_table

if TYPE_CHECKING:
    pass

HELP: Final = """\
A move     b1-d2 quiet, e5xd3 capture, @e5 from the hand, b3-c5@a1 with a return.
           Half a move is enough if only one fits: b1d, or b1 to see what fits.
moves      all legal moves          board      draw the board again
show c2    the lines of a hole      undo [N]   take back one move, or N
draw       offer or claim a draw    resign     give up
save FILE  keep the game            load FILE  go on with a kept game
help       this list                quit       leave
"""


@dataclass
class GameSession:
    """A game or a match at one keyboard. `ask` and `say` are the keyboard and the screen."""

    ask: Callable[[str], str]
    say: Callable[[str], None]
    ink: LetterInk
    record: GameRecord
    read: Callable[[str], GameRecord]
    file: str | None = None
    match: Match = field(default_factory=Match)
    saved: GameRecord | None = None

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.record.game

    @property
    def names(self) -> tuple[str, str]:
        """Both players as they are called here."""
        return seat(Side.WHITE, self.record.white), seat(Side.BLACK, self.record.black)

    def run(self) -> None:
        """Play until somebody leaves or input ends."""
        self.saved = self.record
        self.match = Match(self._player(Side.WHITE), self._player(Side.BLACK))
        self.say(f"{self.game.rules.title}. Type a move such as b1-d2, or help.\n")
        self.show_board()
        with contextlib.suppress(EOFError):
            while self._turn():
                pass
            return
        self.say("")
        self._tell_unsaved()

    def _player(self, side: Side) -> str:
        name = (self.record.white, self.record.black)[side]
        return name if name != UNKNOWN else f"who began as {name_side(side)}"

    def _turn(self) -> bool:
        """One answer of a player; False when they leave."""
        if self.game.outcome is not None:
            return self._after_game()
        words = self.ask(f"{self._whose()} > ").split()
        if not words:
            return True
        try:
            if words[0].lower() in ("quit", "exit", "q"):
                return self._leave()
            self._obey(words)
        except (RulesError, CommandError) as error:
            self.say(wrap(str(error)))
        except OSError as error:
            self.say(f"{error.filename}: {error.strerror}")
        return True

    def _whose(self) -> str:
        return "Either side" if self.game.is_open else self.names[self.game.position.side]

    def _obey(self, words: list[str]) -> None:
        orders: dict[str, Callable[[list[str]], None]] = {
            "help": lambda _: self.say(HELP),
            "?": lambda _: self.say(HELP),
            "moves": lambda _: self.show_moves(),
            "board": lambda _: self.show_board(),
            "show": self._show_hole,
            "undo": self._undo,
            "draw": lambda _: self._draw(),
            "resign": lambda _: self._resign(),
            "save": self._save,
            "load": self._load,
        }
        order = orders.get(words[0].lower())
        if order is None:
            self._move("".join(words))
        else:
            order(words[1:])

    # Showing

    def show_board(self, bright: tuple[Line, ...] = ()) -> None:
        """The board, what may be played, and how the game stands."""
        turn = "either may begin" if self.game.is_open else ""
        turn = turn if self.game.outcome is None else "game over"
        rules, position = self.game.rules, self.game.position
        self.say(sketch_table(rules, position, self.ink, bright, turn) + "\n")
        if self.game.repetitions >= 3 and self.game.outcome is None:
            times = self.game.repetitions
            self.say(f"This position has stood {times} times: 'draw' claims a draw.")
        if self.game.outcome is None and not bright:
            self.show_moves()

    def show_moves(self) -> None:
        """The legal moves."""
        self.say(wrap(list_moves(self.game.legal_moves()), "  "))

    def _show_hole(self, words: list[str]) -> None:
        if len(words) != 1:
            raise CommandError("Which hole? Write: show c2")
        hole = Hole(words[0].lower())
        lines = lines_of(self.game.rules.lines, hole)
        self.show_board(lines)
        self.say(wrap(list_lines(hole, lines), "  "))

    # Playing

    def _move(self, text: str) -> None:
        found = complete(text, self.game.legal_moves())
        if len(found) == 1:
            self._play(self.game.play(found[0]))
        elif found:
            self.say(wrap(list_moves(found), "  "))
        else:
            self.say(wrap(explain_wish(text, self.game)))

    def _play(self, game: Game) -> None:
        self.say(f"  {game.moves[-1]}\n")
        while game.outcome is None and game.legal_moves() == [PASS]:
            self.say(f"{name_side(game.position.side)} has no legal move and passes.")
            game = game.play(PASS)
        self._change(game)

    def _change(self, game: Game) -> None:
        self.record = replace(self.record, game=game)
        if self.file is not None:
            self._write(self.file)
        self.show_board()

    def _undo(self, words: list[str]) -> None:
        number = words[0] if words else "1"
        if not number.isdecimal():
            raise CommandError(f"How many moves back? A number, not {number!r}.")
        game = self.game.take_back(0)
        for _ in range(int(number)):
            while game.moves and game.moves[-1] == PASS:
                game = game.take_back()
            game = game.take_back()
        self._change(game)

    def _draw(self) -> None:
        if self.game.repetitions >= 3 or self._agrees("Do both players agree to a draw?"):
            self._change(self.game.agree_draw())

    def _resign(self) -> None:
        side = self.game.position.side
        if self.game.is_open:
            raise CommandError("Nobody has moved yet.")
        if self._agrees(f"{self.names[side]}, do you resign?"):
            self._change(self.game.resign(side))

    def _agrees(self, question: str) -> bool:
        return self.ask(f"{question} [y/N] ").strip().lower() in ("y", "yes")

    # Keeping

    def _save(self, words: list[str]) -> None:
        name = " ".join(words) or self.file
        if not name:
            raise CommandError("Under which name? Write: save game.jas")
        self._write(name)
        self.say(f"Saved to {name}.")

    def _write(self, name: str) -> None:
        Path(name).write_text(write_record(self.record), encoding="utf-8")
        self.saved = self.record

    def _load(self, words: list[str]) -> None:
        if not words:
            raise CommandError("Which game? Write: load game.jas")
        self.record = self.saved = self.read(" ".join(words))
        self.show_board()

    def _leave(self) -> bool:
        self._offer_to_save()
        return False

    def _offer_to_save(self) -> None:
        if self.record != self.saved and self.game.moves:
            name = self.ask("Save the game as (nothing = do not save): ").strip()
            if name:
                self._save([name])

    def _tell_unsaved(self) -> None:
        if self.record != self.saved and self.game.moves:
            self.say("The game was not saved.")

    # The end

    def _after_game(self) -> bool:
        ended = self.game.outcome
        assert ended is not None  # asked only after the end
        self.say(tell_outcome(ended, self.names))
        match = self.match.add(self.game)
        if match.is_over:
            one, two = match.points
            self.say(f"The match: {match.one} {one}, {match.two} {two}.")
        answer = self.ask(self._what_next(match)).strip().lower()
        if answer == "undo":
            self._undo([] if self.game.ended is None else ["0"])
            return True
        self._offer_to_save()
        if answer in ("y", "yes") and self._goes_on(match):
            self._begin_second(match)
            return True
        return False

    def _goes_on(self, match: Match) -> bool:
        return not match.is_over and (self.record.number != "2" or len(match.games) == 2)

    def _what_next(self, match: Match) -> str:
        if self._goes_on(match):
            return "The second game of the match, sides switched? [y/N, or undo] "
        return "That was all. [Enter, or undo] "

    def _begin_second(self, match: Match) -> None:
        self.match, old = match, self.record
        self.record = replace(
            old,
            game=game_after(old.game),
            white=old.black,
            black=old.white,
            number="2",
        )
        self.saved, self.file = self.record, None
        self.show_board()


def game_after(game: Game) -> Game:
    """The next game of a match: from the usual start, or from one that helps the same player."""
    handicap = handicap_after(game)
    if handicap is None:
        return Game(game.rules, any_first=True)
    return begin_with(handicap, game.rules)


# ── half-typed moves ──────────────────────────────────────────────────────────────────────────────

_MARKS: Final = re.compile(r"[-x×]")
_WISH: Final = re.compile(r"([a-e][1-5])[-x×]?([a-e][1-5])", re.ASCII)


def complete(text: str, legal: Sequence[Move]) -> list[Move]:
    """The legal moves that begin like this text; marks and capitals do not matter.

    A text that is a whole move means that move alone.
    """
    wanted = _bare(text)
    found = [move for move in legal if _bare(str(move)).startswith(wanted)]
    whole = [move for move in found if _bare(str(move)) == wanted]
    return whole or found


def _bare(text: str) -> str:
    return _MARKS.sub("", text.lower())


def explain_wish(text: str, game: Game) -> str:
    """Why nothing legal begins like this text, in words."""
    text = text.lower().replace("×", "x")
    wish = _WISH.fullmatch(text)
    try:
        if wish is not None:
            refusal = game.explain(Hole(wish[1]), Hole(wish[2]))
            if refusal is not None:
                return refusal.sentence()
        if len(text) == 2:
            return _explain_hole(Hole(text), game)
        game.play(parse_move(text))
    except IllegalMove as error:
        return str(error)
    except (BadHole, BadMove):
        pass
    return f"{text!r} is no move and no command. Write a move such as b1-d2, or help."


def _explain_hole(hole: Hole, game: Game) -> str:
    refusal = game.explain(hole, hole)
    if refusal is None or refusal.code == "own_archer":
        return f"The archer on {hole} cannot move."
    return refusal.sentence()
