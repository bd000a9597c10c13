"""The real server on a real port, beside the test: its loop runs in a thread."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from boardpi.boards.virtual import VirtualBoard
from boardpi.config import Config
from boardpi.daemon import assemble as house
from boardpi.rules import RULE_SETS, parse_move
from tests.daemon.stories import touches
from tests.patience import PATIENCE_S
from tests.ports import free_port
from tests.web.described import check_answer, check_message

Json = dict[str, Any]
FAR = {"x-forwarded-for": "203.0.113.5"}
"""As if a proxy at this machine passed on the request of another one."""


class Serving:
    """A table that is being served."""

    def __init__(self, built: house.Built, loop: asyncio.AbstractEventLoop) -> None:
        self.built, self.loop = built, loop
        self.url = built.address.urls[0].rstrip("/")
        self.pin = built.first_pin or ""

    def client(self, **headers: str) -> httpx.Client:
        """A browser, or a program, at this machine."""
        hooks = {"response": [check_answer]}
        base = f"{self.url}/api/v1"
        return httpx.Client(base_url=base, headers=headers, timeout=PATIENCE_S, event_hooks=hooks)

    @contextmanager
    def organiser(self, **headers: str) -> Iterator[httpx.Client]:
        """Somebody who has given the PIN."""
        with self.client(**headers) as client:
            client.post("/session", json={"pin": self.pin}).raise_for_status()
            yield client

    @contextmanager
    def live(self, cookies: httpx.Cookies | None = None, **more: Any) -> Iterator[ClientConnection]:
        """A live connection."""
        headers = dict(more.pop("headers", {}))
        if cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        address = self.url.replace("http", "ws") + "/api/v1/live"
        more = {"compression": None, "open_timeout": PATIENCE_S, "ping_interval": None, **more}
        with connect(address, additional_headers=headers, **more) as line:
            yield line

    def play(self, text: str) -> None:
        """Moves made by hand on the virtual board."""
        board = self.built.daemon.board
        assert isinstance(board, VirtualBoard)
        with self.live() as line:
            table = hear(line, "table")
            mask = table["mask"]
            for word in text.split():
                standing = len(table["moves"])
                for hole in touches(parse_move(word)):
                    mask ^= hole.bit
                    say(line, type="hands", mask=mask)
                while len(table["moves"]) == standing:
                    table = hear(line, "table")


def say(line: ClientConnection, **message: object) -> None:
    line.send(json.dumps(message))


def hear(line: ClientConnection, kind: str) -> Json:
    """The next message of this type."""
    while True:
        message: Json = json.loads(line.recv(timeout=PATIENCE_S))
        check_message(message)
        if message["type"] == kind:
            return message


@contextmanager
def serving(folder: Path, **page: Any) -> Iterator[Serving]:
    """A daemon with a virtual board and quick hands."""
    config = Config()
    config = replace(
        config,
        table=replace(config.table, settle_ms=0, dwell_ms=50, inhand_ms=500, astray_ms=200),
        page=replace(config.page, port=free_port(), **page),
        book=replace(config.book, path=str(folder / "book.sqlite")),
    )
    ready: list[Serving] = []
    began = threading.Event()

    async def run() -> None:
        built = house.build(config, RULE_SETS, source=folder / "boardpi.toml")
        async with house.running(built):
            ready.append(Serving(built, asyncio.get_running_loop()))
            began.set()
            await built.daemon.run()
            while built.daemon.starts_again:  # a fuzzer may wish that, too
                built.daemon.starts_again = False
                await built.daemon.run()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert began.wait(PATIENCE_S)
    try:
        yield ready[0]
    finally:
        ready[0].loop.call_soon_threadsafe(ready[0].built.daemon.inbox.close)
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
