"""Two games with sides switched, whatever happens in between."""

from __future__ import annotations

import pytest

from boardpi.club import BadEntry, Book, Entry, Player, seats_for
from boardpi.rules import RULE_SETS, Outcome, Side

WHITE_WINS = Outcome("resigned", Side.WHITE, (5, 0))
DRAW = Outcome("agreed", None, (0, 0))
ONE, TWO = "First player", "Second player"


def finish(book: Book, entry: Entry, outcome: Outcome) -> Entry:
    book.games.finish(entry.id, outcome)
    return book.archive.entry(entry.id)


def seats(entry: Entry) -> tuple[str, str]:
    return entry.white, entry.black


def test_the_second_game_switches_sides(book: Book) -> None:
    first = finish(book, book.games.begin(white=ONE, black=TWO), WHITE_WINS)
    second = book.games.begin_next(first.id)
    assert (second.match_id, second.number) == (first.match_id, 2)
    assert seats(second) == (TWO, ONE)


def test_points_add_up_over_the_match(book: Book) -> None:
    first = finish(book, book.games.begin(white=ONE, black=TWO), WHITE_WINS)
    assert book.matches.score(first.match_id).points == (5, 0)
    assert not book.matches.score(first.match_id).is_over
    second = finish(book, book.games.begin_next(first.id), DRAW)
    score = book.matches.score(second.match_id)
    assert (score.one, score.two, score.points) == (ONE, TWO, (5, 0))
    assert score.is_over
    assert score.winner == ONE
    told = score.to_json()
    assert (told["points"], told["winner"], told["over"]) == ([5, 0], ONE, True)


def test_five_points_each_is_a_drawn_match(book: Book) -> None:
    first = finish(book, book.games.begin(white=ONE, black=TWO), WHITE_WINS)
    finish(book, book.games.begin_next(first.id), WHITE_WINS)
    score = book.matches.score(first.match_id)
    assert score.points == (5, 5)
    assert score.is_over
    assert score.winner is None


def test_after_two_games_the_next_match_begins_and_sides_still_switch(book: Book) -> None:
    first = finish(book, book.games.begin(white=ONE, black=TWO), WHITE_WINS)
    second = finish(book, book.games.begin_next(first.id), DRAW)
    third = book.games.begin_next(second.id)
    assert third.match_id != first.match_id
    assert third.number == 1
    assert seats(third) == (ONE, TWO)


def test_a_game_that_was_left_is_played_again_from_the_same_seats(book: Book) -> None:
    first = finish(book, book.games.begin(white=ONE, black=TWO), WHITE_WINS)
    left = book.games.begin_next(first.id)
    book.games.abandon(left.id)
    again = book.games.begin_next(left.id)
    assert (again.match_id, again.number) == (first.match_id, 2)
    assert seats(again) == seats(left) == (TWO, ONE)


def test_other_rules_begin_another_match(book: Book) -> None:
    first = finish(book, book.games.begin(white=ONE, black=TWO), WHITE_WINS)
    second = book.games.begin_next(first.id, rules=RULE_SETS["jarmo-oca"])
    assert second.match_id != first.match_id
    assert seats(second) == (TWO, ONE)


def test_nameless_players_have_matches_too(book: Book) -> None:
    first = finish(book, book.games.begin(), WHITE_WINS)
    second = finish(book, book.games.begin_next(first.id), DRAW)
    score = book.matches.score(second.match_id)
    assert (score.points, score.is_over) == ((5, 0), True)
    assert (score.one, score.two) == ("Black", "White")  # as they sit now


def test_a_game_reopened_after_its_place_was_taken_gets_its_own_match(book: Book) -> None:
    left = book.games.begin(white=ONE, black=TWO)
    book.games.abandon(left.id)
    again = finish(book, book.games.begin_next(left.id), DRAW)
    reopened = book.games.reopen(left.id).entry
    assert again.match_id == left.match_id
    assert reopened.match_id != left.match_id


def test_nobody_plays_against_themselves(book: Book) -> None:
    with pytest.raises(BadEntry, match="both sides"):
        book.games.begin(white=ONE, black=ONE.upper())
    assert book.players.all() == []


W, B = Side.WHITE, Side.BLACK


@pytest.mark.parametrize(
    ("one", "two", "turned"),
    [
        (None, None, False),
        (W, None, False),
        (None, B, False),
        (W, B, False),
        (B, None, True),
        (None, W, True),
        (B, W, True),
        (W, W, False),  # both want it: as they came
        (B, B, False),
    ],
)
def test_colours_are_given_as_players_like_them(
    one: Side | None, two: Side | None, turned: bool
) -> None:
    first, second = Player(1, ONE, prefers=one), Player(2, TWO, prefers=two)
    assert seats_for(first, second) == ((second, first) if turned else (first, second))
