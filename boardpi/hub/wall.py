"""The wall: everybody who watches the tables and the evening, live."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from boardpi.hub.club_actions import HubActions
from boardpi.web.connections import HERE, place_of
from boardpi.web.crowd import pack
from boardpi.web.guards import address_of
from boardpi.web.live import MOST, MOST_PER_ADDRESS, PATIENCE_SECONDS, TOO_FAST, hang_up

WALL_SECONDS: Final = 0.05  # changes of many tables travel together
LOOK_SECONDS: Final = 1.0
MOST_WORDS: Final = 50  # messages of a client, which has nothing to say


@dataclass(eq=False, slots=True)
class Watcher:
    """One who watches the wall, and what looks different since the last picture."""

    place: str
    may_look: Callable[[], bool]
    changed: set[str] = field(default_factory=set)
    something: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, *what: str) -> None:
        """Tables, or the evening (""), look different; without any: look whether you may."""
        self.changed.update(what)
        self.something.set()

    async def next(self) -> set[str]:
        """What has changed since."""
        await self.something.wait()
        self.something.clear()
        changed, self.changed = self.changed, set()
        return changed


class Watchers:
    """Everybody who watches the wall: each has the newest picture of every table waiting."""

    def __init__(self) -> None:
        self._all: dict[Watcher, None] = {}

    def __len__(self) -> int:
        return len(self._all)

    def tell(self, what: str) -> None:
        """A table, or the evening (""), looks different."""
        for watcher in self._all:
            watcher.tell(what)

    def has_room(self, place: str) -> bool:
        """Whether one more may watch from there."""
        if len(self._all) >= MOST:
            return False
        return place in HERE or sum(one.place == place for one in self._all) < MOST_PER_ADDRESS

    def join(self, watcher: Watcher, tables: list[str]) -> None:
        """Begin with everything."""
        self._all[watcher] = None
        watcher.tell("", *tables)

    def leave(self, watcher: Watcher) -> None:
        """Gone."""
        self._all.pop(watcher, None)

    def look(self) -> None:
        """Who may look no more, because a session has ended, is sent away."""
        for watcher in self._all:
            if not watcher.may_look():
                watcher.tell()


async def follow_sessions(watchers: Watchers) -> None:
    """Sessions end by time and by `boardpi pin`, too."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        watchers.look()


class Wall:
    """All tables and the evening, live; a slow client gets the newest of each."""

    def __init__(
        self, club: HubActions, watchers: Watchers, may_look: Callable[[HTTPConnection], bool]
    ) -> None:
        self._club, self._watchers, self._may_look = club, watchers, may_look

    async def serve(self, socket: WebSocket) -> None:
        """Until the client goes, or goes wrong."""
        place = place_of(address_of(socket.scope))
        if not self._watchers.has_room(place):
            await socket.close(TOO_FAST, "too many connections")
            return
        await socket.accept()
        watcher = Watcher(place, lambda: self._may_look(socket))
        self._watchers.join(watcher, list(self._club.post.tables))
        sender = asyncio.create_task(self._show(socket, watcher))
        try:
            for _ in range(MOST_WORDS):
                if (await socket.receive())["type"] == "websocket.disconnect":
                    break
            else:
                await hang_up(socket, "too many words")
        finally:
            sender.cancel()
            self._watchers.leave(watcher)

    async def _show(self, socket: WebSocket, watcher: Watcher) -> None:
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            while True:
                changed = await watcher.next()
                if not watcher.may_look():
                    await hang_up(socket, "pin_needed")
                    return
                try:
                    async with asyncio.timeout(PATIENCE_SECONDS):
                        await self._tell(socket, changed)
                except TimeoutError:
                    await hang_up(socket, "too slow")
                    return
                await asyncio.sleep(WALL_SECONDS)

    async def _tell(self, socket: WebSocket, changed: set[str]) -> None:
        club = self._club
        if "" in changed:
            await socket.send_text(pack({"type": "evening", **club.evening.picture()}))
        if tables := club.tell_tables(changed - {""}):
            await socket.send_text(tables)
