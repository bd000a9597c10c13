"""`boardpi check` on the virtual board: what is printed, written and returned."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from boardpi.check.plan import CheckPlan
from boardpi.cli import main
from boardpi.commands.check.check_screen import draw_check
from boardpi.commands.check.command import running_page
from boardpi.config import BoardConfig, Config, PageConfig
from boardpi.rules import Hole
from boardpi.rules.sketch import LetterInk
from boardpi.sim.simulated_check import SimulatedCheck
from tests.ports import free_port
from tests.web.serving import serving

VIRTUAL = ["check", "--board", "virtual"]


def test_a_sound_board_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(VIRTUAL) == 0
    told = capsys.readouterr().out
    assert "Set an archer on a1, where the light is." in told
    assert told.endswith("Everything is right.\n")


def test_a_fault_is_named_and_the_exit_code_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*VIRTUAL, "--only", "reeds", "--fault", "swap-columns:c,d"]) == 1
    told = capsys.readouterr().out
    assert "c1 answers as d1: perhaps columns c and d are swapped." in told
    assert "! c1 answers as d1: columns c and d are swapped." in told


def test_dialogue_and_report_are_in_the_asked_language(capsys: pytest.CaptureFixture[str]) -> None:
    call = ["--only", "reeds", "--fault", "dead:a1", "--language", "it"]
    assert main([*VIRTUAL, *call]) == 1
    told = capsys.readouterr().out
    assert "Metti un arciere in b1, dove c’è la luce." in told
    assert "! a1 non risponde: il reed, il magnete o il filo." in told
    assert 'Per giocare intanto senza questi fori: dead = ["a1"]' in told
    assert not re.search(r"\b(the|board|holes|is|answers|supply)\b", told), told


def test_json_goes_to_programs_and_the_dialogue_to_people(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*VIRTUAL, "--json", "--only", "pixels", "--fault", "colours:RGB"]) == 1
    streams = capsys.readouterr()
    assert json.loads(streams.out)["colours"] == ["green", "red", "blue"]
    assert "Which colour do you see?" in streams.err


def test_the_report_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    for name, sign in (("report.json", '"boardpi_check": 1'), ("report.txt", "fingerprint")):
        call = ["--only", "reeds", "--holes", "c3", "-o", str(tmp_path / name)]
        assert main([*VIRTUAL, *call]) == 0
        assert sign in (tmp_path / name).read_text()


def test_single_holes_are_checked_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*VIRTUAL, "--only", "reeds", "--holes", "d3,c3", "--fault", "dead:d3"]) == 1
    told = capsys.readouterr().out
    assert " 2/2  " in told
    assert 'dead = ["d3"]' in told
    assert "a1" not in told


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["--holes", "z9"], "'z9' is not a hole"),
        (["--fault", "ded:c3"], "did you mean 'dead'?"),
        (["--only", "reed"], "did you mean 'reeds'?"),
        (["--board", "gpio", "--fault", "dead:c3"], "only a virtual or emulated board"),
        (["--board", "serial"], "needs a port"),
        (["--board", "emulator", "--fault", "join-rows:1,2"], "the emulator cannot do this fault"),
    ],
)
def test_a_wrong_call_is_refused_in_a_sentence(
    call: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["check", *call])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2
    assert told in capsys.readouterr().err


def test_all_faults_are_listed_with_their_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--list-faults"]) == 0
    assert "dead:c3                 a reed never closes\n" in capsys.readouterr().out


def test_stopping_tells_what_was_seen_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from boardpi.commands.check import check_screen

    def interrupt(check: object, ink: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(check_screen.CheckScreen, "show", interrupt)
    assert main(VIRTUAL) == 0
    assert "The check was stopped before its end." in capsys.readouterr().out


def test_the_page_of_a_running_table_is_named(tmp_path: Path) -> None:
    with serving(tmp_path) as table:
        port = int(table.url.rpartition(":")[2])
        config = Config(board=BoardConfig(kind="virtual"), page=PageConfig(port=port))
        assert running_page(config) == f"http://localhost:{port}/"
        other = Config(board=BoardConfig(kind="gpio"), page=PageConfig(port=port))
        assert running_page(other) is None
    assert running_page(Config(page=PageConfig(port=free_port()))) is None


def test_the_picture_shows_every_hole() -> None:
    simulated = SimulatedCheck(CheckPlan(parts=frozenset({"reeds"})))
    for moment in simulated.run():
        if moment.check.task.hole == Hole("c1"):
            break
    picture = draw_check(simulated.check, LetterInk(braille=False, colour=False))
    assert picture[4].rstrip() == "  1   o  o [.] .  ."
    assert picture[5].split() == list("abcde")
