"""What was chosen on the page outlives a restart, until the configuration says something new."""

from __future__ import annotations

import json
from dataclasses import dataclass

from boardpi.club import Book, BookError
from boardpi.errors import BookAway
from boardpi.web.service import Memory

YES_OR_NO = ("no", "yes")
"""How a switch is remembered."""


@dataclass(frozen=True, slots=True)
class BookMemory:
    """The settings of the book; trouble with them is told like all trouble on the page."""

    book: Book

    def get(self, name: str) -> str | None:
        """What is remembered."""
        try:
            return self.book.settings.get(name)
        except BookError as error:
            raise BookAway(str(error)) from None

    def put(self, name: str, value: str) -> None:
        """Remember it."""
        try:
            self.book.settings.put(name, value)
        except BookError as error:
            raise BookAway(str(error)) from None

    def forget(self, name: str) -> None:
        """Remember it no more."""
        try:
            self.book.settings.forget(name)
        except BookError as error:
            raise BookAway(str(error)) from None


def recall(memory: Memory, name: str, configured: str) -> str:
    """The choice made on the page, if the configured value is still the one it replaced."""
    try:
        instead_of, chosen = json.loads(memory.get(f"table.{name}") or "[]")
    except ValueError:
        return configured
    return str(chosen) if instead_of == configured else configured


def remember(memory: Memory, name: str, configured: str, chosen: str) -> None:
    """Keep a choice."""
    memory.put(f"table.{name}", json.dumps([configured, chosen]))
