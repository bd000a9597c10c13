"""Who plays: names are hostile until they are parsed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.club import BadEntry, Book
from boardpi.club.names import LONGEST_NAME, fold, parse_name
from boardpi.rules import Side
from tests.club.stories import play_text, write_down

ONE, TWO, THREE = "First player", "Second player", "Third player"


def test_a_player_is_found_however_the_name_is_typed(book: Book) -> None:
    added = book.players.add("  Pläyer   one ", "Chess club", Side.BLACK)
    assert added.name == "Pläyer one"
    assert book.players.find("PLA\u0308YER one") == added
    assert book.players.all() == [added]


def test_names_are_sorted_by_their_letters(book: Book) -> None:
    for name in ("Farid", "Émile", "anna"):
        book.players.add(name)
    assert [player.name for player in book.players.all()] == ["anna", "Émile", "Farid"]


def test_a_name_belongs_to_one_player(book: Book) -> None:
    book.players.add(ONE)
    with pytest.raises(BadEntry, match="there is a player 'First player' already"):
        book.players.add(ONE.upper())


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "?",
        "White",
        "bLaCk",
        "a\x00b",
        "a\nb",
        "a\tb",
        "a\x1b[31mb",
        "abc\u202edef",  # turns the text around
        "zero\u200bwidth",
        "\ud800",
        "x" * (LONGEST_NAME + 1),
    ],
)
def test_names_that_are_none(book: Book, name: str) -> None:
    with pytest.raises(BadEntry):
        book.players.add(name)
    assert book.players.all() == []


@given(st.text(max_size=60))
def test_a_parsed_name_is_one_clean_line(text: str) -> None:
    try:
        name = parse_name(text)
    except BadEntry:
        return
    assert parse_name(name) == name
    assert name.isprintable()
    assert 1 <= len(name) <= LONGEST_NAME
    assert fold(fold(name)) == fold(name)


def test_an_unknown_name_is_answered_with_the_nearest(book: Book) -> None:
    book.players.add(ONE)
    with pytest.raises(BadEntry, match="'Frist player'; did you mean 'First player'"):
        book.players.named("Frist player")


def test_games_follow_a_renamed_player(book: Book) -> None:
    entry = write_down(book, play_text("b1-d2"), "Frist player", TWO)
    player = book.players.named("Frist player")
    book.players.rename(player.id, ONE)
    assert book.archive.entry(entry.id).white == ONE
    (change,) = book.history.of_player(player.id)
    assert (change.what, change.before, change.after) == ("rename", "Frist player", ONE)


def test_a_name_may_change_its_capitals_but_not_take_anothers(book: Book) -> None:
    one, two = book.players.add(ONE), book.players.add(TWO)
    assert book.players.rename(one.id, ONE.upper()).name == ONE.upper()
    with pytest.raises(BadEntry, match="already"):
        book.players.rename(two.id, ONE)


def test_a_number_that_nobody_has(book: Book) -> None:
    with pytest.raises(BadEntry, match="no player has the number 7"):
        book.players.get(7)


def test_club_and_colour(book: Book) -> None:
    player = book.players.add(ONE)
    after = book.players.describe(player.id, "Go club", Side.WHITE)
    assert (after.club, after.prefers) == ("Go club", Side.WHITE)
    assert book.players.get(player.id) == after


def test_two_entries_are_one_person(book: Book) -> None:
    entry = write_down(book, play_text("b1-d2"), "F. player", TWO)
    other = book.players.add(ONE)
    merged = book.players.merge(book.players.named("F. player").id, other.id)
    assert merged.name == ONE
    assert book.archive.entry(entry.id).white == ONE
    assert book.players.find("F. player") == merged
    assert [player.name for player in book.players.all()] == [ONE, TWO]


def test_merging_again_follows(book: Book) -> None:
    one, two, three = (book.players.add(name) for name in (ONE, TWO, THREE))
    book.players.merge(one.id, two.id)
    book.players.merge(two.id, three.id)
    assert book.players.get(one.id) == book.players.get(two.id) == three
    with pytest.raises(BadEntry, match="the same player already"):
        book.players.merge(one.id, three.id)


def test_a_merge_is_undone(book: Book) -> None:
    """The entry has its games again; those of the name since then stay with whom they joined."""
    before = write_down(book, play_text("b1-d2"), "F. player", TWO)
    other = book.players.add(ONE)
    number = book.players.named("F. player").id
    book.players.merge(number, other.id)
    since = write_down(book, play_text("d5-b4"), "F. player", TWO)
    assert [one.name for one in book.players.merged(other.id)] == ["F. player"]
    back = book.players.split(book.players.merged_entry("f. PLAYER"))
    assert (back.id, back.name) == (number, "F. player")
    assert book.archive.entry(before.id).white == "F. player"
    assert book.archive.entry(since.id).white == ONE
    assert [change.what for change in book.history.of_player(number)] == ["split"]
    for name in ("F. player", ONE):
        with pytest.raises(BadEntry, match=f"{name!r} was not merged"):
            book.players.split(book.players.merged_entry(name))
    with pytest.raises(BadEntry, match="was not merged"):
        book.players.split(number)


def test_what_had_been_merged_before_goes_along(book: Book) -> None:
    one, two, three = (book.players.add(name) for name in (ONE, TWO, THREE))
    four = book.players.add("Fourth player")
    book.players.merge(one.id, two.id)
    book.players.merge(four.id, three.id)
    book.players.merge(two.id, three.id)
    book.players.split(two.id)
    assert book.players.get(one.id) == book.players.get(two.id) == two
    assert book.players.get(four.id) == three
    book.players.split(one.id)
    assert [player.name for player in book.players.all()] == [ONE, TWO, THREE]


def test_two_who_played_each_other_are_two_people(book: Book) -> None:
    write_down(book, play_text("b1-d2"), ONE, "S. player")
    two = book.players.add(TWO)
    book.players.merge(book.players.named("S. player").id, two.id)
    with pytest.raises(BadEntry, match="have played each other"):
        book.players.merge(two.id, book.players.named(ONE).id)
