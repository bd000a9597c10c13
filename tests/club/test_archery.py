"""Games of Archers in the book: one at a time, bounded, sealed, and counted nowhere."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from boardpi.club import BadEntry, Book, open_book
from boardpi.club import archery as keeping
from boardpi.club.store import find_rot, open_to_read
from boardpi.rules import Side


def begin(book: Book, white: str | None = None, black: str | None = None) -> int:
    return book.archery.begin(9, kings=False, white=white, black=black).id


def test_a_game_from_its_first_turn_to_its_end(book: Book) -> None:
    number = begin(book, " First  player ", None)
    book.archery.record(number, 1, "d3<,d3-c3")
    book.archery.record(number, 2, "d7<,d7-c7")
    book.archery.finish(number, "wood", Side.BLACK)
    game = book.archery.get(number)
    assert (game.white, game.black, game.turns) == ("First player", None, 2)
    assert (game.state, game.reason, game.winner) == ("over", "wood", Side.BLACK)
    assert book.archery.turns(number) == ["d3<,d3-c3", "d7<,d7-c7"]
    assert book.archery.playing() is None


def test_the_next_game_leaves_the_last_one_unfinished(book: Book) -> None:
    first = begin(book)
    book.archery.record(first, 1, "d3<,d3-c3")
    second = begin(book)
    assert book.archery.get(first).state == "unfinished"
    third = begin(book)
    assert [game.id for game in book.archery.newest(9)] == [third, first]
    assert third == second, "a game that nobody moved in is not kept"


@pytest.mark.parametrize("number", [1, 3])
def test_a_turn_out_of_order_is_not_written(book: Book, number: int) -> None:
    game = begin(book)
    book.archery.record(game, 1, "d3<,d3-c3")
    with pytest.raises(BadEntry) as refused:
        book.archery.record(game, number, "d7<,d7-c7")
    assert refused.value.reason == "archers_moved"
    assert book.archery.turns(game) == ["d3<,d3-c3"]


def test_a_game_that_is_over_takes_nothing_more(book: Book) -> None:
    game = begin(book)
    book.archery.finish(game, "agreed", None)
    with pytest.raises(BadEntry):
        book.archery.finish(game, "agreed", None)
    with pytest.raises(BadEntry):
        book.archery.record(game, 1, "d3<,d3-c3")


def test_only_so_many_are_kept(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_GAMES", 2)
    for _ in range(2):
        book.archery.finish(begin(book), "agreed", None)
    with pytest.raises(BadEntry) as refused:
        begin(book)
    assert refused.value.reason == "archers_full"
    book.archery.delete(1)
    assert begin(book) == 3


def test_a_game_has_400_turns_at_most(book: Book) -> None:
    with pytest.raises(sqlite3.IntegrityError), book.store.writing():
        book.store.write("INSERT INTO archers_turns VALUES (?, 401, 'd3<,d3-c3')", (begin(book),))


def test_what_is_being_played_is_not_deleted(book: Book) -> None:
    with pytest.raises(BadEntry, match="being played"):
        book.archery.delete(begin(book))
    with pytest.raises(BadEntry, match="no game 7"):
        book.archery.delete(7)


@pytest.mark.parametrize("name", ["x" * 41, "a\u202eb"])
def test_names_are_names(book: Book, name: str) -> None:
    with pytest.raises(BadEntry):
        begin(book, name)
    assert book.archery.count() == 0


def test_it_counts_nowhere(book: Book) -> None:
    book.archery.finish(begin(book, "First player", "Second player"), "wood", Side.WHITE)
    assert book.standings.table() == []
    assert book.players.all() == []
    assert book.archive.playing() is None


def test_a_turn_that_rotted_is_noticed(book: Book, tmp_path: Path) -> None:
    game = begin(book)
    book.archery.record(game, 1, "d3<,d3-c3")
    path = tmp_path / "book.sqlite"
    book.close()
    with sqlite3.connect(path) as raw:
        names = [
            row[0] for row in raw.execute("SELECT name FROM sqlite_schema WHERE type='trigger'")
        ]
        kept = [
            row[0] for row in raw.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
        ]
        for name in names:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("UPDATE archers_turns SET turn = 'd3<,d3-b3'")
        for sql in kept:
            raw.execute(sql)
    with open_book(path) as again:
        assert again.store.rot == (), "a start reads no turns of Archers"
    store = open_to_read(path)
    assert find_rot(store.connection) == ("turns of Archers 1",)
    store.close()
