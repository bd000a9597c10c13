"""Progress in lessons: kept per player, the best of all times."""

from __future__ import annotations

import pytest

from boardpi.club import BadEntry, Book


def test_the_best_of_all_times_is_kept(book: Book) -> None:
    player = book.players.add("North")
    book.lessons.add(player.id, "jasir-lines", stars=1, mistakes=5)
    book.lessons.add(player.id, "jasir-lines", stars=3, mistakes=0)
    book.lessons.add(player.id, "jasir-home", stars=2, mistakes=1)
    lines, home = book.lessons.of_player(player.id)
    assert (lines.lesson, lines.stars, lines.mistakes, lines.times) == ("jasir-lines", 3, 0, 2)
    assert lines.first <= lines.last
    assert home.to_json()["lesson"] == "jasir-home"


def test_nobody_learns_for_another(book: Book) -> None:
    north, south = book.players.add("North"), book.players.add("South")
    book.lessons.add(north.id, "jasir-lines", stars=3, mistakes=0)
    assert book.lessons.of_player(south.id) == []


def test_merged_players_have_learnt_together(book: Book) -> None:
    north, south = book.players.add("North"), book.players.add("South")
    book.lessons.add(north.id, "jasir-lines", stars=2, mistakes=1)
    book.lessons.add(south.id, "jasir-lines", stars=3, mistakes=0)
    book.players.merge(north.id, south.id)
    (lines,) = book.lessons.of_player(north.id)
    assert (lines.stars, lines.times) == (3, 2)


def test_a_player_who_is_not_there_learns_nothing(book: Book) -> None:
    with pytest.raises(BadEntry, match="no player"):
        book.lessons.add(99, "jasir-lines", stars=3, mistakes=0)
