"""Full, read-only, damaged, foreign, newer: every trouble has a name and says what to do."""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardpi.club import (
    BadEntry,
    Book,
    BookBusy,
    BookDamaged,
    BookFull,
    BookMissing,
    BookReadOnly,
    BookTooNew,
    BookTrouble,
    BookUnreachable,
    NotABook,
    open_book,
    read_book,
)
from boardpi.club import store as stores
from boardpi.club.safety.seals import teach
from tests.club.stories import WORKED_GAME, play_text, record, write_down

ROOT = Path(__file__).parents[2]
DRAWN = play_text(WORKED_GAME).agree_draw()


def on_a_disk(directory: Path, size: str, module: str, *arguments: str) -> dict[str, Any]:
    """Run a module of this folder on a small disk that nobody else sees."""
    script = 'mount -t tmpfs -o size="$1" none "$2" && shift && exec "${@:2}"'
    command = [sys.executable, "-m", f"tests.club.{module}", str(directory), *arguments]
    done = subprocess.run(
        ["unshare", "-rm", "bash", "-c", script, "-", size, str(directory), *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_full_disk_loses_nothing_and_the_book_catches_up(tmp_path: Path) -> None:
    told = on_a_disk(tmp_path, "600k", "small_disk")
    assert told["error"] == "BookFull"
    assert "free some space" in told["words"]
    assert told["caught_up"] > 0
    assert told["same"]
    assert told["still"]


@pytest.mark.parametrize("end", ["clean", "crashed"])
def test_a_read_only_disk_can_still_be_read(tmp_path: Path, end: str) -> None:
    told = on_a_disk(tmp_path, "2m", "read_only_disk", end)
    assert told["error"] == "BookReadOnly"
    assert "[book] path" in told["words"]
    assert " ".join(told["moves"]) == WORKED_GAME
    assert told["writing"] == "BookReadOnly"
    assert told["log"] == (end == "crashed")


def limit_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The kernel refuses to write on: not full, but no less a trouble with a name."""
    code = (
        "import sys, tests.club.small_disk as disk; from boardpi.club import open_book\n"
        "with open_book(sys.argv[1]) as book:\n"
        "    number, _, trouble = disk.play_until_trouble(book)\n"
        "    written = len(book.archive.plies(number))\n"
        "print(type(trouble).__name__, written)"
    )
    path = tmp_path / "book.sqlite"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        cwd=ROOT,
        preexec_fn=limit_files,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    name, written = done.stdout.split()
    assert name == "DiskFailing"
    with open_book(path) as book:
        resumed = book.games.resume()
        assert resumed is not None
        assert len(resumed.game.moves) == int(written) > 0


def test_a_book_that_is_full_keeps_what_it_has(book: Book) -> None:
    entry = book.games.begin()
    record(book, entry, play_text("b1-d2"))
    pages = book.store.connection.execute("PRAGMA page_count").fetchone()[0]
    book.store.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(BookFull, match="free some space"):
        book.traces.add(entry.id, str(Random(1).randbytes(20_000)), most_bytes=100_000)
    assert book.archive.game(entry.id) == play_text("b1-d2")
    book.store.connection.execute("PRAGMA max_page_count = 100000")
    assert book.traces.add(entry.id, "later", most_bytes=100_000)


def test_a_book_that_turns_read_only_in_the_middle(book: Book) -> None:
    entry = book.games.begin()
    record(book, entry, play_text("b1-d2"))
    book.store.connection.execute("PRAGMA query_only = 1")
    with pytest.raises(BookReadOnly, match="cannot be written"):
        book.games.abandon(entry.id)
    book.store.connection.execute("PRAGMA query_only = 0")
    assert book.archive.entry(entry.id).state == "playing"
    book.games.abandon(entry.id)


def write_a_book(path: Path) -> None:
    with open_book(path) as book:
        for _ in range(20):
            write_down(book, DRAWN, "First player", "Second player")


@pytest.mark.parametrize(
    ("offset", "data"),
    [(0, b"not a database at all"), (47, b"\xff"), (100, b"\xff" * 60), (4096, b"\xff" * 4096)],
    ids=["other file", "format", "first page", "second page"],
)
def test_damage_is_found_before_anything_is_written(
    tmp_path: Path, offset: int, data: bytes
) -> None:
    path = tmp_path / "book.sqlite"
    write_a_book(path)
    content = bytearray(path.read_bytes())
    content[offset : offset + len(data)] = data
    path.write_bytes(content)
    with pytest.raises(BookDamaged, match="go back to your last backup"):
        open_book(path)
    assert path.read_bytes() == content


def test_tables_that_are_not_ours(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    write_a_book(path)
    path.write_bytes(path.read_bytes().replace(b"merged_into", b"merged_inta"))
    with pytest.raises(BookDamaged, match="not those of a score book"):
        open_book(path)


def test_a_book_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    write_a_book(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(BookDamaged):
        open_book(path)


def test_random_damage_never_ends_in_an_error_without_a_name(tmp_path: Path) -> None:
    path, random = tmp_path / "book.sqlite", Random(7)
    write_a_book(path)
    whole = path.read_bytes()
    found = 0
    for _ in range(100):
        content = bytearray(whole)
        start = random.randrange(len(content))
        content[start : start + 64] = random.randbytes(len(content[start : start + 64]))
        path.write_bytes(content)
        try:
            with open_book(path) as book:
                for entry in book.archive.search():
                    book.archive.game(entry.id)
                    book.history.of_game(entry.id)
        except BookTrouble:
            found += 1
        for rest in ("-wal", "-shm"):
            Path(f"{path}{rest}").unlink(missing_ok=True)
    assert found > 10  # the rest fell into free space, into empty tables or into names


def test_a_move_that_was_changed_behind_our_back(book: Book) -> None:
    entry = write_down(book, DRAWN)
    with book.store.writing():
        book.store.write("UPDATE moves SET position = replace(position, 'w1', 'w0') WHERE ply = 8")
        book.store.write("UPDATE moves SET move = 'a1-a3' WHERE ply = 8")
    with pytest.raises(BookDamaged, match=f"game {entry.id}"):
        book.archive.game(entry.id)


def test_positions_that_disagree_with_the_moves(book: Book) -> None:
    entry = write_down(book, DRAWN)
    with book.store.writing():
        book.store.write("UPDATE moves SET position = 'x' WHERE ply = 3")
    with pytest.raises(BookDamaged, match="moves and positions disagree"):
        book.archive.game(entry.id)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE history SET after = 'x'", "the history"),
        ("UPDATE rule_sets SET definition = 'x'", "not TOML"),
        ("UPDATE games SET rule_set_id = 99", "rule set 99 is gone"),
    ],
)
def test_rows_that_were_changed_behind_our_back(book: Book, statement: str, words: str) -> None:
    entry = write_down(book, DRAWN)
    book.corrections.delete(entry.id)
    book.store.connection.execute("PRAGMA foreign_keys = OFF")
    book.store.connection.execute(statement)

    def read() -> None:
        book.archive.game(entry.id)
        book.history.of_game(entry.id)

    with pytest.raises(BookDamaged, match=words):
        read()


def test_references_that_lead_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    write_a_book(path)
    with closing(sqlite3.connect(path)) as other:
        teach(other)
        other.execute("DELETE FROM players")
        other.commit()
    with pytest.raises(BookDamaged, match="point to others that are gone"):
        open_book(path)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE players (name)")
        other.commit()
    before = path.read_bytes()
    with pytest.raises(NotABook, match="another program"):
        open_book(path)
    assert path.read_bytes() == before


def test_a_book_of_a_newer_boardpi(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    with open_book(path) as book:
        book.store.connection.execute("PRAGMA user_version = 99")
    for opening in (open_book, read_book):
        with pytest.raises(BookTooNew, match="update boardpi"):
            opening(path)


def test_places_where_no_book_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BookUnreachable, match="cannot be opened"):
        open_book(tmp_path / "file" / "book.sqlite")
    with pytest.raises(BookUnreachable, match="directory"):
        open_book(tmp_path)
    with pytest.raises(BookMissing, match="--book"):
        read_book(tmp_path / "nowhere.sqlite")


def test_directories_are_made(tmp_path: Path) -> None:
    with open_book(tmp_path / "new" / "deep" / "book.sqlite") as book:
        assert book.games.begin().id == 1


def test_a_book_that_another_program_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.01)
    path = tmp_path / "book.sqlite"
    with open_book(path) as one, open_book(path) as two:
        with one.store.writing(), pytest.raises(BookBusy, match="another program"):
            two.games.begin()
        assert two.games.begin().id == 1


def test_a_mistake_of_ours_is_not_dressed_up_as_trouble(book: Book) -> None:
    with pytest.raises(sqlite3.OperationalError), book.store.writing():
        book.store.write("INSERT INTO nowhere VALUES (1)")
    assert not book.store.connection.in_transaction


def test_half_a_change_is_no_change(book: Book) -> None:
    def add_two() -> None:
        with book.store.writing():
            book.players.add("First player")
            book.players.add("First player")

    with pytest.raises(BadEntry):
        add_two()
    assert book.players.all() == []
