"""An organiser puts things right, and the book remembers how they were."""

from __future__ import annotations

import pytest

from boardpi.club import BadEntry, Book, Search
from boardpi.rules import Outcome, Side
from tests.club.stories import play_text, write_down

ONE, TWO = "First player", "Second player"
DRAW = Outcome("agreed", None, (0, 0))
WHITE_WINS = Outcome("resigned", Side.WHITE, (5, 0))
DRAWN = play_text("b1-d2 d5-b4").agree_draw()


def test_names_given_afterwards_reach_the_whole_match(book: Book) -> None:
    first = write_down(book, DRAWN)
    second = book.games.begin_next(first.id)
    book.corrections.name(second.id, ONE, TWO)
    assert book.archive.entry(second.id).white == ONE
    assert book.archive.entry(first.id).white == TWO
    (change,) = book.history.of_game(first.id)
    assert (change.who, change.what) == ("organiser", "names")
    assert (change.before, change.after) == ([None, None], [TWO, ONE])


def test_names_of_one_game_only(book: Book) -> None:
    first = write_down(book, DRAWN)
    second = book.games.begin_next(first.id)
    book.corrections.name(second.id, ONE, None, whole_match=False)
    assert book.archive.entry(second.id).white == ONE
    assert book.archive.entry(second.id).black == "Black"
    assert book.archive.entry(first.id).white == "White"


def test_a_name_for_both_seats_changes_nothing(book: Book) -> None:
    entry = write_down(book, DRAWN)
    with pytest.raises(BadEntry, match="both sides"):
        book.corrections.name(entry.id, ONE, ONE)
    assert book.archive.entry(entry.id).white == "White"
    assert book.players.all() == []


def test_a_corrected_result_counts_and_the_game_stays_as_played(book: Book) -> None:
    entry = write_down(book, DRAWN, ONE, TWO)
    after = book.corrections.result(entry.id, WHITE_WINS)
    assert (after.outcome, after.corrected) == (WHITE_WINS, True)
    assert book.archive.game(entry.id) == DRAWN
    assert book.standings.table()[0].points == 5
    (change,) = book.history.of_game(entry.id)
    assert change.before == DRAW.to_json()
    assert change.after == WHITE_WINS.to_json()


def test_a_correction_can_be_taken_back(book: Book) -> None:
    entry = write_down(book, DRAWN)
    book.corrections.result(entry.id, WHITE_WINS)
    after = book.corrections.result(entry.id, None)
    assert (after.outcome, after.corrected) == (DRAW, False)


def test_an_unfinished_game_can_be_given_a_result_and_lose_it_again(book: Book) -> None:
    entry = write_down(book, play_text("b1-d2"))
    assert book.corrections.result(entry.id, WHITE_WINS).state == "over"
    assert book.corrections.result(entry.id, None).state == "unfinished"


def test_a_result_for_a_game_whose_place_was_taken(book: Book) -> None:
    left = write_down(book, play_text("b1-d2"))
    again = book.games.begin_next(left.id)
    book.games.finish(again.id, DRAW)
    after = book.corrections.result(left.id, WHITE_WINS)
    assert after.match_id != again.match_id == left.match_id


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("bored", None, (0, 0)),
        Outcome("agreed", None, (3, 0)),
        Outcome("agreed", Side.BLACK, (3, 0)),
        Outcome("resigned", None, (0, 0)),
        Outcome("arrived", Side.WHITE, (11, 0)),
        Outcome("arrived", Side.BLACK, (-1, 0)),
    ],
)
def test_results_that_are_none(book: Book, outcome: Outcome) -> None:
    entry = write_down(book, DRAWN)
    with pytest.raises(BadEntry):
        book.corrections.result(entry.id, outcome)
    assert book.archive.entry(entry.id).outcome == DRAW


def test_the_game_on_the_table_is_not_corrected_nor_deleted(book: Book) -> None:
    entry = book.games.begin()
    with pytest.raises(BadEntry, match="being played"):
        book.corrections.result(entry.id, WHITE_WINS)
    with pytest.raises(BadEntry, match="being played"):
        book.corrections.delete(entry.id)


def test_the_bin_gives_everything_back(book: Book) -> None:
    entry = write_down(book, DRAWN, ONE, TWO)
    book.corrections.delete(entry.id)
    assert book.archive.search() == []
    assert book.standings.table() == []
    assert [e.id for e in book.archive.search(Search(in_bin=True))] == [entry.id]
    with pytest.raises(BadEntry, match="in the bin already"):
        book.corrections.delete(entry.id)
    assert book.corrections.restore(entry.id) == entry
    assert book.archive.game(entry.id) == DRAWN
    assert [change.what for change in book.history.of_game(entry.id)] == ["delete", "restore"]
    with pytest.raises(BadEntry, match="is not in the bin"):
        book.corrections.restore(entry.id)


def test_a_game_restored_after_its_place_was_taken_gets_its_own_match(book: Book) -> None:
    entry = write_down(book, DRAWN, ONE, TWO)
    book.corrections.delete(entry.id)
    again = book.games.begin_next(entry.id)
    assert (again.match_id, again.number, again.white) == (entry.match_id, 1, ONE)
    assert book.corrections.restore(entry.id).match_id != again.match_id


def test_the_latest_changes_come_first(book: Book) -> None:
    entry = write_down(book, DRAWN)
    book.corrections.result(entry.id, WHITE_WINS)
    book.corrections.delete(entry.id)
    assert [change.what for change in book.history.latest(1)] == ["delete"]
