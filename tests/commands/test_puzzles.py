"""`boardpi puzzles`: shown, checked and made at the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boardpi.coach.lessons.puzzles import GRADES, read_puzzles, write_puzzles
from boardpi.commands.coach.puzzles import Quota
from boardpi.daemon.coach.endgames import shipped_puzzles
from tests.commands.test_cli import run

SHIPPED = read_puzzles(shipped_puzzles())
FIRST = SHIPPED[0]


@pytest.fixture
def one_puzzle(tmp_path: Path) -> Path:
    file = tmp_path / "one.toml"
    file.write_text(write_puzzles(SHIPPED[:1]), encoding="utf-8")
    return file


def test_all_are_listed_with_their_stars(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "puzzles", "show")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == len(SHIPPED)
    assert out.splitlines()[0].split()[:2] == [FIRST.name, "*" * FIRST.grade]


def test_one_grade_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "puzzles", "show", "--grade", "5")
    assert len(out.splitlines()) == sum(puzzle.grade == 5 for puzzle in SHIPPED)


def test_a_puzzle_keeps_its_secret(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "puzzles", "show", FIRST.name, "--ascii")
    assert "Which?" in out
    assert "Points:" not in out


def test_the_solution_is_told_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "puzzles", "show", FIRST.name, "--solution")
    assert f"{FIRST.solution}." in out
    assert f"Points: {FIRST.worth:+d}" in out


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "puzzles", "show", "nothing")
    assert (code, err) == (
        2,
        "boardpi: no puzzle 'nothing': 'boardpi puzzles show' lists them\n",
    )


def test_a_right_file_passes(capsys: pytest.CaptureFixture[str], one_puzzle: Path) -> None:
    assert run(capsys, "puzzles", "check", str(one_puzzle)) == (0, "1 of 1 puzzles are right\n", "")


def test_a_wrong_puzzle_is_named(capsys: pytest.CaptureFixture[str], one_puzzle: Path) -> None:
    text = one_puzzle.read_text("utf-8").replace(f"worth = {FIRST.worth}", "worth = 9")
    one_puzzle.write_text(text, encoding="utf-8")
    code, out, _ = run(capsys, "puzzles", "check", str(one_puzzle))
    assert code == 1
    assert f"worth is {FIRST.worth}, not 9" in out


def test_a_bad_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("version = 7", encoding="utf-8")
    code, _, err = run(capsys, "puzzles", "check", str(bad))
    assert code == 2
    assert err == f"boardpi: {bad}: version must be 1, not 7\n"


def test_puzzles_are_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "new.toml"
    code, _, err = run(capsys, "puzzles", "make", "--tries", "1", "-o", str(file))
    assert code == 0
    assert "puzzles by grade" in err
    assert "raise --tries" in err
    (puzzle,) = read_puzzles(file.read_text("utf-8"))
    assert puzzle.name == "jasir-1"


def test_each_grade_is_filled_and_nothing_stands_twice() -> None:
    quota = Quota(2)
    for puzzle in (*SHIPPED, *SHIPPED):
        quota.add(puzzle)
    assert quota.is_full
    assert sorted(puzzle.grade for puzzle in quota.kept.values()) == sorted([*GRADES, *GRADES])


def test_no_english_is_left_in_another_language(capsys: pytest.CaptureFixture[str]) -> None:
    _, said, _ = run(capsys, "puzzles", "show", FIRST.name, "--solution", "--language", "de")
    assert "Stufe" in said
    assert "in der Hand" in said
    assert not re.search(r"\b(the|move|hand [0-9]|grade|to|points|and)\b", said), said
