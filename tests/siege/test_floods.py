"""Nobody without the PIN can make the board late, fill its memory or end it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S, patiently
from tests.siege import attacks
from tests.siege.attacks import HOST, JSON, answers, frame, many
from tests.siege.table import Table, attack, table


def test_a_move_waits_for_no_download(tmp_path: Path, club_book: Path) -> None:
    """400 people download the whole book: no more than a few of them are served before a move."""
    answers.clear()
    with table(tmp_path, club_book) as besieged, attack(many(besieged.port, 400, 8, download_once)):
        patiently(lambda: answers["asked"] >= 100)
        for _ in range(2):
            served = answers["200"]
            besieged.play_a_move()
            assert answers["200"] - served <= 20, "downloads were served while a move waited"
        patiently(lambda: answers["503"] + answers["429"] > 0 and answers["200"] > 0)


async def download_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"GET /api/v1/games.json HTTP/1.1\r\n" + HOST + b"\r\n")
    answers["asked"] += 1
    status, header = await attacks.read_header(reader)
    await attacks.skip_body(reader, header)
    answers[status] += 1


def test_downloads_that_nobody_reads_cost_little(tmp_path: Path, club_book: Path) -> None:
    with table(tmp_path, club_book) as besieged:
        with besieged.client() as browser:
            whole = len(browser.get("/games.json").content)
        before = besieged.memory_mb
        with attack(many(besieged.port, 40, 4, attacks.never_read)):
            patiently(lambda: besieged.files >= 50)
            for _ in range(3):
                besieged.play_a_move()
            assert besieged.memory_mb - before < 0.5 * 40 * whole / 1e6


def test_idle_connections_end_nothing(tmp_path: Path) -> None:
    answers.clear()
    with table(tmp_path) as besieged:
        with attack(many(besieged.port, 1100, 60, attacks.sit_idle)):
            patiently(lambda: answers["dropped"] > 600)
            besieged.play_a_move()
            with besieged.client() as browser:
                assert browser.get("/table").status_code == 200
            assert besieged.files < 700
        assert besieged.stop() == 0
        assert len(besieged.log) < 50_000
        assert "Traceback" not in besieged.log


@pytest.mark.parametrize("begun", [b"", b"GET /api/v1/table HTTP/1.1\r\nHost: lo", b"POST"])
def test_a_header_must_come(tmp_path: Path, begun: bytes) -> None:
    if begun == b"POST":
        begun = b"POST /api/v1/session HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 99\r\n\r\n{"
    with table(tmp_path) as besieged:
        with socket.create_connection(("127.0.0.1", besieged.port)) as line:
            line.settimeout(PATIENCE_S)
            line.sendall(begun)
            with contextlib.suppress(ConnectionResetError):
                assert b"200" not in line.recv(1000)
        besieged.play_a_move()
        assert "Traceback" not in besieged.log


def test_a_flood_of_pings_is_dropped(tmp_path: Path) -> None:
    """Not a byte of the pongs is read."""
    with table(tmp_path) as besieged:
        before = besieged.memory_mb
        sent = asyncio.run(flood(besieged.port))
        assert sent < 60_000_000, "the table took pings without end"
        assert besieged.memory_mb - before < 20
        besieged.play_a_move()


async def flood(port: int) -> int:
    """Send pings until the table cuts us off, or 60 MB; how many bytes it took."""
    sent = 0
    pings = frame(9, b"p" * 125) * 200
    async with attacks.connected(port, "127.0.0.2") as (reader, writer):
        await attacks.upgrade(reader, writer)
        transport = writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        try:
            async with asyncio.timeout(PATIENCE_S):
                while sent < 60_000_000:
                    writer.write(pings)
                    await writer.drain()
                    sent += len(pings)
                    if transport.is_closing():
                        break
        except (OSError, TimeoutError):
            pass
    return sent


def test_pieces_of_a_message_end(tmp_path: Path) -> None:
    """A text that goes on for ever in empty pieces."""
    with table(tmp_path) as besieged:
        assert asyncio.run(send_pieces(besieged.port)) < 100_000
        besieged.play_a_move()


async def send_pieces(port: int) -> int:
    piece, sent = bytes((0x00, 0x80)) + bytes(4), 0
    async with attacks.connected(port, "127.0.0.2") as (reader, writer):
        await attacks.upgrade(reader, writer)
        writer.write(bytes((0x01, 0x80)) + bytes(4))
        try:
            while sent < 100_000 and not writer.transport.is_closing():
                writer.write(piece * 100)
                await writer.drain()
                await asyncio.sleep(0.001)
                sent += 100
        except OSError:
            pass
    return sent


def test_nonsense_leaves_no_traceback(tmp_path: Path) -> None:
    answers.clear()
    kinds = (attacks.abort_upload, attacks.send_nonsense, attacks.flood_with_words)

    async def all_kinds(port: int) -> None:
        async with asyncio.TaskGroup() as group:
            for kind in kinds:
                group.create_task(many(port, 4, 2, kind))

    with table(tmp_path) as besieged:
        with attack(all_kinds(besieged.port)):
            patiently(lambda: answers["dropped"] >= 60)
        besieged.play_a_move()
        assert "Traceback" not in besieged.log
        assert len(besieged.log) < 20_000


def test_what_no_browser_sends_is_answered_or_cut_off(tmp_path: Path) -> None:
    """And keeps no connection, as a request that only seemed to become a live one did."""
    with table(tmp_path) as besieged:
        for odd in attacks.ODD:
            told = asyncio.run(exchange(besieged.port, odd))
            assert b" 500 " not in told[:40], (odd[:200], told[:200])
        for odd in attacks.ODD_FRAMES:
            asyncio.run(exchange(besieged.port, odd, is_live=True))
        besieged.play_a_move()
        check_quiet(besieged)
        assert len(besieged.log) < 20_000


async def exchange(port: int, words: bytes, *, is_live: bool = False) -> bytes:
    """Say this, and all that is answered until the table ends the connection."""
    heard = b""
    async with attacks.connected(port, "127.0.0.2") as (reader, writer):
        if is_live:
            await attacks.upgrade(reader, writer)
        writer.write(words)
        with contextlib.suppress(ConnectionResetError):
            while part := await asyncio.wait_for(reader.read(1 << 16), PATIENCE_S):
                heard += part
    return heard


def test_every_address_is_asked_and_nothing_is_changed(tmp_path: Path, club_book: Path) -> None:
    """All that can be read, and all that needs the PIN without it, from many at once."""
    answers.clear()

    async def all_kinds(port: int) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(many(port, 12, 4, attacks.ask_for_everything))
            group.create_task(many(port, 4, 2, attacks.change_without_pin, first=20))

    with table(tmp_path, club_book) as besieged:
        with attack(all_kinds(besieged.port)):
            patiently(lambda: answers["read 200"] >= len(attacks.READ))
            patiently(lambda: answers["change 401"] >= len(attacks.CHANGE))
            besieged.play_a_move()
        assert not {name for name in answers if name.endswith("500")}, answers
        assert not answers["change 200"]
        check_quiet(besieged)


def test_half_a_sign_as_an_id_is_answered(tmp_path: Path) -> None:
    with table(tmp_path) as besieged:
        told = asyncio.run(say(besieged.port, b'{"type":"watch","health":true,"id":"\\ud800"}'))
        assert b'"bad_request"' in told


async def say(port: int, word: bytes) -> bytes:
    async with attacks.connected(port, "127.0.0.2") as (reader, writer):
        await attacks.upgrade(reader, writer)
        writer.write(frame(1, word))
        heard = b""
        async with asyncio.timeout(PATIENCE_S):
            while b'"error"' not in heard and (part := await reader.read(1 << 16)):
                heard += part
    return heard


def abort(line: socket.socket) -> None:
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def test_a_connection_that_is_reset_at_once(tmp_path: Path) -> None:
    with table(tmp_path) as besieged:
        for _ in range(50):
            abort(socket.create_connection(("127.0.0.1", besieged.port)))
        besieged.play_a_move()
        check_quiet(besieged)


def check_quiet(besieged: Table) -> None:
    assert besieged.is_alive
    assert "Traceback" not in besieged.log
