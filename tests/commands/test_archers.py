"""`boardpi archers`: the field in the terminal, counts, records."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.archers import BattleRecord, new_battle, write_battle
from boardpi.cli import main


def test_the_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["archers", "show", "--size", "7", "--kings"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[:8] == [
        "  7  .  . bv bv bv  .  .",
        "  6  .  . bv Bv bv  .  .",
        "  5  .  . bv bv bv  .  .",
        "  4  .  .  .  .  .  .  .",
        "  3  .  . w^ w^ w^  .  .",
        "  2  .  . w^ W^ w^  .  .",
        "  1  .  . w^ w^ w^  .  .",
        "     a  b  c  d  e  f  g",
    ]
    assert shown[-1] == "White to move: 2670 turns; shots: c3xc5, d3xd5, e3xe5"


def test_turns_and_zones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["archers", "show", "--turn", "d3<,d3-c3", "--zones"]) == 0
    shown = capsys.readouterr().out
    assert "  6  .  .  .  -  #  #  .  .  ." in shown
    assert "  3  +  + w<  + w^ w^  .  .  ." in shown
    assert "Black to move" in shown
    assert main(["archers", "show", "--position", "9/9/4w^4/9/9/9/9/9/bv8 b"]) == 0
    assert "game over: White wins (wood)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["show", "--turn", "d3-d4,d4-d5"], "turn 'd3-d4,d4-d5': d4 is in an enemy’s zone"),
        (["show", "--turn", "d3"], "'d3' is no part of a turn"),
        (["show", "--position", "9 w"], "1 rows"),
    ],
)
def test_mistakes(capsys: pytest.CaptureFixture[str], words: list[str], complaint: str) -> None:
    assert main(["archers", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_size_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["archers", "show", "--size", "8"])
    assert "7, 9, 11, 13, 15" in capsys.readouterr().err


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    line = "9/9/4bv4/9/9/9/4w^4/9/9 w"
    assert main(["archers", "perft", "--depth", "2", "--position", line]) == 0
    assert capsys.readouterr().out == "108\n"


def test_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad, other = (str(tmp_path / name) for name in ("good", "bad", "other"))
    text = write_battle(BattleRecord(new_battle().play("d3<,d3-c3").agree_draw()))
    Path(good).write_text(text)
    Path(bad).write_text(text.replace("d3-c3", "d3-d4"))
    Path(other).write_bytes(b"\xff\xfe")
    assert main(["archers", "check", good]) == 0
    assert capsys.readouterr().out == f"{good}: 1 turns, 9 by 9: draw, agreed\n"
    assert main(["archers", "check", good, bad, other]) == 2
    shown = capsys.readouterr().out
    assert f"{bad}: line 10: 1. 'd3<,d3-d4': The archer on d3 steps" in shown
    assert f"{other} is not a text in UTF-8" in shown
