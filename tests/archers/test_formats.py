"""Position line, turn text and record: they round-trip, and whatever else is refused by name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.archers import (
    BattleRecord,
    Formation,
    field_of,
    new_battle,
    parse_formation,
    parse_turn,
    read_battle,
    start_formation,
    write_battle,
)
from boardpi.archers.field import BadSquare
from boardpi.rules import BadMove, BadPosition, BadRecord, RulesError, Side
from tests.archers.test_perft import formations

START = "3bvbvbv3/3bvbvbv3/3bvbvbv3/9/9/9/3w^w^w^3/3w^w^w^3/3w^w^w^3 w"
RECORD = """[Game "Archers"]
[Size "9"]
[Kings "no"]
[White "A \\"quoted\\" name"]
[Black "?"]
[Date "2026-11-18"]
[Result "black"]
[Reason "resigned"]

1. d3<,d3-c3 f7<,f7^
2. c3-b3,b3^
0-1
"""


def test_the_start() -> None:
    assert str(start_formation()) == START
    assert str(start_formation(7, kings=True)) == (
        "2bvbvbv2/2bvBvbv2/2bvbvbv2/7/2w^w^w^2/2w^W^w^2/2w^w^w^2 w"
    )
    assert repr(start_formation()) == f"parse_formation('{START}')"


@given(formations())
@settings(max_examples=60, deadline=None)
def test_a_position_line_round_trips(formation: Formation) -> None:
    assert parse_formation(str(formation)) == formation
    assert eval(repr(formation)) == formation


@pytest.mark.parametrize(
    ("line", "offender"),
    [
        ("", "''"),
        (START[:-2], "side to move"),
        (START + " ", "side to move"),
        (START[:-1] + "x", "side to move"),
        ("9/9/9 w", "3 rows"),
        ("8/8/8/8/8/8/8/8 w", "8 rows"),
        (START.replace("9/9/9", "9/9/8"), "8 squares, not 9"),
        (START.replace("9/9/9", "9/9/45"), "'5'"),
        (START.replace("9/9/9", "9/9/10"), "10 squares"),
        (START.replace("9/9/9", "9/9/w8"), "'w8'"),
        (START.replace("9/9/9", "9/9/09"), "'09'"),
        (START.replace("9/9/9", "9/9/w^8"), "White has 10 archers"),
        (START.replace("3w^w^w^3/", "3W^W^w^3/", 1), "two kings"),
        ("9/9/9/9/9/9/9/9/9 w", "nobody"),
        ("4bv4/9/4w^4/9/9/9/4bv4/9/9 w", "both sides"),
        ("9/9/4w^4/9/9/9/9/9/bv8 w", "White has won"),
        ("9/9/9/9/9/4w^4/9/9/9 w", "White has won"),
        ("bv8/9/9/9/9/4W^4/9/9/9 w", "White has won"),
        (START.replace("9/9/9", "9/9/٩"), "'٩'"),
        ("9" * 700 + " w", "'99"),
    ],
)
def test_a_wrong_line_is_refused_and_quoted(line: str, offender: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse_formation(line)
    assert offender in str(refused.value)


@pytest.mark.parametrize(
    "text",
    ["", ",", "d3", "d3-d3", "d3=d4", "d3-d4,", "d3-d4 d4>", "d3-d4,d3xd5", "p1>", "a16>", "a0>",
     "d3<,d3<,d3<", "d3xd5,d3xd6", "d3xd5,e5xd5", "d3-d04", "D3-d4", "d3-d4\n", "٣3>", "d3<" * 40],
)  # fmt: skip
def test_a_wrong_turn_is_refused(text: str) -> None:
    with pytest.raises(BadMove):
        parse_turn(text)


def test_shots_are_written_in_the_order_of_squares() -> None:
    assert str(parse_turn("f4xf6,d3xd5,a4xa6,d3-d4,d4>")) == "d3xd5,a4xa6,f4xf6,d3-d4,d4>"


@pytest.mark.parametrize("name", ["j1", "a10", "", "a", "1a", "a1 ", "aa1"])
def test_a_square_of_another_field(name: str) -> None:
    with pytest.raises(BadSquare, match="a1 to i9"):
        field_of(9).square(name)


def test_a_turn_beyond_the_field_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match="'o15' is not a square"):
        new_battle().play("o15>,o15>")


def test_a_record_round_trips() -> None:
    record = read_battle(RECORD)
    assert write_battle(record) == RECORD
    assert record.white == 'A "quoted" name'
    assert record.battle.ending is not None
    assert record.battle.ending.winner is Side.BLACK


def test_a_game_from_another_start_names_it() -> None:
    battle = new_battle(9, kings=True).play("d3<,d3-c3")
    shown = write_battle(BattleRecord(battle))
    assert '[Kings "yes"]' in shown
    assert shown.endswith("1. d3<,d3-c3\n*\n")
    later = BattleRecord(type(battle)((battle.now,)))
    assert '[Position "' in write_battle(later)
    assert read_battle(write_battle(later)) == later


@pytest.mark.parametrize(
    ("old", "new", "line", "offender"),
    [
        ('[Game "Archers"]', '[Game "Jasir"]', 1, "'Jasir'"),
        ('[Size "9"]', '[Size "8"]', 2, "8 by 8"),
        ('[Size "9"]', '[Size "nine"]', 2, "'nine'"),
        ('[Kings "no"]', '[Kings "perhaps"]', 3, "'perhaps'"),
        ('[Kings "no"]', '[Queens "no"]', 3, "'Queens'"),
        ('[Black "?"]', '[White "?"]', 5, "twice"),
        ('[Black "?"]', "[Black ?]", 5, "[Black ?]"),
        ('[Result "black"]', '[Result "draw"]', 7, "white or black"),
        ('[Reason "resigned"]', '[Reason "wood"]', 7, "'black'"),
        ('[Reason "resigned"]\n', "", 1, "Reason"),
        ("d3<,d3-c3", "d3-d4,d4-d5", 10, "enemy’s zone"),
        ("d3<,d3-c3", "d3-d4;d4-d5", 10, "no part of a turn"),
        ("2. c3", "3. c3", 11, "'2.'"),
        ("1. d3<,d3-c3 f7<,f7^", "1. d3<,d3-c3", 11, "only the last"),
        ("0-1\n", "1-0\n", 12, "'1-0'"),
        ("0-1\n", "", 11, "'0-1'"),
    ],
)
def test_a_record_that_is_not_true(old: str, new: str, line: int, offender: str) -> None:
    assert old in RECORD
    with pytest.raises(BadRecord) as refused:
        read_battle(RECORD.replace(old, new, 1))
    assert refused.value.line == line
    assert offender in str(refused.value)


@given(st.text(alphabet='wbWB^v<>/123456789 x-,.abcdefghi[]"\\*\n', max_size=120) | st.text())
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_by_name(text: str) -> None:
    for parse in (parse_formation, parse_turn, read_battle):
        try:
            found = parse(text)
        except RulesError:
            continue
        assert parse is not read_battle
        assert parse(str(found)) == found


@given(st.integers(0, len(RECORD)), st.integers(0, 6), st.text(max_size=4))
@settings(max_examples=150, deadline=None)
def test_a_spoilt_record_is_refused_or_still_true(at: int, cut: int, new: str) -> None:
    spoilt = RECORD[:at] + new + RECORD[at + cut :]
    try:
        record = read_battle(spoilt)
    except RulesError:
        return
    assert read_battle(write_battle(record)) == record
