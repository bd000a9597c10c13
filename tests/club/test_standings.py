"""Standings are sums over games; here the sums are made a second time, naively."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from random import Random

import pytest

from boardpi.club import (
    ALWAYS,
    BadEntry,
    Book,
    Entry,
    Period,
    Search,
    Selection,
    Standing,
    parse_period,
    unkept_book,
)
from boardpi.rules import RULE_SETS, Side
from tests.club.stories import Wristwatch, play_at_random, play_text, record, write_down

ONE, TWO, THREE = "First player", "Second player", "Third player"
NAMES = (ONE, TWO, THREE, "Fourth player", None)
DRAWN = play_text("b1-d2 d5-b4").agree_draw()


def play_a_season(book: Book, watch: Wristwatch, random: Random) -> None:
    """Days of matches with everything that happens in clubs."""
    for _ in range(25):
        watch.pass_days(random.choice([0, 0, 1, 7]))
        play_a_match(book, random, RULE_SETS[random.choice(["jasir-pergioco", "jarmo-oca"])].name)
    for entry in random.sample(book.archive.search(), 6):
        book.corrections.delete(entry.id)


def play_a_match(book: Book, random: Random, rules: str) -> None:
    entry: Entry | None = None
    for _ in range(2):
        game = play_at_random(random, RULE_SETS[rules], most=30)
        if entry is None:
            white, black = random.sample(NAMES, 2)
            entry = book.games.begin(game.rules, any_first=game.any_first, white=white, black=black)
        else:
            entry = book.games.begin_next(entry.id, any_first=game.any_first)
        record(book, entry, game)
        if game.outcome is None:
            book.games.abandon(entry.id)
        else:
            book.games.finish(entry.id, game.outcome)


def counted(book: Book, selection: Selection) -> Iterator[Entry]:
    for entry in book.archive.search(Search(state="over")):
        game = entry.rules.partition("-")[0]
        is_meant = selection.rules in (None, entry.rules) and selection.game in (None, game)
        if entry.day in selection.period and is_meant:
            yield entry


def naive(book: Book, selection: Selection) -> dict[str, Counter[str]]:
    """Points, games and matches of each player, game by game."""
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    matches: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for entry in counted(book, selection):
        assert entry.outcome is not None
        ids, names = (entry.white_id, entry.black_id), (entry.white_name, entry.black_name)
        for side in Side:
            name, rival = names[side], names[side.other]
            if name is None or (selection.players is not None and not {*ids} <= selection.players):
                continue
            mine, theirs = entry.outcome.points[side], entry.outcome.points[side.other]
            winner = entry.outcome.winner
            result = "drawn" if winner is None else "won" if winner is side else "lost"
            sums[name].update({"games": 1, result: 1, "points": mine, "against": theirs})
            if rival is not None:
                matches[entry.match_id, name, rival].append(mine - theirs)
    for (_, name, _), results in matches.items():
        if len(results) == 2:
            lead = sum(results)
            sums[name].update({"matches": 1, "matches_won": lead > 0, "matches_lost": lead < 0})
    return sums


def told(standings: list[Standing]) -> dict[str, dict[str, int]]:
    sums = ("games", "won", "drawn", "lost", "points", "against")
    words = (*sums, "matches", "matches_won", "matches_lost")
    return {s.name: {word: getattr(s, word) for word in words} for s in standings}


@pytest.mark.parametrize("seed", range(3))
def test_the_table_is_the_sum_of_the_games(seed: int) -> None:
    watch = Wristwatch()
    with unkept_book(watch) as book:
        play_a_season(book, watch, Random(seed))
        june = Period(date(2025, 6, 1), date(2025, 6, 30))
        three = frozenset(book.players.named(name).id for name in (ONE, TWO, THREE))
        for selection in (
            Selection(),
            Selection(june),
            Selection(ALWAYS, "jarmo-oca"),
            Selection(june, "jasir-pergioco", three),
            Selection(game="jasir"),
            Selection(june, game="jarmo"),
        ):
            expected = naive(book, selection)
            table = told(book.standings.table(selection))
            assert table.keys() == expected.keys()
            for name, sums in table.items():
                assert sums == {word: expected[name][word] for word in sums}


@pytest.mark.parametrize("seed", range(2))
def test_head_to_head_is_the_table_of_two(seed: int) -> None:
    watch = Wristwatch()
    with unkept_book(watch) as book:
        play_a_season(book, watch, Random(seed))
        one, two = book.players.named(ONE), book.players.named(TWO)
        mine = book.standings.head_to_head(one.id, two.id)
        assert mine is not None
        assert mine.name == TWO
        expected = naive(book, Selection(players=frozenset({one.id, two.id})))[ONE]
        sums = told([mine])[TWO]
        assert sums == {word: expected[word] for word in sums}


def test_each_game_has_a_table_of_its_own(book: Book) -> None:
    """A game that nobody has finished has none."""
    write_down(book, DRAWN, ONE, TWO)
    assert [game for game, _ in book.standings.by_game(Selection())] == ["jasir"]
    write_down(book, play_text("b1-d2", RULE_SETS["jarmo-oca"]).resign(Side.WHITE), ONE, THREE)
    tables = dict(book.standings.by_game(Selection()))
    assert [row.name for row in tables["jasir"]] == [ONE, TWO]
    assert [row.name for row in tables["jarmo"]] == [THREE, ONE]
    assert list(dict(book.standings.by_game(Selection(game="jarmo")))) == ["jarmo"]
    assert [entry.rules for entry in book.archive.search(Search(game="jarmo"))] == ["jarmo-oca"]


def test_who_never_met_has_no_head_to_head(book: Book) -> None:
    one, two = book.players.add(ONE), book.players.add(TWO)
    assert book.standings.head_to_head(one.id, two.id) is None


def test_equal_sums_share_a_rank(book: Book) -> None:
    write_down(book, DRAWN, ONE, TWO)
    write_down(book, play_text("b1-d2").resign(Side.BLACK), THREE, ONE)
    ranks = {s.name: s.rank for s in book.standings.table()}
    assert ranks == {THREE: 1, TWO: 2, ONE: 3}  # both have 0, but one lost five
    write_down(book, DRAWN, "Fourth player", "Fifth player")
    ranks = {s.name: s.rank for s in book.standings.table()}
    assert ranks == {THREE: 1, TWO: 2, "Fourth player": 2, "Fifth player": 2, ONE: 5}


def test_games_without_names_are_told_apart(book: Book) -> None:
    entry = write_down(book, DRAWN)
    assert book.standings.table() == []
    assert book.standings.nameless() == 1
    book.corrections.name(entry.id, ONE, TWO)
    assert book.standings.nameless() == 0
    assert len(book.standings.table()) == 2


def test_a_merged_player_counts_once(book: Book) -> None:
    write_down(book, DRAWN, ONE, TWO)
    write_down(book, DRAWN, "F. player", TWO)
    one = book.players.named(ONE)
    book.players.merge(book.players.named("F. player").id, one.id)
    assert {s.name: s.games for s in book.standings.table()} == {ONE: 2, TWO: 2}
    chosen = Selection(players=frozenset({one.id, book.players.named(TWO).id}))
    assert {s.name: s.games for s in book.standings.table(chosen)} == {ONE: 2, TWO: 2}


TODAY = date(2025, 6, 15)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("today", "2025-06-15"),
        ("season", "2024-09-01..2025-08-31"),
        ("2025-06-01", "2025-06-01"),
        ("2024-02", "2024-02-01..2024-02-29"),
        ("2025", "2025-01-01..2025-12-31"),
        ("1999/00", "1999-09-01..2000-08-31"),
        ("2025-06-01..2025-06-03", "2025-06-01..2025-06-03"),
        ("..2025-06-03", "..2025-06-03"),
        ("2025-06-01..", "2025-06-01.."),
    ],
)
def test_periods(text: str, shown: str) -> None:
    assert str(parse_period(text, TODAY)) == shown


def test_a_season_begins_in_september() -> None:
    assert str(parse_period("season", date(2025, 9, 1))) == "2025-09-01..2026-08-31"
    assert str(parse_period("season", date(2025, 8, 31))) == "2024-09-01..2025-08-31"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "2025-13",
        "2025-02-30",
        "0000",
        "2024/26",
        "9999/00",
        "2025-06-02..2025-06-01",
        "..x",
        "2025-6-1",
        "٢٠٢٥",
    ],
)
def test_periods_that_are_none(text: str) -> None:
    with pytest.raises(BadEntry):
        parse_period(text, TODAY)


def test_searching(book: Book, watch: Wristwatch) -> None:
    one = write_down(book, DRAWN, ONE, TWO)
    watch.pass_days(1)
    two = write_down(book, play_text("b1-d2", RULE_SETS["jarmo-oca"]), "Été player", THREE)
    book.players.describe(book.players.named(THREE).id, "Café 100%_club", None)

    def found(search: Search) -> list[int]:
        return [entry.id for entry in book.archive.search(search)]

    assert found(Search()) == [two.id, one.id]
    assert found(Search("étÉ")) == [two.id]
    assert found(Search("café")) == [two.id]
    assert found(Search("%_")) == [two.id]
    assert found(Search("%x")) == []
    assert found(Search("player")) == [two.id, one.id]
    assert found(Search(rules="jarmo-oca")) == [two.id]
    assert found(Search(state="unfinished")) == [two.id]
    assert found(Search(player_id=book.players.named(TWO).id)) == [one.id]
    assert found(Search(period=Period(None, date(2025, 6, 1)))) == [one.id]
    assert found(Search(limit=1, offset=1)) == [one.id]
    assert found(Search("'; DROP TABLE games; --")) == []
