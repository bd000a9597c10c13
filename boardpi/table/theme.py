"""What a theme is, and the frame that it paints: roles become colour and motion over time.

Milliseconds here count from the moment when the lights were shown (the `Show` effect): every
motion begins at its brightest, so that no light comes late because its blink happens to be dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from boardpi.rules import HOLES, Hole, Position, Side
from boardpi.rules.holes import FIRST_ROW
from boardpi.table.effects import Lights

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255, as a screen shows them (sRGB)."""

FRAME_MS: Final = 40
"""25 frames a second. All motions turn on this grid, so that they change in the same frames."""
IDLE_MA: Final = 25 * 0.7
CHANNEL_MA: Final = 20
"""WS2812B: 0.7 mA for the chip of each pixel, 20 mA for each of its channels at 255."""
OFF: Final[Colour] = (0, 0, 0)
MIDDLE_ROW: Final = 3


class Tint(StrEnum):
    """Where a look takes its colour from."""

    FIXED = "fixed"
    OWN = "own"  # the side whose archer stands there
    ROW = "row"  # the side whose half of the board it is in
    KIND = "kind"  # what the archer did to get there: `target`, `capture` or `reentry`


@dataclass(frozen=True, slots=True)
class Motion:
    """Brightness over one period: straight lines between points (part of the period, level).

    Two points at the same part are a jump. With `spread_ms`, each step over the board (to the
    right or away from White) comes so much later: a wave.
    """

    period_ms: int = 0
    curve: tuple[tuple[float, float], ...] = ((0.0, 1.0), (1.0, 1.0))
    spread_ms: int = 0

    @property
    def is_still(self) -> bool:
        """Nothing ever changes."""
        return self.period_ms == 0

    def level(self, ms: int, hole: Hole) -> float:
        """The brightness, 0 to 1, at this moment."""
        if self.is_still:
            return 1.0
        (start, low), (end, high) = self._segment(ms, hole)
        return (
            low
            if low == high
            else low + (high - low) * (self._part(ms, hole) - start) / (end - start)
        )

    def rests_until(self, ms: int, hole: Hole) -> int:
        """Until when the brightness stays what it is now; `ms` itself where it is changing."""
        (_, low), (end, high) = self._segment(ms, hole)
        if low != high:
            return ms
        return ms + round((end - self._part(ms, hole)) * self.period_ms)

    def _part(self, ms: int, hole: Hole) -> float:
        late = self.spread_ms * (hole.column + hole.row - 1)
        return (ms - late) % self.period_ms / self.period_ms

    def _segment(self, ms: int, hole: Hole) -> tuple[tuple[float, float], tuple[float, float]]:
        part = self._part(ms, hole)
        return next((a, b) for a, b in pairwise(self.curve) if a[0] <= part < b[0])


@dataclass(frozen=True, slots=True)
class Look:
    """How one role looks. The motion is named; the brightness (0 to 1) is as the eye sees it."""

    colour: Colour = OFF
    motion: str = "steady"
    brightness: float = 1.0
    tint: Tint = Tint.FIXED


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A look for every role, the own colours of both sides, and the motions by name."""

    name: str
    title: str
    about: str
    own: tuple[Colour, Colour]  # White's and Black's
    looks: Mapping[str, Look]
    motions: Mapping[str, Motion]


def paint_frame(
    theme: Theme, lights: Lights, position: Position, ms: int, budget_ma: float
) -> bytes:
    """75 bytes: red, green and blue of each hole, a1 first, as the pixels want them.

    The frame never draws more than the budget: lights that would are dimmed as a whole, by the
    same part in every frame of a motion, so that steady lights do not flicker beside blinking ones.
    """
    bright, allowed = _peak(theme, lights, position), _allowance(budget_ma)
    frame = _to_pixels(glow(theme, lights, position, ms))
    if bright <= allowed:
        return frame
    return bytes(value * allowed // bright for value in frame)


def flood_frame(colour: Colour, budget_ma: float) -> bytes:
    """All pixels in one colour, as bright as the budget allows.

    >>> current_ma(flood_frame((255, 255, 255), 500)) <= 500
    True
    """
    frame, allowed = bytes(colour) * 25, _allowance(budget_ma)
    total = sum(frame)
    return frame if total <= allowed else bytes(value * allowed // total for value in frame)


def glow(theme: Theme, lights: Lights, position: Position, ms: int) -> tuple[Colour, ...]:
    """The colour of each hole on a screen at this moment."""
    looks = resolve(theme, lights, position)
    return tuple(_glow_of(theme, look, ms, hole) for hole, look in zip(HOLES, looks, strict=True))


def next_frame_ms(theme: Theme, lights: Lights, ms: int) -> int | None:
    """When the frame changes next; None if it never does, so that an idle board needs no frames."""
    moments = [
        motion.rests_until(ms, hole)
        for hole, motion in _motions_of(theme, lights)
        if not motion.is_still
    ]
    if not moments:
        return None
    return max(ms // FRAME_MS + 1, -(-min(moments) // FRAME_MS)) * FRAME_MS


def current_ma(frame: bytes) -> float:
    """What the pixels draw for this frame."""
    return IDLE_MA + sum(frame) * CHANNEL_MA / 255


@lru_cache(maxsize=256)
def resolve(theme: Theme, lights: Lights, position: Position) -> tuple[Look | None, ...]:
    """The look of each hole with its true colour: own colours and kinds are worked out."""
    return tuple(
        None if role is None else _resolve_one(theme, theme.looks[role], position, hole)
        for hole, role in zip(HOLES, lights, strict=True)
    )


def _resolve_one(theme: Theme, look: Look, position: Position, hole: Hole) -> Look:
    colour = look.colour
    if look.tint is Tint.OWN:
        colour = theme.own[position.owner(hole) or Side.WHITE]
    elif look.tint is Tint.ROW:
        colour = theme.own[Side.WHITE if hole.row <= MIDDLE_ROW else Side.BLACK]
    elif look.tint is Tint.KIND:
        colour = theme.looks[kind_of(position, hole)].colour
    return Look(colour, look.motion, look.brightness)


def kind_of(position: Position, hole: Hole) -> str:
    """The role that a hole had before an archer came there, seen from the committed position."""
    side = position.side
    if position.owner(hole) is not None:
        return "capture"
    if position.hand[side] and FIRST_ROW[side] >> hole & 1:
        return "reentry"
    return "target"


def _motions_of(theme: Theme, lights: Lights) -> Iterable[tuple[Hole, Motion]]:
    for hole, role in zip(HOLES, lights, strict=True):
        if role is not None:
            yield hole, theme.motions[theme.looks[role].motion]


def _glow_of(theme: Theme, look: Look | None, ms: int, hole: Hole) -> Colour:
    if look is None:
        return OFF
    return _shade(look.colour, look.brightness * theme.motions[look.motion].level(ms, hole))


def _shade(colour: Colour, level: float) -> Colour:
    red, green, blue = colour
    return round(red * level), round(green * level), round(blue * level)


def to_linear(value: float) -> float:
    """The light (0 to 1) that a screen gives for this value (0 to 1): the curve of sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


_PIXEL: Final = bytes(
    max(round(255 * to_linear(value / 255)), min(value, 1)) for value in range(256)
)
"""A pixel's light grows with its number, a screen's with the curve; what is lit never goes dark."""


def _to_pixels(colours: Iterable[Colour]) -> bytes:
    return bytes(value for colour in colours for value in colour).translate(_PIXEL)


@lru_cache(maxsize=256)
def _peak(theme: Theme, lights: Lights, position: Position) -> int:
    """The sum of all channels if every motion were at its brightest."""
    looks = (look for look in resolve(theme, lights, position) if look is not None)
    return sum(_to_pixels(_shade(look.colour, look.brightness) for look in looks))


def _allowance(budget_ma: float) -> int:
    """The sum of all channels that a budget pays for."""
    return max(0, int((budget_ma - IDLE_MA) * 255 / CHANNEL_MA))
