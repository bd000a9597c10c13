"""Calls of the API, below the limits of speed: a table that plays is asked for anything."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from boardpi.club import back_up, open_book
from boardpi.config import Config
from boardpi.daemon import assemble
from boardpi.daemon.hub_link import SEAT
from boardpi.daemon.loop import Daemon
from boardpi.rules import RULE_SETS
from boardpi.web.crowd import Spectator
from boardpi.web.live import HANDS, WATCH, Talk, Visitor
from boardpi.web.service import ApiRequest
from boardpi.web.shapes import check
from tools.fuzz.mutations import ODD_VALUES, fitting, spoil_bytes, spoil_json, spoil_value

PATIENCE_SECONDS = 120.0  # more is a call that hangs
PIECE_BYTES = 16_384
MARKS = (None, 7, "mark", *ODD_VALUES)


class Calls:
    """A served table and the loop that plays."""

    def __init__(self, built: assemble.Built, random: Random, loop: asyncio.Task[None]) -> None:
        self._built, self._random, self._loop = built, random, loop
        api = built.service.api
        self._actions = list(api.actions.values())
        self._endpoints = list(api.endpoints)
        self._shapes = {action.name: action.shape for action in self._actions}
        self._backup = small_backup()

    async def ask(self) -> str:
        """One call; the name of what was asked."""
        random = self._random
        if random.random() < 0.05:
            await self._hear_of_a_seat()
        if random.random() < 0.25:
            return await self._say()
        what: Any = random.choice(random.choice((self._actions, self._endpoints)))
        values = fitting(what.shape, random)
        if random.random() < 0.5:
            values = spoil_value(values, random)
        name = getattr(what, "path", None) or what.name
        check(what.shape, values, "")
        await self._patiently(self._run(what, values))
        return str(name)

    async def _patiently(self, call: Coroutine[Any, Any, None]) -> None:
        """As long as the loop runs: a bug in it is what has happened, not the silence after it."""
        asked = asyncio.create_task(call)
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.wait((asked, self._loop), return_when=asyncio.FIRST_COMPLETED)
        self.check_alive()
        await asked

    async def _say(self) -> str:
        """One message of a live connection, as its text; also from who may do nothing."""
        random = self._random
        may = random.random() < 0.7
        visitor = Visitor(None, random.random() < 0.5, lambda: may, lambda: True, lambda: may)
        talk = Talk(self._built.service, Spectator("192.0.2.7", None), visitor)
        kind = random.choice((*HANDS, "watch", random.choice(self._actions).name))
        shape = HANDS.get(kind, WATCH if kind == "watch" else self._shapes.get(kind))
        values = fitting(shape, random) | {"type": kind, "id": random.choice(MARKS)}
        text = json.dumps(values)
        if random.random() < 0.5:
            text = spoil_json(text, random)
        await self._patiently(talk._hear(text))
        return f"says {kind}"

    async def _hear_of_a_seat(self) -> None:
        """A hub pairs anybody at this table, who sit down at once or with the next call."""
        seat = fitting(SEAT, self._random) | {"match": f"{self._random.getrandbits(40):010x}"}
        seat = spoil_value(seat, self._random) if self._random.random() < 0.5 else seat
        check(SEAT, seat, "")
        self._built.service.uplink.seat = seat
        self._built.service.uplink.heard()

    async def _run(self, what: Any, values: Any) -> None:
        random = self._random
        if hasattr(what, "run"):
            await what.run(values)
            return
        number = random.choice((1, 2, 3, 10, 2**53 - 1))
        name = random.choice(("01-jasir-lines", "nobody", "../../etc/passwd", "\0"))
        asked = ApiRequest(values, number, name, 0, random.random() < 0.5)
        if what.takes_file:
            asked = replace(asked, file=self._upload())
        await what.answer(asked)

    async def _upload(self) -> AsyncIterator[bytes]:
        """A backup that something has happened to on its way; now and then a whole one."""
        for place in range(0, len(self._backup), PIECE_BYTES):
            piece = self._backup[place : place + PIECE_BYTES]
            yield spoil_bytes(piece, self._random) if self._random.random() < 0.2 else piece
            if self._random.random() < 0.05:
                return

    def check_alive(self) -> None:
        """A loop that ended with a bug has ended for everybody: nobody else is answered."""
        if self._loop.done():
            self._loop.result()
        self._built.service.snapshot()


def small_backup() -> bytes:
    """A book in which nobody has played yet."""
    with tempfile.TemporaryDirectory() as folder:
        book, copy = Path(folder, "book.sqlite"), Path(folder, "copy.sqlite")
        with open_book(book) as opened:
            back_up(opened.store, copy)
        return copy.read_bytes()


async def keep_running(daemon: Daemon) -> None:
    """Whoever asks for a start anew gets one: the loop begins again."""
    await daemon.run()
    while daemon.starts_again:
        daemon.starts_again = False
        await daemon.run()


@asynccontextmanager
async def playing(folder: Path, random: Random) -> AsyncIterator[Calls]:
    """A table with a virtual board; a bug in its loop is raised here."""
    config = Config()
    config = replace(
        config,
        table=replace(config.table, settle_ms=0, dwell_ms=20),
        page=replace(config.page, port=0),
        book=replace(config.book, path=str(folder / "book.sqlite")),
    )
    built = assemble.build(config, RULE_SETS, source=folder / "boardpi.toml")
    async with assemble.running(built):
        loop = asyncio.create_task(keep_running(built.daemon))
        try:
            yield Calls(built, random, loop)
            built.daemon.inbox.close()
            await asyncio.wait_for(loop, PATIENCE_SECONDS)
        finally:
            loop.cancel()
