"""Two tables never keep one book; commands may still write beside the one that does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardpi.club import BookTaken, BookUnreachable, open_book

KEEP = (
    "import sys; from boardpi.club import open_book\n"
    "book = open_book(sys.argv[1], alone=True); print('kept', flush=True); sys.stdin.read()"
)


def test_the_second_is_told_whom_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    with open_book(path, alone=True):
        with pytest.raises(BookTaken, match=rf"{path} .*process {os.getpid()}.*systemctl stop"):
            open_book(path, alone=True)
        with open_book(path) as command:
            command.players.add("First player")
    with open_book(path, alone=True) as next_one:
        assert len(next_one.players.all()) == 1


def test_the_claim_ends_with_its_process_however_it_dies(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    with subprocess.Popen(
        [sys.executable, "-c", KEEP, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "kept\n"
        with pytest.raises(BookTaken, match=f"process {other.pid}"):
            open_book(path, alone=True)
        other.kill()
        other.wait()
        open_book(path, alone=True).close()


def test_a_book_has_one_lock_by_whatever_link_it_is_called(tmp_path: Path) -> None:
    """Such as a book on a stick, to which a link in the usual place leads."""
    stick, folder = tmp_path / "stick", tmp_path / "folder"
    stick.mkdir()
    folder.mkdir()
    link = folder / "book.sqlite"
    link.symlink_to(stick / "book.sqlite")
    with open_book(stick / "book.sqlite", alone=True), pytest.raises(BookTaken, match=str(link)):
        open_book(link, alone=True)
    with open_book(link, alone=True), pytest.raises(BookTaken):
        open_book(stick / "book.sqlite", alone=True)


def test_a_book_that_cannot_be_opened_leaves_no_claim(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    for _ in range(2):
        with pytest.raises(Exception, match="damaged"):
            open_book(path, alone=True)


def test_a_link_in_the_place_of_the_lock_leads_nowhere(tmp_path: Path) -> None:
    path, victim = tmp_path / "book.sqlite", tmp_path / "victim"
    victim.write_text("precious")
    Path(f"{path}.lock").symlink_to(victim)
    with pytest.raises(BookUnreachable, match="lock file"):
        open_book(path, alone=True)
    assert victim.read_text() == "precious"
