"""Small things that the table remembers by name, such as the hash of its PIN."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boardpi.club.errors import BadEntry
from boardpi.club.store import Store


@dataclass(frozen=True, slots=True)
class Settings:
    """Texts by name."""

    store: Store

    def get(self, name: str) -> str | None:
        """The value of this name, if it was ever set."""
        row = self.store.row("SELECT value FROM settings WHERE name = ?", (name,))
        return None if row is None else str(row["value"])

    def put(self, name: str, value: str) -> None:
        """Remember a value."""
        if re.fullmatch(r"[a-z][a-z0-9_.]{0,59}", name) is None:
            raise BadEntry(f"{name!r} is no name of a setting: small letters, digits, '_' and '.'")
        with self.store.writing():
            self.store.write("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def forget(self, name: str) -> None:
        """Remember it no more."""
        with self.store.writing():
            self.store.write("DELETE FROM settings WHERE name = ?", (name,))
