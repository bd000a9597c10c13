"""The coach at the command line: hints, reviews, and a game against it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.coach.engine.levels import LEVELS
from boardpi.coach.handicaps import handicap_of
from boardpi.commands.coach.command import CoachSession
from boardpi.rules import (
    Game,
    GameRecord,
    parse_position,
    read_record,
    replay,
    rule_set,
    write_record,
)
from boardpi.rules.sketch import LetterInk

WON = "1w1w1/2w2/5/2b2/b1b1b w w0b0 w0b0 -"


def test_a_hint_tells_the_move_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", "hint", "--position", WON, "--depth", "2"]) == 0
    assert "That wins the game 3–0. Proven: no move is better." in capsys.readouterr().out


def test_a_hint_speaks_four_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", "hint", "--position", WON, "--depth", "2", "--language", "fr"]) == 0
    assert "Jouez " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--depth", "0"], "--depth 0: must be 1 to 64"),
        (["--seconds", "0"], "--seconds 0 would think for ever: give a --depth too"),
        (["--position", "wwwww/5/5/5/1bbb1 b w0b0 w0b0 -"], "the game is over in this position"),
        (["--position", "nonsense"], "'nonsense': a position has five fields"),
    ],
)
def test_what_cannot_be_advised_is_said(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coach", "hint", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_the_levels_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", "levels"]) == 0
    assert capsys.readouterr().out.startswith("1  First evening, Prima sera")


def test_a_review_tells_the_turning_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jas"
    game = replay(["c4-b4", "c2-d2"], start=parse_position(WON))
    file.write_text(write_record(GameRecord(game)), encoding="utf-8")
    assert main(["coach", "review", str(file), "--depth", "3"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("1. White played c4-b4; c4-")
    assert "Points given away: White " in told.out
    assert ", Black 0.0." in told.out
    assert "move 2 of 2" in told.err


def test_handicaps_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coach", "handicaps"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in lines] == ["+2", "+1", "+0", "-1", "-2"]
    assert lines[0].endswith("b1bbb/5/b2w1/2w2/ww1w1 b w0b0 w0b0 -  c1-d3 b5-a3 e1-c2")


def test_a_match_is_reviewed_from_both_its_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The opening is proven: b1-d2 gives the win away, d5-b4 gives it back."""
    one, two = tmp_path / "one.jas", tmp_path / "two.jas"
    first = GameRecord(replay(["b1-d2", "d5-b4"]), "Ayşe", "Émile")
    one.write_text(write_record(first), encoding="utf-8")
    second = GameRecord(replay(["a1-c2"]), "Émile", "Ayşe")
    two.write_text(write_record(second), encoding="utf-8")
    assert main(["coach", "review", str(one), str(two), "--moves", "--depth", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "was better by 1.0. (proven)" in told
    assert "1. White: b1-d2 gave away 1.0, proven. 2. Black: d5-b4 gave away 1.0, proven." in told
    assert told.endswith("In the whole match: Ayşe gave away 1.0, Émile 3.0.")
    assert main(["coach", "review", str(one), str(one), "--depth", "1"]) == 2
    assert "sides switched" in capsys.readouterr().err


def test_a_handicap_is_played_in_both_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second game helps the same player; the record begins where the game began."""
    saved = tmp_path / "game.jas"
    typed = iter(["resign", "y", "y", f"save {saved}", "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    args = ["coach", "play", "--handicap", "1", "--level", "1", "--seed", "1"]
    assert main([*args, "--side", "white"]) == 0
    record = read_record(saved.read_text("utf-8"))
    assert (record.black, handicap_of(record.game)) == ("Player", -1)


@pytest.mark.parametrize(
    ("words", "told"),
    [(["--handicap", "3"], "-2"), (["--handicap", "1", "--rules", "jarmo-oca"], "jarmo-oca")],
)
def test_a_handicap_that_there_is_not(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(SystemExit):
        assert main(["coach", "play", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_game_without_moves_is_not_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jas"
    file.write_text(write_record(GameRecord(Game())), encoding="utf-8")
    assert main(["coach", "review", str(file)]) == 2
    assert "no move was played" in capsys.readouterr().err


class Evening:
    """A game against the coach by somebody who has decided beforehand what to type."""

    def __init__(
        self, game: Game | None = None, white: str = "North", black: str = "Coach"
    ) -> None:
        self.read: list[str] = []
        self.typed: list[str] = []
        record = GameRecord(game or Game(), white, black, number="1")
        self.session = CoachSession(
            self._ask, self.read.append, LetterInk(), record, _no_file, level=LEVELS[0], seed=1
        )

    def _ask(self, prompt: str) -> str:
        self.read.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def type(self, *lines: str) -> str:
        self.typed = list(lines)
        self.session.run()
        return "\n".join(self.read)


def _no_file(file: str) -> GameRecord:
    raise AssertionError(file)


def test_the_coach_answers_every_move() -> None:
    evening = Evening()
    read = evening.type("b1-d2")
    assert "Coach plays" in read
    assert len(evening.session.game.moves) == 2


def test_the_coach_begins_when_it_plays_the_side_to_move() -> None:
    evening = Evening(white="Coach", black="North")
    evening.type()
    assert len(evening.session.game.moves) == 1


def test_undo_takes_the_answer_back_too() -> None:
    evening = Evening()
    evening.type("b1-d2", "undo")
    assert evening.session.game.moves == ()


def test_a_player_may_ask_for_a_hint_and_for_threats() -> None:
    evening = Evening(
        replay(["b1-d2", "d5-b4", "c1-d3"], rule_set("jasir-pergioco")), "Coach", "North"
    )
    read = evening.type("threats", "hint", "help")
    assert "d3 threatens to take b4." in read
    assert "Play " in read
    assert "what the coach would do" in read


def test_a_move_into_the_stuck_corner_is_warned_of() -> None:
    corner = parse_position("b1w1b/5/2w2/5/1b3 w w0b0 w0b0 -")
    read = Evening(Game(start=corner)).type("c3-a4")
    assert "That archer would be stuck: a4 leads only to c5" in read


def test_in_the_second_game_of_a_match_sides_are_switched() -> None:
    last = parse_position(WON)
    evening = Evening(Game(start=last))
    evening.type("c4-a5", "y", "")
    assert evening.session.record.white == "Coach"
    assert len(evening.session.game.moves) >= 1
