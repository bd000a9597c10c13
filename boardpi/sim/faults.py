"""What can be wrong with reeds and magnets, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from boardpi.rules import Hole, holes_in, mask_of


@dataclass(frozen=True, slots=True)
class Faults:
    """How the reeds of a board misbehave. Masks name holes, bit 0 = a1.

    A reed *bounces*: after a change it opens and closes a few times more. A reed *releases slowly*:
    it stays closed for a while after its archer was lifted. A *chattering* reed changes all the
    time, whatever stands on it. A *stuck* one never changes.
    """

    bounces: int = 0  # at most so many times back and forth after a change
    bounce_ms: int = 2  # at most so long between two of them; below `settle_ms` or they count
    slow_release_ms: int = 0
    stuck_open: int = 0
    stuck_closed: int = 0
    chattering: int = 0
    chatter_ms: int = 3


WATCHED_CHATTER_MS: Final = 20
"""In real time: faster than hands (table/settle), slow enough for the loop of a small Pi."""
SOUND: Final = Faults()
BOUNCING: Final = Faults(bounces=2)
FAULTS: Final[dict[str, Faults]] = {
    "sound": SOUND,
    "bounce": BOUNCING,
    "bounce-long": Faults(bounces=6, bounce_ms=8),
    "slow-release": Faults(bounces=2, slow_release_ms=60),
}
"""Faults by name, for the command line, the page and the benchmark."""

KINDS: Final = ("stuck_open", "stuck_closed", "chattering")
"""What single reeds can have, as the page and the API name it."""


def parse_faults(holes: Mapping[str, Sequence[str]]) -> Faults:
    """Faults of single reeds, by their kinds; to be run in real time.

    >>> parse_faults({"stuck_open": ["a1", "b1"]}).stuck_open
    3
    """
    masks = {kind: mask_of(Hole(name) for name in holes.get(kind, ())) for kind in KINDS}
    return Faults(**masks, chatter_ms=WATCHED_CHATTER_MS)


def tell_faults(faults: Faults) -> dict[str, list[str]]:
    """The same in words: what `parse_faults` reads.

    >>> tell_faults(Faults(stuck_open=3))
    {'stuck_open': ['a1', 'b1'], 'stuck_closed': [], 'chattering': []}
    """
    return {kind: [str(hole) for hole in holes_in(getattr(faults, kind))] for kind in KINDS}
