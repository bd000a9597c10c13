"""Everybody who watches. Nobody among them can make a light come late.

A spectator has room for one snapshot, the newest. News are handed out a few spectators at a time,
so that between two handfuls the loop serves the board.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

Message = Mapping[str, object]
HANDFUL: Final = 8
GATHER_SECONDS: Final = 0.015  # a raw change and, 10 ms later, its lights are one snapshot
PAUSE_SECONDS: Final = 1 / 50  # and then; 30 snapshots a second at most
KEPT_FACTS: Final = 64
CLOCKS: Final = ("ms", "clock_ms")


def pack(message: Message) -> str:
    """One message as text, without blanks."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def without_clocks(table: Message) -> str:
    """What makes a snapshot worth sending."""
    return pack({key: value for key, value in table.items() if key not in CLOCKS})


class Spectator:
    """One live connection: what it still has to be sent."""

    def __init__(self, address: str, session: str | None = None) -> None:
        self.address = address
        self.session = session
        self.hang_up: Callable[[], Awaitable[None]] | None = None
        self.watches_health = False
        self._table: str | None = None
        self._others: deque[str] = deque(maxlen=KEPT_FACTS)
        self._something = asyncio.Event()

    def offer(self, table: str | None, *others: str) -> None:
        """Take the newest snapshot in the place of an older one, and what goes with it."""
        if table is not None:
            self._table = table
        self._others.extend(others)
        self._something.set()

    @property
    def is_behind(self) -> bool:
        """Whether a snapshot waits for the client to read on."""
        return self._table is not None

    async def next(self) -> list[str]:
        """All that waits, the snapshot first."""
        await self._something.wait()
        self._something.clear()
        table, self._table = self._table, None
        messages = [table] if table is not None else []
        messages.extend(self._others)
        self._others.clear()
        return messages


class Crowd:
    """All spectators of one table."""

    def __init__(self, snapshot: Callable[[], Message], health: Callable[[int], Message]) -> None:
        self._snapshot, self._health = snapshot, health
        self._spectators: dict[Spectator, None] = {}
        self._facts: deque[Message] = deque(maxlen=KEPT_FACTS)
        self._changed = asyncio.Event()
        self._shown = ""  # the last snapshot without its clocks

    def __len__(self) -> int:
        return len(self._spectators)

    @property
    def behind(self) -> int:
        """How many of them read too slowly."""
        return sum(spectator.is_behind for spectator in self._spectators)

    def count(self, address: str) -> int:
        """How many connections come from there."""
        return sum(spectator.address == address for spectator in self._spectators)

    def join(self, spectator: Spectator) -> None:
        """Begins with the whole table."""
        table = self._snapshot()
        if not self._spectators:
            self._shown = without_clocks(table)
        self._spectators[spectator] = None
        spectator.offer(pack(table))

    def leave(self, spectator: Spectator) -> None:
        """Gone."""
        self._spectators.pop(spectator, None)

    async def dismiss(self, is_welcome: Callable[[str], bool]) -> None:
        """End the connections of sessions that have ended."""
        for spectator in list(self._spectators):
            if spectator.session and spectator.hang_up and not is_welcome(spectator.session):
                self.leave(spectator)
                await spectator.hang_up()

    def tell(self, fact: Message) -> None:
        """Something happened."""
        self._facts.append(fact)
        self._changed.set()

    def look(self) -> None:
        """The table may look different now."""
        self._changed.set()

    async def follow(self) -> None:
        """Tell everybody, for ever."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._changed.clear()
            await self._spread(self._news())
            await asyncio.sleep(PAUSE_SECONDS)

    def _news(self) -> list[str | None]:
        """The snapshot if anything in it but the clocks changed, and the facts since."""
        if not self._spectators:
            self._facts.clear()
            return []
        table = self._snapshot()
        shown = without_clocks(table)
        news: list[str | None] = [pack(table) if shown != self._shown else None]
        self._shown = shown
        if self._facts:
            news.append(pack({"type": "facts", "facts": list(self._facts)}))
            self._facts.clear()
        return news if news != [None] else []

    async def _spread(self, news: list[str | None]) -> None:
        if not news:
            return
        table, *others = news
        texts = [text for text in others if text is not None]
        for index, spectator in enumerate(list(self._spectators)):
            spectator.offer(table, *texts)
            if index % HANDFUL == HANDFUL - 1:
                await asyncio.sleep(0)

    async def follow_health(self) -> None:
        """Once a second for those who look at the reeds."""
        while True:
            await asyncio.sleep(1)
            watchers = [s for s in self._spectators if s.watches_health]
            if watchers:
                health = pack({"type": "health", **self._health(len(self))})
                for spectator in watchers:
                    spectator.offer(None, health)
