"""`boardpi lessons …`"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.coach.lessons.lesson_file import read_lesson
from boardpi.commands.coach.lessons import LessonSession
from boardpi.daemon.activities.catalogue import BUILTIN
from tests.coach.stories_of_lessons import SMALL


@pytest.fixture
def small(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    return file


def test_the_list_has_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "list", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told) >= len(list(BUILTIN.glob("*.toml")))
    assert told[0]["id"] == "jasir-first"


def test_a_lesson_is_shown_with_its_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "show", "jasir-d3", "--language", "it"]) == 0
    out = capsys.readouterr().out
    assert "Chi cattura e chi difende" in out
    assert "migliore: b1-a3, d2-c2" in out
    assert "La prossima lezione si apre con:" in out


def test_an_unknown_lesson_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "show", "latin"]) == 2
    assert "there is no lesson 'latin'" in capsys.readouterr().err


def test_a_good_file_is_well(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lessons", "check", str(small)]) == 0
    out = capsys.readouterr().out
    assert "small.toml: 'small' is fine, 7 steps." in out
    assert "note: title: not in pl, fr, de" in out


def test_every_bad_file_is_told(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = small.with_name("bad.toml")
    bad.write_text("id = 3")
    false = small.with_name("false.toml")
    false.write_text(SMALL.replace('accept = ["b1-d2"]', 'accept = ["b1-d2"]\nbest = true'))
    assert main(["lessons", "check", str(bad), str(false), str(small)]) == 1
    out = capsys.readouterr().out
    assert "bad.toml: rules: is missing" in out
    assert "false.toml: step 3: best:" in out
    assert "small.toml: 'small' is fine" in out


def test_a_quick_check_does_not_ask_the_search(small: Path) -> None:
    small.write_text(SMALL.replace('accept = ["b1-d2"]', 'accept = ["b1-d2"]\nbest = true'))
    assert main(["lessons", "check", "--quick", str(small)]) == 0


def test_the_check_knows_games_against_the_coach_and_questions(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every lesson of boardpi passes the check that teachers have; a broken one is named."""
    files = sorted(str(file) for file in BUILTIN.glob("*.toml"))
    assert main(["lessons", "check", "--quick", *files]) == 0
    out = capsys.readouterr().out
    assert "00-jasir-first.toml: 'jasir-first' is fine, 9 steps and a question." in out
    assert "note" not in out, "every sentence in every language"
    first = (BUILTIN / "00-jasir-first.toml").read_text()
    for old, new, complaint in (
        ('level = "1"', 'level = "9"', "step 2.level: '9' is none of 1, 2, 3, 4, 5, 6, 7"),
        ('side = "white"', 'side = "red"', "step 2.side: must be white or black, not 'red'"),
        ('holes = "e5"', 'holes = "e4"', "question 2: holes: no archer stands on e4"),
        ('position = "3b1/5/5/5/1w3 w', 'position = "5/5/5/5/1w3 w', "step 2: the game is over"),
    ):
        assert old in first
        small.write_text(first.replace(old, new))
        assert main(["lessons", "check", "--quick", str(small)]) == 1
        assert complaint in capsys.readouterr().out


def test_a_lesson_begins_with_the_question_on_the_last_one_if_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("c1\nd1\nquit\n"))
    assert main(["lessons", "play", "jasir-capture", "--remember"]) == 0
    out = capsys.readouterr().out.replace("\n", " ")
    assert "Only one white archer has a line to b2." in out
    assert "No line leads from there to b2." in out
    assert "d1, yes." in out
    assert main(["lessons", "play", "jasir-first", "--remember"]) == 2
    assert "no lesson comes before 'jasir-first'" in capsys.readouterr().err


def recite(*typed: str) -> list[str]:
    """What the terminal says to a pupil who types this."""
    lines, said = iter(typed), list[str]()

    def ask(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    LessonSession(read_lesson(SMALL), "en", ask, said.append).give()
    return said


def test_a_lesson_is_done_at_the_keyboard() -> None:
    said = recite("", "b1-d2", "d5-b4", "d2-b1", "d2", "b4", "c1-d3", "e5xd3")
    assert said[-1] == "That was the lesson. Well done! ***"
    assert "Never back." in said


def test_wrong_answers_at_the_keyboard_are_explained() -> None:
    said = recite("", "c1-d3", "b1-b2", "b1?", "?", "skip", "quit")
    assert "e5 takes." in said
    assert any(text.startswith("There is no line from b1 to b2.") for text in said)
    assert any("“b1?” is neither a move nor a hole" in text for text in said)
    assert said[-1] == "Black moves."


@pytest.mark.parametrize("typed", ["pass", "@a1", "b1xd2"])
def test_moves_that_cannot_be_are_refused_at_the_keyboard(typed: str) -> None:
    assert len(recite("", typed)) > 4
