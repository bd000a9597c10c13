"""Going back to a copy: what is told before, what is kept, and which files are refused."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from boardpi.cli import main
from boardpi.club import Book, back_up, open_book, verify
from boardpi.club.migrations import VERSION
from boardpi.club.safety.backups import LAST_BACKUP
from boardpi.club.safety.restoring import (
    UnfitBackup,
    carried_from,
    carry_over,
    compare,
    copy_to_draft,
    keep_aside,
    move_into_place,
    open_draft,
    put_in_place,
)
from boardpi.rules import Outcome, Side
from tests.club.stories import WORKED_GAME, play_text, write_down
from tests.club.test_migrations import old_book

DRAWN = play_text(WORKED_GAME).agree_draw()


@pytest.fixture
def copy(book: Book, tmp_path: Path) -> Path:
    """Of a book with one finished game."""
    write_down(book, DRAWN, "First player", "Second player")
    target = tmp_path / "copy.sqlite"
    back_up(book.store, target)
    return target


def begin(book: Book, moves: str, white: str | None = None, black: str | None = None) -> int:
    """A game that is being played."""
    entry = book.games.begin(white=white, black=black)
    game = play_text(moves)
    book.games.catch_up(entry.id, game, list(range(len(game.moves))))
    return entry.id


def test_what_would_be_lost_is_told(book: Book, copy: Path, tmp_path: Path) -> None:
    write_down(book, DRAWN, "Third player", "First player")
    book.players.add("Fourth player")
    book.corrections.result(1, Outcome("resigned", Side.WHITE, (5, 0)))
    playing = begin(book, "b1-d2 d5-b4", "Fourth player")
    with open_draft(copy, "copy.sqlite") as draft:
        found = compare(book, draft, carried_from(book))
    assert [game.id for game in found.lost_games] == [2]
    assert found.lost_players == ("Fourth player", "Third player")
    assert found.changed_games == 1
    assert found.playing is not None
    assert found.playing.id == playing
    assert (found.backup.games, found.present and found.present.games) == (1, 3)


def test_the_game_on_the_table_goes_on_in_the_copy(book: Book, copy: Path) -> None:
    """With its names, its moves and its moments, under the uid that a hub knows."""
    number = begin(book, "b1-d2 d5-b4 c1-d3", "Third player")
    before, moments = book.archive.entry(number), book.archive.plies(number)
    write = carried_from(book)
    with open_draft(copy, "copy.sqlite") as draft:
        carry_over(write, draft)
        put_in_place(draft, book.store)
    found = book.games.resume()
    assert found is not None
    assert [str(move) for move in found.game.moves] == ["b1-d2", "d5-b4", "c1-d3"]
    assert (found.entry.uid, found.entry.white_name) == (before.uid, "Third player")
    assert book.archive.plies(found.entry.id) == moments
    assert verify(book.store) == ()


def test_the_second_game_of_a_match_stays_in_it(book: Book, copy: Path) -> None:
    """Both sit where they sat, also where the copy does not have the first game."""
    second = book.games.begin_next(1)
    book.games.catch_up(second.id, play_text("b1-d2"), [7])
    with open_draft(copy, "copy.sqlite") as draft:
        carry_over(carried_from(book), draft)
        found = draft.archive.playing()
        assert found is not None
        assert (found.number, found.match_uid) == (2, second.match_uid)
        assert (found.white_name, found.black_name) == ("Second player", "First player")


def test_a_second_game_without_its_first_begins_a_match(book: Book, tmp_path: Path) -> None:
    empty = tmp_path / "empty.sqlite"
    back_up(book.store, empty)
    write_down(book, DRAWN, "First player", "Second player")
    second = book.games.begin_next(1)
    book.games.catch_up(second.id, play_text("b1-d2"), [7])
    with open_draft(empty, "empty.sqlite") as draft:
        carry_over(carried_from(book), draft)
        found = draft.archive.playing()
        assert found is not None
        assert found.number == 1
        assert (found.white_name, found.black_name) == ("Second player", "First player")


def test_a_game_that_the_copy_knows_is_played_on(book: Book, tmp_path: Path) -> None:
    """Moves since the copy are added; the table that stood there then is no second one."""
    number, target = begin(book, "b1-d2 d5-b4"), tmp_path / "middle.sqlite"
    back_up(book.store, target)
    book.games.catch_up(number, play_text("b1-d2 d5-b4 c1-d3"), [0, 1, 2])
    with open_draft(target, "middle.sqlite") as draft:
        carry_over(carried_from(book), draft)
        assert draft.archive.count() == 1
        assert len(draft.archive.game(number).moves) == 3


def test_a_game_that_was_being_played_then_is_left(book: Book, tmp_path: Path) -> None:
    number, target = begin(book, "b1-d2 d5-b4"), tmp_path / "middle.sqlite"
    back_up(book.store, target)
    book.games.abandon(number)
    with open_draft(target, "middle.sqlite") as draft:
        carry_over(carried_from(book), draft)
        assert draft.archive.playing() is None
        assert draft.archive.entry(number).state == "unfinished"


def test_the_book_until_now_is_kept_aside(book: Book, copy: Path) -> None:
    write_down(book, DRAWN, "Third player", "First player")
    with open_draft(copy, "copy.sqlite") as draft:
        aside = keep_aside(book.store, "2025-06-01")
        again = keep_aside(book.store, "2025-06-01")
        put_in_place(draft, book.store)
    assert book.archive.count() == 1
    assert aside != again
    with open_book(aside) as kept:
        assert kept.archive.count() == 2


def test_a_reader_sees_the_copy_at_once(book: Book, copy: Path, tmp_path: Path) -> None:
    """Other connections stay open: what they read next is the copy's."""
    with open_book(tmp_path / "book.sqlite", check=False) as reader:
        write_down(book, DRAWN)
        assert reader.archive.count() == 2
        with open_draft(copy, "copy.sqlite") as draft:
            put_in_place(draft, book.store)
        assert reader.archive.count() == 1
        begin(book, "b1-d2")
        assert reader.archive.count() == 2


def test_a_book_that_cannot_be_opened_is_moved_aside(
    book: Book, copy: Path, tmp_path: Path
) -> None:
    book.close()
    path = tmp_path / "book.sqlite"
    path.write_bytes(b"\xff" * 5000)
    Path(f"{path}-wal").write_bytes(b"a log")
    draft = tmp_path / "draft.sqlite"
    copy_to_draft(copy, draft)
    aside = move_into_place(draft, path, "now")
    assert aside is not None
    assert aside.read_bytes() == b"\xff" * 5000
    assert Path(f"{aside}-wal").read_bytes() == b"a log"
    with open_book(path) as restored:
        assert restored.archive.count() == 1


@pytest.mark.parametrize("version", range(1, VERSION))
def test_copies_of_earlier_versions_are_taken(version: int, tmp_path: Path) -> None:
    draft = tmp_path / "draft.sqlite"
    copy_to_draft(old_book(version, tmp_path / "old.sqlite"), draft)
    with open_draft(draft, "old.sqlite") as found:
        assert verify(found.store) == ()
        assert found.archive.entry(1).white == "First player"


def foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE songs (name TEXT)")
    database.close()


def too_new(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()


def rotten(path: Path) -> None:
    content = path.read_bytes()
    assert b"First player" in content
    path.write_bytes(content.replace(b"First player", b"Worst player", 1))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda path: path.write_text("a letter"), "backup_foreign"),
        (lambda path: path.write_bytes(b""), "backup_foreign"),
        (foreign, "backup_foreign"),
        (too_new, "backup_too_new"),
        (cut, "backup_damaged"),
        (rotten, "backup_damaged"),
    ],
)
def test_a_file_that_is_no_whole_book_is_named(
    copy: Path, tmp_path: Path, spoil: object, reason: str
) -> None:
    assert callable(spoil)
    spoiled = tmp_path / "spoiled.sqlite"
    shutil.copy(copy, spoiled)
    spoil(spoiled)
    with pytest.raises(UnfitBackup, match=r"^spoiled\.sqlite .*Nothing was changed") as refused:
        open_draft(spoiled, "spoiled.sqlite")
    assert refused.value.reason == reason


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def ask(book: Book, copy: Path, *words: str) -> int:
    """`boardpi restore`, where no table runs."""
    return main(["restore", str(copy), "--book", str(book.store.path), *words])


def test_the_terminal_tells_and_asks(
    book: Book, copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_down(book, DRAWN, "Third player", "First player")
    begin(book, "b1-d2", "Fourth player")
    book.close()
    monkeypatch.setattr("builtins.input", lambda question: "n")
    assert ask(book, copy) == 1
    told = capsys.readouterr().out
    assert "lost with it: 1 game:\n  2025-06-01  Third player - First player  0-0" in told
    assert "Players who are not in it: 2 (Fourth player, Third player)" in told
    assert "The game on the table goes on: 2025-06-01  Fourth player - Black  playing" in told
    assert told.endswith("Nothing was changed.\n")
    monkeypatch.setattr("builtins.input", lambda question: "y")
    assert ask(book, copy) == 0
    assert "Restored. The book until now is" in capsys.readouterr().out
    with open_book(book.store.path) as restored:
        names = {player.name for player in restored.players.all()}
        assert names == {"First player", "Second player", "Fourth player"}
        assert restored.games.resume() is not None


def test_a_book_that_is_gone_comes_back(book: Book, copy: Path, tmp_path: Path) -> None:
    book.close()
    (tmp_path / "book.sqlite").unlink()
    assert ask(book, copy, "--yes") == 0
    with open_book(book.store.path) as restored:
        assert restored.archive.count() == 1
    assert list(tmp_path.glob("*.part*")) == []


def test_the_terminal_names_what_it_does_not_take(
    book: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear club")
    assert ask(book, letter, "--yes") == 2
    said = capsys.readouterr().err
    assert "letter.txt is not a score book of boardpi. Nothing was changed." in said
    assert ask(book, tmp_path / "nothing.sqlite", "--yes") == 2
    assert "nothing.sqlite cannot be read" in capsys.readouterr().err


def test_a_table_that_keeps_the_book_and_does_not_answer(
    copy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_book(tmp_path / "other.sqlite", alone=True) as kept:
        assert ask(kept, copy, "--yes") == 2
    assert "is kept by a boardpi that runs already" in capsys.readouterr().err


def test_a_backup_to_another_disk_is_remembered(book: Book, tmp_path: Path) -> None:
    """One beside the book is no comfort when the card fails."""
    words = ["--book", str(book.store.path)]
    assert main(["backup", str(tmp_path / "near.sqlite"), *words]) == 0
    assert book.settings.get(LAST_BACKUP) is None
    with TemporaryDirectory() as far:
        assert main(["backup", f"{far}/far.sqlite", *words]) == 0
    assert book.settings.get(LAST_BACKUP) is not None
