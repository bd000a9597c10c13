"""What was chosen on the page outlives a restart, until the configuration says something new."""

from __future__ import annotations

import json
from typing import Protocol


class Memory(Protocol):
    """The settings of the book."""

    def get(self, name: str) -> str | None:
        """What is remembered."""
        ...

    def put(self, name: str, value: str) -> None:
        """Remember it."""
        ...


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
