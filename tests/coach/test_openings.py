"""The opening book: exact to five plies from either start, and the coach plays by it."""

from __future__ import annotations

import hashlib
from itertools import combinations, product
from random import Random

import pytest

from boardpi.coach.endgames.openings import (
    PLIES,
    Openings,
    number_in_book,
    pack_openings,
    seal_openings,
)
from boardpi.coach.endgames.perfect import Perfect, known_values
from boardpi.coach.endgames.places import CLASSES, SIZES, Class, place_of
from boardpi.coach.endgames.tables_file import BadTables, WrongRules
from boardpi.coach.engine.levels import choose, level
from boardpi.coach.engine.search import Limits, think
from boardpi.coach.hints import advise, hint
from boardpi.coach.review import review
from boardpi.daemon.coach import endgames
from boardpi.daemon.coach.endgames import known_for_certain, perfect_play, shipped_openings
from boardpi.rules import (
    DEFAULT,
    START,
    Game,
    Position,
    Side,
    mask_of,
    parse_position,
    rule_set,
)
from tests.coach.minimax import random_positions
from tests.rules import naive
from tools.openings import BadOpenings, read_openings

SHA_256 = "7fc6d447992a82049f0f708fa0f19852cbba28aea4b68c75dd6870103d2ace48"
"""`python -m tools.openings` made these bytes of the list of the solution (2026-11-16)."""
FIRST_MOVES = {
    1: {"a1-b3", "c1-d3", "d1-b2", "e1-c2"},
    0: {"b1-d2", "b1-a3", "c1-a2", "c1-e2", "e1-d3"},
    -1: {"a1-c2", "d1-c3"},
}
ONLY_ANSWERS = {"a5-b3": "c1-d3", "c5-b3": "c1-d3", "e5-d3": "a1-b3"}
HAND = 25  # an archer that stands on no hole
SMALL = pack_openings(DEFAULT, {number_in_book(START) or 0: 1})


def openings() -> Openings:
    found = perfect_play(DEFAULT).openings
    assert found is not None
    return found


def random_opening(dice: Random) -> Game:
    """A game of at most five plies, whoever began."""
    game = Game(start=START.with_side(dice.choice(list(Side))))
    for _ in range(dice.randint(0, PLIES)):
        game = game.play(dice.choice(game.legal_moves()))
    return game


# ── the places of positions ──────────────────────────────────────────────────────────────────────


def test_the_solution_has_as_many_places_as_were_solved() -> None:
    assert sum(SIZES.values()) == 13_068_305_465
    assert (SIZES[Class(1, 1)], SIZES[Class(3, 3)], SIZES[Class(5, 5)]) == (
        1611,
        66_491_521,
        1_602_144_681,
    )
    assert len(CLASSES) == 25


def test_every_position_of_two_archers_has_a_place_of_its_own() -> None:
    numbers = []
    for white, black in product(range(HAND + 1), repeat=2):
        if white == black != HAND:
            continue
        marks = [hole for hole in {white, black} if 5 <= hole < 20]  # who is chosen matters
        for count in range(len(marks) + 1):
            for chosen in combinations(marks, count):
                place = place_of(two_archers(white, black, mask_of(chosen)))
                assert place is not None
                assert place.of == (1, 1)
                numbers.append(place.number)
    assert sorted(numbers) == list(range(1611))


def two_archers(white: int, black: int, chosen: int) -> Position:
    standing = mask_of([white] if white < HAND else []), mask_of([black] if black < HAND else [])
    return Position(*standing, chosen, Side.WHITE, (int(white == HAND), int(black == HAND)))


def test_positions_of_play_have_places_and_impossible_ones_have_none() -> None:
    seen: dict[object, str] = {}
    for position in random_positions(DEFAULT, 5, 800, longest=60):
        place = place_of(position)
        if position.white | position.hand[0] and position.black | position.hand[1]:
            assert place is not None, position
            assert 0 <= place.number < SIZES[place.of]
            seen.setdefault((place, position.side), str(position))
    assert len(seen) > 500
    assert place_of(parse_position("b4/5/5/5/W4 w w0b0 w0b0 -")) is None
    assert place_of(parse_position("bbbbb/5/2W2/5/wwww1 w w0b0 w0b0 -")) is None


# ── what the book says ───────────────────────────────────────────────────────────────────────────


def test_the_shipped_book_is_the_one_that_was_made() -> None:
    assert hashlib.sha256(shipped_openings()).hexdigest() == SHA_256
    assert len(openings()) == 293_556


def test_four_first_moves_win_and_two_lose() -> None:
    values = known_values(Game(), perfect_play(DEFAULT))
    assert values is not None
    found = {v: {str(m) for m, value in values if value == v} for v in (1, 0, -1)}
    assert found == FIRST_MOVES


def test_whoever_begins_white_wins_by_one() -> None:
    assert openings().probe(START) == 1
    assert openings().probe(START.with_side(Side.BLACK)) == -1
    for first, only in ONLY_ANSWERS.items():
        game = Game(start=START.with_side(Side.BLACK)).play(first)
        values = known_values(game, perfect_play(DEFAULT))
        assert values is not None
        assert [str(move) for move, value in values if value == 1] == [only]


def test_a_value_is_the_best_of_the_moves_by_the_naive_rules() -> None:
    dice, book = Random(21), openings()
    for _ in range(150):
        line = str(random_opening(dice).position)
        moves = naive.legal(DEFAULT.name, line)
        after = [naive.after(DEFAULT.name, line, move) for move in moves]
        values = [book.probe(parse_position(text)) for text in after]
        assert None not in values
        best = max(-value for value in values if value is not None)
        assert book.probe(parse_position(line)) == best


def test_what_is_not_in_it_is_not_known() -> None:
    game = Game()
    for move in ["b1-d2", "d5-b4", "c1-d3", "e5xd3", "d2xd3", "b4xd3", "e1xd3", "@e5"]:
        game = game.play(move)
    assert openings().probe(game.position) is None
    assert openings().probe(parse_position("b4/5/5/5/w4 w w0b0 w0b0 -")) is None


# ── the coach plays by it ────────────────────────────────────────────────────────────────────────


def test_a_strong_coach_never_gives_a_point_away_in_the_opening() -> None:
    dice, perfect = Random(7), perfect_play(DEFAULT)
    for name in ("5", "6", "7"):
        for _ in range(25):
            game = random_opening(dice)
            advice = choose(game, level(name), seed=dice.randrange(99), tables=perfect)
            value = perfect.probe(game.position)
            assert value is not None
            assert perfect.probe(game.play(advice.move).position) == -value
            assert (advice.is_exact, advice.score) == (True, 100 * value)


def test_a_weak_coach_opens_as_it_did() -> None:
    for name in ("1", "2", "3", "4"):
        with_book = choose(Game(), level(name), seed=3, tables=perfect_play(DEFAULT))
        without = choose(Game(), level(name), seed=3, tables=None)
        assert with_book == without


def test_a_hint_in_the_opening_is_proven() -> None:
    dice = Random(11)
    for _ in range(30):
        game = random_opening(dice)
        found = hint(game, Limits(nodes=500), tables=perfect_play(DEFAULT))
        assert found.reasons[-1].code == "exact"
        assert found.reasons[0].code.startswith("aim_")


def test_while_either_side_may_begin_each_hears_of_its_own_moves() -> None:
    game, perfect = Game(any_first=True), perfect_play(DEFAULT)
    for side, code in ((Side.WHITE, "aim_win"), (Side.BLACK, "aim_least")):
        found = hint(game, Limits(nodes=500), side=side, tables=perfect)
        assert (found.reasons[0].code, found.reasons[0].number) == (code, 1)
    lost = next(move for move in game.legal_moves() if str(move) == "a1-c2")
    assert not any(reason.code.startswith("aim_") for reason in advise(game, lost, perfect))


def test_behind_the_book_nothing_is_called_proven() -> None:
    """After six plies the value is known, but not that of the moves."""
    game = Game()
    for move in ["c1-d3", "a5-c4", "d1-b2", "d5-e3", "e1-c2", "b5-a3"]:
        game = game.play(move)
    assert openings().probe(game.position) is not None
    assert not think(game, Limits(nodes=300), tables=perfect_play(DEFAULT)).is_exact


def test_a_review_names_exact_losses_of_the_opening() -> None:
    game = Game()
    for move in ["b1-d2", "d5-b4", "c1-d3", "e5xd3", "d2xd3"]:
        game = game.play(move)
    points = review(game, Limits(nodes=200), tables=perfect_play(DEFAULT))
    assert [(str(point.played), point.loss) for point in points] == [
        ("b1-d2", 100),
        ("d5-b4", 100),
        ("c1-d3", 100),
    ]


# ── the file ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("at", range(0, len(SMALL), 7))
def test_a_damaged_book_is_refused(at: int) -> None:
    damaged = bytearray(SMALL)
    damaged[at] ^= 0x20
    with pytest.raises((BadTables, WrongRules)):
        Openings(bytes(damaged), DEFAULT)
    with pytest.raises(BadTables):
        Openings(SMALL[:at], DEFAULT)


def test_a_book_that_does_not_unpack_is_named() -> None:
    for odd in (SMALL[:77] + b"\xff not LZMA", SMALL[:73] + b"\2\0\0\0" + SMALL[77:]):
        book = Openings(seal_openings(odd), DEFAULT)
        with pytest.raises(BadTables, match="opening book"):
            book.probe(START)


def test_other_rules_have_no_book() -> None:
    for name in ("jasir-oca", "jarmo-oca"):
        with pytest.raises(WrongRules, match=name):
            Openings(shipped_openings(), rule_set(name))
        assert perfect_play(rule_set(name)).openings is None


def test_without_its_book_the_coach_plays_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(endgames, "shipped_openings", lambda: b"nonsense")
    known_for_certain.cache_clear()
    try:
        found = known_for_certain(DEFAULT)
    finally:
        known_for_certain.cache_clear()
    assert (found.openings, found.tables is None) == (None, False)
    assert "plays without its opening book: not an opening book" in caplog.text
    assert think(Game(), Limits(depth=1), tables=Perfect(DEFAULT)).move in Game().legal_moves()


# ── the list that it is made of ──────────────────────────────────────────────────────────────────

ONE_PLY = [
    f"{START.with_side(side)}\t1\t"
    + " ".join(
        f"{move}={1 if side else next(v for v, names in FIRST_MOVES.items() if str(move) in names)}"
        for move in Game(start=START.with_side(side)).legal_moves()
    )
    for side in Side
]


def test_a_list_is_read_and_checked() -> None:
    values = read_openings(DEFAULT, ONE_PLY, plies=0)
    assert len(values) == 24
    assert values[number_in_book(Game().play("a1-c2").position) or 0] == -1


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (ONE_PLY[:1], "1 positions are missing"),
        ([*ONE_PLY, ONE_PLY[0]], "twice"),
        ([ONE_PLY[0].replace("\t1\t", "\t0\t"), ONE_PLY[1]], "is worth 0"),
        ([ONE_PLY[0].replace("a1-c2", "a1-c3"), ONE_PLY[1]], "its moves are"),
    ],
)
def test_a_list_that_is_wrong_is_refused(lines: list[str], complaint: str) -> None:
    with pytest.raises(BadOpenings, match=complaint):
        read_openings(DEFAULT, lines, plies=0)
