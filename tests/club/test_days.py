"""Games that began before the time was known: marked, dated later, or dated by the organiser."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.club import BadEntry, Book, Selection, open_book, parse_period, verify
from boardpi.club.store import Boot
from boardpi.rules import Side
from tests.club.stories import WORKED_GAME, Wristwatch, play_text, record, write_down

DRAWN = play_text(WORKED_GAME).agree_draw()
STALE = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)  # what a Pi believes when it starts
TRUE = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)


class Table:
    """A book with both clocks in hand."""

    def __init__(self, book: Book, watch: Wristwatch) -> None:
        self.book, self.watch, self.ms = book, watch, 50_000
        watch.time = STALE
        self.boot = book.store.boot = Boot("boot one", lambda: self.ms)

    def wait(self, minutes: int) -> None:
        self.ms += minutes * 60_000
        self.watch.time += timedelta(minutes=minutes)


@pytest.fixture
def table(book: Book, watch: Wristwatch) -> Table:
    return Table(book, watch)


def test_distances_are_kept_and_the_season_is_right(table: Table) -> None:
    book = table.book
    first = write_down(book, DRAWN, "First player", "Second player")
    table.wait(90)
    second = write_down(book, DRAWN, "Second player", "First player")
    assert (first.day, first.is_day_sure) == ("2024-03-01", False)
    season = Selection(parse_period("2026/27", TRUE.date()))
    assert book.standings.table(season) == []
    table.wait(30)
    table.watch.time = TRUE
    assert book.days.redate(table.boot) == [first.id, second.id]
    after = [book.archive.entry(entry.id) for entry in (first, second)]
    assert [entry.started for entry in after] == ["2026-11-17T18:00:00Z", "2026-11-17T19:30:00Z"]
    assert [entry.ended for entry in after] == ["2026-11-17T18:00:00Z", "2026-11-17T19:30:00Z"]
    assert [(entry.day, entry.is_day_sure) for entry in after] == [("2026-11-17", True)] * 2
    assert [row.games for row in book.standings.table(season)] == [2, 2]
    assert [change.what for change in book.history.of_game(first.id)] == ["day"]
    assert verify(book.store) == ()
    assert write_down(book, DRAWN).is_day_sure
    assert book.days.redate(table.boot) == []


def test_games_of_archers_get_their_day_too(table: Table) -> None:
    book = table.book
    book.archery.begin(9, kings=False, white=None, black=None)
    table.wait(10)
    first = book.archery.begin(9, kings=False, white=None, black=None).id  # in its place
    book.archery.record(first, 1, "d3<,d3-c3")
    table.wait(60)
    book.archery.finish(first, "wood", Side.WHITE)
    second = book.archery.begin(9, kings=False, white=None, black=None).id
    assert book.archery.get(first).day == "2024-03-01"
    table.wait(30)
    table.watch.time = TRUE
    other = Boot("another boot", lambda: table.ms)
    book.days.redate(other)
    assert book.archery.get(first).day == "2024-03-01", "that boot was not this one"
    book.days.redate(table.boot)
    rows = book.store.rows("SELECT day, started, ended FROM archers_games ORDER BY id")
    assert [tuple(row) for row in rows] == [
        ("2026-11-17", "2026-11-17T18:30:00Z", "2026-11-17T19:30:00Z"),
        ("2026-11-17", "2026-11-17T19:30:00Z", None),
    ]
    assert book.archery.get(second).day == "2026-11-17"
    assert verify(book.store) == ()
    table.watch.time += timedelta(days=3)
    book.days.redate(table.boot)
    assert book.archery.get(first).day == "2026-11-17", "once"


def test_midnight_between_two_games_stays_between_them(table: Table) -> None:
    book = table.book
    write_down(book, DRAWN)
    table.wait(180)
    write_down(book, DRAWN)
    table.watch.time = datetime(2026, 11, 18, 0, 30, tzinfo=UTC)
    book.days.redate(table.boot)
    assert [book.archive.entry(number).day for number in (1, 2)] == ["2026-11-17", "2026-11-18"]


def test_the_game_on_the_table_goes_on(table: Table) -> None:
    book = table.book
    entry = book.games.begin()
    record(book, entry, play_text("b1-d2"))
    table.watch.time = TRUE
    book.days.redate(table.boot)
    found = book.games.resume()
    assert found is not None
    assert (found.entry.day, found.entry.ended, found.entry.state) == (
        "2026-11-17",
        None,
        "playing",
    )


def test_an_end_that_was_taken_back_is_no_end(table: Table) -> None:
    book = table.book
    write_down(book, DRAWN)
    book.games.take_back(1, 0)
    table.watch.time = TRUE
    book.days.redate(table.boot)
    assert book.archive.entry(1).ended is None


def test_a_game_of_another_boot_waits_for_the_organiser(table: Table) -> None:
    """The distance to it is not known: no day is better than a wrong one that looks right."""
    book = table.book
    write_down(book, DRAWN)
    table.boot = book.store.boot = Boot("boot two", lambda: 10)
    table.watch.time = TRUE
    assert book.days.redate(table.boot) == []
    assert not book.archive.entry(1).is_day_sure
    entry = book.days.set(1, "2026-11-15")
    assert (entry.day, entry.is_day_sure) == ("2026-11-15", True)
    with pytest.raises(BadEntry, match="2026-02-30"):
        book.days.set(1, "2026-02-30")
    with pytest.raises(BadEntry, match="no game 9"):
        book.days.set(9, "2026-11-15")


@pytest.mark.parametrize("days", [-5000, 5000])
def test_jumps_of_the_clock_corrupt_no_order(book: Book, watch: Wristwatch, days: int) -> None:
    numbers = [write_down(book, DRAWN).id]
    watch.pass_days(days)
    entry = book.games.begin_next(numbers[0])
    record(book, entry, DRAWN)
    assert DRAWN.outcome is not None
    book.games.finish(entry.id, DRAWN.outcome)
    last = book.archive.last()
    assert last is not None
    assert last.id == entry.id
    assert [game.id for game in book.archive.match(entry.match_id)] == [*numbers, entry.id]
    assert [entry.id for entry in book.archive.unfinished()] == []


def test_the_day_from_the_command_line(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_down(table.book, DRAWN)
    path = str(tmp_path / "book.sqlite")
    assert main(["games", "list", "--book", path]) == 0
    assert "2024-03-01?" in capsys.readouterr().out
    assert main(["games", "day", "2026-11-15", "1", "--book", path]) == 0
    assert capsys.readouterr().out == "Played on 2026-11-15: 1.\n"
    assert main(["games", "list", "--book", path]) == 0
    assert "2026-11-15 " in capsys.readouterr().out
    assert main(["games", "day", "tomorrow", "1", "--book", path]) == 2


def test_an_imported_game_is_still_known_after_it_was_dated(table: Table, tmp_path: Path) -> None:
    write_down(table.book, DRAWN)
    table.watch.time = TRUE
    table.book.days.redate(table.boot)
    file = tmp_path / "games.json"
    ask = ["games", "export", "--book", str(tmp_path / "book.sqlite"), "-o", str(file)]
    assert main(ask) == 0
    assert main(["games", "import", "--book", str(tmp_path / "book.sqlite"), str(file)]) == 0
    with open_book(tmp_path / "book.sqlite") as book:
        assert book.archive.count() == 1
