"""Games leave the book as files and come back, each once."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.club import BadEntry, Book, Search, read_games, unkept_book
from boardpi.club.transfer.exports import COLUMNS, game_json, to_csv, to_jas, to_json
from boardpi.rules import RULE_SETS, Game, Outcome, Side
from boardpi.rules.rulesets import variant
from tests.club.stories import WORKED_GAME, Wristwatch, games, play_text, write_down

ONE, TWO = "First player", 'Second "quoted\\" player'
DRAWN = play_text(WORKED_GAME).agree_draw()
WHITE_WINS = Outcome("arrived", Side.WHITE, (3, 0))


def bring(book: Book, text: str) -> list[tuple[int, bool]]:
    return [(game.game_id, game.is_new) for game in book.arrivals.add(read_games(text))]


def facts(book: Book, game_id: int) -> tuple[object, ...]:
    """What a file carries of a game, whatever its number in the book."""
    entry = book.archive.entry(game_id)
    names = (entry.white, entry.black, entry.day, entry.table, entry.number, entry.rules)
    return (book.archive.game(game_id), *names, entry.outcome, entry.corrected)


@given(game=games())
@settings(max_examples=40)
def test_every_game_survives_both_kinds_of_file(game: Game) -> None:
    with unkept_book(Wristwatch()) as book:
        entry = write_down(book, game, ONE, TWO)
        for text in (to_jas(book.archive, entry), to_json(book.archive, [entry])):
            with unkept_book() as other:
                ((number, is_new),) = bring(other, text)
                assert is_new
                assert facts(other, number) == facts(book, entry.id)
                assert bring(other, text) == [(number, False)]


def test_json_also_keeps_the_times(book: Book) -> None:
    entry = write_down(book, DRAWN)
    with unkept_book() as other:
        bring(other, to_json(book.archive, [entry]))
        assert other.archive.plies(1) == book.archive.plies(entry.id)
        assert other.archive.entry(1).started == entry.started
        assert other.archive.entry(1).uid == entry.uid


def test_the_games_of_a_day_keep_their_order(book: Book) -> None:
    """An export has the newest first; numbers of the other book say who came later all the same."""
    moves = ("b1-d2", "d5-b4", "c1-d3", "e1-c2")
    for move in moves:
        write_down(book, play_text(move), ONE, TWO)
    text = to_json(book.archive, book.archive.search())
    with unkept_book() as other:
        assert bring(other, text) == [(4, True), (3, True), (2, True), (1, True)]
        assert [other.archive.plies(number)[0].move for number in (1, 2, 3, 4)] == list(moves)
        assert to_json(other.archive, other.archive.search()) == text


def test_games_are_put_into_the_order_of_their_times(book: Book) -> None:
    """Whatever order a file has."""
    games = []
    for hour, move in (("19", "b1-d2"), ("21", "d5-b4"), ("20", "c1-d3")):
        told = game_json(book.archive, write_down(book, play_text(move), ONE, TWO))
        games.append(told | {"started": f"2025-06-01T{hour}:00:00Z"})
    games.append(games[0] | {"uid": "earlier", "day": "2025-05-31", "started": None})
    with unkept_book() as other:
        bring(other, json.dumps({"boardpi": 1, "games": games}))
        found = [(entry.day, entry.started) for entry in other.archive.search()]
        assert found == [
            ("2025-06-01", "2025-06-01T21:00:00Z"),
            ("2025-06-01", "2025-06-01T20:00:00Z"),
            ("2025-06-01", "2025-06-01T19:00:00Z"),
            ("2025-05-31", None),
        ]


def test_a_correction_travels_along(book: Book) -> None:
    entry = write_down(book, DRAWN, ONE, TWO)
    entry = book.corrections.result(entry.id, WHITE_WINS)
    for text in (to_jas(book.archive, entry), to_json(book.archive, [entry])):
        with unkept_book() as other:
            bring(other, text)
            assert facts(other, 1) == facts(book, entry.id)
            assert other.archive.entry(1).outcome == WHITE_WINS
            assert other.archive.game(1).outcome == DRAWN.outcome


def test_a_match_stays_a_match(book: Book) -> None:
    first = write_down(book, DRAWN, ONE, TWO)
    second = book.games.begin_next(first.id)
    book.games.finish(second.id, Outcome("resigned", Side.WHITE, (5, 0)))
    texts = [to_jas(book.archive, book.archive.entry(game)) for game in (first.id, second.id)]
    with unkept_book() as other:
        for text in reversed(texts):
            bring(other, text)
        one, two = other.archive.match(1)
        assert (one.number, two.number) == (1, 2)
        assert other.matches.score(1).points == (0, 5)


def test_a_game_of_other_people_does_not_enter_a_match_of_the_same_name(book: Book) -> None:
    head = '[Rules "jasir-oca"]\n[Date "2025-06-01"]\n[Match "Final"]\n[Result "*"]\n'
    bring(book, f'{head}[White "{ONE}"]\n[Black "Third player"]\n[Game "1"]\n1. b1-d2\n*')
    bring(book, f'{head}[White "Fourth player"]\n[Black "{ONE}"]\n[Game "2"]\n1. b1-d2\n*')
    one, two = (book.archive.entry(number) for number in (1, 2))
    assert one.match_id != two.match_id
    assert one.match_uid == "Final"


def test_a_game_is_known_by_the_names_it_had(book: Book) -> None:
    entry = write_down(book, DRAWN)
    before = to_jas(book.archive, entry)
    book.corrections.name(entry.id, ONE, TWO)
    after = to_jas(book.archive, book.archive.entry(entry.id))
    assert bring(book, before) == bring(book, after) == [(entry.id, False)]


def test_the_game_on_the_table_and_games_in_the_bin_are_known_too(book: Book) -> None:
    binned = write_down(book, DRAWN)
    book.corrections.delete(binned.id)
    playing = book.games.begin()
    for entry in (binned, playing):
        assert bring(book, to_jas(book.archive, entry)) == [(entry.id, False)]
        assert bring(book, to_json(book.archive, [entry])) == [(entry.id, False)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2025-06-01", "2025-06-02"),
        ("jasir-pergioco", "jasir-oca"),
        ("First player", "Third player"),
        ("4. e1xd3 @e5", "4. e1xd3"),
    ],
)
def test_another_day_rule_set_name_or_move_is_another_game(book: Book, old: str, new: str) -> None:
    text = to_jas(book.archive, write_down(book, play_text(WORKED_GAME), ONE, TWO))
    if old.startswith("4."):
        old = text[text.index("4. ") :].split("\n")[0]
        new = " ".join(old.split()[:-1])
    assert old in text
    assert bring(book, text.replace(old, new)) == [(2, True)]


def test_a_makers_rules_travel_with_json(book: Book) -> None:
    own = variant(RULE_SETS["jarmo-oca"], name="ours", shuttle_limit=2)
    entry = write_down(book, Game(own).play("b1-d2"))
    with unkept_book() as other:
        bring(other, to_json(book.archive, [entry]))
        assert other.archive.game(1).rules == own
    with pytest.raises(BadEntry, match="'ours'"):
        read_games(to_jas(book.archive, entry))
    assert read_games(to_jas(book.archive, entry), {"ours": own})[0].game.rules == own


def test_imported_games_are_not_what_was_last_on_the_table(book: Book) -> None:
    entry = write_down(book, DRAWN)
    bring(book, '[Rules "jasir-oca"]\n[Result "*"]\n*')
    last = book.archive.last()
    assert last is not None
    assert last.id == entry.id
    assert book.games.resume() is None


def test_a_game_without_a_day_is_found_when_no_days_are_asked_for(book: Book) -> None:
    bring(book, '[Rules "jasir-oca"]\n[Result "*"]\n*')
    assert [entry.day for entry in book.archive.search(Search())] == [""]
    assert '[Date "?"]' in to_jas(book.archive, book.archive.entry(1))


def test_nobody_plays_against_themselves_in_a_file_either(book: Book) -> None:
    seats = f'[White "{ONE}"]\n[Black "{ONE.upper()}"]\n'
    with pytest.raises(BadEntry, match="both sides"):
        bring(book, f'[Rules "jasir-oca"]\n[Result "*"]\n{seats}*')
    assert book.players.all() == []


def test_a_result_that_was_taken_away_travels_along(book: Book) -> None:
    text = '[Rules "jasir-oca"]\n[Result "draw"]\n[Reason "agreed"]\n[Corrected "*"]\n0-0'
    bring(book, text)
    entry = book.archive.entry(1)
    assert (entry.state, entry.outcome, entry.corrected) == ("unfinished", None, True)
    assert '[Corrected "*"]' in to_jas(book.archive, entry)


def test_a_file_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardpi.club.transfer.imports.LONGEST_FILE", 5)
    with pytest.raises(BadEntry, match="too long"):
        read_games("x" * 6)


def sample(book: Book) -> dict[str, Any]:
    entry = write_down(book, DRAWN, ONE, TWO)
    found: dict[str, Any] = json.loads(to_json(book.archive, [entry]))
    return found


def test_all_games_of_a_file_or_none(book: Book) -> None:
    document = sample(book)
    good = document["games"][0]
    bad = json.loads(json.dumps(good)) | {"uid": "another"}
    bad["moves"][2]["move"] = "a1-e5"
    document["games"] = [good, bad]
    with unkept_book() as other:
        with pytest.raises(BadEntry, match="game 2 of the file"):
            bring(other, json.dumps(document))
        assert other.archive.search() == []


WRONG: list[tuple[str, object]] = [
    ("rules", "jasir-pergico"),
    ("rules", 5),
    ("start", "x"),
    ("start", None),
    ("day", "yesterday"),
    ("day", 20250601),
    ("white", "a\x00b"),
    ("white", ["x"]),
    ("table", "x" * 99),
    ("outcome", {"reason": "agreed", "winner": None, "points": [5, 5]}),
    ("outcome", {"reason": "agreed", "winner": None}),
    ("outcome", []),
    ("moves", {}),
    ("moves", ["b1-d2"]),
    ("moves", [{"move": "b1-d2", "ms": -1}]),
    ("moves", [{"move": "b1-d2", "position": "elsewhere"}]),
    ("moves", [{"move": "pass"}] * 6000),
    ("resigned", "w"),
    ("resigned", {}),
    ("started", "now"),
    ("uid", "x" * 99),
    ("rule_set", "not toml"),
]


@pytest.mark.parametrize(("key", "value"), WRONG)
def test_a_wrong_value_is_refused_by_name(book: Book, key: str, value: object) -> None:
    document = sample(book)
    document["games"][0][key] = value
    with pytest.raises(BadEntry, match="game 1 of the file"):
        read_games(json.dumps(document))


@pytest.mark.parametrize("key", ["rules", "start", "day", "outcome", "moves"])
def test_a_missing_key_is_named(book: Book, key: str) -> None:
    document = sample(book)
    del document["games"][0][key]
    with pytest.raises(BadEntry, match=f"'{key}' is missing"):
        read_games(json.dumps(document))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}",
        "[" * 50,
        '{"boardpi": 2, "games": []}',
        '{"boardpi": 1, "games": {}}',
        '{"boardpi": 1, "games": [7]}',
        '{"boardpi": ' + "9" * 5000 + "}",
        '{"a":' * 100_000,
    ],
)
def test_texts_that_are_no_games(text: str) -> None:
    with pytest.raises(BadEntry):
        read_games(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
PLACES = ("uid", "match", "number", "table", "day", "started", "ended", "white", "black")
ENDS = ("state", "outcome", "corrected", "ended_by_players", "resigned")
KEYS = (*PLACES, *ENDS, "rules", "rule_set", "start", "any_first", "moves")


@given(key=st.sampled_from(KEYS), value=JSON)
@settings(max_examples=100)
def test_whatever_arrives_is_written_whole_or_refused(key: str, value: object) -> None:
    with unkept_book(Wristwatch()) as book:
        document = sample(book)
        document["games"][0][key] = value
        with unkept_book() as other:
            try:
                bring(other, json.dumps(document))
            except BadEntry:
                assert other.archive.search() == []
            else:
                assert other.archive.game(1).moves == DRAWN.moves or key == "moves"


@given(st.text() | st.text(alphabet='[]"\\ \n.-x@*abcde12345RulesResult'))
def test_any_text_is_games_or_a_named_error(text: str) -> None:
    try:
        found = read_games(text)
    except BadEntry:
        return
    assert found


def test_a_spreadsheet_gets_no_formula(book: Book) -> None:
    write_down(book, DRAWN, '=HYPERLINK("x")', "@cmd")
    head, row = csv.reader(io.StringIO(to_csv(book.archive, book.archive.search())))
    cells = dict(zip(head, row, strict=True))
    assert tuple(head) == COLUMNS
    assert cells["white"] == '\'=HYPERLINK("x")'
    assert cells["black"] == "'@cmd"
    assert cells["moves"] == WORKED_GAME
    assert (cells["white_points"], cells["winner"], cells["reason"]) == ("0", "draw", "agreed")
