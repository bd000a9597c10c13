"""Calls of the API, below the limits of speed: a table that plays is asked for anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from boardpi.config import Config
from boardpi.daemon import assemble
from boardpi.rules import RULE_SETS
from boardpi.web.service import ApiRequest
from boardpi.web.shapes import check
from tools.fuzz.mutations import fitting, spoil_value

PATIENCE_SECONDS = 120.0  # more is a call that hangs


class Calls:
    """A served table and the loop that plays."""

    def __init__(self, built: assemble.Built, random: Random) -> None:
        self._built, self._random = built, random
        api = built.service.api
        self._actions = list(api.actions.values())
        self._endpoints = list(api.endpoints)

    async def ask(self) -> str:
        """One call; the name of what was asked."""
        random = self._random
        what: Any = random.choice(random.choice((self._actions, self._endpoints)))
        values = fitting(what.shape, random)
        if random.random() < 0.5:
            values = spoil_value(values, random)
        name = getattr(what, "path", None) or what.name
        async with asyncio.timeout(PATIENCE_SECONDS):
            check(what.shape, values, "")
            await self._run(what, values)
        return str(name)

    async def _run(self, what: Any, values: Any) -> None:
        random = self._random
        if hasattr(what, "run"):
            await what.run(values)
            return
        number = random.choice((1, 2, 3, 10, 2**53 - 1))
        name = random.choice(("01-jasir-lines", "nobody", "../../etc/passwd", "\0"))
        await what.answer(ApiRequest(values, number, name, 0))

    def check_alive(self) -> None:
        """A loop that ended with a bug has ended for everybody."""
        self._built.service.snapshot()


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
    built = assemble.build(config, RULE_SETS)
    async with assemble.running(built):
        loop = asyncio.create_task(built.daemon.run())
        try:
            yield Calls(built, random)
            built.daemon.inbox.close()
            await asyncio.wait_for(loop, PATIENCE_SECONDS)
        finally:
            loop.cancel()
