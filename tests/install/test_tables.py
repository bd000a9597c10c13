"""A file of tables from a stick: `install.sh --tables FILE`, without any machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boardpi.daemon.coach.endgames import shipped_tables
from tests.install.machine import ROOT

TAKE = """
set -euo pipefail
readonly CURRENT="$1" TABLES="$3"
DRY_RUN="${4:-no}" CHANGES=0 GREEN='' YELLOW='' PLAIN=''
source installer/terminal.sh
source <(sed "s#/var/lib/boardpi#$2#" installer/book.sh)
become_boardpi() { "$@"; }
take_tables
"""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder of a table that has tables already."""
    program = tmp_path / "current" / "bin" / "boardpi"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m boardpi "$@"\n', "utf-8")
    program.chmod(0o755)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "jasir.tables").write_bytes(b"before")
    return tmp_path / "state"


def take(state: Path, data: bytes, *words: str) -> subprocess.CompletedProcess[str]:
    stick = state.with_name("stick.tables")
    stick.write_bytes(data)
    return subprocess.run(
        ["bash", "-c", TAKE, "bash", state.with_name("current"), state, stick, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_file_from_a_stick_is_copied(state: Path) -> None:
    done = take(state, shipped_tables())
    assert (done.returncode, done.stderr) == (0, "")
    assert "stick.tables for the coach" in done.stdout
    assert (state / "jasir.tables").read_bytes() == shipped_tables()
    assert [file.name for file in state.iterdir()] == ["jasir.tables"]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (shipped_tables()[:-1], "should have"),
        (shipped_tables()[:-1] + b"?", "checksum is wrong"),
        (b"holiday pictures", "not a file of tables"),
        (b"", "it is empty"),
    ],
)
def test_a_bad_file_is_named_and_the_old_one_stays(
    state: Path, data: bytes, complaint: str
) -> None:
    done = take(state, data)
    assert done.returncode == 0  # a table without larger tables is a table
    assert complaint in done.stderr
    assert "stick.tables is not used" in done.stderr
    assert "for the coach" not in done.stdout
    assert (state / "jasir.tables").read_bytes() == b"before"
    assert [file.name for file in state.iterdir()] == ["jasir.tables"]


def test_a_dry_run_copies_nothing(state: Path) -> None:
    done = take(state, shipped_tables(), "yes")
    assert "stick.tables for the coach" in done.stdout
    assert (state / "jasir.tables").read_bytes() == b"before"
