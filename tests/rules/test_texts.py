"""Every value round-trips through its text and its repr; bad texts raise named errors alone."""

from __future__ import annotations

import contextlib
import copy
import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import boardpi.rules as package
from boardpi.rules import (
    HOLES,
    RULE_SETS,
    START,
    BadHole,
    BadMove,
    BadPosition,
    Game,
    GameRecord,
    Hole,
    Line,
    Match,
    Move,
    Outcome,
    Position,
    Refusal,
    RulesError,
    Shuttle,
    Side,
    check_position,
    legal_moves,
    parse_move,
    parse_position,
    perft,
    rule_set,
)
from boardpi.rules.holes import holes_in, mask_of, name_holes
from boardpi.rules.moves import move
from boardpi.rules.rulesets import variant
from tests.rules.test_against_naive import random_games

GAME = Game(any_first=True).play("b5-d4").play("b1-d2")
VALUES = [
    Hole("c3"),
    Side.BLACK,
    Line(Hole("a1"), Hole("c2")),
    parse_move("b3xc5@a1"),
    package.PASS,
    Shuttle(Hole("c2"), Hole("b2"), 2),
    parse_position("b4/5/5/1wB2/w4 b w1b0 w0b2 w:b2c2x2"),
    START,
    rule_set("jarmo-oca"),
    variant(rule_set("jarmo-oca"), name="own", title='a "new" one'),
    Outcome("arrived", Side.WHITE, (4, 0)),
    Refusal("no_line", Hole("a1"), Hole("b2"), instead=(Hole("c2"),)),
    GAME,
    GAME.resign(Side.BLACK),
    GAME.agree_draw(),
    Match("North", "South", (GAME.resign(Side.WHITE), GAME)),
    GameRecord(GAME, white="North", others=(("Arbiter", "Zoe"),)),
]
whole_values = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)


@whole_values
def test_repr_round_trips(value: object) -> None:
    names = {name: getattr(package, name) for name in package.__all__}
    assert eval(repr(value), names) == value  # the point of the test


@whole_values
def test_values_are_hashable_copied_and_pickled(value: object) -> None:
    for twin in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert hash(twin) == hash(value)


@whole_values
def test_values_are_frozen_and_slotted(value: object) -> None:
    if isinstance(value, Side):
        return  # an enumeration, frozen in its own way
    assert not hasattr(value, "__dict__")
    name = fields(value)[0].name if is_dataclass(value) else "row"
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(value, name, None)


def test_a_value_like_none_of_the_others() -> None:
    assert Game() != GAME
    assert Hole("a1") is HOLES[0]
    assert move() is package.PASS


def test_every_hole() -> None:
    for number, hole in enumerate(HOLES):
        assert Hole(str(hole)) is Hole(number) is hole
        assert hole.bit == 1 << number
    assert (Hole("e4").column, Hole("e4").row) == (4, 4)
    assert name_holes(mask_of([Hole("e5"), Hole("a1")])) == ["a1", "e5"]


@given(st.integers(0, (1 << 25) - 1))
def test_masks_round_trip(mask: int) -> None:
    assert mask_of(holes_in(mask)) == mask


@pytest.mark.parametrize("text", ["b1-d2", "e5xd3", "@e5", "b3-c5@a1", "b3xc5@a1", "pass"])
def test_moves_round_trip(text: str) -> None:
    assert str(parse_move(text)) == text


@pytest.mark.parametrize(
    "text", ["", "b1", "b1d2", "b1-b1", "b1-f2", "B1-D2", "@", "pass ", "a1-b3@"]
)
def test_bad_moves_are_quoted(text: str) -> None:
    with pytest.raises(BadMove, match="goes nowhere" if text == "b1-b1" else "is not a move"):
        parse_move(text)


@pytest.mark.parametrize(
    "parts", [{"origin": HOLES[0]}, {"takes": True}, {"origin": HOLES[0], "target": HOLES[0]}]
)
def test_a_move_without_a_text_cannot_be_made(parts: dict[str, Hole]) -> None:
    with pytest.raises(BadMove):
        Move(**parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RULE_SETS)
def test_positions_of_random_games_round_trip(name: str) -> None:
    for position in random_games(rule_set(name), seed=9, games=3, longest=80):
        assert parse_position(str(position)) == position
        for played in legal_moves(rule_set(name), position):
            assert parse_move(str(played)) is played


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("", "five fields, RANKS SIDE HAND OWED SHUTTLE, not 1"),
        ("bbbbb/5/5/5/wwwww w w0b0 w0b0", "five fields, RANKS SIDE HAND OWED SHUTTLE, not 4"),
        ("bbbbb/5/5/5/wwwww  w w0b0 w0b0 -", "five fields, RANKS SIDE HAND OWED SHUTTLE, not 6"),
        ("bbbbb/5/5/wwwww w w0b0 w0b0 -", "has 4 ranks"),
        ("bbbbb/5/5/6/wwwww w w0b0 w0b0 -", "unexpected '6' in rank '6'"),
        ("bbbbb/5/5/23/wwwww w w0b0 w0b0 -", "unexpected '3' in rank '23'"),
        ("bbbbb/5/5/q4/wwwww w w0b0 w0b0 -", "unexpected 'q'"),
        ("bbbbb/5/5/5/wwwwww w w0b0 w0b0 -", "rank 'wwwwww' has 6 holes"),
        ("bbbbb/5/5/4/wwwww w w0b0 w0b0 -", "rank '4' has 4 holes"),
        ("bbbbb/5/5/w4/wwwww w w0b0 w0b0 -", "6 archers of 'w'"),
        ("bbbbb/5/5/5/wwwww x w0b0 w0b0 -", "not 'x'"),
        ("bbbbb/5/5/5/wwwww w w1b0 w0b0 -", "hand 'w1b0'"),
        ("bbbbb/5/5/5/wwwww w 0 w0b0 -", "hand is written like w0b2, not '0'"),
        ("bbbbb/5/5/5/wwwww w w0b0 w0b٣ -", "owed is written like"),
        ("bbbbb/5/5/5/wwwww w w00b0 w0b0 -", "not 'w00b0'"),
        ("bbbbb/5/5/5/wwwww w w0b0 w0b0 w:c2b2x2", "no archer of 'w' stands on c2"),
        ("bbbbb/5/5/5/wwwww w w0b0 w0b0 w:a1a1x1", "goes nowhere"),
        ("bbbbb/5/5/5/wwwww w w0b0 w0b0 w:a1c2x0", "a shuttle is written like"),
        ("bbbbb/5/5/5/wwwww w w0b0 w0b0 b:a5c4x1,w:a1c2x1", "w before b"),
    ],
)
def test_bad_positions_are_quoted(line: str, quoted: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse_position(line)
    assert quoted in str(refused.value)


@pytest.mark.parametrize(
    ("name", "line", "quoted"),
    [
        ("jasir-oca", "b4/5/5/5/w4 w w0b0 w1b0 -", "owed 'w1b0': jasir-oca keeps no owed"),
        ("jasir-oca", "b4/5/5/5/w4 w w0b0 w0b0 w:a1c2x1", "does not count shuttles"),
        ("jarmo-oca", "b4/5/5/5/w4 w w0b0 w0b0 w:a1c2x4", "over the limit of 3"),
        ("jarmo-oca", "b4/5/5/5/w4 w w0b0 w0b0 w:a1b2x1", "there is no line b2-a1"),
        ("jarmo-oca", "b1w2/5/5/5/w4 w w0b0 w0b0 w:c5a4x2", "arrives on its goal row only once"),
    ],
)
def test_positions_that_a_rule_set_cannot_have(name: str, line: str, quoted: str) -> None:
    with pytest.raises(BadPosition) as refused:
        check_position(rule_set(name), parse_position(line))
    assert quoted in str(refused.value)


def test_a_position_has_no_more_than_the_rules_allow() -> None:
    assert START.with_side(Side.WHITE) is START
    assert START.occupied == 0b11111 << 20 | 0b11111
    assert replace(START, white=0).dead(Side.WHITE) == 5


def test_depths_that_cannot_be_counted() -> None:
    assert perft(rule_set("jasir-oca"), START, 0) == 1
    for depth in (-1, 101):
        with pytest.raises(RulesError, match="must be 0 to 100"):
            perft(rule_set("jasir-oca"), START, depth)


LINE = "b4/5/5/1wB2/w4 b w1b0 w0b2 w:b2c2x2,b:c2b2x1"
SIGNS = " wbWB/12345-x:,@abcde09\n\u0663é\ud800\x00"
noise = st.text(st.sampled_from(SIGNS), max_size=12) | st.text(max_size=12)


def spoiled(text: str) -> st.SearchStrategy[str]:
    """The text with one part replaced by noise: nearly right is the hardest to refuse."""
    cuts = st.tuples(st.integers(0, len(text)), st.integers(0, 4), noise)
    return cuts.map(lambda cut: text[: cut[0]] + cut[2] + text[cut[0] + cut[1] :])


@given(spoiled(LINE) | noise)
@example(LINE)
def test_fuzz_positions(line: str) -> None:
    with contextlib.suppress(BadPosition):
        position: Position = parse_position(line)
        assert str(position) == line
        for rules in RULE_SETS.values():
            with contextlib.suppress(BadPosition):
                check_position(rules, position)
                legal_moves(rules, position)


@given(spoiled("b3xc5@a1") | noise)
def test_fuzz_moves(text: str) -> None:
    with contextlib.suppress(BadMove):
        assert str(parse_move(text)) == text


@given(noise | st.integers())
def test_fuzz_holes(value: str | int) -> None:
    with contextlib.suppress(BadHole):
        assert value in (str(Hole(value)), int(Hole(value)))
