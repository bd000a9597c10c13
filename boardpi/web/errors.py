"""What a request may be refused for: the one place where errors become status codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NotRequired, TypedDict

from boardpi.errors import (
    BadRequest,
    BookAway,
    BookRefuses,
    Busy,
    Lent,
    NoSuch,
    NotDone,
    NothingToDo,
    TooMany,
)


class PinNeeded(NotDone):
    """Changing needs a session."""


class WrongPin(NotDone):
    """Another PIN."""


class ForeignOrigin(NotDone):
    """The page of another site asks."""


class TooLarge(NotDone):
    """A body without end."""


class NotJson(NotDone):
    """A body of another kind."""


class UnknownHost(NotDone):
    """Called by a name that is not the table's."""


STATUSES: Final[Mapping[type[NotDone], tuple[int, str]]] = {
    BadRequest: (400, "bad_request"),
    PinNeeded: (401, "pin_needed"),
    WrongPin: (403, "wrong_pin"),
    ForeignOrigin: (403, "foreign_origin"),
    NoSuch: (404, "not_found"),
    NothingToDo: (409, "no_effect"),
    Lent: (409, "lent"),
    BookRefuses: (409, "refused"),
    TooLarge: (413, "too_large"),
    NotJson: (415, "not_json"),
    UnknownHost: (421, "unknown_host"),
    TooMany: (429, "too_many"),
    Busy: (503, "busy"),
    BookAway: (503, "book_trouble"),
}
"""A status for browsers and a code for programs (docs/api.md)."""


class ErrorDetailJson(TypedDict):
    """A code for programs, a sentence for people."""

    code: str
    message: str
    reason: NotRequired[str]


class ErrorJson(TypedDict):
    """The body of every refusal."""

    error: ErrorDetailJson


def status_of(error: NotDone) -> int:
    """The status of the answer."""
    return _row(error)[0]


def code_of(error: NotDone) -> str:
    """The code in the answer."""
    return _row(error)[1]


def _row(error: NotDone) -> tuple[int, str]:
    """A narrower error is answered as what it is a kind of."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def error_json(error: NotDone) -> ErrorJson:
    """The body of the answer."""
    told: ErrorDetailJson = {"code": code_of(error), "message": error.message}
    if error.reason is not None:
        told["reason"] = error.reason
    return {"error": told}
