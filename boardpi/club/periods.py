"""Stretches of days: a day, a month, a year, a season, or from one day to another."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from boardpi.club.errors import BadEntry

SEASON_BEGINS: Final = 9  # September: clubs meet from autumn to summer


@dataclass(frozen=True, slots=True)
class Period:
    """From one day to another, both included; an open end is None."""

    first: date | None = None
    last: date | None = None

    def bounds(self) -> tuple[str, str]:
        """The two ends as texts that compare like days; an unknown day is "" and always counts
        where no end is given.
        """
        if self.first is None and self.last is None:
            return "", str(date.max)
        return str(self.first or date.min), str(self.last or date.max)

    def __contains__(self, day: str) -> bool:
        first, last = self.bounds()
        return first <= day <= last

    def __str__(self) -> str:
        if self.first is not None and self.first == self.last:
            return str(self.first)
        return f"{self.first or ''}..{self.last or ''}"


ALWAYS: Final = Period()


def parse_day(text: str) -> date:
    """A day as `2025-06-01`."""
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is None:
        raise BadEntry(f"{text!r} is not a day: write it as 2025-06-01", "bad_day")
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadEntry(f"{text!r} is not a day: {error}", "bad_day") from None


def parse_period(text: str, today: date) -> Period:
    """The days that are meant.

    >>> str(parse_period("2024/25", date(2025, 6, 1)))
    '2024-09-01..2025-08-31'
    """
    if text == "today":
        return Period(today, today)
    if text == "season":
        return _season(today.year if today.month >= SEASON_BEGINS else today.year - 1)
    if ".." in text:
        return _stretch(text)
    if found := re.fullmatch(r"([0-9]{4})/([0-9]{2})", text):
        return _parse_season(text, int(found[1]), int(found[2]))
    if found := re.fullmatch(r"([0-9]{4})(?:-([0-9]{2}))?", text):
        return _months(text, int(found[1]), found[2])
    day = parse_day_or_period(text)
    return Period(day, day)


def parse_day_or_period(text: str) -> date:
    """A day, with an error that tells what else could have been written."""
    try:
        return parse_day(text)
    except BadEntry:
        raise BadEntry(
            f"{text!r} is no period: write today, season, 2025-06-01, 2025-06, 2025, 2024/25 "
            "or 2025-06-01..2025-06-30"
        ) from None


def _stretch(text: str) -> Period:
    first, _, last = text.partition("..")
    period = Period(parse_day(first) if first else None, parse_day(last) if last else None)
    if period.first and period.last and period.first > period.last:
        raise BadEntry(f"{text!r} ends before it begins")
    return period


def _parse_season(text: str, first: int, last: int) -> Period:
    if not 1 <= first < 9999 or (first + 1) % 100 != last:
        raise BadEntry(f"{text!r} is no season: write 2024/25")
    return _season(first)


def _season(year: int) -> Period:
    month = SEASON_BEGINS - 1
    end = calendar.monthrange(year + 1, month)[1]
    return Period(date(year, SEASON_BEGINS, 1), date(year + 1, month, end))


def _months(text: str, year: int, month: str | None) -> Period:
    if year == 0 or (month is not None and not 1 <= int(month) <= 12):
        raise BadEntry(f"{text!r} is no month or year: write 2025-06 or 2025")
    first, last = (int(month), int(month)) if month else (1, 12)
    return Period(date(year, first, 1), date(year, last, calendar.monthrange(year, last)[1]))
