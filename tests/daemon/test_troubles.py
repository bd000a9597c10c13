"""When the score book cannot be used, the table plays on, says so, and writes later what it can."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from boardpi.club import Book, BookDamaged, BookFull, BookReadOnly, open_book, read_book
from boardpi.rules import Game, Outcome, Side
from boardpi.table.events import AskedBack, GaveUp
from tests.club.test_seals import rot
from tests.daemon.stories import WORKED_GAME, Sitting, leave, sit_down, story


def pragma(sitting: Sitting, text: str) -> int:
    connection = sitting.daemon.keeper.book.store.connection
    row = connection.execute(f"PRAGMA {text}").fetchone()
    return int(row[0]) if row else 0


def written(folder: Path, game_id: int = 1) -> list[str]:
    with read_book(folder / "book.sqlite") as book:
        return [ply.move for ply in book.archive.plies(game_id)]


def test_a_disk_that_cannot_be_written_for_a_while(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        keeper = sitting.daemon.keeper
        await sitting.arrive()
        await sitting.play("b1-d2")
        pragma(sitting, "query_only = ON")
        await sitting.play("d5-b4 c1-d3")
        assert sitting.witness.events == ["move"] * 3
        assert isinstance(keeper.trouble, BookReadOnly)
        assert keeper.waiting == 2
        assert written(tmp_path) == ["b1-d2"]
        pragma(sitting, "query_only = OFF")
        await sitting.play("e5xd3")
        assert keeper.trouble is None
        assert keeper.waiting == 0
        assert written(tmp_path) == ["b1-d2", "d5-b4", "c1-d3", "e5xd3"]
        leave(sitting)

    story(play())


def test_a_whole_game_and_the_next_wait_for_the_disk(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        pragma(sitting, "query_only = ON")
        await sitting.play("b1-d2")
        await sitting.wish(GaveUp(sitting.ms, Side.BLACK))
        await sitting.set_up()
        await sitting.play("c1-d3")
        pragma(sitting, "query_only = OFF")
        await sitting.daemon.keeper.flush()
        entry = sitting.daemon.keeper.page.entry
        assert (entry.id, entry.number) == (2, 2)
        leave(sitting)
        assert (written(tmp_path, 1), written(tmp_path, 2)) == (["b1-d2"], ["c1-d3"])

    story(play())


def test_a_full_disk(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        keeper = sitting.daemon.keeper
        await sitting.arrive()
        await sitting.play(WORKED_GAME)
        pages = pragma(sitting, "page_count")
        pragma(sitting, f"max_page_count = {pages}")
        while keeper.trouble is None:  # the last pages have some room left
            await sitting.play("a1-c2 a5-c4")
            await sitting.wish(GaveUp(sitting.ms, Side.BLACK))
            await sitting.set_up()
        assert isinstance(keeper.trouble, BookFull)
        played = sitting.moves
        pragma(sitting, "max_page_count = 1000000")
        await keeper.flush()
        assert keeper.trouble is None
        assert written(tmp_path, keeper.page.entry.id) == played
        leave(sitting)

    with caplog.at_level(logging.INFO, "boardpi.book"):
        story(play())
    said = [record.getMessage() for record in caplog.records if record.name == "boardpi.book"]
    assert len(said) == 2, "the trouble is said once, and its end"
    assert "is full: free some space" in said[0]
    assert "can be written again" in said[1]


def test_a_damaged_book_is_left_alone_and_the_table_plays(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    open_book(path).close()
    data = bytearray(path.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    path.write_bytes(data)

    async def play() -> None:
        sitting = sit_down(tmp_path)
        keeper = sitting.daemon.keeper
        assert isinstance(keeper.trouble, BookDamaged)
        assert not keeper.is_kept
        await sitting.arrive()
        await sitting.play("b1-d2")
        assert sitting.moves == ["b1-d2"]
        assert isinstance(keeper.trouble, BookDamaged), "the warning stays"
        leave(sitting)

    story(play())
    assert path.read_bytes() == data


def test_a_directory_in_the_place_of_the_book(tmp_path: Path) -> None:
    (tmp_path / "book.sqlite").mkdir()

    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2")
        assert sitting.daemon.keeper.trouble is not None
        assert [p.move for p in sitting.daemon.keeper.book.archive.plies(1)] == ["b1-d2"]
        leave(sitting)

    story(play())


def test_a_trace_that_cannot_be_written_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        pragma(sitting, "query_only = ON")
        await sitting.play("b1-d2")
        await sitting.daemon.tracer.write()
        assert sitting.moves == ["b1-d2"]
        leave(sitting)

    story(play())
    assert any("has a gap" in record.getMessage() for record in caplog.records)


def test_a_rotten_page_is_said_and_the_table_still_writes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A bit that turned over in an old game is no reason to keep nothing of the new one."""
    path = tmp_path / "book.sqlite"
    with open_book(path) as book:
        book.players.add("First player")
    rot(path, "UPDATE players SET name = 'Fisrt player'")

    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2")
        leave(sitting)

    story(play())
    assert written(tmp_path) == ["b1-d2"]
    assert any(
        "player 1. Look at it with boardpi games verify" in r.message for r in caplog.records
    )


# ── a book that somebody else wrote in ───────────────────────────────────────────────────────────


def test_a_take_back_of_a_game_that_the_terminal_has_deleted(tmp_path: Path) -> None:
    """The bin keeps what was put there; the game on the wood goes on under a number of its own."""

    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2 d5-b4")
        await sitting.wish(GaveUp(sitting.ms, Side.BLACK))
        with open_book(tmp_path / "book.sqlite") as terminal:
            terminal.corrections.delete(1)
        await sitting.wish(AskedBack(sitting.ms, 1))
        assert sitting.moves == ["b1-d2"]
        keeper = sitting.daemon.keeper
        assert (keeper.page.entry.id, keeper.trouble, keeper.waiting) == (2, None, 0)
        await sitting.show(sitting.daemon.table.game.position.occupied)
        await sitting.rest()
        await sitting.play("e5-d3")
        assert written(tmp_path, 2) == ["b1-d2", "e5-d3"]
        with read_book(tmp_path / "book.sqlite") as book:
            assert book.archive.entry(1).deleted is not None
            assert next(ply.ms for ply in book.archive.plies(2)) > 0
        await sitting.daemon.tracer.write()
        assert keeper.book.traces.read(2).startswith('{"')
        leave(sitting)

    story(play())


@pytest.mark.parametrize("what", ["moved", "abandoned", "began another", "finished"])
def test_what_another_program_wrote_does_not_end_the_table(tmp_path: Path, what: str) -> None:
    def meddle(book: Book) -> None:
        if what == "moved":
            game = Game(any_first=True).play("b1-d2").play("a5-c4")
            book.games.record_move(1, 2, "a5-c4", str(game.position), 9)
        elif what == "finished":
            book.games.finish(1, Outcome("agreed", None, (0, 0)))
        else:
            book.games.abandon(1)
        if what == "began another":
            book.games.begin()

    async def play() -> None:
        sitting = sit_down(tmp_path)
        await sitting.arrive()
        await sitting.play("b1-d2")
        with open_book(tmp_path / "book.sqlite") as other:
            meddle(other)
        await sitting.play("d5-b4 c1-d3")
        assert sitting.moves == ["b1-d2", "d5-b4", "c1-d3"]
        assert sitting.daemon.keeper.trouble is None
        assert written(tmp_path, sitting.daemon.keeper.page.entry.id) == sitting.moves
        leave(sitting)
        again = sit_down(tmp_path)
        assert again.moves == ["b1-d2", "d5-b4", "c1-d3"]
        leave(again)

    story(play())


def test_a_book_that_refuses_everything_is_named_and_healed_later(tmp_path: Path) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path)
        keeper = sitting.daemon.keeper
        await sitting.arrive()
        keeper.book.store.connection.execute("ALTER TABLE moves RENAME TO lost")
        await sitting.play("b1-d2 d5-b4")
        assert sitting.moves == ["b1-d2", "d5-b4"]
        assert keeper.trouble is not None
        keeper.book.store.connection.execute("ALTER TABLE lost RENAME TO moves")
        await keeper.flush()
        assert keeper.trouble is None
        assert written(tmp_path) == ["b1-d2", "d5-b4"]
        leave(sitting)

    story(play())
