"""The opening book: the exact value of every position within six plies of either start.

The file: `BPOPENED`, version (a byte), SHA-256 of everything else in the file, the fingerprint of
the rule set, how many positions (4 bytes, little-endian). Then raw LZMA2 of the gaps between the
positions' numbers (8 bytes each) and of the values for White plus 5 (a byte each). The number of a
position is twice its place in the whole solution, plus 1 if Black is to move.
"""

from __future__ import annotations

import hashlib
import lzma
import struct
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from boardpi.coach.endgames.places import alive, place_of
from boardpi.coach.endgames.tables_file import (
    MOST_POINTS,
    BadTables,
    WrongRules,
    fingerprint,
    number_of,
    pack_gaps,
    unpack_numbers,
)
from boardpi.rules.holes import Side
from boardpi.rules.position import Position
from boardpi.rules.rulesets import RuleSet

MAGIC: Final = b"BPOPENED"
VERSION: Final = 1
PLIES: Final = 5
"""From either start; of these positions every move's value is known, too."""
FEWEST_ALIVE: Final = 7
"""Six plies take three archers at most."""
_HEAD: Final = struct.Struct("<8sB32s32sI")
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]


class _Entries(NamedTuple):
    """All positions, sorted by their numbers, and their values for White plus 5."""

    numbers: array[int]
    values: bytes


class Openings:
    """The book of one rule set. `data` is its file, read by the caller.

    A damaged file raises BadTables, a book of other rules WrongRules. It is unpacked when the
    first position is looked up, which takes 2.6 MB.
    """

    def __init__(self, data: bytes, rules: RuleSet) -> None:
        self._data = data
        if len(data) < _HEAD.size or data[:8] != MAGIC:
            raise BadTables(f"not an opening book: it begins with {data[:8]!r}")
        self._count: int
        _, version, digest, ours, self._count = _HEAD.unpack_from(data)
        if version != VERSION:
            raise BadTables(f"an opening book of version {version}: this boardpi reads {VERSION}")
        if digest != _digest(data):
            raise BadTables("the opening book is damaged: its checksum is wrong")
        if ours != fingerprint(rules):
            raise WrongRules(f"no opening book for {rules.name}: its rules or lines are others")

    def __len__(self) -> int:
        return self._count

    def probe(self, position: Position) -> int | None:
        """The exact value for the side to move; None for a position that is not in the book."""
        if alive(position) < FEWEST_ALIVE:
            return None
        number = number_in_book(position)
        if number is None:
            return None
        at = bisect_left(self._entries.numbers, number)
        if at == self._count or self._entries.numbers[at] != number:
            return None
        value = self._entries.values[at] - MOST_POINTS
        return value if position.side is Side.WHITE else -value

    @cached_property
    def _entries(self) -> _Entries:
        try:
            raw = lzma.decompress(self._data[_HEAD.size :], lzma.FORMAT_RAW, filters=_FILTERS)
        except lzma.LZMAError as error:
            raise BadTables(f"the opening book does not unpack: {error}") from None
        if len(raw) != 9 * self._count:
            raise BadTables(f"an opening book of {self._count} positions has {len(raw)} bytes")
        numbers = unpack_numbers(raw[: 8 * self._count], "Q")
        return _Entries(numbers, raw[8 * self._count :])


def number_in_book(position: Position) -> int | None:
    """The number of a position in the book; None if the solution has no place for it."""
    place = place_of(position)
    return None if place is None else number_of(place, position.side)


def pack_openings(rules: RuleSet, values: Mapping[int, int]) -> bytes:
    """The file of these values for White, by the numbers of their positions."""
    numbers = sorted(values)
    raw = pack_gaps(numbers, 8) + bytes(values[number] + MOST_POINTS for number in numbers)
    packed = lzma.compress(raw, lzma.FORMAT_RAW, filters=_FILTERS)
    head = _HEAD.pack(MAGIC, VERSION, bytes(32), fingerprint(rules), len(numbers))
    return seal_openings(head + packed)


def seal_openings(data: bytes) -> bytes:
    """The file with the checksum that fits."""
    return data[:9] + _digest(data) + data[41:]


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data[:9] + data[41:]).digest()
