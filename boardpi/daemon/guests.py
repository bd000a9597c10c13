"""Guests: whoever has the board for a while instead of the game, such as a lesson or a check.

The game waits as if its cable were pulled and stays in the book. When the guest leaves, the lights
guide the archers back to where the game left them.
"""

from __future__ import annotations

from typing import Any, Protocol

from boardpi.daemon.inbox import Inbox
from boardpi.daemon.painter import Painter
from boardpi.table.effects import Publish, Show, WakeAt
from boardpi.table.events import Event
from boardpi.table.facts import Fact
from boardpi.table.step import step
from boardpi.table.table import Table

Json = dict[str, Any]


class Lent(Exception):
    """The board is lent to a guest; the message says to whom."""


class Guest(Protocol):
    """Has the board: hears what happens on it and lights it."""

    kind: str  # for programs, e.g. "lesson"

    @property
    def table(self) -> Table | None:
        """The table that the page draws instead of the game's; None where a guest needs none."""
        ...

    async def arrive(self, mask: int) -> None:
        """Begin; this is what the reeds show."""
        ...

    async def take(self, event: Event) -> None:
        """A board's event or the clock's."""
        ...

    def picture(self) -> Json:
        """What the page shows of it."""
        ...

    async def leave(self) -> None:
        """Put away what it holds; the board goes back to the game."""
        ...


class SideTable:
    """A table beside the game's, with the same lights and hands but without the book."""

    def __init__(self, table: Table, painter: Painter, inbox: Inbox) -> None:
        self.table = table
        self._painter = painter
        self._inbox = inbox

    async def take(self, event: Event) -> list[Fact]:
        """Decide and light; what was found out is the caller's to tell."""
        self.table, effects = step(self.table, event)
        facts = []
        for effect in effects:
            match effect:
                case Show():
                    await self._painter.show(effect.lights, self.table.game.position)
                case WakeAt():
                    self._inbox.wake_at(effect.ms)
                case Publish():
                    facts.append(effect.fact)
        return facts
