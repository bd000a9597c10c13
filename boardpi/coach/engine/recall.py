"""What a search remembers of positions: two arrays of 64-bit words, and never more.

A key is kept whole: what does not fit into the first word stands at the upper end of the second.
So two positions are never taken for each other, and what is proven stays proven.
"""

from __future__ import annotations

from array import array
from typing import Final

SIZES: Final = (1_021, 8_191, 65_521, 262_139)  # primes, so that keys spread over the slots
MOST: Final = SIZES[-1]
KEY_BITS: Final = 98  # of a key that is kept whole: the smallest table divides it by 2**9 or more
FOLD: Final = 292_055_143_468_816_008_641_909_358_727  # a prime of 98 bits: longer keys are folded
WORD: Final = (1 << 64) - 1

EXACT, AT_LEAST, AT_MOST = 0, 1, 2

_CODE_BITS, _DEPTH_BITS, _BOUND_BITS, _SCORE_BITS = 11, 7, 2, 19
_DEPTH_AT: Final = _CODE_BITS
_BOUND_AT: Final = _DEPTH_AT + _DEPTH_BITS
_SCORE_AT: Final = _BOUND_AT + _BOUND_BITS
_KEY_AT: Final = _SCORE_AT + _SCORE_BITS
_ZERO: Final = 1 << _SCORE_BITS - 1  # the score that is written as the middle number

Known = tuple[int, int, int, int]
"""Depth, bound, score and the code of the best turn."""


class Recall:
    """A table of as many slots as it has; a newer position takes the place of an older one.

    >>> memory = Recall(SIZES[0])
    >>> memory.put(12345, 3, EXACT, -41, 1 << 25 | 2)
    >>> memory.get(12345)
    (3, 0, -41, 33554434)
    >>> memory.get(12346) is None
    True
    """

    __slots__ = ("_codes", "_names", "keys", "slots", "words")

    def __init__(self, slots: int = MOST) -> None:
        self.slots = slots
        self.keys = array("Q", [0]) * slots
        self.words = array("Q", [0]) * slots
        self._codes: list[int] = [0]
        self._names: dict[int, int] = {0: 0}  # a code of a turn, and its short name

    @classmethod
    def for_nodes(cls, nodes: int | None) -> Recall:
        """As large as so many turns can fill."""
        return cls(next((size for size in SIZES if nodes is not None and size >= nodes), MOST))

    @property
    def bytes(self) -> int:
        """What the two arrays take."""
        return self.slots * (self.keys.itemsize + self.words.itemsize)

    def get(self, key: int) -> Known | None:
        """What is remembered of a position."""
        rest, slot = divmod(key, self.slots)
        word = self.words[slot]
        if self.keys[slot] != rest & WORD or word >> _KEY_AT != rest >> 64 or not word:
            return None
        return (
            word >> _DEPTH_AT & 127,
            word >> _BOUND_AT & 3,
            (word >> _SCORE_AT & 524_287) - _ZERO,
            self._codes[word & 2047],
        )

    def put(self, key: int, depth: int, bound: int, score: int, code: int) -> None:
        """Remember a position, and forget what stood in its slot."""
        rest, slot = divmod(key, self.slots)
        name = self._names.get(code)
        if name is None:
            name = self._names[code] = len(self._codes)
            self._codes.append(code)
        self.keys[slot] = rest & WORD
        self.words[slot] = (
            rest >> 64 << _KEY_AT
            | score + _ZERO << _SCORE_AT
            | bound << _BOUND_AT
            | depth << _DEPTH_AT
            | name
        )
