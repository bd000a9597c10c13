"""How much time each player has: sudden death, increment or delay, and what a fallen flag means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

TOLD, LOSES, ENDS = "told", "loses", "ends"
FLAGS: Final = (TOLD, LOSES, ENDS)
"""Nothing but told; whoever has no time left loses; the game ends and is counted as a draw is."""
LEAST_S, MOST_S = 10, 4 * 3600
MOST_EXTRA_S: Final = 300
_TEXT: Final = re.compile(r"(\d{1,5})(?:([+d])(\d{1,3}))? (told|loses|ends)", re.ASCII)


class BadControl(ValueError):
    """A time control that nobody can play with; the message quotes it."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Seconds for the whole game; more after each turn, or a pause before each turn costs any."""

    main_s: int
    increment_s: int = 0
    delay_s: int = 0
    flag: str = TOLD

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not LEAST_S <= self.main_s <= MOST_S:
            raise BadControl(f"{self.main_s} seconds: a clock has {LEAST_S} to {MOST_S}")
        for extra in (self.increment_s, self.delay_s):
            if not 0 <= extra <= MOST_EXTRA_S:
                raise BadControl(f"{extra} seconds more a turn: at most {MOST_EXTRA_S}")
        if self.increment_s and self.delay_s:
            raise BadControl("a clock has an increment or a delay, not both")
        if self.flag not in FLAGS:
            raise BadControl(f"{self.flag!r}: a flag is {', '.join(FLAGS)}")

    @property
    def main_ms(self) -> int:
        """For the whole game."""
        return self.main_s * 1000

    @property
    def low_ms(self) -> int:
        """When a player is warned: at a minute, or at a tenth of a short game."""
        return min(60_000, max(10_000, self.main_ms // 10))

    def __str__(self) -> str:
        """For the book: `600+5 loses`.

        >>> str(TimeControl(600, increment_s=5, flag="loses")), str(TimeControl(300, delay_s=3))
        ('600+5 loses', '300d3 told')
        """
        more = f"+{self.increment_s}" if self.increment_s else ""
        more = f"d{self.delay_s}" if self.delay_s else more
        return f"{self.main_s}{more} {self.flag}"

    def to_json(self) -> dict[str, Any]:
        """For the page and programs."""
        return {
            "main_s": self.main_s,
            "increment_s": self.increment_s,
            "delay_s": self.delay_s,
            "flag": self.flag,
        }


def parse_control(text: str) -> TimeControl:
    """The control of a text.

    >>> parse_control("600+5 loses")
    TimeControl(main_s=600, increment_s=5, delay_s=0, flag='loses')
    """
    found = _TEXT.fullmatch(text)
    if found is None:
        raise BadControl(f"{text[:40]!r} is no time control, such as '600+5 loses'")
    main, sign, extra, flag = found.groups()
    return TimeControl(
        int(main), int(extra) if sign == "+" else 0, int(extra) if sign == "d" else 0, flag
    )
