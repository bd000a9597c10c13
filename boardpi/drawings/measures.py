"""The measures of a board, within what can be built, in millimetres."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

GLASS: Final = (7.0, 1.8)  # of a reed: a longer one hears its neighbours (docs/decisions/0168)
LEAD: Final = 3.0  # of each end, cut and straight: bent so near it would crack the glass
SLOT: Final = (22.0, 2.4)  # room to solder at both ends
WINDOW: Final = (6.0, 6.0)  # a pixel of 5 × 5 mm looks through; its board may have any shape
CHAMBER: Final = 20.0  # the light spreads in it, as wide as the opening in the top plate
PLAY: Final = 2.0  # around an archer's foot, for hands
RIM: Final = 2.5  # the ring of light around each hole (docs/decisions/0162)
WALL: Final = 1.0  # wood around the magnet
MARGIN: Final = 0.7  # of the pitch, from the outer holes to the edge

PLATES: Final = {  # from above, and how thick each is
    "top": 1.5,
    "rim": 3.0,
    "floor": 2.0,
    "reeds": 3.0,
    "pixels": 3.0,
}


class Groove(NamedTuple):
    """Its bottom is round, or flat where a laser makes it."""

    width: float
    depth: float


GROOVE: Final = Groove(2.0, 0.8)  # a fingertip sinks in, and wood is left (docs/decisions/0192)
LOWEST_PITCH: Final = 30.0
HIGHEST_PITCH: Final = 150.0


class BadMeasure(ValueError):
    """A measure that nobody can build; the text quotes it and says what can be."""


class Magnet(NamedTuple):
    """A disc, magnetised through its height."""

    diameter: float
    height: float

    def __str__(self) -> str:
        return f"{self.diameter:g}x{self.height:g}"


TRIED: Final = Magnet(8, 3)
TRIED_CLOSING: Final = 50 / 3  # 50 mm of pitch are three closing distances of it


def read_magnet(text: str) -> Magnet:
    """The magnet of `8x3`: diameter and height.

    >>> read_magnet("8x3")
    Magnet(diameter=8.0, height=3.0)
    """
    number = r"(\d{1,3}(?:\.\d{1,3})?)"
    found = re.fullmatch(rf"{number}[x×]{number}", text, re.ASCII)
    if found is None:
        raise BadMeasure(f"{text!r} is no magnet: write diameter x height in mm, such as 8x3")
    return Magnet(float(found[1]), float(found[2]))


@dataclass(frozen=True, slots=True)
class Measures:
    """A board that can be built; what cannot be is refused."""

    pitch: float = 50.0
    hole: float = 14.0
    magnet: Magnet = TRIED
    closing: float | None = None  # measured on the bench; otherwise estimated

    def __post_init__(self) -> None:
        """Check each measure, then how they fit together."""
        _within("pitch", self.pitch, LOWEST_PITCH, HIGHEST_PITCH)
        _within("magnet diameter", self.magnet.diameter, 3, 20)
        _within("magnet height", self.magnet.height, 1, 20)
        if self.closing is not None:
            _within("closing distance", self.closing, 1, 100)
        low, high = self.magnet.diameter + 2 * (PLAY + WALL), self.pitch * 0.4
        if low > high:
            raise BadMeasure(
                f"a magnet of {self.magnet.diameter:g} mm needs a hole of {low:g} mm, too wide for "
                f"a pitch of {self.pitch:g} mm"
            )
        _within("hole", self.hole, low, high)

    @property
    def closing_mm(self) -> float:
        """How far away an archer closes a reed of 20–30 AT: measured, or estimated.

        A dipole's field falls with the third power of the distance and grows with its volume.
        """
        if self.closing is not None:
            return self.closing
        magnet = self.magnet
        volume = magnet.diameter**2 * magnet.height / (TRIED.diameter**2 * TRIED.height)
        return TRIED_CLOSING * float(volume ** (1 / 3))

    @property
    def margin(self) -> float:
        """From the outer holes to the edge."""
        return MARGIN * self.pitch

    @property
    def side(self) -> float:
        """The edge of the square board."""
        return 4 * self.pitch + 2 * self.margin

    @property
    def foot(self) -> float:
        """The diameter of an archer's foot."""
        return self.hole - 2 * PLAY

    @property
    def opening(self) -> float:
        """The diameter of the holes in the top plate: around an archer's hole the rim shows."""
        return self.hole + 2 * RIM

    def warnings(self) -> list[str]:
        """What can be built but will hardly work."""
        least = 3 * self.closing_mm
        if self.pitch >= least - 1e-9:
            return []
        source = "measured" if self.closing is not None else "estimated"
        return [
            f"a pitch of {self.pitch:g} mm is less than three closing distances ({source}: "
            f"{self.closing_mm:.1f} mm each): an archer may close its neighbour's reed. Take a "
            f"pitch of {least:.0f} mm, a smaller magnet or a less sensitive reed."
        ]


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:  # also refuses what is not a number
        raise BadMeasure(f"{name} {value:g}: must be {low:g} to {high:g} mm")
