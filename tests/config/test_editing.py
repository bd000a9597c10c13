"""Changing keys in a file that people have written: everything else stays as it is."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import pytest

from boardpi.cli import main
from boardpi.commands.config import example
from boardpi.config import BadConfig, Config, read_config
from boardpi.config.editing import CLUB, LARGEST_WISH, CannotWrite, Changes, change_file, edit, take
from boardpi.config.keys import PLACE
from boardpi.daemon.page.setup import facts_of

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


# ── for the table, by root ───────────────────────────────────────────────────────────────────────


@pytest.fixture
def roots(tmp_path: Path) -> Path:
    """A file as the installer lays it; whoever runs the tests stands for root."""
    tmp_path.chmod(0o755)
    file = tmp_path / "boardpi.toml"
    file.write_text(OURS)
    file.chmod(0o644)
    return file


def test_root_takes_what_a_club_changes(roots: Path) -> None:
    assert take(b'{"table.name": "Elm", "clocks.main_s": 600}', roots) == {}
    config = read_config(roots.read_text())
    assert (config.table.name, config.clocks.main_s, config.table.dwell_ms) == ("Elm", 600, 250)
    assert "# Our table, set up in May." in roots.read_text()
    assert roots.stat().st_mode & 0o777 == 0o644


NOT_FOR_THE_PAGE = sorted(
    f"{section}.{key.name}"
    for section, kind in get_type_hints(Config).items()
    for key in fields(kind)
    if f"{section}.{key.name}" not in CLUB
)


@pytest.mark.parametrize("name", [*NOT_FOR_THE_PAGE, "table", "", "table.name\nport", "x.y"])
def test_root_takes_nothing_else(roots: Path, name: str) -> None:
    """No path, program, pin, port or key of releases: the table's user gets no more rights."""
    told = take(json.dumps({"table.name": "Elm", name: "/tmp/x"}).encode(), roots)
    assert told["reason"] == "bad_file"
    assert roots.read_text() == OURS


def test_the_list_of_a_club_has_no_path_and_no_program() -> None:
    assert {"book.path", "voice.program", "voice.model", "hub.updates", "board.port"} <= set(
        NOT_FOR_THE_PAGE
    )
    checks = {name: facts_of(name)[1].metadata["check"] for name in CLUB}
    assert not [name for name, check in checks.items() if check is PLACE]


@pytest.mark.parametrize(
    "wish",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"table.name": null}',
        b'{"table.name": ["Elm"]}',
        b'{"table.name": 1.5}',
        b'{"table.name": "\\ud800"}',
        b'{"table.name": "Elm\\n[book]\\npath = 1"}',
        b'{"table.name": "Elm", "table.name": "Oak"}',
        b'{"table.dwell_ms": true}',
        b'{"table.dwell_ms": 1}',
        b'{"clocks.main_s": 5}',
        b'{"clocks.increment_s": 5, "clocks.delay_s": 5}',
        b"[" * LARGEST_WISH,
        b'{"table.name": "' + b"x" * LARGEST_WISH + b'"}',
    ],
)
def test_a_wish_that_nobody_can_mean_changes_nothing(roots: Path, wish: bytes) -> None:
    assert take(wish, roots)["reason"] == "bad_file"
    assert roots.read_text() == OURS


def test_root_follows_no_link_and_trusts_no_file_of_others(roots: Path, tmp_path: Path) -> None:
    wish, elsewhere = b'{"table.name": "Elm"}', tmp_path / "other" / "boardpi.toml"
    elsewhere.parent.mkdir()
    elsewhere.symlink_to(roots)
    (tmp_path / "folder").symlink_to(tmp_path)
    assert "no link" in take(wish, elsewhere)["error"]
    assert "no link" in take(wish, tmp_path / "folder" / "boardpi.toml")["error"]
    assert take(wish, tmp_path / "missing.toml")["reason"] == "bad_file"
    roots.chmod(0o664)
    assert "others may not write" in take(wish, roots)["error"]
    roots.chmod(0o644)
    tmp_path.chmod(0o777)
    assert "others may not write" in take(wish, roots)["error"]
    assert roots.read_text() == OURS
