"""A trace of a whole evening with a chattering reed, and people who ask for it and do not read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from boardpi.club import open_book
from tests.daemon.stories import leave, sit_down, story
from tests.patience import patiently
from tests.siege import attacks
from tests.siege.attacks import HOST, many
from tests.siege.table import attack, table

TEXT_MB = 8


@pytest.fixture(scope="module")
def chattering_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One game whose trace is far longer than all else in the book."""
    path, random = tmp_path_factory.mktemp("chatter") / "book.sqlite", Random(1)
    with open_book(path) as book:
        game = book.games.begin().id
        line = '{"ms": %d, "mask": %d}\n'
        while book.traces.packed(game)[1] < TEXT_MB * 1_000_000:
            lines = (line % (ms, random.getrandbits(25)) for ms in range(10**6, 10**6 + 20_000))
            book.traces.add(game, "".join(lines), most_bytes=10**8)
    return path


def test_long_traces_that_nobody_reads_cost_little(tmp_path: Path, chattering_book: Path) -> None:
    async def never_read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"GET /api/v1/games/1/trace HTTP/1.1\r\n" + HOST + b"\r\n")
        status, _ = await attacks.read_header(reader)
        attacks.answers[status] += 1
        while not writer.transport.is_closing():
            await asyncio.sleep(1)

    attacks.answers.clear()
    with table(tmp_path, chattering_book) as besieged:
        with besieged.client() as browser:
            assert len(browser.get("/games/1/trace").content) > TEXT_MB * 1_000_000
        before = besieged.memory_mb
        with attack(many(besieged.port, 40, 4, never_read)):
            patiently(lambda: attacks.answers.total() - attacks.answers["dropped"] >= 40)
            besieged.play_a_move()
            assert besieged.memory_mb - before < 3 * TEXT_MB


def test_who_asks_for_a_trace_shares_the_writing(tmp_path: Path) -> None:
    """Each writing waits for the disk in the thread that also writes the moves."""

    async def ask() -> None:
        sitting = sit_down(tmp_path)
        tracer, writes = sitting.daemon.tracer, 0
        write = tracer.write

        async def counted() -> None:
            nonlocal writes
            writes += 1
            await write()

        tracer.write = counted  # type: ignore[method-assign]
        await asyncio.gather(*(tracer.flush() for _ in range(50)))
        assert writes == 1
        await tracer.flush()
        assert writes == 2, "what came since is written for who asks later"
        leave(sitting)

    story(ask())
