"""What a request may be refused for: a status, a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A request that is not carried out."""

    status = 400
    code = "bad_request"

    def __init__(self, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.retry_after = retry_after

    def to_json(self) -> dict[str, Any]:
        """The body of the answer."""
        return {"error": {"code": self.code, "message": self.message}}


class BadRequest(Refused):
    """Not what docs/api.md describes."""


class PinNeeded(Refused):
    """Changing needs a session."""

    status, code = 401, "pin_needed"


class WrongPin(Refused):
    """Another PIN."""

    status, code = 403, "wrong_pin"


class ForeignOrigin(Refused):
    """The page of another site asks."""

    status, code = 403, "foreign_origin"


class NotFound(Refused):
    """No such address, game or player."""

    status, code = 404, "not_found"


class NoEffect(Refused):
    """The table has nothing to do for this wish."""

    status, code = 409, "no_effect"


class BoardLent(Refused):
    """A lesson or a check has the board; the game waits."""

    status, code = 409, "lent"


class BookRefuses(Refused):
    """The score book does not take it."""

    status, code = 409, "refused"


class TooLarge(Refused):
    """A body without end."""

    status, code = 413, "too_large"


class NotJson(Refused):
    """A body of another kind."""

    status, code = 415, "not_json"


class UnknownHost(Refused):
    """Called by a name that is not the table's."""

    status, code = 421, "unknown_host"


class TooMany(Refused):
    """Too fast."""

    status, code = 429, "too_many"


class BookAway(Refused):
    """The score book cannot be used just now."""

    status, code = 503, "book_trouble"
