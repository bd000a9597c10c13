"""Why something that was asked for is not done: each with a sentence for people.

They are the same for the page, the API and a button; `web` alone knows their status codes.
"""

from __future__ import annotations


class NotDone(Exception):
    """Something was asked for and is not done."""

    def __init__(
        self, message: str, *, retry_after: int | None = None, reason: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.retry_after = retry_after  # seconds
        self.reason = reason  # a word by which a page finds the sentence in its own language


class BadRequest(NotDone):
    """Not what docs/api.md describes."""


class NoSuch(NotDone):
    """There is no such address, game, player or lesson."""


class NothingToDo(NotDone):
    """Nothing would change: no such candidate, nothing to take back, no game to end."""


class Lent(NotDone):
    """A lesson or a check has the board; the game waits."""


class BookRefuses(NotDone):
    """The score book, or a vote, does not take it."""


class TooMany(NotDone):
    """Too fast, or too many at once."""


class Busy(NotDone):
    """Too many read the score book at once."""


class BookAway(NotDone):
    """The score book cannot be used just now."""
