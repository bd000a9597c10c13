"""Results of boards that tell nothing: written by hand, counted, corrected and told like others."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardpi.club import BadEntry, Book, open_book, read_games, unkept_book
from boardpi.club.corrections import HandResult, is_usual
from boardpi.club.transfer.exports import to_csv, to_jas, to_json
from boardpi.hub.letters import Arrival, Letters
from boardpi.rules import RULE_SETS, Outcome, Side, rule_set

ONE, TWO = "First player", "Second player"
JASIR, JARMO = rule_set("jasir-pergioco"), rule_set("jarmo-pergioco")
WON = Outcome("arrived", Side.WHITE, (4, 0))
LOST = Outcome("eliminated", Side.BLACK, (0, 2))
ODD = Outcome("arrived", Side.WHITE, (4, 3))
UID = "0123456789abcdef"


def by_hand(*outcomes: Outcome, note: str = "", **more: str) -> HandResult:
    return HandResult(JASIR, ONE, TWO, outcomes or (WON, LOST), note, **more)


def test_both_games_of_a_match_count_as_if_the_board_had_seen_them(book: Book) -> None:
    first, second = book.corrections.add(by_hand())
    assert (first.white, first.black, first.result) == (ONE, TWO, "4-0")
    assert (second.white, second.black, second.result) == (TWO, ONE, "0-2")
    assert (first.match_uid, first.plies) == (second.match_uid, 0)
    best, other = book.standings.table()
    assert (best.name, best.points, best.matches_won) == (ONE, 6, 1)
    assert (other.name, other.points, other.matches_lost) == (TWO, 0, 1)
    assert book.matches.score(first.match_id).is_over
    (change,) = book.history.of_game(first.id)
    assert (change.who, change.what) == ("organiser", "by_hand")
    assert change.after == {**WON.to_json(), "note": ""}


def test_the_table_goes_on_with_its_own_game(book: Book) -> None:
    playing = book.games.begin()
    book.corrections.add(by_hand(WON))
    assert book.archive.playing() == playing
    book.games.abandon(playing.id)
    book.corrections.add(by_hand(WON))
    last = book.archive.last()
    assert last is not None
    assert last.id == playing.id, "results by hand were not played at this table"


def test_an_odd_result_needs_a_reason(book: Book) -> None:
    with pytest.raises(BadEntry, match=r"4-3 \(arrived\) .* say why") as refused:
        book.corrections.add(by_hand(ODD))
    assert refused.value.reason == "odd_result"
    assert book.archive.count() == 0
    assert book.players.all() == []
    (entry,) = book.corrections.add(by_hand(ODD, note="agreed by both clubs"))
    assert entry.outcome == ODD
    (change,) = book.history.of_game(entry.id)
    assert change.after == {**ODD.to_json(), "note": "agreed by both clubs"}


USUAL = {
    "jasir-pergioco": ("white 5-0 arrived", "black 0-1 eliminated", "white 3-0 resigned"),
    "jarmo-pergioco": ("white 9-4 arrived", "black 2-6 agreed", "white 8-0 resigned"),
}
UNUSUAL = {
    "jasir-pergioco": ("white 6-0 arrived", "white 5-1 arrived", "white 2-0 agreed"),
    "jarmo-pergioco": ("white 8-1 resigned", "white 5-5 arrived"),
}


def outcome_of(text: str) -> Outcome:
    who, points, reason = text.split()
    white, black = map(int, points.split("-"))
    return Outcome(reason, {"white": Side.WHITE, "black": Side.BLACK}[who], (white, black))


@pytest.mark.parametrize("rules", USUAL)
def test_points_are_those_of_the_rule_set(rules: str) -> None:
    known = RULE_SETS[rules]
    assert [text for text in USUAL[rules] if not is_usual(known, outcome_of(text))] == []
    assert [text for text in UNUSUAL[rules] if is_usual(known, outcome_of(text))] == []
    assert is_usual(known, Outcome("agreed", None, (0, 0)))
    assert is_usual(JARMO, Outcome("blocked", None, (6, 6)))
    assert not is_usual(JASIR, Outcome("arrived", None, (0, 0)))


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (HandResult(JASIR, ONE, "?", (WON,)), "names_needed"),
        (HandResult(JASIR, ONE, ONE.upper(), (WON,)), "both_sides"),
        (HandResult(JASIR, ONE, TWO, (WON,), day="2026-02-30"), "bad_day"),
        (HandResult(JASIR, ONE, TWO, (Outcome("arrived", Side.BLACK, (4, 0)),)), "bad_points"),
        (HandResult(JASIR, ONE, TWO, (WON,), note="\u202e"), "bad_name"),
        (HandResult(JASIR, ONE, TWO, (WON, LOST, WON)), None),
        (HandResult(JASIR, ONE, TWO, ()), None),
    ],
)
def test_what_is_no_result_leaves_the_book_alone(
    book: Book, result: HandResult, reason: str | None
) -> None:
    with pytest.raises(BadEntry) as refused:
        book.corrections.add(result)
    assert refused.value.reason == reason
    assert (book.archive.count(), book.players.all()) == (0, [])


def test_whoever_presses_twice_writes_once(book: Book) -> None:
    once = book.corrections.add(by_hand(uid=UID))
    assert book.corrections.add(by_hand(uid=UID)) == once
    assert book.archive.count() == 2


def test_it_can_be_corrected_named_dated_and_put_into_the_bin(book: Book) -> None:
    (entry,) = book.corrections.add(by_hand(WON, day="2026-03-01", table="Board 7"))
    assert (entry.day, entry.table) == ("2026-03-01", "Board 7")
    assert book.corrections.result(entry.id, LOST).outcome == LOST
    assert book.corrections.name(entry.id, "Third player", TWO).white == "Third player"
    assert book.days.set(entry.id, "2026-03-02").day == "2026-03-02"
    assert book.corrections.delete(entry.id).deleted
    assert book.corrections.restore(entry.id).deleted is None
    assert next(change.what for change in book.history.of_game(entry.id)) == "by_hand"


def test_files_bring_every_result_once(book: Book, tmp_path: Path) -> None:
    """Two matches of the same two on one day look the same but for their uid."""
    entries = [*book.corrections.add(by_hand()), *book.corrections.add(by_hand())]
    text = to_json(book.archive, entries)
    records = [to_jas(book.archive, entry) for entry in entries]
    assert to_csv(book.archive, entries).count(",4,0,white,arrived,over,True,0,") == 2
    with open_book(tmp_path / "other.sqlite") as other:
        assert [game.is_new for game in other.arrivals.add(read_games(text))] == [True] * 4
        assert [game.is_new for game in other.arrivals.add(read_games(text))] == [False] * 4
        known = [other.arrivals.add(read_games(record))[0] for record in records]
        assert [game.is_new for game in known] == [False] * 4
        assert sums(other) == sums(book)
    with open_book(tmp_path / "third.sqlite") as third:
        new = [third.arrivals.add(read_games(record))[0].is_new for record in records]
        assert new == [True] * 4
        assert sums(third) == sums(book)


def sums(book: Book) -> list[tuple[object, ...]]:
    return [(s.name, s.games, s.points, s.matches_won) for s in book.standings.table()]


def test_a_hub_hears_of_it_exactly_once() -> None:
    book = unkept_book()
    book.outbox.join("club", "t01")
    first, _ = book.corrections.add(by_hand(uid=UID))
    book.corrections.add(by_hand(uid=UID))
    rows = book.outbox.after(0, 100)
    assert len(rows) == 2, "one letter for each game"
    book.corrections.result(first.id, LOST)
    letters = [Arrival("t01", r.seq, r.payload.encode()) for r in book.outbox.after(0, 100)]
    hub = Letters(unkept_book())
    hub.take([*letters, *letters, *reversed(letters)])
    assert hub.refused.total() == 0
    told = [(e.white, e.black, e.result) for e in hub.book.archive.search()]
    assert sorted(told) == [(ONE, TWO, "0-2"), (TWO, ONE, "0-2")]
