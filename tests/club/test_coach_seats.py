"""Games against the coach are kept in the book, and are practice."""

from __future__ import annotations

import pytest

from boardpi.club import BadEntry, Book
from boardpi.club.names import coach_level, name_coach
from boardpi.club.transfer.exports import to_jas
from boardpi.club.transfer.imports import read_games
from boardpi.rules import Side
from tests.club.stories import play_text

COACH = name_coach("3")


def practise(book: Book) -> int:
    """North wins against the coach."""
    entry = book.games.begin(white="North", black=COACH)
    game = play_text("b1-d2").resign(Side.BLACK)
    book.games.record_move(entry.id, 1, "b1-d2", str(game.position), 5)
    assert game.outcome is not None
    book.games.finish(entry.id, game.outcome)
    return entry.id


def test_the_record_names_the_coach(book: Book) -> None:
    entry = book.archive.entry(practise(book))
    assert '[Black "Coach 3"]' in to_jas(book.archive, entry)
    assert coach_level(entry.black_name) == "3"


def test_the_coach_switches_sides_with_the_games(book: Book) -> None:
    after = book.games.begin_next(practise(book))
    assert (after.white, after.black, after.number) == (COACH, "North", 2)


def test_it_counts_for_nobody(book: Book) -> None:
    practise(book)
    assert book.standings.table() == []
    assert book.standings.nameless() == 0
    north = book.players.named("North")
    assert book.standings.opponents(north.id) == []


def test_the_coach_is_no_player_of_the_club(book: Book) -> None:
    practise(book)
    assert [player.name for player in book.players.all()] == ["North"]


@pytest.mark.parametrize("name", ["Coach 1", "coach 9", "COACH  3"])
def test_nobody_is_called_like_the_coach(book: Book, name: str) -> None:
    with pytest.raises(BadEntry, match="how the coach is called"):
        book.players.add(name)
    north = book.players.add("North")
    with pytest.raises(BadEntry, match="how the coach is called"):
        book.players.rename(north.id, name)


@pytest.mark.parametrize("name", ["Coach", "Coach 10", "Coach 0", "Coach North", "The Coach 3"])
def test_other_names_are_people(book: Book, name: str) -> None:
    assert book.players.add(name).name == name


def test_a_record_brings_the_coach_back_to_its_seat(book: Book) -> None:
    text = to_jas(book.archive, book.archive.entry(practise(book)))
    incoming = read_games(text.replace("North", "South"))
    [arrived] = book.arrivals.add(incoming)
    assert book.archive.entry(arrived.game_id).black == COACH
    assert book.standings.table() == []
