"""`boardpi config show|check|example`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.commands.config import markdown
from boardpi.config import Config, read_config


def test_the_example_can_be_checked_and_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["config", "example"]) == 0
    file = tmp_path / "boardpi.toml"
    file.write_text(capsys.readouterr().out)
    assert main(["config", "check", "--config", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: all is well.\n"
    assert main(["config", "show", "--config", str(file)]) == 0
    assert read_config(capsys.readouterr().out) == Config()


def test_the_values_in_force_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "boardpi.toml"
    file.write_text('[table]\ndead = ["c3"]\n[book]\npath = "/b.sqlite"\n')
    assert main(["config", "show", "--json", "--config", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["source"] == str(file)
    assert told["book_path"] == "/b.sqlite"
    assert told["book"]["path"] == "/b.sqlite"
    assert told["book"]["trace_games"] == 200
    assert told["table"]["dead"] == ["c3"]


def test_every_problem_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "boardpi.toml"
    file.write_text('[table]\ndwel_ms = 5\nhelp = "much"\n')
    assert main(["config", "check", "--config", str(file)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("there is no key 'dwel_ms'; did you mean 'dwell_ms'?")
    assert "table.help: 'much' is not one of" in lines[1]


@pytest.mark.parametrize(
    "text",
    ["[page]\nport = " + "9" * 5000, "[table]\ndead = " + "[" * 3000, "[" * 3000],
    ids=["digits", "brackets", "sections"],
)
def test_a_hostile_file_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    file = tmp_path / "boardpi.toml"
    file.write_text(text)
    assert main(["config", "check", "--config", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"boardpi: {file}: not TOML")
    assert len(told.splitlines()) == 1


def test_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "example", "--markdown"]) == 0
    assert capsys.readouterr().out.rstrip() == markdown().rstrip()
