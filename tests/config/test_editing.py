"""Changing keys in a file that people have written: everything else stays as it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.commands.config import example
from boardpi.config import BadConfig, read_config
from boardpi.config.editing import CLUB, CannotWrite, Changes, change_file, edit

OURS = """\
# Our table, set up in May.
[table]   # by the window
  name = "Oak # old"   # never change
dwell_ms = 250
dead = [
  "c3",  # broken
]

# Who may come.
[page]
#host = "127.0.0.1"
port = 8025
"""


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"table.name": "Elm"}, '  name = "Elm"   # never change'),
        ({"table.dwell_ms": 300}, "dwell_ms = 300"),
        ({"table.dead": ["a1"]}, 'dead = ["a1"]'),
        ({"page.host": "0.0.0.0"}, 'host = "0.0.0.0"'),
        ({"table.help": "full"}, 'help = "full"'),
        ({"voice.speed": 120}, "speed = 120"),
        ({"table.touch_move": True}, "touch_move = true"),
    ],
)
def test_one_line_changes(changes: Changes, line: str) -> None:
    made = edit(OURS, changes)
    assert line in made.splitlines()
    kept = [one for one in OURS.splitlines() if one.startswith("#")]
    assert [one for one in made.splitlines() if one.startswith("#")] == kept
    read_config(made)


def test_every_key_of_a_club_fits_the_example() -> None:
    """The file that the installer writes: all keys stand there as comments."""
    changes: Changes = {"table.name": "Elm", "page.host": "0.0.0.0", "voice.speed": 120}
    made = edit(example(), changes)
    assert read_config(made).voice.speed == 120
    assert set(changes) <= set(CLUB)
    assert len(made.splitlines()) == len(example().splitlines()) + 3


@pytest.mark.parametrize(
    "text", ['table = {name = "Oak"}\n', 'table.name = "Oak"\n', '[table]\n"name" = "Oak"\n']
)
def test_a_file_that_is_too_clever_is_left_alone(text: str) -> None:
    with pytest.raises(BadConfig):
        edit(text, {"table.name": "Elm"})


def test_a_wrong_value_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "boardpi.toml"
    file.write_text(OURS)
    with pytest.raises(BadConfig, match=r"table\.dwell_ms: 7 is not a whole number from 50"):
        change_file(file, {"table.dwell_ms": 7})
    assert file.read_text() == OURS


def test_a_file_that_cannot_be_written_names_the_command(tmp_path: Path) -> None:
    file = tmp_path / "boardpi.toml"
    file.mkdir()
    with pytest.raises(CannotWrite, match=r"sudo boardpi config set table\.name='Oak and Elm'"):
        change_file(file, {"table.name": "Oak and Elm"})


def test_the_file_keeps_its_rights_and_is_made_where_there_is_none(tmp_path: Path) -> None:
    file = tmp_path / "new" / "boardpi.toml"
    change_file(file, {"table.name": "Elm"})
    assert file.read_text() == '[table]\nname = "Elm"\n'
    file.chmod(0o640)
    change_file(file, {"table.name": "Oak"})
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(file.parent) == ["boardpi.toml"]  # noqa: PTH208  no draft is left


def test_the_command_reads_values_by_their_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "boardpi.toml"
    words = ["table.name=7", "table.dwell_ms=300", "table.touch_move=true"]
    assert main(["config", "set", *words, "--config", str(file)]) == 0
    config = read_config(file.read_text())
    assert (config.table.name, config.table.dwell_ms, config.table.touch_move) == ("7", 300, True)
    assert main(["config", "set", "table.nmae=7", "--config", str(file)]) == 2
    assert "there is no such key" in capsys.readouterr().err
