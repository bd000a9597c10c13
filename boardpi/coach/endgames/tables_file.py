"""The file of the exact tables: a header, the lengths of the chunks, the chunks.

All numbers are little-endian. The header: `BPTABLES`, version, most archers alive, number of rule
sets, 0 (a byte each), longest win in plies (2 bytes), chunks (2 bytes), positions (4 bytes),
SHA-256 of everything else in the file, then the fingerprint of each rule set. After it come the
lengths of the chunks (4 bytes each) and the chunks themselves.

A chunk is raw LZMA2 and holds 131,072 positions, half a byte each, the lower half first, in two
planes per rule set: the values plus 4, and the choices where habit would go in circles (0 = none).
The planes of all rule sets but the first are differences: XOR with those of the first.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from boardpi.coach.endgames.tables_index import SIZES
from boardpi.rules.rulesets import RuleSet, switches

MAGIC: Final = b"BPTABLES"
VERSION: Final = 1
CHUNK_POSITIONS: Final = 1 << 17
PLANE_BYTES: Final = CHUNK_POSITIONS // 2
CACHED_CHUNKS: Final = 128  # 64 KB each: a search meets the same ones again and again
CACHED_CHOICES: Final = 4
VALUES, CHOICES = 0, 1
_HEAD: Final = struct.Struct("<8sBBBxHHI32s")
_FILTERS: Final = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 19, "lc": 4}
    | {"lp": 0, "pb": 0}
]
UNPLAYED: Final = ("title", "sources")


class BadTables(ValueError):
    """Not a file of tables, or a damaged one."""


class WrongRules(ValueError):
    """Tables of another game than the one that is played."""


@dataclass(frozen=True, slots=True)
class Planes:
    """What one chunk says of one rule set."""

    values: bytes
    choices: bytes


def fingerprint(rules: RuleSet) -> bytes:
    """A hash over all that decides how a game goes; names and titles do not."""
    played = {key: value for key, value in switches(rules).items() if key not in UNPLAYED}
    return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).digest()


class TablesHeader(NamedTuple):
    """The first numbers of the file."""

    magic: bytes
    version: int
    most_alive: int
    rule_sets: int
    longest_win: int
    chunks: int
    positions: int
    digest: bytes


class TablesFile:
    """A checked file, bound to one of its rule sets; chunks are unpacked when they are needed."""

    def __init__(self, data: bytes, rules: RuleSet, cached_chunks: int = CACHED_CHUNKS) -> None:
        self._data = memoryview(data)
        self.header = _read_header(self._data)
        end = _HEAD.size + 32 * self.header.rule_sets
        prints = [bytes(self._data[at : at + 32]) for at in range(_HEAD.size, end, 32)]
        if fingerprint(rules) not in prints:
            raise WrongRules(f"no table for {rules.name}: its rules or lines are others")
        self._set = prints.index(fingerprint(rules))
        self._starts = self._find_chunks(self.header.chunks, end)
        self.values = lru_cache(cached_chunks)(self._unpack_values)
        self.choices = lru_cache(CACHED_CHOICES)(self._unpack_choices)

    def _find_chunks(self, chunks: int, at: int) -> list[int]:
        if at + 4 * chunks > len(self._data):
            raise BadTables("the tables are damaged: the list of chunks is cut off")
        starts = [at + 4 * chunks]
        for length in struct.unpack_from(f"<{chunks}I", self._data, at):
            starts.append(starts[-1] + length)
        if starts[-1] != len(self._data):
            raise BadTables(f"tables of {len(self._data)} bytes should have {starts[-1]}")
        return starts

    def _unpack_values(self, chunk: int) -> bytes:
        return self._plane(chunk, VALUES)

    def _unpack_choices(self, chunk: int) -> bytes:
        return self._plane(chunk, CHOICES)

    def _plane(self, chunk: int, kind: int) -> bytes:
        """Our plane of a chunk; what stands behind it is not unpacked."""
        ours = 2 * self._set + kind
        raw = self._unpack(chunk, (ours + 1) * PLANE_BYTES)
        base = raw[kind * PLANE_BYTES : (kind + 1) * PLANE_BYTES]
        return _xor(base, raw[ours * PLANE_BYTES :]) if self._set else base

    def _unpack(self, chunk: int, size: int) -> bytes:
        """The first bytes of a chunk."""
        packed = self._data[self._starts[chunk] : self._starts[chunk + 1]]
        try:
            raw = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_FILTERS).decompress(packed, size)
        except lzma.LZMAError as error:
            raise BadTables(f"chunk {chunk} of the tables does not unpack: {error}") from None
        if len(raw) < size:
            raise BadTables(f"chunk {chunk} of the tables is too short: {len(raw)} bytes")
        return raw

    def value(self, index: int) -> int:
        """The value of the position with this number, for the side to move."""
        return _half(self.values(index // CHUNK_POSITIONS), index) - 4

    def choice(self, index: int) -> int:
        """Which of the moves that keep the value wins; 0 is the first."""
        return _half(self.choices(index // CHUNK_POSITIONS), index)


def _read_header(data: memoryview) -> TablesHeader:
    if len(data) < _HEAD.size or bytes(data[:8]) != MAGIC:
        raise BadTables(f"not a file of tables: it begins with {bytes(data[:8])!r}")
    header = TablesHeader(*_HEAD.unpack_from(data))
    if header.version != VERSION:
        raise BadTables(f"tables of version {header.version}: this boardpi reads {VERSION}")
    if _digest(data) != header.digest:
        raise BadTables("the tables are damaged: their checksum is wrong; install boardpi anew")
    alive, positions, chunks = header.most_alive, header.positions, header.chunks
    fits = 2 <= alive < len(SIZES) and positions == SIZES[alive] and header.rule_sets > 0
    if not fits or chunks != -(-positions // CHUNK_POSITIONS):
        raise BadTables(
            f"tables of {positions} positions in {chunks} chunks for {alive} archers:"
            " these numbers do not go together"
        )
    return header


def _digest(data: memoryview) -> bytes:
    found = hashlib.sha256(data[: _HEAD.size - 32])
    found.update(data[_HEAD.size :])
    return found.digest()


def _half(plane: bytes, index: int) -> int:
    byte = plane[index % CHUNK_POSITIONS >> 1]
    return byte >> 4 if index & 1 else byte & 15


def _xor(one: bytes, two: bytes) -> bytes:
    mixed = int.from_bytes(one, "little") ^ int.from_bytes(two, "little")
    return mixed.to_bytes(len(one), "little")


def pack_chunk(planes: Sequence[Planes]) -> bytes:
    """A chunk of these planes, one pair per rule set."""
    first = planes[0]
    raw = first.values + first.choices
    for other in planes[1:]:
        raw += _xor(first.values, other.values) + _xor(first.choices, other.choices)
    return lzma.compress(raw, lzma.FORMAT_RAW, filters=_FILTERS)


def pack_file(
    rule_sets: Sequence[RuleSet], most_alive: int, longest_win: int, chunks: Sequence[bytes]
) -> bytes:
    """The whole file."""
    lengths = struct.pack(f"<{len(chunks)}I", *map(len, chunks))
    body = b"".join((*map(fingerprint, rule_sets), lengths, *chunks))
    numbers = (VERSION, most_alive, len(rule_sets), longest_win, len(chunks), SIZES[most_alive])
    return seal(_HEAD.pack(MAGIC, *numbers, bytes(32)) + body)


def seal(data: bytes) -> bytes:
    """The file with the checksum that fits."""
    return data[: _HEAD.size - 32] + _digest(memoryview(data)) + data[_HEAD.size :]
