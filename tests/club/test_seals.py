"""Silent rot: whatever turns over in the file of a book is noticed and named."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from boardpi.cli import main
from boardpi.club import (
    BookError,
    BookRotten,
    back_up,
    find_whole_backup,
    open_book,
    read_book,
    verify,
)
from boardpi.club import store as stores
from boardpi.club.migrations import schema_of
from boardpi.club.safety.seals import SEALED
from tests.club.stories import WORKED_GAME, play_at_random, play_text, write_down

DAMAGES = 250
SCHEMA_4 = "a1ace53d517726a3c1ffc0637391e5d22e175836d9a09d424b0392be83788287"
DRAWN = play_text(WORKED_GAME).agree_draw()


def write_a_club(path: Path) -> None:
    """A book with something in every table."""
    random = Random(3)
    with open_book(path) as book:
        for number in range(12):
            entry = write_down(book, play_at_random(random), f"Player {number % 3}", "Somebody")
            book.traces.add(entry.id, f'{{"ms": {number}}}\n' * 20, most_bytes=10_000)
        book.corrections.delete(3)
        book.corrections.name(4, "Another", None)
        book.players.merge(book.players.named("Player 1").id, book.players.named("Player 2").id)
        book.lessons.add(1, "first-steps", stars=2, mistakes=1)
        book.settings.put("theme", "dusk")
        book.settings.put("theme", "noon")


def content_of(path: Path) -> list[tuple[object, ...]]:
    """All rows of all tables, as any reader finds them, by the tables and by their indexes."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as book:
        found: list[tuple[object, ...]] = []
        for sealed in SEALED:
            found += sorted(
                book.execute(f"SELECT '{sealed.table}', * FROM {sealed.table}"), key=str
            )
        found += book.execute("SELECT id, day FROM games WHERE day BETWEEN '2' AND '3' ORDER BY id")
        return found


def damage(whole: bytes, random: Random) -> bytes:
    """One bit, one byte, or a few bytes in a row."""
    content = bytearray(whole)
    start = random.randrange(len(content))
    kind = random.choice(("bit", "byte", "bytes"))
    if kind == "bit":
        content[start] ^= 1 << random.randrange(8)
    else:
        length = 1 if kind == "byte" else random.randint(2, 16)
        content[start : start + length] = random.randbytes(len(content[start : start + length]))
    return bytes(content)


def notices(path: Path) -> bool:
    try:
        with open_book(path) as book:
            return bool(book.store.rot or verify(book.store))
    except BookError:
        return True
    finally:
        for rest in ("-wal", "-shm"):
            Path(f"{path}{rest}").unlink(missing_ok=True)


def test_no_damage_changes_content_unnoticed(tmp_path: Path) -> None:
    path, random = tmp_path / "book.sqlite", Random(19)
    write_a_club(path)
    whole, before = path.read_bytes(), content_of(path)
    noticed = 0
    for number in range(DAMAGES):
        content = damage(whole, random)
        path.write_bytes(content)
        if notices(path):
            noticed += 1
            continue
        path.write_bytes(content)
        assert content_of(path) == before, f"damage {number} was not noticed"
    assert noticed > DAMAGES / 5


def test_rows_of_every_table_are_sealed(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    write_a_club(path)
    with closing(sqlite3.connect(path)) as book:
        tables = {
            row[0] for row in book.execute("SELECT name FROM sqlite_schema WHERE type='table'")
        }
        assert tables - {"seals"} == {sealed.table for sealed in SEALED}
        for sealed in SEALED:
            columns = [row[1] for row in book.execute(f"PRAGMA table_info({sealed.table})")]
            assert columns == list(sealed.columns)


def test_the_triggers_of_version_4_are_written_in_stone() -> None:
    """They are made by a program; a table that comes later gets a migration of its own."""
    text = repr(sorted(map(str, schema_of(4))))
    assert hashlib.sha256(text.encode()).hexdigest() == SCHEMA_4


def rot(path: Path, statement: str) -> None:
    """Change rows as the disk would: behind the back of the triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as book:
        triggers = book.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type='trigger'"
        ).fetchall()
        for name, _ in triggers:
            book.execute(f"DROP TRIGGER {name}")
        book.execute(statement)
        for _, sql in triggers:
            book.execute(sql)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "book.sqlite"
    write_a_club(path)
    return path


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE games SET white_points = 9 WHERE id = 7", "game 7"),
        ("UPDATE moves SET ms = ms + 1 WHERE game_id = 5 AND ply = 2", "moves of game 5"),
        ("UPDATE players SET name = 'Playes 0' WHERE id = 1", "player 1"),
        ("UPDATE settings SET value = 'dusk'", "settings"),
        ("UPDATE history SET who = 'table' WHERE id = 1", "history"),
        ("UPDATE traces SET part = 2 WHERE game_id = 9", "trace of game 9"),
        ("DELETE FROM lesson_progress", "lessons"),
        ("UPDATE seals SET seal = 1 WHERE page = 'game' AND number = 2", "game 2"),
    ],
)
def test_what_has_changed_is_named(club: Path, statement: str, named: str) -> None:
    rot(club, statement)
    with open_book(club) as book:
        assert verify(book.store) == (named,)
        assert book.store.rot == (() if named.startswith("trace") else (named,))


def test_a_rotten_book_is_not_copied_over_a_whole_one(club: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    with open_book(club) as book:
        back_up(book.store, target)
    before = target.read_bytes()
    rot(club, "UPDATE games SET day = '2025-06-02' WHERE id = 7")
    with open_book(club) as book, pytest.raises(BookRotten, match=r"game 7.*games verify"):
        back_up(book.store, target, replace=True)
    assert target.read_bytes() == before
    assert find_whole_backup(club) == target


def test_the_newest_whole_backup_is_found(club: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with open_book(club) as book:
        for number in range(3):
            back_up(book.store, folder / f"day-{number}.sqlite")
    rot(folder / "day-2.sqlite", "UPDATE players SET club = 'X'")
    (folder / "day-3.sqlite").write_bytes(b"no database")
    for number in range(4):
        copy = folder / f"day-{number}.sqlite"
        copy.touch()
    assert find_whole_backup(club) == folder / "day-1.sqlite"


def test_a_repair_through_the_program_does_not_hide_the_rest(club: Path) -> None:
    rot(club, "UPDATE players SET club = 'Hess club' WHERE id = 1")
    with open_book(club) as book:
        book.players.rename(1, "First player")
        assert verify(book.store) == ("player 1",), "the club is still not what was written"


def test_a_start_reads_a_sample_and_all_samples_together_everything(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "NEWEST_CHECKED", 2)
    monkeypatch.setattr(stores, "OTHERS_CHECKED", 5)
    rot(club, "UPDATE moves SET ms = ms + 1 WHERE game_id = 1 AND ply = 1")
    found = []
    for _ in range(200):
        with open_book(club) as book:
            found.append(book.store.rot)
        if found[-1]:
            break
    assert found[-1] == ("moves of game 1",)


def test_a_whole_book_has_nothing_to_say(club: Path) -> None:
    with open_book(club) as book:
        write_down(book, DRAWN)
        book.games.take_back(book.archive.search()[0].id, 2)
        assert verify(book.store) == ()
    with read_book(club) as book:
        assert verify(book.store) == ()


def test_the_command_names_what_changed_and_offers_a_backup(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ["games", "verify", "--book", str(club)]
    assert main(ask) == 0
    assert capsys.readouterr().out == "12 games and all other pages are as they were written.\n"
    (club.parent / "backups").mkdir()
    copy = club.parent / "backups" / "day-1.sqlite"
    assert main(["backup", "--book", str(club), str(copy)]) == 0
    rot(club, "UPDATE games SET white_points = 9 WHERE id = 7")
    capsys.readouterr()
    assert main(ask) == 1
    said = capsys.readouterr().out
    assert said.startswith("changed on the disk: game 7\nThe newest whole backup is ")
    assert str(copy) in said
    assert main([*ask, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told == {"whole": False, "broken": ["game 7"], "backup": str(copy)}
    assert main([*ask, "--accept"]) == 0
    assert main(ask) == 0


def test_a_book_out_of_shape_is_named_with_a_backup(
    club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = club.with_name("copy.sqlite")
    assert main(["backup", "--book", str(club), str(copy)]) == 0
    content = bytearray(club.read_bytes())
    content[4096 * 3 : 4096 * 4] = bytes(4096)
    club.write_bytes(content)
    assert main(["games", "verify", "--book", str(club)]) == 2
    assert f"The newest whole backup is {copy}" in capsys.readouterr().err
