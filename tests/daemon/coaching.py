"""A running table with the coach: its loop, its board made of messages, its service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardpi.boards.virtual import VirtualBoard
from boardpi.config import Config
from boardpi.daemon.assemble import build_daemon
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.service import TableService
from boardpi.daemon.resume import resume
from boardpi.rules import RULE_SETS, Hole, parse_move, rule_set
from boardpi.table.facts import Fact
from boardpi.web.service import ApiRequest
from boardpi.web.shapes import check
from tests.daemon.stories import touches
from tests.patience import PATIENCE_S
from tests.web.described import check_message

Json = dict[str, Any]


class Bench:
    """Hands and eyes at such a table."""

    def __init__(self, daemon: Daemon, service: TableService) -> None:
        assert isinstance(daemon.board, VirtualBoard)
        self.daemon, self.service, self.board = daemon, service, daemon.board
        self.facts: list[Fact] = []
        self._changed = asyncio.Event()
        daemon.audience.append(self)

    def tell(self, fact: Fact) -> None:
        self.facts.append(fact)

    def look(self) -> None:
        self._changed.set()

    @property
    def seen(self) -> Json:
        """The snapshot."""
        seen: Any = self.service.snapshot()
        check_message(seen)
        return dict(seen)

    @property
    def moves(self) -> list[str]:
        return [move["move"] for move in self.seen["moves"]]

    async def until(self, is_so: Callable[[Json], object]) -> Json:
        """Wait until the snapshot is like this."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_so(self.seen):
                await self._changed.wait()
                self._changed.clear()
        return self.seen

    def touch(self, *holes: Hole | str) -> None:
        """Lift or set down, one after the other."""
        for hole in holes:
            self.board.sense(self.board.mask ^ Hole(str(hole)).bit)

    async def play(self, text: str) -> None:
        """Moves by hand."""
        for word in text.split():
            await self._play(word)

    async def _play(self, word: str) -> None:
        count = len(self.moves)
        self.touch(*touches(parse_move(word)))
        await self.until(lambda seen: len(seen["moves"]) > count)

    async def act(self, action: str, **values: object) -> Json:
        """What somebody wants on the page."""
        await self.service.api.actions[action].run(values)
        return self.seen

    async def ask(
        self, method: str, path: str, *, device: str = "", is_trusted: bool = False, **values: Any
    ) -> Json:
        """What a pupil's device asks for."""
        [endpoint] = [
            one for one in self.service.api.endpoints if (one.method, one.path) == (method, path)
        ]
        check(endpoint.shape, values, "")
        request = ApiRequest(values, is_trusted=is_trusted, device=device, address="one")
        return dict(await endpoint.answer(request))


@asynccontextmanager
async def bench(
    folder: Path, rules: str = "jasir-pergioco", *, menu_ms: int = 0
) -> AsyncIterator[Bench]:
    """From the start to the end of the power; hands are quick."""
    config = Config()
    table = replace(
        config.table,
        rules=rules,
        settle_ms=0,
        dwell_ms=50,
        astray_ms=200,
        decline_ms=1000,
        menu_ms=menu_ms,
    )
    board = replace(config.board, by_hand=True)  # as on wood: the lights guide these hands
    config = replace(config, table=table, board=board)
    start = resume(folder / "book.sqlite", rule_set(rules), "Table")
    daemon = build_daemon(config, start)
    service = TableService(daemon, daemon.keeper.book, config, RULE_SETS)
    found = Bench(daemon, service)
    following = asyncio.create_task(daemon.inbox.follow(daemon.board))
    running = asyncio.create_task(daemon.run())
    await found.until(lambda seen: not seen["board"]["is_lost"] and seen["board"]["what"])
    try:
        yield found
    finally:
        await service.close()
        await daemon.board.close()
        await following
        daemon.inbox.close()
        await running
        daemon.keeper.book.close()
