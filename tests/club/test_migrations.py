"""Books of earlier versions open, whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.club import BookUnreachable, open_book, read_book
from boardpi.club import migrations as steps
from boardpi.club.migrations import MIGRATIONS, VERSION, migrate, schema, schema_of, version_of
from boardpi.rules import Outcome, Side
from tests.club.stories import WORKED_GAME, play_text

BOOKS = Path(__file__).parent / "books"


def old_book(version: int, path: Path) -> Path:
    """A book as that version left it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.executescript((BOOKS / f"v{version}.sql").read_text())
        assert version_of(old) == version
        assert schema(old) == schema_of(version), "a released migration was edited"
    return path


def test_there_is_a_book_of_every_earlier_version() -> None:
    names = sorted(path.name for path in BOOKS.iterdir())
    assert names == [f"v{version}.sql" for version in range(1, VERSION)]


@pytest.mark.parametrize("version", range(1, VERSION))
def test_an_old_book_opens_with_everything_in_it(version: int, tmp_path: Path) -> None:
    path = old_book(version, tmp_path / "book.sqlite")
    with open_book(path) as book:
        assert version_of(book.store.connection) == VERSION
        assert schema(book.store.connection) == schema_of(VERSION)
        entry = book.archive.entry(1)
        assert (entry.white, entry.black) == ("First player", "Second player")
        assert entry.outcome == Outcome("arrived", Side.WHITE, (3, 0))
        assert book.archive.game(1).positions == play_text(WORKED_GAME).positions
        assert book.archive.game(1).ended == "agreed"
        resumed = book.games.resume()
        assert resumed is not None
        assert resumed.game.positions == play_text("d5-b4 b1-d2").positions
        assert book.settings.get("pin_hash") == "x"
        assert [change.what for change in book.history.of_game(1)] == ["result"]
        assert book.traces.add(1, "line", most_bytes=1000)


def test_an_old_book_is_not_read_without_the_right_to_write(tmp_path: Path) -> None:
    path = old_book(1, tmp_path / "book.sqlite")
    with pytest.raises(BookUnreachable, match="older version"):
        read_book(path)


def test_a_migration_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_book(1, tmp_path / "book.sqlite")
    broken = (*MIGRATIONS, "CREATE TABLE one (a);\nCREATE TABLE one (a);\n")
    monkeypatch.setattr(steps, "MIGRATIONS", broken)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="already exists"):
            migrate(connection, len(broken))
        assert version_of(connection) == 1
        assert schema(connection) == schema_of(1)


def test_two_programs_may_open_an_old_book_at_once(tmp_path: Path) -> None:
    path = old_book(1, tmp_path / "book.sqlite")
    with open_book(path) as one, open_book(path) as two:
        assert version_of(one.store.connection) == version_of(two.store.connection) == VERSION


@pytest.mark.parametrize("version", range(1, VERSION))
def test_the_backup_of_an_older_book_is_as_old(version: int, tmp_path: Path) -> None:
    path, target = old_book(version, tmp_path / "book.sqlite"), tmp_path / "copy.sqlite"
    assert main(["backup", "--book", str(path), str(target)]) == 0
    for file in (path, target):
        with closing(sqlite3.connect(file)) as book:
            assert version_of(book) == version
