"""Which clocks a game has: configured, chosen last, or carried into a restored book."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.cli import main
from boardpi.club import back_up, open_book
from boardpi.club.safety.restoring import go_back
from boardpi.config import BookConfig, ClocksConfig, Config
from boardpi.daemon.assemble import mark_clocks
from boardpi.daemon.bookkeeper import Seats
from boardpi.daemon.page.copies import BookCopies
from boardpi.daemon.page.settings import BookMemory, clock_word, remember
from boardpi.rules import START, Game, rule_set
from boardpi.table.events import Began
from boardpi.timekeeping.control import TimeControl
from tests.daemon.stories import leave, sit_down, story
from tests.daemon.test_clocks import TEN, WHITE, begin, left


def test_a_restored_book_has_the_clocks_of_the_game_that_goes_on(tmp_path: Path) -> None:
    """To the millisecond, in the middle of a turn; the marks of the other book count no more."""
    copy, path = tmp_path / "copy.sqlite", tmp_path / "book.sqlite"

    async def play() -> None:
        with open_book(tmp_path / "empty.sqlite") as empty:
            back_up(empty.store, copy)  # it knows neither game nor players
        sitting = await begin(tmp_path, TimeControl(600, increment_s=5, flag="loses"))
        await sitting.play("b1-d2")
        await sitting.rest(20_000)
        await sitting.play("d5-b4")
        await sitting.rest(7_300)
        before = left(sitting)
        daemon = sitting.daemon
        copies = BookCopies(daemon, Config(book=BookConfig(path=str(path))))
        carried = copies._carried(sitting.ms)
        assert carried is not None
        store = daemon.keeper.book.store
        await daemon.timekeeper.mark(daemon.keeper.page.entry.id, 2, sitting.ms)
        assert go_back(copy, "copy.sqlite", path, store, carried, "now") is not None
        daemon.timekeeper.forget_marks()
        await mark_clocks(daemon)  # as the end of the table does
        assert not (tmp_path / "book.sqlite.clock").exists()
        leave(sitting)
        again = sit_down(tmp_path)
        assert left(again) == before
        assert again.moves == ["b1-d2", "d5-b4"]
        assert again.daemon.timekeeper.control == TimeControl(600, increment_s=5, flag="loses")
        leave(again)

    story(play())


def test_a_restore_without_a_table_knows_the_last_mark(tmp_path: Path) -> None:
    """A cut, then `boardpi restore`: the second of the cut counts, as after any start."""
    copy = tmp_path / "copy.sqlite"

    before: list[tuple[int, int]] = []

    async def play() -> None:
        sitting = await begin(tmp_path, TEN)
        back_up(sitting.daemon.keeper.book.store, copy)
        await sitting.play("b1-d2")
        await sitting.rest(9_000)
        await sitting.daemon.timekeeper.mark(sitting.daemon.keeper.page.entry.id, 1, sitting.ms)
        before.append(left(sitting))
        leave(sitting)

    story(play())
    book = str(tmp_path / "book.sqlite")
    for answer, code in (("", 1), ("--yes", 0)):
        words = ["restore", str(copy), "--book", book, "--json", *filter(None, [answer])]
        assert main(words) == code
        assert (tmp_path / "book.sqlite.clock").exists() == (code == 1)
    again = sit_down(tmp_path)
    assert [left(again)] == before
    leave(again)


TEN_EACH = ClocksConfig(main_s=600, increment_s=5, flag="loses")


def test_configured_clocks_are_those_of_new_matches(tmp_path: Path) -> None:
    """Also of a game in which nobody has moved yet; a game under way keeps what it has."""

    async def play() -> None:
        first = sit_down(tmp_path)
        assert first.daemon.timekeeper.clocks is None
        leave(first)
        sitting = sit_down(tmp_path, TEN_EACH)
        assert left(sitting) == (600_000, 600_000)
        await sitting.arrive()
        await sitting.play("b1-d2")
        leave(sitting)
        shorter = sit_down(tmp_path, ClocksConfig(main_s=300))
        assert left(shorter)[WHITE] == 605_000
        assert shorter.daemon.timekeeper.control == TimeControl(300)
        leave(shorter)

    story(play())


@pytest.mark.parametrize("chosen", [None, TimeControl(900, delay_s=3)])
def test_what_a_match_was_begun_with_stays_until_the_configuration_says_something_new(
    tmp_path: Path, chosen: TimeControl | None
) -> None:
    async def play() -> None:
        sitting = sit_down(tmp_path, TEN_EACH)
        await sitting.arrive()
        memory = BookMemory(sitting.daemon.keeper.book)
        remember(memory, "clock", "600+5 loses", clock_word(chosen))  # as the page does
        game = Game(rule_set("jasir-pergioco"), START, any_first=True)
        sitting.daemon.timekeeper.control = chosen
        await sitting.wish(Began(sitting.ms, game), Seats("Anna", "Bruno"))
        leave(sitting)
        for _ in range(2):
            again = sit_down(tmp_path, TEN_EACH)
            assert again.daemon.timekeeper.control == chosen
            leave(again)
        other = sit_down(tmp_path)
        assert other.daemon.timekeeper.control is None
        leave(other)

    story(play())
