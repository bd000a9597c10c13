"""Whose turn it is: the board's first, whatever strangers send and ask."""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import re
import selectors
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boardpi.clock import now_ms
from boardpi.daemon import assemble
from boardpi.daemon.game_clock import Timekeeper
from boardpi.errors import Busy
from boardpi.web.connections import (
    HEARD_AT_ONCE,
    MOST,
    RESERVED_FILES,
    BoardFirst,
    is_network,
    make_loop,
)
from boardpi.web.guards import PART_BYTES, parts_of
from boardpi.web.patience import Turns
from boardpi.web.requests import MOST_HELD, Pace, portions
from boardpi.web.server import RECEIVE_BYTES, listen
from boardpi.web.service import File
from boardpi.web.worker import Exports, Worker
from tests.patience import PATIENCE_S

STRANGERS = 3 * HEARD_AT_ONCE


def tcp_pair() -> tuple[socket.socket, socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        one = socket.create_connection(server.getsockname())
        two, _ = server.accept()
    return one, two


@pytest.fixture
def strangers() -> Iterator[list[socket.socket]]:
    """Connections that all have sent something."""
    with ExitStack() as ends:
        pairs = [tcp_pair() for _ in range(STRANGERS)]
        for pair in pairs:
            for end in pair:
                ends.enter_context(end)
            pair[0].send(b"!")
        yield [pair[1] for pair in pairs]


def names(ready: list[tuple[selectors.SelectorKey, int]]) -> set[Any]:
    return {key.data for key, _ in ready}


def test_the_board_is_heard_in_every_turn(strangers: list[socket.socket]) -> None:
    reading, writing = os.pipe()
    with closing(BoardFirst()) as selector:
        for number, line in enumerate(strangers):
            selector.register(line, selectors.EVENT_READ, number)
        selector.register(reading, selectors.EVENT_READ, "board")
        os.write(writing, b"!")
        for _ in range(5):
            heard = names(selector.select(PATIENCE_S))
            assert "board" in heard
            assert len(heard) == HEARD_AT_ONCE + 1
    os.close(reading)
    os.close(writing)


def test_every_stranger_has_a_turn(strangers: list[socket.socket]) -> None:
    heard = set[Any]()
    with closing(BoardFirst()) as selector:
        for number, line in enumerate(strangers):
            selector.register(line.fileno(), selectors.EVENT_READ, number)
        for _ in range(STRANGERS // HEARD_AT_ONCE):
            heard |= names(selector.select(PATIENCE_S))
    assert heard == set(range(STRANGERS))


def test_what_is_watched_can_be_changed(strangers: list[socket.socket]) -> None:
    line = strangers[0]
    with closing(BoardFirst()) as selector:
        selector.register(line, selectors.EVENT_READ, "reads")
        assert [told for _, told in selector.select(PATIENCE_S)] == [selectors.EVENT_READ]
        selector.modify(line, selectors.EVENT_WRITE, "writes")
        assert selector.get_key(line.fileno()).data == "writes"
        assert [told for _, told in selector.select(PATIENCE_S)] == [selectors.EVENT_WRITE]
        selector.unregister(line)
        assert selector.select(0) == []
        with pytest.raises(KeyError):
            selector.get_key(line.fileno())


def test_a_broken_connection_is_told(strangers: list[socket.socket]) -> None:
    one, two = tcp_pair()
    with closing(BoardFirst()) as selector, one, two:
        selector.register(two, selectors.EVENT_READ)
        one.close()
        assert [told for _, told in selector.select(PATIENCE_S)] == [selectors.EVENT_READ]


def test_pipes_and_local_sockets_are_ours() -> None:
    reading, writing = os.pipe()
    one, two = socket.socketpair()
    with one, two, socket.socket(socket.AF_INET6) as network:
        assert [is_network(file) for file in (reading, one, one.fileno())] == [False] * 3
        assert is_network(network)
        assert is_network(network.fileno())
        network.getsockname()  # looking at it has not closed it
    os.close(reading)
    os.close(writing)


def test_a_whole_conversation_in_the_tables_loop() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.read())
        await writer.drain()
        writer.close()

    async def talk() -> bytes:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"archer" * 100_000)
            writer.write_eof()
            heard = await reader.read()
            writer.close()
            return heard

    with asyncio.Runner(loop_factory=make_loop) as runner:
        assert runner.run(talk()) == b"archer" * 100_000


# ── threads, files and garbage ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("rest", "slept"), [(0.0, []), (4.0, [0.0, 2.0, 2.0]), (1.0, [0, 1, 1])])
def test_who_asks_again_and_again_waits(
    rest: float, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first question is answered at once, the next ones after a rest that has an end."""
    rests, used = list[float](), itertools.count()  # each question takes a second
    clock = SimpleNamespace(
        sleep=rests.append, monotonic=lambda: 100.0, thread_time=lambda: float(next(used))
    )
    monkeypatch.setattr("boardpi.web.worker.time", clock)
    worker = Worker("readers", rest=rest)

    async def ask() -> None:
        for _ in range(3):
            await worker.run(str)

    asyncio.run(ask())
    worker.close()
    assert rests == slept


def test_files_go_out_at_one_pace_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("boardpi.web.requests.asyncio.sleep", sleep)
    monkeypatch.setattr("boardpi.web.requests.time", SimpleNamespace(monotonic=lambda: 100.0))
    pace, piece = Pace(per_second=1e5), bytes(50_000)
    file = File([piece] * 4, "book", "text/plain")

    async def download() -> bytes:
        return b"".join([portion async for portion in portions(file, pace)])

    assert asyncio.run(download()) == piece * 4
    assert asyncio.run(download()) == piece * 4
    expected = [0.5 * number for number in range(8)]
    assert waits == pytest.approx(expected), "the second reader waits behind the first"


@pytest.mark.parametrize(("still_s", "looks"), [(60, 1), (0, assemble.MOST_SECONDS + 1)])
def test_garbage_is_looked_for_while_hands_are_still(
    still_s: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some seconds also while they move."""
    before, collected = gc.get_threshold(), list[int]()
    looked = 0

    async def sleep(seconds: float) -> None:
        nonlocal looked
        if collected[1:] or looked > 50:
            raise asyncio.CancelledError
        looked += 1
        daemon.touched_ms = now_ms() - 1000 * still_s

    daemon = SimpleNamespace(touched_ms=0, timekeeper=Timekeeper())
    monkeypatch.setattr("boardpi.daemon.assemble.asyncio.sleep", sleep)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(gc.get_threshold()[2]))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, assemble.YOUNG_LOOKS + 1))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(assemble.keep_tidy(daemon))  # type: ignore[arg-type]  # as much as it needs
    assert looked == looks
    assert collected == [before[2], assemble.NEVER]
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_the_service_may_open_as_many_files_as_there_are_connections() -> None:
    unit = (Path(__file__).parents[2] / "systemd" / "boardpi.service").read_text(encoding="utf-8")
    limit = re.search(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)
    assert limit is not None
    assert int(limit[1]) >= MOST + RESERVED_FILES


# ── requests and messages ────────────────────────────────────────────────────────────────────────


def test_a_few_requests_begin_in_one_turn_of_the_loop() -> None:
    """In their order; who has gone keeps nobody waiting; the board's alarm comes in between."""

    async def ask() -> list[int]:
        turns, begun, seen = Turns(most=2), list[int](), list[int]()

        async def one(number: int) -> None:
            await turns.wait()
            begun.append(number)

        requests = [asyncio.create_task(one(number)) for number in range(9)]
        await asyncio.sleep(0)
        requests[4].cancel()
        while len(begun) < 8:
            seen.append(len(begun))
            await asyncio.sleep(0)
        assert begun == [0, 1, 2, 3, 5, 6, 7, 8]
        return [*seen, len(begun)]

    seen = asyncio.run(ask())
    assert all(later - earlier <= 2 for earlier, later in itertools.pairwise([0, *seen]))


def test_a_request_alone_does_not_wait() -> None:
    async def ask() -> None:
        turns = Turns()
        for _ in range(3):
            turn = turns.wait()
            with pytest.raises(StopIteration):
                turn.send(None)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    asyncio.run(ask())


def test_answers_are_sent_at_once_and_little_is_read() -> None:
    """Without the number of TCP asyncio would let every answer wait for an acknowledgement."""

    async def look() -> tuple[int, int]:
        met: asyncio.Future[tuple[int, int]] = asyncio.get_running_loop().create_future()

        def welcome(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            at_once = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            met.set_result((at_once, line.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF)))
            writer.close()

        server = await asyncio.start_server(welcome, sock=listen("127.0.0.1", 0))
        async with server:
            port = server.sockets[0].getsockname()[1]
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            await writer.wait_closed()
            return await met

    is_at_once, room = asyncio.run(look())
    assert is_at_once
    assert room <= 2 * RECEIVE_BYTES  # Linux doubles what it is told


# ── what is kept for who does not read ───────────────────────────────────────────────────────────


def test_files_that_are_being_sent_take_so_much_memory_and_no_more() -> None:
    pace, piece = Pace(), bytes(MOST_HELD // 4)
    sent = [File((bytes(piece), bytes(piece)), "book", "text/plain") for _ in range(3)]
    for file in sent:
        pace.hold(file)
    for _ in range(20):
        pace.hold(sent[0])  # shared by all who are sent it
    with pytest.raises(Busy, match="Too many files"):
        pace.hold(File((bytes(piece),), "another", "text/plain"))
    del sent[1:], file
    gc.collect()
    pace.hold(File((bytes(piece),), "another", "text/plain"))


def test_one_file_has_room_however_large() -> None:
    pace = Pace()
    large = File((bytes(2 * MOST_HELD),), "trace", "text/plain")
    pace.hold(large)
    pace.hold(large)
    pace.hold(File((b"end",), "trace", "text/plain", large.pieces))


def test_a_long_body_goes_out_in_parts() -> None:
    body = bytes(range(256)) * 200
    parts = list(parts_of({"type": "http.response.body", "body": body}))
    assert b"".join(part["body"] for part in parts) == body
    assert max(len(part["body"]) for part in parts) <= PART_BYTES
    assert [part["more_body"] for part in parts] == [True] * (len(parts) - 1) + [False]
    short = {"type": "http.response.body", "body": b"short"}
    assert list(parts_of(short)) == [short]
    start = {"type": "http.response.start", "status": 200}
    assert list(parts_of(start)) == [start]


def test_an_export_is_made_once_for_all_and_again_when_the_book_was_written() -> None:
    made, version = list[str](), [1]

    def make(name: str) -> File:
        made.append(name)
        return File((bytes(5_000_000),), name, "text/plain")

    async def ask() -> None:
        exports = Exports(lambda: version[0])
        first = await exports.find("csv", lambda: make("csv"))
        assert await exports.find("csv", lambda: make("csv")) is first
        version[0] = 2
        assert await exports.find("csv", lambda: make("csv")) is not first
        for name in ("json", "trace"):  # three of them are more than are kept
            await exports.find(name, lambda name=name: make(name))  # type: ignore[misc]
        await exports.find("csv", lambda: make("csv"))
        exports.close()

    asyncio.run(ask())
    assert made == ["csv", "csv", "json", "trace", "csv"]
