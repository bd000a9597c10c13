"""Letters at the hub's door: twice, out of order, hostile; and the outbox that they come from."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.club import Book, open_book, unkept_book
from boardpi.club.transfer.outbox import AHEAD, Cursors
from boardpi.hub.letters import Arrival, Letters
from boardpi.rules import Outcome, Side
from tests.hub.hall import describe
from tests.hub.table_process import play_one


@pytest.fixture(scope="module")
def letters() -> list[Arrival]:
    """All that a table had to tell of twelve games."""
    return letters_of(played_book(12))


def played_book(games: int, seed: int = 3) -> Book:
    book, random = unkept_book(), Random(seed)
    book.outbox.join("club", "t01")
    while book.archive.count() < games:
        play_one(book, random)
    return book


def letters_of(book: Book, table: str = "t01") -> list[Arrival]:
    return [Arrival(table, row.seq, row.payload.encode()) for row in book.outbox.after(0, 10_000)]


def results(book: Book) -> dict[str, tuple[object, ...]]:
    rows = book.store.rows("SELECT id FROM games")
    entries = [book.archive.entry(row["id"]) for row in rows]
    assert len({entry.uid for entry in entries}) == len(entries)
    return {entry.uid: describe(entry) for entry in entries}


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_twice_and_in_any_order_is_the_same_as_once(
    letters: list[Arrival], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(letters))
    more = data.draw(st.lists(st.sampled_from(letters), max_size=10))
    expected = Letters(unkept_book())
    expected.take(letters)
    hub = Letters(unkept_book())
    for arrival in [*order, *more]:
        hub.take([arrival])
    assert results(hub.book) == results(expected.book)
    assert hub.cursor("t01") == len(letters)
    assert hub.twice.total() == len(more)
    assert hub.contradicted.total() == 0


def test_the_cursor_waits_for_what_is_missing(letters: list[Arrival]) -> None:
    hub = Letters(unkept_book())
    assert hub.take([letters[0], letters[2]]) == {"t01": 1}
    assert hub.take([letters[1]]) == {"t01": 3}


def test_a_table_that_keeps_no_older_letters_does_not_hold_up_the_newer(
    letters: list[Arrival],
) -> None:
    hub = Letters(unkept_book())
    assert hub.meet("t01", 5) == 4
    assert hub.take(letters[4:6]) == {"t01": 6}


def test_nobody_tells_of_another_tables_game(letters: list[Arrival]) -> None:
    hub = Letters(unkept_book())
    hub.take(letters)
    before = results(hub.book)
    newer = json.loads(letters[0].payload) | {"version": 10_000}
    forged = Arrival("t02", 1, json.dumps(newer).encode())
    assert hub.take([forged]) == {"t02": 1}
    assert results(hub.book) == before
    assert hub.refused == {"t02": 1}


def mutate(text: bytes, random: Random) -> bytes:
    """A letter that some byte, key or value of is wrong."""
    if random.random() < 0.4:
        place = random.randrange(len(text))
        return text[:place] + random.randbytes(random.randrange(4)) + text[place + 1 :]
    told = json.loads(text)
    spot = random.choice([told, told["games"][0], told["games"][0]["moves"] or told])
    strange: list[object] = [
        None,
        -1,
        2**70,
        1.5,
        "",
        "\ud800",
        "x" * 5000,
        [],
        {},
        [[]],
        True,
        "=1+1",
        "\0",
    ]
    if isinstance(spot, dict):
        spot[random.choice([*spot, "rule_set", "extra"])] = random.choice(strange)
    else:
        spot[random.randrange(len(spot))] = random.choice(strange)
    return json.dumps(told).encode("utf-8", "surrogatepass")


def test_hostile_letters_cost_a_counted_refusal(letters: list[Arrival]) -> None:
    random, hub = Random(1), Letters(unkept_book())
    hub.take(letters)
    before = results(hub.book)
    others = [mutate(random.choice(letters).payload, random) for _ in range(1500)]
    known = {arrival.payload for arrival in letters}
    others = [payload for payload in others if payload not in known]
    hub.take(Arrival("t66", number, payload) for number, payload in enumerate(others, 1))
    after = results(hub.book)
    assert {uid: after[uid] for uid in before} == before, "somebody else's games were changed"
    assert hub.cursor("t66") == len(others), "a bad letter holds up those that follow"
    assert hub.refused["t66"] > len(others) // 2
    assert hub.book.store.row("PRAGMA foreign_key_check") is None


def begin_without_power(book: Book) -> None:
    with book.store.writing():
        book.games.begin()
        raise RuntimeError("the power is cut")


def test_what_is_told_is_in_the_transaction_of_what_it_tells(tmp_path: Path) -> None:
    with open_book(tmp_path / "book.sqlite") as book:
        book.outbox.join("club", "t01")
        told = book.outbox.last()
        with pytest.raises(RuntimeError, match="power"):
            begin_without_power(book)
        assert (book.archive.count(), book.outbox.last()) == (0, told)
        entry = book.games.begin()
        assert book.outbox.last() == told + 1
        book.games.finish(entry.id, Outcome("resigned", Side.WHITE, (5, 0)))
        book.corrections.name(entry.id, "First player", None)
        book.corrections.delete(entry.id)
        assert book.outbox.last() == told + 4
        assert {letter.uid for letter in book.outbox.after(0, 9)} == {entry.uid}


def test_a_table_without_a_hub_keeps_nothing_to_tell() -> None:
    book = unkept_book()
    play_one(book, Random(1))
    assert (book.outbox.last(), book.outbox.membership()) == (0, None)
    book.outbox.join("club", "t01")
    play_one(book, Random(2))
    assert book.outbox.last() >= 2
    book.outbox.leave()
    assert book.outbox.last() == 0


def test_a_restored_table_tells_what_the_hub_does_not_know_and_goes_on_behind_it() -> None:
    hub, book = Letters(unkept_book()), played_book(4)
    hub.take(letters_of(book))
    cursor = hub.cursor("t01")
    older = played_book(2)  # the same beginning: what a backup would hold
    play_one(older, Random(99))
    older.outbox.skip_to(cursor)
    play_one(older, Random(98))
    hub.take(letters_of(older))
    missing = results(older).keys() - results(hub.book).keys()
    assert not missing
    assert older.outbox.last() > cursor


# ── which letter goes next ────────────────────────────────────────────────────────────────────────


def test_nothing_is_sent_before_a_hub_has_said_what_it_has() -> None:
    assert Cursors().next() is None


def test_so_many_go_ahead_and_a_restored_hub_gets_them_again() -> None:
    cursors = Cursors()
    cursors.hear("", 0)
    for seq in range(1, AHEAD + 1):
        assert cursors.next() == seq - 1
        cursors.begin(seq - 1)
        cursors.went(seq)
    assert cursors.next() is None
    cursors.hear("", 40)
    assert cursors.next() == AHEAD
    cursors.hear("", 10)
    assert cursors.next() == 10


def test_a_federation_that_is_away_does_not_stop_the_hall() -> None:
    cursors = Cursors()
    cursors.hear("", 0)
    cursors.hear("federation", 0)
    for _ in range(1, 500):
        after = cursors.next()
        assert after is not None
        cursors.begin(after)
        cursors.went(after + 1)
        cursors.hear("", after + 1)
    assert cursors.next() == 499
    cursors.hear("federation", 7)
    assert cursors.next() == 499, "what is under way is not sent twice"
    cursors.rewind()
    assert cursors.next() == 7
