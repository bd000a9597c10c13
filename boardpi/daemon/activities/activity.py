"""An activity has the board for a while instead of the game: a lesson, a class, a review, a check.

The game waits as if its cable were pulled and stays in the book. When the activity ends, the lights
guide the archers back to where the game left them.
"""

from __future__ import annotations

from typing import Protocol

from boardpi.daemon.page.answers.snapshot import GuestJson
from boardpi.table.events import Event
from boardpi.table.table import Table


class Activity(Protocol):
    """Has the board: hears what happens on it and lights it."""

    @property
    def kind(self) -> str:
        """For programs and sentences, e.g. "lesson"."""
        ...

    @property
    def table(self) -> Table | None:
        """The table that the page draws instead of the game's; None where there is none."""
        ...

    async def arrive(self, mask: int) -> None:
        """Begin; this is what the reeds show."""
        ...

    async def take(self, event: Event) -> None:
        """A board's event or the clock's."""
        ...

    def picture(self) -> GuestJson:
        """What the page shows of it."""
        ...

    async def leave(self) -> None:
        """Put away what it holds; the board goes back to the game."""
        ...
