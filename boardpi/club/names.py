"""Names of people, clubs and tables: what is accepted, and when two are the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from boardpi.club.errors import BadEntry

NAMELESS: Final = ("White", "Black")
"""How a seat is called in which nobody is named."""

COACH: Final = "Coach"
"""With its level, how the seat is called that the coach takes; no player has such a name."""

UNKNOWN: Final = "?"  # in a record
LONGEST_NAME: Final = 40
LONGEST_CLUB: Final = 60
# Controls, invisible marks that turn or hide text, lone surrogates, private and unknown signs.
REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def parse_line(text: str, what: str, longest: int) -> str:
    """A line as people write it: composed, without spaces around, one between words."""
    for sign in text:
        if unicodedata.category(sign) in REFUSED:
            shown = text[:longest]
            raise BadEntry(
                f"{what} {shown!r} contains {sign!r}: write it with visible signs only", "bad_name"
            )
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if len(line) > longest:
        raise BadEntry(
            f"{what} {line[:longest]!r}… is too long: {longest} signs at most", "bad_name"
        )
    return line


def parse_name(text: str) -> str:
    """The name of a player.

    >>> parse_name("  First   player ")
    'First player'
    """
    name = parse_line(text, "the name", LONGEST_NAME)
    if name in ("", UNKNOWN):
        raise BadEntry(f"{text!r} is no name: write at least one letter", "bad_name")
    if is_nameless(name):
        raise BadEntry(f"{name!r} means a seat without a name: choose another", "bad_name")
    return name


def name_coach(level: str) -> str:
    """The name of the coach's seat.

    >>> name_coach("3")
    'Coach 3'
    """
    return f"{COACH} {level}"


def coach_level(name: str | None) -> str | None:
    """The level of the coach whose name this is; None for people.

    >>> coach_level("Coach 3"), coach_level("North")
    ('3', None)
    """
    found = re.fullmatch(f"{fold(COACH)} ([1-9])", fold(name or ""), re.ASCII)
    return found.group(1) if found else None


def parse_club(text: str) -> str:
    """The name of a club; it may be empty."""
    return parse_line(text, "the club", LONGEST_CLUB)


def fold(name: str) -> str:
    """Two names are the same when these are equal.

    >>> fold("ÉTÉ") == fold("été")
    True
    """
    return unicodedata.normalize("NFC", name.casefold())


def spell(name: str) -> str:
    """By what names are sorted: letters first, whatever marks they bear.

    >>> sorted(["Farid", "Émile", "anna"], key=spell)
    ['anna', 'Émile', 'Farid']
    """
    letters = unicodedata.normalize("NFKD", fold(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_nameless(name: str | None) -> bool:
    """Whether this is what an empty seat is called."""
    return name is None or fold(name) in {"", UNKNOWN, *(fold(word) for word in NAMELESS)}
