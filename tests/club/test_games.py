"""A game is written down while it is played, and stands there again after the power went."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from boardpi.club import BadEntry, Book, open_book, unkept_book
from boardpi.rules import RULE_SETS, Game, Outcome, Side, parse_position
from boardpi.rules.rulesets import variant
from tests.club.stories import WORKED_GAME, games, play_text, record, write_down


def test_the_worked_game_stands_there_after_a_restart(tmp_path: Path) -> None:
    game = play_text(WORKED_GAME)
    with open_book(tmp_path / "book.sqlite") as book:
        entry = book.games.begin(table="Table 1")
        record(book, entry, game)
    with open_book(tmp_path / "book.sqlite") as book:
        resumed = book.games.resume()
        assert resumed is not None
        assert resumed.game == game
        assert resumed.game.position == game.position
        assert resumed.ms == 8000
        assert (resumed.entry.white, resumed.entry.black) == ("White", "Black")
        assert resumed.entry.table == "Table 1"


@given(game=games())
@settings(max_examples=60)
def test_every_game_comes_out_as_it_went_in(game: Game) -> None:
    with unkept_book() as book:
        entry = write_down(book, game)
        assert book.archive.game(entry.id) == game
        assert entry.outcome == game.outcome
        assert entry.state == ("unfinished" if game.outcome is None else "over")


@given(game=games())
@settings(max_examples=30)
def test_a_game_resumes_after_every_move(game: Game) -> None:
    with unkept_book() as book:
        entry = book.games.begin(game.rules, any_first=game.any_first)
        for ply, move in enumerate(game.moves, 1):
            book.games.record_move(entry.id, ply, str(move), str(game.positions[ply]), 0)
            resumed = book.games.resume()
            assert resumed is not None
            assert resumed.game.moves == game.moves[:ply]
            assert resumed.game.position == game.positions[ply]


def test_nothing_to_resume(book: Book) -> None:
    assert book.games.resume() is None
    entry = book.games.begin()
    book.games.abandon(entry.id)
    assert book.games.resume() is None
    last = book.archive.last()
    assert last is not None
    assert last.id == entry.id


def test_the_disk_is_waited_for(book: Book) -> None:
    assert book.store.connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert book.store.connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert book.store.connection.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_black_may_begin_and_the_book_knows(book: Book) -> None:
    game = play_text("d5-b4")
    entry = book.games.begin()
    record(book, entry, game)
    resumed = book.games.resume()
    assert resumed is not None
    assert resumed.game.first is Side.BLACK


def test_a_start_that_is_not_the_usual_one(book: Book) -> None:
    start = parse_position("bbbb1/4b/5/5/wwwww b w0b0 w0b0 -")
    book.games.begin(start=start, any_first=False)
    resumed = book.games.resume()
    assert resumed is not None
    assert resumed.game == Game(start=start)


def test_a_makers_rule_set_is_kept_whole(book: Book) -> None:
    own = variant(RULE_SETS["jarmo-oca"], name="ours", title='Ours "at home"', shuttle_limit=2)
    book.games.begin(own)
    resumed = book.games.resume()
    assert resumed is not None
    assert resumed.game.rules == own
    assert book.rulebook.known() == {"ours": own}


def test_a_rule_set_of_the_same_name_may_change_later(book: Book) -> None:
    before = variant(RULE_SETS["jarmo-oca"], name="ours", shuttle_limit=2)
    after = variant(before, shuttle_limit=5)
    one, two = write_down(book, Game(before)), write_down(book, Game(after))
    assert book.archive.game(one.id).rules == before
    assert book.archive.game(two.id).rules == after


@pytest.mark.parametrize(
    ("ply", "move", "position", "words"),
    [
        (2, "d5-b4", "bbb1b/1b3/5/5/wwwww w w0b0 w0b0 -", "cannot follow move 0"),
        (1, "b1-d3", "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -", "no line"),
        (1, "b1=d2", "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -", "b1=d2"),
        (1, "b1-d2", "bbbbb/5/5/5/wwwww w w0b0 w0b0 -", "leads to"),
    ],
)
def test_what_cannot_be_replayed_is_not_written(
    book: Book, ply: int, move: str, position: str, words: str
) -> None:
    entry = book.games.begin()
    with pytest.raises(BadEntry, match=words):
        book.games.record_move(entry.id, ply, move, position, 0)
    assert book.archive.plies(entry.id) == []


@pytest.mark.parametrize("ms", [-1, 1 << 53])
def test_a_moment_that_is_none(book: Book, ms: int) -> None:
    game, entry = play_text("b1-d2"), book.games.begin()
    with pytest.raises(BadEntry, match=str(ms)):
        book.games.record_move(entry.id, 1, "b1-d2", str(game.position), ms)


def test_the_same_move_again_is_no_second_move(book: Book) -> None:
    game, entry = play_text("b1-d2"), book.games.begin()
    for _ in range(2):
        book.games.record_move(entry.id, 1, "b1-d2", str(game.position), 5)
    assert len(book.archive.plies(entry.id)) == 1


def test_an_amended_move_stays_in_the_history(book: Book) -> None:
    entry = book.games.begin()
    record(book, entry, play_text("b1-d2 d5-b4"))
    other = play_text("b1-d2 d5-e3")
    book.games.amend(entry.id, "d5-e3", str(other.position), 2500)
    assert book.archive.game(entry.id) == other
    (change,) = book.history.of_game(entry.id)
    assert (change.who, change.what, change.before, change.after) == (
        "table",
        "amend",
        "d5-b4",
        "d5-e3",
    )


def test_an_amendment_must_be_legal_too(book: Book) -> None:
    entry = book.games.begin()
    with pytest.raises(BadEntry, match="no move to amend"):
        book.games.amend(entry.id, "b1-d2", "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -", 0)
    record(book, entry, play_text("b1-d2"))
    with pytest.raises(BadEntry, match="b1-e5"):
        book.games.amend(entry.id, "b1-e5", "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -", 0)
    assert [ply.move for ply in book.archive.plies(entry.id)] == ["b1-d2"]
    assert book.history.of_game(entry.id) == []


def test_moves_taken_back_stay_in_the_history(book: Book) -> None:
    entry = book.games.begin()
    record(book, entry, play_text(WORKED_GAME))
    book.games.take_back(entry.id, 3)
    assert book.archive.game(entry.id) == play_text(WORKED_GAME).take_back(3)
    (change,) = book.history.of_game(entry.id)
    assert (change.what, change.before) == ("take_back", ["b4xd3", "e1xd3", "@e5"])
    with pytest.raises(BadEntry, match="cannot take back 6 of 5"):
        book.games.take_back(entry.id, 6)


def test_a_resignation_can_be_taken_back_and_play_goes_on(book: Book) -> None:
    game = play_text("b1-d2 d5-b4")
    entry = book.games.begin()
    record(book, entry, game)
    ended = game.resign(Side.BLACK)
    assert ended.outcome is not None
    book.games.finish(entry.id, ended.outcome)
    assert book.archive.game(entry.id) == ended
    book.games.take_back(entry.id, 0)
    resumed = book.games.resume()
    assert resumed is not None
    assert resumed.game == game
    assert book.archive.entry(entry.id).outcome is None


def test_an_end_that_the_moves_do_not_lead_to_is_refused(book: Book) -> None:
    entry = book.games.begin()
    with pytest.raises(BadEntry, match="does not end like that"):
        book.games.finish(entry.id, Outcome("arrived", Side.WHITE, (5, 0)))
    assert book.archive.entry(entry.id).state == "playing"


def test_ending_twice(book: Book) -> None:
    entry = book.games.begin()
    drawn = Outcome("agreed", None, (0, 0))
    book.games.finish(entry.id, drawn)
    book.games.finish(entry.id, drawn)  # who saw an error may try again
    with pytest.raises(BadEntry, match="has ended already"):
        book.games.finish(entry.id, Outcome("resigned", Side.WHITE, (5, 0)))
    with pytest.raises(BadEntry, match="is over"):
        book.games.record_move(entry.id, 1, "b1-d2", "", 0)


def test_one_game_at_a_time(book: Book) -> None:
    first = book.games.begin()
    with pytest.raises(BadEntry, match=f"game {first.id} is being played"):
        book.games.begin()
    book.games.abandon(first.id)
    second = book.games.begin()
    with pytest.raises(BadEntry, match=f"game {second.id} is being played"):
        book.games.reopen(first.id)
    assert [entry.id for entry in book.archive.unfinished()] == [second.id, first.id]


def test_a_game_that_was_left_can_go_on(book: Book) -> None:
    entry = book.games.begin()
    record(book, entry, play_text(WORKED_GAME))
    book.games.abandon(entry.id)
    resumed = book.games.reopen(entry.id)
    assert resumed.game == play_text(WORKED_GAME)
    assert resumed.entry.state == "playing"


def test_a_game_that_went_on_while_nothing_could_be_written(book: Book) -> None:
    entry = book.games.begin()
    record(book, entry, play_text("b1-d2 d5-b4 c1-d3"))
    later = play_text("b1-d2 d5-e3 c1-d3 e5xd3")
    assert book.games.catch_up(entry.id, later, [9000] * 9) == 3
    assert book.archive.game(entry.id) == later
    assert book.games.catch_up(entry.id, later, [9000] * 9) == 0


def test_a_game_that_nobody_knows(book: Book) -> None:
    with pytest.raises(BadEntry, match="there is no game 7"):
        book.games.record_move(7, 1, "b1-d2", "", 0)
    with pytest.raises(BadEntry, match="there is no game 7"):
        book.archive.game(7)


def test_the_day_is_the_day_in_the_room_and_the_time_is_utc(book: Book) -> None:
    entry = book.games.begin()
    assert (entry.day, entry.started) == ("2025-06-01", "2025-06-01T09:00:00Z")


def test_settings_are_remembered(book: Book) -> None:
    assert book.settings.get("pin_hash") is None
    book.settings.put("pin_hash", "one")
    book.settings.put("pin_hash", "two")
    assert book.settings.get("pin_hash") == "two"
    book.settings.forget("pin_hash")
    assert book.settings.get("pin_hash") is None
    with pytest.raises(BadEntry, match="PIN hash"):
        book.settings.put("PIN hash", "x")
