"""The table's line to a hub: letters from the outbox, a picture for the wall, seats from the hub.

Nobody waits for it: it reads the book by a connection and a thread of its own, and a table without
a hub, or with one that is away, plays as ever. Letters go out in order, some ahead of what the hub
has confirmed, and again from there when the hub shows an older number.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final

from boardpi import __version__
from boardpi.clock import now_ms
from boardpi.club import Book
from boardpi.club.transfer.outbox import ROOT, Membership, OutboxRow
from boardpi.daemon.hub_link import Link, join_by, keep_link, read_link
from boardpi.daemon.worker import Worker
from boardpi.documents import read_object
from boardpi.errors import BadRequest, NotDone
from boardpi.table.facts import Fact
from boardpi.web.connections import to_the_end
from boardpi.web.secret_file import SecretFile
from boardpi.web.shapes import FLAG, Shape, check, choice, maybe, number, record, text

log = logging.getLogger("boardpi.hub")
AHEAD: Final = 50  # letters that may be under way to one hub
STALLED_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 2.0  # commands in other processes write letters, too
JOINED_SECONDS: Final = 5.0
STATE_SECONDS: Final = 0.5
WILL_SECONDS: Final = 20  # a short break is none
RETRY_SECONDS: Final = (1, 2, 4, 8)
LARGEST_ORDER: Final = 4_096  # bytes
NAME: Final = text(40, shortest=1)
SEAT: Final = record(
    {"match": text(32, pattern="^[0-9a-f]{8,32}$"), "white": NAME, "black": NAME},
    rules=text(60),
    help=choice("off", "lift", "full"),
    event=text(60),
    round=number(1, 999),
)
ROUND: Final = record(
    {"number": number(0, 999)},
    of=number(0, 999),
    left_s=maybe(number(0, 86_400)),
    is_running=FLAG,
)
ACK: Final = record({"seq": number(0, 2**53)})
Picture = Mapping[str, Any]


class Cursors:
    """Which letters each hub has, and which are under way. Usually there is one hub, named ""."""

    def __init__(self) -> None:
        self._has: dict[str, int] = {}
        self._sent: dict[str, int] = {}

    def hear(self, hub: str, seq: int) -> None:
        """A hub has everything up to this one; less than before, if it was restored."""
        before, self._has[hub] = self._has.get(hub), seq
        if before is None or seq < before or seq > self._sent[hub]:
            self._sent[hub] = seq

    def next(self) -> int | None:
        """After which letter to go on; None while too many are under way, or no hub is there."""
        ready = [sent for hub, sent in self._sent.items() if sent - self._has[hub] < AHEAD]
        return min(ready, default=None)

    def went(self, seq: int) -> None:
        """This letter went out; gaps in the numbers are letters that are no more."""
        for hub, sent in self._sent.items():
            if self._before <= sent < seq:
                self._sent[hub] = seq

    def begin(self, before: int) -> None:
        """The letters after this one go out now."""
        self._before = before

    def rewind(self) -> None:
        """What was not confirmed goes out again."""
        self._sent = dict(self._has)

    def restart(self, hub: str, seq: int) -> None:
        """Everything after this one goes out again, though the hub's number is higher."""
        self._sent[hub] = seq

    _before = 0


class Uplink:
    """Joined or not, online or not; and what the hub has said."""

    def __init__(self, book: Book, file: SecretFile, open_reader: Callable[[], Book]) -> None:
        self.link, self._stamp = read_link(file), file.stamp()
        self.seat: dict[str, Any] | None = None
        self.round: dict[str, Any] | None = None
        self.round_ms = 0  # when it was told
        self.is_online = False
        self.heard: Callable[[], None] = lambda: None  # something came from the hub
        self.snapshot: Callable[[], Picture] | None = None
        self._book, self._file, self._open_reader = book, file, open_reader
        self._reader: Book | None = None
        self._worker = Worker("uplink")
        self._cursors = Cursors()
        self._news, self._looks, self._changed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._calls: asyncio.Queue[str] = asyncio.Queue(maxsize=8)

    # ── the daemon's audience ────────────────────────────────────────────────────────────────────

    def tell(self, fact: Fact) -> None:
        """There may be a new letter."""
        self._news.set()

    def look(self) -> None:
        """There may be a new picture."""
        self._looks.set()

    # ── joining ──────────────────────────────────────────────────────────────────────────────────

    def join(self, link: Link) -> None:
        """Keep the link and note the membership. In a thread: it writes the book."""
        join_by(link, self._book, self._file)

    def leave(self) -> None:
        """Forget the hub. In a thread."""
        keep_link(self._file, None)
        self._book.outbox.leave()

    def use(self, link: Link | None) -> None:
        """Connect by another link from now on."""
        self.link, self.seat, self.round = link, None, None
        self._cursors = Cursors()
        self._changed.set()

    def call(self, why: str) -> None:
        """Call the arbiter; a call that cannot be sent now is sent when the hub is there."""
        if not self._calls.full():
            self._calls.put_nowait(why)

    # ── the connection ───────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Stay connected while there is a link, for ever."""
        fails = 0
        while True:
            self._changed.clear()
            if self.link is None:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), JOINED_SECONDS)
                self._find_link()
                continue
            was_online = await to_the_end(self._stay(self.link))
            fails = 0 if was_online else fails + 1
            wait = RETRY_SECONDS[min(fails, len(RETRY_SECONDS) - 1)]
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait)

    def _find_link(self) -> None:
        """`boardpi hub join` may have written one."""
        if self._file.stamp() != self._stamp:
            self._stamp = self._file.stamp()
            self.link = self.link or read_link(self._file)

    async def _stay(self, link: Link) -> bool:
        """One connection, until it breaks or another link is used; whether there was one."""
        from aiomqtt import MqttError  # a table without a hub never loads it

        was_online = False
        try:
            async with self._connected(link) as client, asyncio.TaskGroup() as group:
                was_online = self.is_online = True
                log.info("The hub's broker is reached: %s:%d", link.host, link.port)
                mine = Membership(link.club, link.name)
                await self._greet(client, mine)
                tasks = (
                    self._listen(client, mine),
                    self._send_letters(client, mine),
                    self._send_pictures(client, mine),
                    self._send_calls(client, mine),
                    self._end_when_changed(),
                )
                for task in tasks:
                    group.create_task(task)
        except* (MqttError, OSError, _OtherLink) as errors:
            log.info("The hub's broker is away: %s", errors.exceptions[0])
        finally:
            self.is_online = False
            self.heard()
        return was_online

    async def _end_when_changed(self) -> None:
        await self._changed.wait()
        raise _OtherLink("another link is used")

    @contextlib.asynccontextmanager
    async def _connected(self, link: Link) -> AsyncIterator[Any]:
        from aiomqtt import Client, ProtocolVersion, Will
        from paho.mqtt.packettypes import PacketTypes
        from paho.mqtt.properties import Properties

        properties: Any = Properties  # it has no types of its own
        late, lasting = properties(PacketTypes.WILLMESSAGE), properties(PacketTypes.CONNECT)
        late.WillDelayInterval = WILL_SECONDS
        lasting.SessionExpiryInterval = 2 * WILL_SECONDS  # else the will comes at once
        topic = Membership(link.club, link.name).topic("online")
        will = Will(topic, '{"online":false}', qos=1, retain=True, properties=late)
        async with Client(
            link.host,
            link.port,
            username=link.user,
            password=link.password,
            identifier=f"boardpi-{link.club}-{link.name}",
            protocol=ProtocolVersion.V5,
            clean_start=True,
            properties=lasting,
            will=will,
            keepalive=20,
            tls_context=link.tls(),
        ) as client:
            yield client

    async def _greet(self, client: Any, mine: Membership) -> None:
        first, last = await self._worker.run(self._ends)
        for topic in (mine.topic("ack"), mine.topic("ack", "+"), mine.topic("seat")):
            await client.subscribe(topic, qos=1)
        await client.subscribe(f"{ROOT}/{mine.club}/round", qos=1)
        name = str(self.snapshot()["table"]) if self.snapshot else ""
        told = {"online": True, "name": name, "first": first, "last": last, "v": __version__}
        await client.publish(mine.topic("online"), json.dumps(told), qos=1, retain=True)
        self._looks.set()

    # ── from the hub ─────────────────────────────────────────────────────────────────────────────

    async def _listen(self, client: Any, mine: Membership) -> None:
        async for message in client.messages:
            topic = str(message.topic)
            try:
                await self._hear(topic.removeprefix(mine.topic()), bytes(message.payload))
            except NotDone as error:
                log.warning("What the hub says is not understood: %s: %s", topic, error.message)

    async def _hear(self, topic: str, payload: bytes) -> None:
        kind = topic.strip("/").split("/")
        if kind[0] == "ack":
            seq = _read(ACK, payload)["seq"]
            await self._confirm("/".join(kind[1:]), seq)
        elif kind[0] == "seat":
            self.seat = _read(SEAT, payload) if payload else None
            self.heard()
        elif kind[-1] == "round":
            self.round = _read(ROUND, payload) if payload else None
            self.round_ms = now_ms()
            self.heard()

    async def _confirm(self, hub: str, seq: int) -> None:
        first, last = await self._worker.run(self._ends)
        if seq > last:
            log.warning("The hub knows %d letters and this book %d: it was restored", seq, last)
            await self._worker.run(self._book.outbox.skip_to, seq)
            self._cursors.hear(hub, seq)
            self._cursors.restart(hub, first - 1)
        else:
            self._cursors.hear(hub, seq)
        self._news.set()

    # ── to the hub ───────────────────────────────────────────────────────────────────────────────

    async def _send_letters(self, client: Any, mine: Membership) -> None:
        loop = asyncio.get_running_loop()
        rewinds_at = loop.time() + STALLED_SECONDS
        while True:
            self._news.clear()
            if await self._send_next(client, mine):
                rewinds_at = loop.time() + STALLED_SECONDS
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), LOOK_SECONDS)
            if loop.time() >= rewinds_at:
                rewinds_at = loop.time() + STALLED_SECONDS
                self._cursors.rewind()

    async def _send_next(self, client: Any, mine: Membership) -> int:
        after = self._cursors.next()
        if after is None:
            return 0
        letters = await self._worker.run(self._letters_after, after)
        self._cursors.begin(after)
        for letter in letters:
            await client.publish(mine.topic("out", letter.seq), letter.payload, qos=1)
            self._cursors.went(letter.seq)
        return len(letters)

    async def _send_pictures(self, client: Any, mine: Membership) -> None:
        shown = ""
        while True:
            await self._looks.wait()
            self._looks.clear()
            if self.snapshot is None:
                continue
            picture = wall_picture(self.snapshot())
            still = json.dumps({**picture, "clock_ms": 0}, ensure_ascii=False)
            if still != shown:
                shown = still
                told = json.dumps(picture, ensure_ascii=False, separators=(",", ":"))
                await client.publish(mine.topic("state"), told, retain=True)
            await asyncio.sleep(STATE_SECONDS)

    async def _send_calls(self, client: Any, mine: Membership) -> None:
        while True:
            why = await self._calls.get()
            await client.publish(mine.topic("call"), json.dumps({"why": why}), qos=1)

    # ── the book, by a connection of our own: all in the one thread of the worker ────────────────

    def _read_book(self) -> Book:
        if self._reader is None:
            self._reader = self._open_reader()
        return self._reader

    def _ends(self) -> tuple[int, int]:
        outbox = self._read_book().outbox
        return outbox.first(), outbox.last()

    def _letters_after(self, seq: int) -> list[OutboxRow]:
        return self._read_book().outbox.after(seq, AHEAD)

    async def close(self) -> None:
        """Nothing is read any more."""
        await self._worker.run(self._close_reader)
        self._worker.close()

    def _close_reader(self) -> None:
        if self._reader is not None and self._reader is not self._book:
            self._reader.close()


class _OtherLink(Exception):
    """The table joined elsewhere, or left."""


def _read(shape: Shape, payload: bytes) -> dict[str, Any]:
    values = read_object(payload, BadRequest, LARGEST_ORDER)
    check(shape, values, "")
    return values


KEPT: Final = ("position", "side", "points", "hand", "outcome", "lights", "dead_holes", "clock_ms")
"""What the wall shows of a snapshot as it is."""


def wall_picture(table: Picture) -> dict[str, Any]:
    """A snapshot, as much of it as the wall shows; some 900 bytes."""
    rules, match, board = table["rules"], table["match"], table["board"]
    return {
        **{key: table[key] for key in KEPT},
        "table": table["table"],
        "rules": {key: rules[key] for key in ("name", "title", "lines", "dotted")},
        "match": {key: match[key] for key in ("game", "white", "black", "score", "is_over")},
        "moves": len(table["moves"]),
        "last": table["moves"][-1]["move"] if table["moves"] else None,
        "is_astray": table["astray"] is not None,
        "is_asking": table["question"] is not None,
        "is_lost": board["is_lost"],
        "warnings": [warning["code"] for warning in table["warnings"]][:10],
    }
