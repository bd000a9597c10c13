"""Two people at one keyboard, told as what they type and what they read."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.commands.terminal.game_session import GameSession, complete
from boardpi.commands.terminal.terminal import find_ink
from boardpi.rules import Game, GameRecord, parse_move, parse_position, read_record, rule_set
from boardpi.rules.sketch import LetterInk


class Evening:
    """A session whose players have decided beforehand what to type."""

    def __init__(self, game: Game | None = None, file: str | None = None, **names: str) -> None:
        self.read: list[str] = []
        self.typed: list[str] = []
        record = GameRecord(game or Game(any_first=True), number="1", **names)  # type: ignore[arg-type]
        self.session = GameSession(self._ask, self.read.append, LetterInk(), record, _read, file)

    def _ask(self, prompt: str) -> str:
        self.read.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def type(self, *lines: str) -> str:
        """Play these lines; what was read, as one text."""
        self.typed = list(lines)
        self.session.run()
        return "\n".join(self.read)

    @property
    def moves(self) -> list[str]:
        return [str(move) for move in self.session.game.moves]


def _read(file: str) -> GameRecord:
    return read_record(Path(file).read_text(encoding="utf-8"))


def from_line(rules: str, line: str) -> Game:
    return Game(rule_set(rules), parse_position(line))


def test_an_evening_begins() -> None:
    read = Evening().type()
    assert "Jasir (PerGioco). Type a move such as b1-d2, or help." in read
    assert "either may begin" in read
    assert "a1-b3 a1-c2   a5-b3 a5-c4   b1-a3" in read
    assert "Either side > " in read


def test_moves_are_played_in_turn() -> None:
    evening = Evening(white="North")
    read = evening.type("d5-b4", "b1-d2")
    assert evening.moves == ["d5-b4", "b1-d2"]
    assert "North (White) > " in read
    assert "Black > " in read
    assert "The game was not saved." in read


@pytest.mark.parametrize("typed", ["b1-d2", "B1-D2", "b1d2", "b1 d2", "b1d", "b1-d", " b1xd2 "])
def test_a_half_typed_move_is_completed_if_only_one_fits(typed: str) -> None:
    evening = Evening()
    evening.type(typed)
    assert evening.moves == ["b1-d2"]


def test_a_hole_alone_tells_what_fits() -> None:
    evening = Evening()
    read = evening.type("b1")
    assert evening.moves == []
    assert "  b1-a3 b1-d2\n" in read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("a1-b2", "There is no line from a1 to b2. Possible: c2 or b3."),
        ("a1b2", "There is no line from a1 to b2. Possible: c2 or b3."),
        ("c3", "Nobody stands on c3."),
        ("@a1", "a1 is taken: an archer comes back on a free hole."),
        ("pass", "Passing is allowed only when no move is possible."),
        ("hello", "'hello' is no move and no command."),
        ("z9", "'z9' is no move and no command."),
        ("show", "Which hole? Write: show c2"),
        ("show z9", "'z9' is not a hole"),
        ("undo", "cannot take back 1 of 0 moves"),
        ("undo much", "How many moves back? A number, not 'much'."),
        ("save", "Under which name?"),
        ("load", "Which game?"),
        ("load nowhere.jas", "nowhere.jas: No such file or directory"),
        ("save nowhere/game.jas", "nowhere/game.jas: No such file or directory"),
        ("resign", "Nobody has moved yet."),
        ("help", "Half a move is enough if only one fits"),
        ("moves", "a1-b3 a1-c2"),
        ("show c2", "From c2: a1 b2 d2 e1 e3"),
        ("", "Either side > "),
    ],
)
def test_what_players_read(typed: str, read: str) -> None:
    evening = Evening()
    assert read in evening.type(typed)
    assert evening.moves == []


def test_an_archer_that_cannot_move() -> None:
    game = from_line("jasir-oca", "2w2/w3w/5/b4/w4 w w0b0 w0b0 -")
    assert "The archer on a4 cannot move." in Evening(game).type("a4")
    assert "The archer on c5 has arrived" in Evening(game).type("c5")
    assert "The archer on a2 is not yours: White is to move." in Evening(game).type("a2")


def test_undo() -> None:
    evening = Evening()
    evening.type("b1-d2", "d5-b4", "undo", "d5-e3", "undo 2", "board")
    assert evening.moves == []


STUCK = "2w2/w4/5/1bb2/5 b w0b0 w0b0 -"  # White's runner waits behind a friend


def test_a_stuck_player_passes() -> None:
    evening = Evening(from_line("jasir-oca", STUCK))
    assert "White has no legal move and passes." in evening.type("c2-d2")
    assert evening.moves == ["c2-d2", "pass"]


def test_undo_counts_no_passes() -> None:
    evening = Evening(from_line("jasir-oca", STUCK))
    evening.type("c2-d2", "undo")
    assert evening.moves == []
    evening = Evening(from_line("jasir-oca", STUCK))
    evening.type("c2-d2", "d2-c2", "undo")
    assert evening.moves == ["c2-d2", "pass"], "a pass before the move that is taken back stands"


def test_draws_need_both_players() -> None:
    evening = Evening()
    read = evening.type("b1-d2", "draw", "n", "draw", "y")
    assert "Do both players agree to a draw? [y/N]" in read
    assert "A draw, 0–0: agreed." in read


def test_a_third_repetition_may_be_claimed() -> None:
    evening = Evening(from_line("jasir-oca", "b4/3b1/5/1w3/w4 w w0b0 w0b0 -"))
    there_and_back = ["b2-c2", "d4-c4", "c2-b2", "c4-d4"]
    read = evening.type(*there_and_back * 2, "draw")
    assert "This position has stood 3 times: 'draw' claims a draw." in read
    assert "A draw, 0–0: agreed." in read


def test_a_match_of_two_games() -> None:
    evening = Evening(white="North", black="South")
    read = evening.type(
        "b1-d2", "resign", "y", "y", "", "b1-d2", "resign", "n", "d5-b4", "resign", "y", "n", ""
    )
    assert "North (White) wins, 4–0" not in read
    assert "North (White) wins, 5–0: the other player resigned." in read
    assert "The second game of the match, sides switched? [y/N, or undo] " in read
    assert "South (White), do you resign? [y/N] " in read
    assert "North (Black) wins, 0–5: the other player resigned." in read
    assert "The match: North 10, South 0." in read


def test_the_end_of_a_game_can_be_taken_back() -> None:
    evening = Evening()
    read = evening.type("b1-d2", "resign", "y", "undo", "d5-b4")
    assert "White wins, 5–0" in read
    assert evening.moves == ["b1-d2", "d5-b4"]
    evening = Evening(from_line("jasir-oca", "2b2/w4/5/5/5 w w0b0 w0b0 -"))
    assert "White wins, 1–0: one side has no archer left." in evening.type("a4xc5", "undo")
    assert evening.moves == []


def test_saving_and_going_on(tmp_path: Path) -> None:
    file = str(tmp_path / "our game.jas")
    read = Evening(white="North").type("b1-d2", f"save {file}", "d5-b4", "save", "quit", "")
    assert f"Saved to {file}." in read
    assert "Under which name?" in read
    evening = Evening()
    evening.type(f"load {file}", "d5-e3")
    assert evening.moves == ["b1-d2", "d5-e3"]
    assert evening.session.record.white == "North"


def test_quitting_asks_before_a_game_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "game.jas"
    read = Evening().type("b1-d2", "quit", str(file))
    assert "Save the game as (nothing = do not save): " in read
    assert "1. b1-d2" in file.read_text()
    assert "Save the game" not in Evening().type("quit")


def test_a_kept_game_is_written_after_every_move(tmp_path: Path) -> None:
    file = tmp_path / "game.jas"
    Evening(file=str(file)).type("b1-d2", "d5-b4")
    assert "1. b1-d2 d5-b4\n*\n" in file.read_text()


def test_a_broken_file_is_told() -> None:
    assert "line 1: there is no header" in Evening().type(f"load {__file__}")


def test_completion_prefers_a_whole_move() -> None:
    moves = [parse_move(text) for text in ("b3-c5", "b3-c5@a1", "b3-c5@b1")]
    assert complete("b3c5", moves) == moves[:1]
    assert complete("b3-c5@", moves) == moves[1:]
    assert complete("b3×c5@b", moves) == moves[2:]


class Screen:
    """Just enough of a terminal."""

    def __init__(self, encoding: str, is_terminal: bool) -> None:
        self.encoding = encoding
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(
    ("encoding", "is_terminal", "environment", "ink"),
    [
        ("utf-8", True, {"TERM": "xterm"}, LetterInk(True, True)),
        ("UTF-8", True, {"TERM": "xterm", "NO_COLOR": "1"}, LetterInk(True, False)),
        ("utf-8", True, {"TERM": "xterm", "NO_COLOR": ""}, LetterInk(True, True)),
        ("utf-8", False, {"TERM": "xterm"}, LetterInk(True, False)),
        ("utf-8", True, {"TERM": "dumb"}, LetterInk(True, False)),
        ("utf-8", True, {"TERM": "linux"}, LetterInk(False, True)),
        ("ascii", True, {}, LetterInk(False, True)),
        ("latin-1", False, {}, LetterInk(False, False)),
    ],
)
def test_the_ink_suits_the_terminal(
    encoding: str, is_terminal: bool, environment: dict[str, str], ink: LetterInk
) -> None:
    assert find_ink(Screen(encoding, is_terminal), environment) == ink  # type: ignore[arg-type]
