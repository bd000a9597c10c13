"""A copy is made while the table writes, and a copy that exists is whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from boardpi.club import BadEntry, Book, BookDamaged, back_up, open_book, read_book
from tests.club.scribbler import tell
from tests.club.stories import WORKED_GAME, play_text, write_down
from tests.club.test_killed import ROOT, hear

DRAWN = play_text(WORKED_GAME).agree_draw()


def test_a_backup_is_a_book(book: Book, tmp_path: Path) -> None:
    entry = write_down(book, DRAWN, "First player", "Second player")
    target = tmp_path / "copy.sqlite"
    assert back_up(book.store, target) == target.stat().st_size
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == ["copy.sqlite"]
    with read_book(target) as copy:
        assert copy.archive.entry(entry.id) == entry
        assert copy.archive.game(entry.id) == DRAWN


def test_an_older_backup_is_not_replaced_by_accident(book: Book, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    target.write_text("precious")
    with pytest.raises(BadEntry, match="exists already"):
        back_up(book.store, target)
    assert target.read_text() == "precious"
    back_up(book.store, target, replace=True)
    read_book(target).close()


def test_the_book_is_not_its_own_backup(book: Book) -> None:
    with pytest.raises(BadEntry, match="the score book itself"):
        back_up(book.store, Path(book.store.path), replace=True)


def test_no_directory_no_backup(book: Book, tmp_path: Path) -> None:
    with pytest.raises(BadEntry, match="no directory"):
        back_up(book.store, tmp_path / "nowhere" / "copy.sqlite")


def test_a_damaged_book_does_not_replace_a_good_backup(tmp_path: Path) -> None:
    path, target = tmp_path / "book.sqlite", tmp_path / "copy.sqlite"
    with open_book(path) as book:
        write_down(book, DRAWN)
        back_up(book.store, target)
        row = book.store.row("SELECT rootpage FROM sqlite_schema WHERE name = 'moves'")
    assert row is not None
    before, end = target.read_bytes(), row["rootpage"] * 4096
    content = bytearray(path.read_bytes())
    content[end - 4096 : end] = b"\xff" * 4096
    path.write_bytes(content)
    with open_book(path, check=False) as book, pytest.raises(BookDamaged):
        back_up(book.store, target, replace=True)
    assert target.read_bytes() == before
    assert list(tmp_path.glob(".copy*")) == []


def test_a_backup_while_another_program_writes(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    command = [sys.executable, "-m", "tests.club.scribbler", str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        heard: list[object] = []
        child = None
        while len(heard) < 40 or child is None:
            word, told = hear(process)
            child = told if word == "child" else child
            heard += [told] if word == "did" else []
        with open_book(path, check=False) as book:
            for number in range(5):
                target = tmp_path / f"copy{number}.sqlite"
                back_up(book.store, target)
                with read_book(target) as copy:
                    stands = tell(copy)
                while stands not in heard:  # a state that the writer was in, never a mixture
                    word, told = hear(process)
                    heard += [told] if word in ("will", "did") else []
        subprocess.run(["kill", "-9", str(child)], check=True)
        process.kill()
