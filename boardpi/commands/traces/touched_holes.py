"""What hands did, found in raw changes: lifts and placings, short openings, bounces, chatter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from boardpi.rules import HOLES, Hole, holes_in
from boardpi.table.events import Sensed, Woke

SHORT_MS: Final = 150
"""A reed that falls back so soon is told in one line: a swept victim, a passing magnet."""


@dataclass(frozen=True, slots=True)
class Burst:
    """Changes of one reed without a rest between them. An odd number of them is a real change."""

    ms: int
    closes: bool  # what the first of them does
    changes: int
    lasts_ms: int

    @property
    def is_change(self) -> bool:
        """The reed settles in another state than before."""
        return self.changes % 2 == 1


@dataclass(frozen=True, slots=True)
class TouchedHole:
    """Something that happened to one hole, in words."""

    ms: int
    hole: Hole
    text: str

    def __str__(self) -> str:
        return f"{self.hole} {self.text}"


def read_touches(events: Iterable[Sensed | Woke], mask: int, settle_ms: int) -> list[TouchedHole]:
    """All touches of a trace that begins with this mask, by their time."""
    changes, raw = {hole: list[int]() for hole in HOLES}, mask
    for event in events:
        if isinstance(event, Sensed):
            for hole in holes_in(raw ^ event.mask):
                changes[hole].append(event.ms)
            raw = event.mask
    found = [
        touch
        for hole in HOLES
        for touch in _touches(hole, _bursts(changes[hole], bool(mask >> hole & 1), settle_ms))
    ]
    return sorted(found, key=lambda touch: (touch.ms, touch.hole))


def _bursts(moments: list[int], is_closed: bool, settle_ms: int) -> list[Burst]:
    bursts = []
    for burst in _split(moments, settle_ms):
        bursts.append(Burst(burst[0], not is_closed, len(burst), burst[-1] - burst[0]))
        is_closed ^= bursts[-1].is_change
    return bursts


def _split(moments: list[int], settle_ms: int) -> list[list[int]]:
    """Moments with less than the settling time between them stay together."""
    groups: list[list[int]] = []
    for ms in moments:
        if groups and ms - groups[-1][-1] < settle_ms:
            groups[-1].append(ms)
        else:
            groups.append([ms])
    return groups


def _touches(hole: Hole, bursts: list[Burst]) -> Iterator[TouchedHole]:
    rest = iter([*bursts, None])
    burst = next(rest)
    while burst is not None:
        following = next(rest)
        if following is not None and _is_short(burst, following):
            yield TouchedHole(burst.ms, hole, _tell_short(burst, following.ms - burst.ms))
            following = next(rest)
        else:
            yield TouchedHole(burst.ms, hole, _tell(burst))
        burst = following


def _is_short(one: Burst, two: Burst) -> bool:
    return one.is_change and two.is_change and two.ms - one.ms <= SHORT_MS


def _tell_short(burst: Burst, ms: int) -> str:
    first, then = ("closed", "opened") if burst.closes else ("opened", "closed")
    return f"{first} for {ms} ms and {then}"


def _tell(burst: Burst) -> str:
    if burst.is_change:
        text = "filled" if burst.closes else "lifted"
        bounces = burst.changes // 2
        return text + (f" ({bounces} bounce{'s' * (bounces > 1)})" if bounces else "")
    if burst.changes > 2:
        return f"chattered: {burst.changes} changes in {burst.lasts_ms} ms, nothing that counts"
    state = "closed" if burst.closes else "opened"
    return f"{state} for {burst.lasts_ms} ms, too short to count"
