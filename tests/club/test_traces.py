"""What the board saw is kept as long as there is room."""

from __future__ import annotations

import pytest

from boardpi.club import Book, BookDamaged
from boardpi.web.service import UNPACKED_BYTES, File
from tests.club.stories import play_text, write_down

MB = 1_000_000
LINES = '{"ms": 1200, "mask": 32505885}\n{"ms": 1210, "mask": 32505887}\n'


def test_parts_make_one_trace_before_and_after_sealing(book: Book) -> None:
    game = book.games.begin().id
    parts = [LINES.replace("12", str(n)) for n in range(30)]
    for part in parts:
        assert book.traces.add(game, part, most_bytes=MB)
    assert book.traces.read(game) == "".join(parts)
    before = book.traces.size()
    book.traces.seal(game)
    assert book.traces.read(game) == "".join(parts)
    assert 0 < book.traces.size() < before / 4


def test_a_chattering_reed_does_not_fill_the_disk(book: Book) -> None:
    game = book.games.begin().id
    assert book.traces.add(game, LINES, most_bytes=80)
    assert not book.traces.add(game, LINES, most_bytes=80)
    assert book.traces.read(game) == LINES


def test_the_oldest_traces_go_first(book: Book) -> None:
    games = [write_down(book, play_text("b1-d2")).id for _ in range(5)]
    for game in games:
        book.traces.add(game, LINES, most_bytes=MB)
    assert book.traces.prune(3, MB) == 2
    assert [bool(book.traces.read(game)) for game in games] == [False, False, True, True, True]
    one = book.traces.size() // 3
    assert book.traces.prune(3, 2 * one) == 1
    assert [bool(book.traces.read(game)) for game in games] == [False, False, False, True, True]
    assert book.traces.prune(0, MB) == 2
    assert book.traces.size() == 0


def test_no_trace_is_an_empty_one(book: Book) -> None:
    game = book.games.begin().id
    book.traces.seal(game)
    assert book.traces.read(game) == ""
    assert book.traces.size() == 0


@pytest.mark.parametrize("cut", [b"", b"rubbish", None])
def test_a_damaged_trace_says_so(book: Book, cut: bytes | None) -> None:
    game = book.games.begin().id
    book.traces.add(game, LINES, most_bytes=MB)
    data = book.store.rows("SELECT data FROM traces")[0]["data"]
    with book.store.writing():
        book.store.write("UPDATE traces SET data = ?", (data[:-6] if cut is None else cut,))
    with pytest.raises(BookDamaged, match="a trace"):
        book.traces.read(game)


def test_a_long_trace_is_handed_out_packed_and_unpacks_to_the_same(book: Book) -> None:
    game = book.games.begin().id
    assert not book.traces.has(game)
    parts = [LINES * 5000, LINES]
    for part in parts:
        book.traces.add(game, part, most_bytes=MB)
    packed, size = book.traces.packed(game)
    assert size == len("".join(parts))
    assert sum(map(len, packed)) < size / 20
    file = File((b"{}\n",), "trace", "text/plain", packed, size)
    contents = list(file.contents())
    assert b"".join(contents) == ("".join(parts) + "{}\n").encode()
    assert max(map(len, contents)) <= UNPACKED_BYTES, "never all of it at once"
    assert book.traces.has(game)


@pytest.mark.parametrize("cut", [b"", b"rubbish", None])
def test_a_damaged_trace_is_found_before_it_is_sent(book: Book, cut: bytes | None) -> None:
    game = book.games.begin().id
    book.traces.add(game, LINES, most_bytes=MB)
    data = book.store.rows("SELECT data FROM traces")[0]["data"]
    with book.store.writing():
        book.store.write("UPDATE traces SET data = ?", (data[:-6] if cut is None else cut,))
    with pytest.raises(BookDamaged, match="a trace"):
        book.traces.packed(game)


def test_a_game_of_a_chattering_reed_ends_at_once(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making one part of its trace would keep the next game's moves waiting."""
    monkeypatch.setattr("boardpi.club.traces.MOST_SEALED", 100)
    game = book.games.begin().id
    for number in range(4):
        book.traces.add(game, LINES.replace("12", str(number)), most_bytes=MB)
    before = book.traces.packed(game)
    book.traces.seal(game)
    assert book.traces.packed(game) == before
