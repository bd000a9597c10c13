"""The file of exact tables: a header, a directory, and blocks that are unpacked one by one.

All numbers are little-endian. The header: `BPTABLES`, version, most archers alive, most archers
alive whose choices are told, number of rule sets, sides to move that are stored (1 or 2), a zero
byte (a byte each); longest win in plies (2 bytes); blocks (4 bytes); length of the file (8 bytes);
SHA-256 of header and directory, taken with zeros in its own place; SHA-256 of all that follows. The
directory: the fingerprint of each rule set (32 bytes); where each block begins, and where the last
one ends (8 bytes each); for each rule set the length of its choices and their count (4 bytes each).
Then the blocks, then the choices.

A block holds 65,536 positions of one class (see `places`; the last block of a class has fewer), a
byte each: the value for White plus 5. In version 3 a block holds 32,768 positions, and the upper
half of each byte tells the winner's detours (see `progress`); version 2 does not tell them. It is
raw LZMA2 behind its CRC-32. There is one plane of
blocks with the side to move that has fewer archers (White, if both have as many), and a second one
with the other side, unless that is left to one ply of search. The planes of all rule sets but the
first are differences: XOR with those of the first. A block without a difference is empty.

Choices say what to play where the winner's habit would go in circles: gaps between the numbers of
the positions (4 bytes each), then which of the moves that keep the value (a byte each), as raw
LZMA2. The number is twice the place from the first class on, plus 1 if Black is to move.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Union

from boardpi.coach.endgames.places import CLASSES, SIZES, Class, PlaceInClass
from boardpi.rules.holes import Side
from boardpi.rules.rulesets import RuleSet, switches

if TYPE_CHECKING:
    from mmap import mmap

MAGIC: Final = b"BPTABLES"
BLOCK_POSITIONS: Final = {2: 1 << 16, 3: 1 << 15}
"""By version. Small blocks are unpacked sooner, large ones pack better."""
WITH_DETOURS: Final = 3
CACHED_BYTES: Final = 1 << 23
"""Of unpacked blocks: a search meets the same ones again and again."""
MOST_POINTS: Final = 5
CHECKED_WHOLE: Final = 1 << 25
"""Files up to so many bytes are checked when they are opened; larger ones block by block."""
_HEAD: Final = struct.Struct("<8s5BxHIQ32s32s")
_DIGESTS: Final = _HEAD.size - 64
SMALLEST: Final = 9 | lzma.PRESET_EXTREME
UNPLAYED: Final = ("title", "sources")
_STARTS: Final = dict(zip(CLASSES, accumulate([0, *map(SIZES.__getitem__, CLASSES)]), strict=False))
Buffer = Union[bytes, "mmap"]
"""A file that was read, or mapped into memory."""


class BadTables(ValueError):
    """Not a file of tables, or a damaged one."""


class WrongRules(ValueError):
    """Tables of another game than the one that is played."""


def fingerprint(rules: RuleSet) -> bytes:
    """A hash over all that decides how a game goes; names and titles do not."""
    played = {key: value for key, value in switches(rules).items() if key not in UNPLAYED}
    return hashlib.sha256(json.dumps(played, sort_keys=True).encode()).digest()


def number_of(place: PlaceInClass, side: Side) -> int:
    """One number for a position with its side to move, over all classes."""
    return 2 * (_STARTS[place.of] + place.number) + side


def classes_up_to(most_alive: int) -> tuple[Class, ...]:
    """The classes with at most so many archers alive."""
    return tuple(of for of in CLASSES if sum(of) <= most_alive)


def blocks_in(of: Class, version: int) -> int:
    """How many blocks a class has in one plane."""
    return -(-SIZES[of] // BLOCK_POSITIONS[version])


def blocks_of(most_alive: int, version: int) -> int:
    """How many blocks one plane has."""
    return sum(blocks_in(of, version) for of in classes_up_to(most_alive))


def _filters(preset: int = SMALLEST) -> list[dict[str, int]]:
    """With detours the byte before tells nothing of the next one; what ships keeps its bytes."""
    context = 4 if preset == SMALLEST else 0
    packing = {"id": lzma.FILTER_LZMA2, "preset": preset, "dict_size": 1 << 19}
    return [packing | {"lc": context, "lp": 0, "pb": 0}]


_UNPACKING: Final = _filters()


class TablesHeader(NamedTuple):
    """The first numbers of the file."""

    magic: bytes
    version: int
    most_alive: int
    choices_alive: int
    rule_sets: int
    sides: int
    longest_win: int
    blocks: int
    length: int
    digest: bytes
    body_digest: bytes


class _Choices(NamedTuple):
    """The positions where habit goes in circles, by their numbers, and what to play there."""

    numbers: array[int]
    choices: bytes


class TablesFile:
    """A checked file, bound to one of its rule sets; blocks are unpacked when they are needed."""

    def __init__(self, data: Buffer, rules: RuleSet, cached_bytes: int = CACHED_BYTES) -> None:
        self._data = data
        self.header = _read_header(data)
        prints = self.fingerprints()
        if fingerprint(rules) not in prints:
            raise WrongRules(f"no table for {rules.name}: its rules or lines are others")
        self._set = prints.index(fingerprint(rules))
        self._offsets = _HEAD.size + 32 * self.header.rule_sets
        classes = classes_up_to(self.header.most_alive)
        version = self.header.version
        firsts = accumulate((blocks_in(of, version) for of in classes), initial=0)
        self._firsts = dict(zip(classes, firsts, strict=False))
        self._plane = blocks_of(self.header.most_alive, version)
        self._size = BLOCK_POSITIONS[version]
        if len(data) <= CHECKED_WHOLE:
            self.check()
        self.unpacked = lru_cache(cached_bytes // self._size)(self._unpack_ours)

    def fingerprints(self) -> list[bytes]:
        """Of the rule sets that the file is for."""
        end = _HEAD.size + 32 * self.header.rule_sets
        return [bytes(self._data[at : at + 32]) for at in range(_HEAD.size, end, 32)]

    def check(self, report: Callable[[int], None] | None = None) -> None:
        """Read everything once; BadTables if a bit is wrong. `report` hears how far it is."""
        found = hashlib.sha256()
        begin = _directory_end(self.header)
        for at in range(begin, len(self._data), 1 << 20):
            found.update(self._data[at : at + (1 << 20)])
            if report is not None:
                report(at)
        if found.digest() != self.header.body_digest:
            raise BadTables("the tables are damaged: their checksum is wrong")

    def has(self, of: Class, side: Side) -> bool:
        """Whether the values of this class with this side to move are stored."""
        return of in self._firsts and (self.header.sides == 2 or side is of.first)

    def value(self, place: PlaceInClass, side: Side) -> int:
        """The value for White; `has` must be true of its class and side."""
        return (self._byte(place, side) & 15) - MOST_POINTS

    @property
    def has_detours(self) -> bool:
        """Whether `detours` are told."""
        return self.header.version == WITH_DETOURS

    def detours(self, place: PlaceInClass, side: Side) -> int:
        """How many detours the winner needs; `has` must be true of its class and side."""
        return self._byte(place, side) >> 4

    def _byte(self, place: PlaceInClass, side: Side) -> int:
        plane = 0 if side is place.of.first else 1
        block, inside = divmod(place.number, self._size)
        number = self._plane * plane + self._firsts[place.of] + block
        return self.unpacked(number, place.of)[inside]

    def _unpack_ours(self, block: int, of: Class) -> bytes:
        """A block of the first rule set, or what ours makes of it."""
        inside = block % self._plane - self._firsts[of]
        size = min(self._size, SIZES[of] - inside * self._size)
        base = self._unpack(block, size)
        if not self._set:
            return base
        difference = self._unpack(self._set * self.header.sides * self._plane + block, size)
        return _xor(base, difference) if difference else base

    def _unpack(self, block: int, size: int) -> bytes:
        begin, end = struct.unpack_from("<2Q", self._data, self._offsets + 8 * block)
        if begin == end:
            return b""
        packed = self._data[begin + 4 : end]
        if zlib.crc32(packed).to_bytes(4, "little") != self._data[begin : begin + 4]:
            raise BadTables(f"block {block} of the tables is damaged: its checksum is wrong")
        try:
            raw = lzma.decompress(packed, lzma.FORMAT_RAW, filters=_UNPACKING)
        except lzma.LZMAError as error:
            raise BadTables(f"block {block} of the tables does not unpack: {error}") from None
        if len(raw) != size:
            raise BadTables(f"block {block} of the tables has {len(raw)} positions, not {size}")
        return raw

    def choice(self, place: PlaceInClass, side: Side) -> int:
        """Which of the moves that keep the value wins; 0 is the first."""
        number = number_of(place, side)
        at = bisect_left(self._choices.numbers, number)
        found = at < len(self._choices.numbers) and self._choices.numbers[at] == number
        return self._choices.choices[at] if found else 0

    @cached_property
    def _choices(self) -> _Choices:
        at = self._offsets + 8 * (self.header.blocks + 1)
        [begin] = struct.unpack_from("<Q", self._data, at - 8)
        for before in range(self._set):
            begin += struct.unpack_from("<I", self._data, at + 8 * before)[0]
        length, count = struct.unpack_from("<2I", self._data, at + 8 * self._set)
        try:
            packed = self._data[begin : begin + length]
            raw = lzma.decompress(packed, lzma.FORMAT_RAW, filters=_UNPACKING)
        except lzma.LZMAError as error:
            raise BadTables(f"the choices of the tables do not unpack: {error}") from None
        if len(raw) != 5 * count:
            raise BadTables(f"{count} choices of the tables have {len(raw)} bytes")
        return _Choices(unpack_numbers(raw[: 4 * count], "I"), raw[4 * count :])


def _directory_end(header: TablesHeader) -> int:
    return _HEAD.size + 40 * header.rule_sets + 8 * (header.blocks + 1)


def _read_header(data: Buffer) -> TablesHeader:
    if len(data) < _HEAD.size or data[:8] != MAGIC:
        raise BadTables(f"not a file of tables: it begins with {data[:8]!r}")
    header = TablesHeader(*_HEAD.unpack_from(data))
    if header.version not in BLOCK_POSITIONS:
        known = " and ".join(map(str, BLOCK_POSITIONS))
        raise BadTables(f"tables of version {header.version}: this boardpi reads {known}")
    if header.length != len(data):
        raise BadTables(f"tables of {len(data)} bytes should have {header.length}")
    end = _directory_end(header)
    if end > len(data) or _digest(data[:end]) != header.digest:
        raise BadTables("the tables are damaged: the checksum of their directory is wrong")
    blocks = blocks_of(header.most_alive, header.version)
    fits = 2 <= header.most_alive <= 2 * MOST_POINTS and header.sides in (1, 2)
    if not fits or header.blocks != blocks * header.sides * header.rule_sets:
        raise BadTables(
            f"tables of {header.blocks} blocks for {header.most_alive} archers,"
            f" {header.rule_sets} rule sets and {header.sides} sides to move:"
            " these numbers do not go together"
        )
    return header


def _digest(directory: bytes) -> bytes:
    blank = directory[:_DIGESTS] + bytes(32) + directory[_DIGESTS + 32 :]
    return hashlib.sha256(blank).digest()


def _xor(one: bytes, two: bytes) -> bytes:
    mixed = int.from_bytes(one, "little") ^ int.from_bytes(two, "little")
    return mixed.to_bytes(len(one), "little")


def unpack_numbers(gaps: bytes, kind: Literal["I", "Q"]) -> array[int]:
    """The sorted numbers with these gaps, of four bytes (I) or eight (Q)."""
    found = array(kind, gaps)
    if sys.byteorder == "big":
        found.byteswap()
    total = 0
    for at, gap in enumerate(found):  # in place: a Pi has little memory
        total += gap
        found[at] = total
    return found


def pack_gaps(numbers: Sequence[int], size: int) -> bytes:
    """The gaps between sorted numbers, in so many bytes each."""
    return b"".join(
        (number - before).to_bytes(size, "little")
        for before, number in zip([0, *numbers], numbers, strict=False)
    )


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def pack_block(raw: bytes, base: bytes | None = None, preset: int = SMALLEST) -> bytes:
    """One block, or its difference from the block of the first rule set; empty if there is none.
    `preset` is LZMA's: lower ones are quicker, and need more room.
    """
    if base is not None:
        if base == raw:
            return b""
        raw = _xor(raw, base)
    packed = lzma.compress(raw, lzma.FORMAT_RAW, filters=_filters(preset))
    return zlib.crc32(packed).to_bytes(4, "little") + packed


@dataclass(frozen=True, slots=True)
class Contents:
    """What goes into a file but for its blocks."""

    rule_sets: Sequence[RuleSet]
    most_alive: int
    sides: int
    longest_win: int
    choices_alive: int
    choices: Sequence[Mapping[int, int]]  # for each rule set: the choice by `number_of`
    version: int = 2


def pack_choices(choices: Mapping[int, int]) -> bytes:
    """The choices of one rule set."""
    numbers = sorted(choices)
    raw = pack_gaps(numbers, 4) + bytes(choices[number] for number in numbers)
    return lzma.compress(raw, lzma.FORMAT_RAW, filters=_UNPACKING)


def pack_front(contents: Contents, lengths: Sequence[int], body_digest: bytes) -> bytes:
    """Header and directory of a file whose blocks have these lengths."""
    choices = [pack_choices(mapping) for mapping in contents.choices]
    sets = len(contents.rule_sets)
    begin = _HEAD.size + 40 * sets + 8 * (len(lengths) + 1)
    offsets = tuple(accumulate(lengths, initial=begin))
    told = [
        word
        for packed, mapping in zip(choices, contents.choices, strict=True)
        for word in (len(packed), len(mapping))
    ]
    numbers = (contents.most_alive, contents.choices_alive, sets, contents.sides)
    length = offsets[-1] + sum(map(len, choices))
    head = (MAGIC, contents.version, *numbers, contents.longest_win, len(lengths), length)
    front = _HEAD.pack(*head, bytes(32), body_digest) + b"".join(
        (
            *map(fingerprint, contents.rule_sets),
            struct.pack(f"<{len(offsets)}Q", *offsets),
            struct.pack(f"<{len(told)}I", *told),
        )
    )
    return seal(front)


def seal(front: bytes) -> bytes:
    """Header and directory with the checksum that fits."""
    return front[:_DIGESTS] + _digest(front) + front[_DIGESTS + 32 :]


def pack_file(contents: Contents, blocks: Iterable[bytes]) -> bytes:
    """A whole file in memory."""
    packed = list(blocks)
    body = b"".join((*packed, *map(pack_choices, contents.choices)))
    return pack_front(contents, list(map(len, packed)), hashlib.sha256(body).digest()) + body
