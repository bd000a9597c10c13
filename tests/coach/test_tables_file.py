"""A file of tables is whole and fits the rules, or it is refused."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.coach.endgames.tables import Tables
from boardpi.coach.endgames.tables_file import (
    MAGIC,
    PLANE_BYTES,
    BadTables,
    Planes,
    WrongRules,
    fingerprint,
    pack_chunk,
    pack_file,
    seal,
)
from boardpi.coach.endgames.tables_index import SIZES
from boardpi.daemon.coach.endgames import shipped_tables
from boardpi.rules import DEFAULT, RULE_SETS, read_rule_sets, rule_set
from boardpi.rules.rulesets import variant


def small_file() -> bytes:
    planes = Planes(bytes([0x44]) * PLANE_BYTES, bytes(PLANE_BYTES))
    return pack_file([DEFAULT], 2, 11, [pack_chunk([planes])])


def test_a_small_file_is_read() -> None:
    tables = Tables(small_file(), DEFAULT)
    assert (tables.most_alive, tables.longest_win) == (2, 11)


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


def test_more_than_the_file_is_refused() -> None:
    with pytest.raises(BadTables, match="should have"):
        Tables(seal(small_file() + b"more"), DEFAULT)


@pytest.mark.parametrize(("at", "word"), [(9, "archers"), (14, "chunks"), (16, "positions")])
def test_numbers_that_do_not_go_together_are_refused(at: int, word: str) -> None:
    odd = bytearray(small_file())
    odd[at] += 1
    with pytest.raises(BadTables, match=word):
        Tables(seal(bytes(odd)), DEFAULT)


def test_a_chunk_that_does_not_unpack_is_refused() -> None:
    broken = pack_file([DEFAULT], 2, 11, [b"\xff not LZMA"])
    with pytest.raises(BadTables, match="chunk 0"):
        Tables(broken, DEFAULT)._file.value(0)


def test_a_chunk_that_is_too_short_is_refused() -> None:
    short = pack_file([DEFAULT], 2, 11, [pack_chunk([Planes(b"\x44", b"\0")])])
    with pytest.raises(BadTables, match="too short"):
        Tables(short, DEFAULT)._file.value(0)


def test_another_version_is_named() -> None:
    with pytest.raises(BadTables, match="version 2"):
        Tables(MAGIC + b"\x02" + small_file()[9:], DEFAULT)


def test_the_shipped_file_holds_five_archers_of_both_jasirs() -> None:
    for name in ("jasir-pergioco", "jasir-oca"):
        assert Tables(shipped_tables(), rule_set(name)).most_alive == 5
    assert struct.unpack_from("<I", shipped_tables(), 16) == (SIZES[5],)


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
