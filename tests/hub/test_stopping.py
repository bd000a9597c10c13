"""A table that is told to stop does so, although its library forgets that in Python 3.11."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from boardpi.club import open_book, read_book
from boardpi.club.transfer.outbox import Membership
from boardpi.daemon import uplink as room
from boardpi.daemon.uplink import Uplink
from boardpi.web.secret_file import SecretFile, beside
from tests.patience import PATIENCE_S


class Forgetful:
    """The answer of the broker and the wish to stop come together once, and the wish is lost."""

    def __init__(self) -> None:
        self.is_asked = asyncio.Event()

    async def publish(self, *told: Any, **how: Any) -> None:
        is_first = not self.is_asked.is_set()
        self.is_asked.set()
        with suppress(asyncio.CancelledError) if is_first else nullcontext():
            await asyncio.Event().wait()

    subscribe = publish


@pytest.mark.parametrize("work", ["_send_pictures", "_greet"])
def test_it_stops_while_it_talks(
    work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "book.sqlite"
    monkeypatch.setattr(room, "wall_picture", lambda told: {})

    async def stop() -> bool:
        uplink = Uplink(open_book(path), SecretFile(beside(path)), lambda: read_book(path))
        uplink.snapshot = lambda: {"table": "Elm"}
        uplink._looks.set()
        broker = Forgetful()
        talk = asyncio.create_task(getattr(uplink, work)(broker, Membership("club", "t01")))
        await broker.is_asked.wait()
        talk.cancel()
        await asyncio.wait([talk], timeout=PATIENCE_S)
        await uplink.close()
        return talk.cancelled()

    assert asyncio.run(stop())
