"""One thing that a check found out: a code with its facts; the sentences are in `texts`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from boardpi.rules import name_holes

NOTES: Final = frozenset(
    {
        "unproven",
        "maybe_columns",
        "maybe_rows",
        "diodes_untested",
        "not_tested",
        "colours_unclear",
        "white_unclear",
        "stopped",
        "lost",
    }
)
"""Codes that say what is not known rather than what is wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`facts` are texts that fill the sentence; `holes` is the mask that it is about."""

    code: str
    facts: tuple[tuple[str, str], ...] = ()
    holes: int = 0

    @property
    def params(self) -> dict[str, str]:
        """The facts by name."""
        return dict(self.facts)

    @property
    def is_fault(self) -> bool:
        """Whether something must be mended."""
        return self.code not in NOTES


def found(code: str, holes: int = 0, /, **facts: object) -> Finding:
    """A finding; all facts as texts."""
    return Finding(code, tuple((name, str(value)) for name, value in facts.items()), holes)


def listed(mask: int) -> str:
    """Holes in a sentence.

    >>> listed(0b110)
    'b1, c1'
    """
    return ", ".join(name_holes(mask))
