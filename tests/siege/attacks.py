"""What strangers in the same Wi-Fi can send, each attack again and again until it is cancelled.

Attackers call from 127.0.0.2 onwards: other addresses than the player's, and loopback still.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import os
import resource
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from boardpi.daemon.page.api import API
from tests.patience import PATIENCE_S

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Attack = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
REST_SECONDS: Final = 0.05  # between two tries of one attacker
HOST: Final = b"Host: localhost\r\n"
FAR: Final = b"Via: 1.1 wifi\r\n"  # all of loopback is this machine, where players need no PIN
JSON: Final = b"Content-Type: application/json\r\n"
answers: Counter[str] = Counter()
"""How the table answered: status codes of downloads, and how often an attacker was dropped."""


def allow_many_files() -> None:
    """An attacker has as many sockets as the system gives."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def source(number: int) -> str:
    """The address of one of 250 machines."""
    return f"127.0.0.{2 + number % 250}"


@contextlib.asynccontextmanager
async def connected(port: int, address: str) -> AsyncIterator[Streams]:
    """A connection from this address, cut off at the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def again(port: int, address: str, attack: Attack) -> None:
    """One attacker, who comes back whenever the table drops it."""
    while True:
        with contextlib.suppress(OSError, EOFError, TimeoutError, ValueError):
            async with connected(port, address) as (reader, writer):
                await attack(reader, writer)
        answers["dropped"] += 1
        await asyncio.sleep(REST_SECONDS)


async def many(port: int, count: int, machines: int, attack: Attack, first: int = 0) -> None:
    """So many attackers from so many machines."""
    async with asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(again(port, source(first + number % machines), attack))


# ── the attacks ──────────────────────────────────────────────────────────────────────────────────


async def sit_idle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Connect and say nothing."""
    await reader.read(1)


async def drip_header(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A header that never ends."""
    writer.write(b"GET /api/v1/table HTTP/1.1\r\n" + HOST)
    while not reader.at_eof():
        writer.write(b"X-More: 1\r\n")
        await writer.drain()
        await asyncio.sleep(1)


async def drip_body(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A body that never ends."""
    writer.write(
        b"POST /api/v1/session HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 9000\r\n\r\n{"
    )
    while not reader.at_eof():
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(1)


async def download(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """The whole book, read to its end, and again."""
    number = 0
    while True:
        number += 1
        writer.write(b"GET /api/v1/games.json?offset=%d HTTP/1.1\r\n" % (number % 3) + HOST)
        writer.write(b"\r\n")
        status, header = await read_header(reader)
        answers[status] += 1
        await skip_body(reader, header)
        await asyncio.sleep(REST_SECONDS)


async def read_header(reader: asyncio.StreamReader) -> tuple[str, bytes]:
    """The status and the whole header of an answer."""
    async with asyncio.timeout(PATIENCE_S):
        header = await reader.readuntil(b"\r\n\r\n")
    return header.split(b" ", 2)[1].decode(), header.lower()


async def skip_body(reader: asyncio.StreamReader, header: bytes) -> None:
    """Read as far as the header says; an answer in chunks up to its last one."""
    if b"content-length:" in header:
        left = int(header.split(b"content-length:")[1].split(b"\r\n")[0])
        while left and (part := await reader.read(min(left, 1 << 16))):
            left -= len(part)
        return
    while size := int(await reader.readuntil(b"\r\n"), 16):
        await reader.readexactly(size + 2)
    await reader.readexactly(2)


async def never_read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Ask for the whole book and take nothing of it."""
    transport = writer.transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
    writer.write(b"GET /api/v1/games.json HTTP/1.1\r\n" + HOST + b"\r\n")
    while not transport.is_closing():
        await asyncio.sleep(5)
        writer.write(b"\r\n")


async def upgrade(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Open the live connection."""
    key = base64.b64encode(os.urandom(16))
    writer.write(
        b"GET /api/v1/live HTTP/1.1\r\n"
        + HOST
        + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + b"Sec-WebSocket-Key: "
        + key
        + b"\r\n\r\n"
    )
    status, _ = await read_header(reader)
    if status != "101":
        raise ConnectionRefusedError(status)


def frame(opcode: int, payload: bytes) -> bytes:
    """A short frame of a client, masked with zeros."""
    assert len(payload) < 126
    return bytes((0x80 | opcode, 0x80 | len(payload))) + bytes(4) + payload


async def flood_with_pings(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pings without end; the pongs are not read."""
    await upgrade(reader, writer)
    transport = writer.transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
    pings = frame(9, b"p" * 125) * 200
    while True:
        writer.write(pings)
        await writer.drain()
        await asyncio.sleep(0)


async def flood_with_words(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Live messages that are wrong in every way, among them broken UTF-8."""
    await upgrade(reader, writer)
    words = (b'{"type":"x","id":"\\ud800"}', b'{"type":"\\ud800"}', b"[[[[", b"\xff\xfe")
    for word in words:
        writer.write(frame(1, word))
        await writer.drain()
    while await reader.read(1 << 16):
        pass


async def watch_without_reading(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A spectator whose window is full."""
    await upgrade(reader, writer)
    transport = writer.transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
    writer.write(frame(1, b'{"type":"watch","health":true}'))
    while not transport.is_closing():
        await asyncio.sleep(5)
        writer.write(frame(10, b""))


async def abort_upload(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A body that breaks off."""
    writer.write(b"POST /api/v1/vote HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 50\r\n\r\n{")
    await writer.drain()
    await asyncio.sleep(0.05)


async def send_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Bytes that are no text, and a request that is none."""
    body = b'{"pin":"\xff\xfe"}'
    head = b"POST /api/v1/session HTTP/1.1\r\n" + HOST + JSON
    writer.write(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    await skip_body(reader, (await read_header(reader))[1])
    writer.write(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")
    await reader.read(1)


async def guess_pins(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One wrong PIN after the other."""
    while True:
        body = b'{"pin":"13%04d"}' % (os.getrandom(2)[0])
        head = b"POST /api/v1/session HTTP/1.1\r\n" + HOST + JSON
        writer.write(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        status, header = await read_header(reader)
        answers[f"pin {status}"] += 1
        await skip_body(reader, header)
        await asyncio.sleep(REST_SECONDS)


async def ask_for_everything(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Every address that can be read without the PIN, also the costly ones, one after the other."""
    for number in itertools.count(int.from_bytes(os.urandom(1))):
        path = READ[number % len(READ)].replace("{id}", str(1 + number % 999))
        writer.write(b"GET %s HTTP/1.1\r\n" % path.encode() + HOST + b"\r\n")
        status, header = await read_header(reader)
        answers[f"read {status}"] += 1
        await skip_body(reader, header)
        await asyncio.sleep(REST_SECONDS)


async def change_without_pin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Everything that changes something, without having given the PIN."""
    for number in itertools.count(int.from_bytes(os.urandom(1))):
        method, path = CHANGE[number % len(CHANGE)]
        head = f"{method} {path.replace('{id}', '1')} HTTP/1.1\r\n".encode() + HOST + FAR + JSON
        writer.write(head + b"Content-Length: 2\r\n\r\n{}")
        status, header = await read_header(reader)
        answers[f"change {status}"] += 1
        await skip_body(reader, header)
        await asyncio.sleep(REST_SECONDS)


async def send_odd_requests(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What no browser sends, each on a connection of its own."""
    number = int.from_bytes(os.urandom(2)) % (len(ODD) + len(ODD_FRAMES))
    if number >= len(ODD):
        await upgrade(reader, writer)
    writer.write((*ODD, *ODD_FRAMES)[number])
    while await reader.read(1 << 16):
        pass


def get(path: bytes, more: bytes = b"", version: bytes = b"1.1") -> bytes:
    """A request whose connection ends with the answer."""
    return b"GET %s HTTP/%s\r\n" % (path, version) + HOST + more + b"Connection: close\r\n\r\n"


def post(path: bytes, body: bytes, more: bytes = b"") -> bytes:
    """A body that says how long it is."""
    size = b"Content-Length: %d\r\n\r\n" % len(body)
    return (
        b"POST %s HTTP/1.1\r\n" % path + HOST + JSON + b"Connection: close\r\n" + more + size + body
    )


UPGRADE: Final = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
LIVE: Final = b"/api/v1/live HTTP/1.1\r\n" + HOST + UPGRADE
V1: Final = b"/api/v1"
ODD: Final = (
    b"GET /api/v1/table HTTP/1.0\r\n\r\n",
    b"GET /api/v1/table HTTP/1.1\r\n\r\n",
    b"GET /\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\r\n" * 9000,
    b"OPTIONS * HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    b"CONNECT localhost:22 HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    get(V1 + b"/games/" + b"9" * 5000),  # more digits than Python counts
    get(V1 + b"/archers/games/" + b"9" * 5000 + b".archers"),
    get(V1 + b"/games?player=" + b"9" * 5000),
    get(V1 + b"/games?text=%ff%fe%00"),
    get(V1 + b"/games?" + b"&".join(b"a%d=1" % number for number in range(1500))),
    get(V1 + b"/lessons/%ff%fe%00"),
    get(V1 + b"/lessons/\xff\xfe"),
    get(b"/page/%00/..%2f..%2fetc/passwd"),
    get(b"http://evil.example/api/v1/table"),
    get(b"/", b"Host: evil.example\r\n"),
    get(b"/", b"X-Long: " + b"x" * 65_536 + b"\r\n"),
    get(b"/", b"Cookie: boardpi=" + b"x" * 65_536 + b"\r\n"),
    get(V1 + b"/session", b"Cookie: boardpi=\xff; " + b"a=b; " * 2000 + b"\r\n"),
    get(V1 + b"/session", b"X-Forwarded-For: " + b"1.2.3.4, " * 500 + b"\xff\r\n"),
    get(V1 + b"/games.json", b"Range: bytes=0-1,2-3,9999999999-\r\n"),
    get(b"/", b"Accept-Encoding: gzip;q=0." + b"0" * 9000 + b"1\r\n"),
    get(b"/", b"".join(b"X%d: y\r\n" % number for number in range(2000))),
    post(V1 + b"/session", b"[" * 16_000),
    post(V1 + b"/session", b'{"pin":' + b"1" * 6000 + b"}"),
    post(V1 + b"/session", bytes(9000), b"Content-Encoding: gzip\r\n"),
    post(V1 + b"/session", b"0\r\n\r\n", b"Transfer-Encoding: chunked\r\n"),
    post(V1 + b"/devices/join", b'{"code":"\\ud800","name":"\\ud800"}'),
    post(V1 + b"/restore?name=x", b"SQLite format 3\0" * 4000),
    b"POST " + LIVE + b"Content-Length: 3\r\n\r\nabc",
    b"GET " + LIVE + b"Content-Length: 99999\r\n\r\n",
    b"GET " + LIVE + b"Cookie: boardpi=" + b"x" * 15_000 + b"\r\n\r\n",
    b"GET " + LIVE.replace(b"AAAA==", b"\xff") + b"\r\n",
    b"GET " + LIVE.replace(b"/live", b"/table") + b"\r\n",
)
"""Each is answered or cut off, and none leaves a connection open."""
ODD_FRAMES: Final = (
    b"\x83\x80" + bytes(4),  # a kind that there is not
    b"\x81\xff" + b"\xff" * 8 + bytes(4),  # of 2^64 bytes
    b"\xc1\x84" + bytes(8),  # packed, as nobody has agreed to
    b"\x81\x02{}",  # without a mask
    b"\x80\x80" + bytes(4),  # the end of what never began
    b"\x01\x81" + bytes(4) + b"\xc3\x80\x81" + bytes(4) + b"\x28",  # broken UTF-8 in two pieces
    (b"\x88\x82" + bytes(4) + b"\x03\xe8") * 500,  # goodbyes
    b"GET / HTTP/1.1\r\n\r\n",
)
"""Of a live connection; each ends it."""
PARAMETERS: Final = {
    "/analysis/position": "rules=jasir-pergioco",
    "/analysis/board.svg": "rules=jasir-pergioco",
    "/analysis/openings": "rules=jasir-pergioco",
    "/analysis/values": "rules=jasir-pergioco",
    "/head-to-head": "one=1&two=2",
    "/archers/turn": "game=1&at=0",
}
READ: Final = (
    "/",
    "/how",
    "/api/v1/openapi.json",
    *(
        f"/api/v1{one.path}?{PARAMETERS.get(one.path, '')}"
        for one in API.endpoints
        if one.method == "GET"
    ),
)
CHANGE: Final = (
    *((one.method, f"/api/v1{one.path}") for one in API.endpoints if one.method != "GET"),
    *(("POST", f"/api/v1/table/{name}") for name in API.actions),
)


async def everything(port: int) -> None:
    """All attacks at once, each from machines of its own."""
    plan: tuple[tuple[int, int, Attack], ...] = (
        (1100, 60, sit_idle),
        (40, 4, drip_header),
        (40, 4, drip_body),
        (100, 10, download),
        (40, 4, never_read),
        (8, 4, flood_with_pings),
        (8, 4, flood_with_words),
        (40, 4, watch_without_reading),
        (8, 4, abort_upload),
        (8, 4, send_nonsense),
        (8, 8, guess_pins),
        (40, 20, ask_for_everything),
        (8, 4, change_without_pin),
        (8, 4, send_odd_requests),
    )
    first = 0
    async with asyncio.TaskGroup() as group:
        for count, machines, attack in plan:
            group.create_task(many(port, count, machines, attack, first))
            first += machines
