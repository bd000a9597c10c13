"""A file of tables is whole and fits the rules, or it is refused."""

from __future__ import annotations

import struct
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.coach.endgames import tables_file
from boardpi.coach.endgames.places import SIZES, Class, PlaceInClass, place_of
from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import (
    MAGIC,
    BadTables,
    Contents,
    WrongRules,
    fingerprint,
    number_of,
    pack_block,
    pack_file,
    seal,
)
from boardpi.daemon.coach.endgames import shipped_tables
from boardpi.rules import (
    DEFAULT,
    RULE_SETS,
    RuleSet,
    Side,
    read_rule_sets,
    rule_set,
)
from boardpi.rules.rulesets import variant
from tests.coach.forcing import random_positions
from tests.coach.shipped import JASIR, tables

LAST_TWO = Class(1, 1)
SIZE = SIZES[LAST_TWO]
DRAWS = bytes([5]) * SIZE
FRONT = struct.calcsize("<8s5BxHIQ32s32s")


def small_file(*blocks: bytes, sides: int = 1) -> bytes:
    contents = Contents([DEFAULT], 2, sides, 11, 2, [{7: 3}])
    return pack_file(contents, blocks or [pack_block(DRAWS)] * sides)


def body_of(data: bytes) -> int:
    """Where the blocks begin: behind a fingerprint, two offsets and the length of the choices."""
    return FRONT + 32 + 16 + 8


def test_a_small_file_is_read() -> None:
    found = Tables(small_file(), DEFAULT)
    assert (found.most_alive, found.longest_win) == (2, 11)
    place = PlaceInClass(LAST_TWO, 3)
    assert number_of(place, Side.BLACK) == 7
    assert [found._file.choice(place, side) for side in Side] == [0, 3]


@given(cut=st.integers(0, len(small_file()) - 1))
def test_a_file_cut_short_is_refused(cut: int) -> None:
    with pytest.raises(BadTables):
        Tables(small_file()[:cut], DEFAULT)


@given(at=st.integers(0, len(small_file()) - 1), flip=st.integers(1, 255))
def test_a_flipped_bit_is_never_a_wrong_value(at: int, flip: int) -> None:
    damaged = bytearray(small_file())
    damaged[at] ^= flip
    with pytest.raises(BadTables):
        Tables(bytes(damaged), DEFAULT)


@given(at=st.integers(body_of(small_file()), len(small_file()) - 1), flip=st.integers(1, 255))
def test_a_large_file_is_checked_block_by_block(at: int, flip: int) -> None:
    damaged = bytearray(small_file())
    damaged[at] ^= flip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables_file, "CHECKED_WHOLE", 0)
        found = Tables(bytes(damaged), DEFAULT)
        with pytest.raises(BadTables, match="damaged"):
            found.check()
        if at < body_of(small_file()) + len(pack_block(DRAWS)):
            with pytest.raises(BadTables, match="block 0"):
                found._file.value(PlaceInClass(LAST_TWO, 3), Side.WHITE)


def test_more_than_the_file_is_refused() -> None:
    with pytest.raises(BadTables, match="should have"):
        Tables(small_file() + b"more", DEFAULT)


@pytest.mark.parametrize(("at", "word"), [(9, "archers"), (12, "sides"), (16, "blocks")])
def test_numbers_that_do_not_go_together_are_refused(at: int, word: str) -> None:
    odd = bytearray(small_file())
    odd[at] += 2
    end = body_of(bytes(odd)) + (16 if at == 16 else 0)
    with pytest.raises(BadTables, match=word):
        Tables(seal(bytes(odd[:end])) + bytes(odd[end:]), DEFAULT)


def test_a_block_that_does_not_unpack_is_refused() -> None:
    broken = pack_block(DRAWS)[:4] + b"\xff not LZMA"
    with pytest.raises(BadTables, match="block 0"):
        Tables(small_file(broken), DEFAULT).probe(next(random_positions(1, 1, most_alive=2)))


def test_a_block_that_is_too_short_is_refused() -> None:
    found = Tables(small_file(pack_block(b"\5")), DEFAULT)
    with pytest.raises(BadTables, match="has 1 positions, not 1611"):
        found._file.value(PlaceInClass(LAST_TWO, 0), Side.WHITE)


def test_another_version_is_named() -> None:
    with pytest.raises(BadTables, match="version 1"):
        Tables(MAGIC + b"\x01" + small_file()[9:], DEFAULT)


def test_the_shipped_file_holds_five_archers_of_both_jasirs() -> None:
    for name in ("jasir-pergioco", "jasir-oca"):
        assert Tables(shipped_tables(), rule_set(name)).most_alive == 5
    assert len(shipped_tables()) < 2_454_927  # of version 1, which held the same


@cache
def one_sided() -> bytes:
    """The shipped values of two and three archers, with one side to move alone."""
    sets = list(JASIR)
    blocks: list[bytes] = []
    first: dict[Class, bytes] = {}
    for rules in sets:
        for of in tables_file.classes_up_to(3):
            raw = bytes(
                tables(rules)._file.value(PlaceInClass(of, number), of.first) + 5
                for number in range(SIZES[of])
            )
            blocks.append(pack_block(raw, first.get(of)))
            first.setdefault(of, raw)
    return pack_file(Contents(sets, 3, 1, 11, 0, [{} for _ in sets]), blocks)


@pytest.mark.parametrize("rules", JASIR, ids=str)
def test_the_side_that_is_not_stored_is_one_ply_away(rules: RuleSet) -> None:
    half, whole = Tables(one_sided(), rules), tables(rules)
    missing = 0
    for position in random_positions(9, 1500, most_alive=3):
        place = place_of(position)
        missing += place is not None and not half._file.has(place.of, position.side)
        assert half.probe(position) == whole.probe(position), position
    assert missing > 500


def test_a_rule_set_that_differs_nowhere_costs_nothing() -> None:
    assert pack_block(DRAWS, DRAWS) == b""
    assert pack_block(DRAWS) != b""


@pytest.mark.parametrize("name", ["jarmo-pergioco", "jarmo-wikipedia", "jarmo-oca"])
def test_other_games_get_no_table(name: str) -> None:
    with pytest.raises(WrongRules, match=name):
        Tables(shipped_tables(), rule_set(name))


def test_one_line_less_is_another_game() -> None:
    with pytest.raises(WrongRules):
        Tables(shipped_tables(), variant(DEFAULT, lines=DEFAULT.lines[1:]))


def test_the_same_game_by_another_name_is_the_same_game() -> None:
    text = '[rules.ours]\nlike = "jasir-pergioco"\ntitle = "Ours"\n'
    ours = read_rule_sets(text, RULE_SETS)["ours"]
    assert fingerprint(ours) == fingerprint(DEFAULT)


@settings(max_examples=20)
@given(data=st.binary(max_size=200))
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(BadTables):
        Tables(data, DEFAULT)
