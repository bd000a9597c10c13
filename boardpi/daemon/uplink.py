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
from boardpi.club.transfer.outbox import AHEAD, ROOT, Cursors, Membership, OutboxRow
from boardpi.daemon.hub_link import (
    ACK,
    FAR,
    LARGEST_FAR,
    ONLINE,
    ORDER,
    ROUND,
    RULINGS,
    SEAT,
    Link,
    join_by,
    keep_link,
    read_link,
    read_order,
)
from boardpi.errors import NotDone
from boardpi.table.facts import Fact
from boardpi.web.connections import end_if_cancelled, to_the_end, wait_a_while
from boardpi.web.secret_file import SecretFile
from boardpi.web.worker import Worker

log = logging.getLogger("boardpi.hub")
STALLED_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 2.0  # commands in other processes write letters, too
JOINED_SECONDS: Final = 5.0
STATE_SECONDS: Final = 0.5
WILL_SECONDS: Final = 20  # a short break is none
RETRY_SECONDS: Final = (1, 2, 4, 8)
MOST_OTHERS: Final = 500
Picture = Mapping[str, Any]


class Uplink:
    """Joined or not, online or not; and what the hub has said."""

    def __init__(self, book: Book, file: SecretFile, open_reader: Callable[[], Book]) -> None:
        self.link, self._stamp = read_link(file), file.stamp()
        self.seat: dict[str, Any] | None = None
        self.rulings: list[dict[str, Any]] | None = None  # None = nothing was said of any
        self.round: dict[str, Any] | None = None
        self.round_ms = 0  # when it was told
        self.others: dict[str, str] = {}  # tables that are online: what they are called, by name
        self.far: dict[str, dict[str, Any]] = {}  # what they say of games with another table
        self.order: dict[str, Any] | None = None  # a release that the hub wants installed here
        self.is_online = False
        self.heard: Callable[[], None] = lambda: None  # something came from the hub
        self.ordered: Callable[[], None] = lambda: None  # another release, or none
        self.snapshot: Callable[[], Picture] | None = None
        self._book, self._file, self._open_reader = book, file, open_reader
        self._reader: Book | None = None
        self._worker = Worker("uplink")
        self._cursors = Cursors()
        self._news, self._looks, self._changed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._calls: asyncio.Queue[str] = asyncio.Queue(maxsize=8)
        self._kept = {"far": _Kept(), "updated": _Kept()}

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
        self.link, self.seat, self.round, self.rulings = link, None, None, None
        self.others, self.far, self.order = {}, {}, None
        self._cursors = Cursors()
        self._changed.set()
        self.ordered()

    def call(self, why: str) -> None:
        """Call the arbiter; a call that cannot be sent now is sent when the hub is there."""
        if not self._calls.full():
            self._calls.put_nowait(why)

    def tell_far(self, told: Mapping[str, Any] | None) -> None:
        """Say how the game with another table stands; None = there is none."""
        self._kept["far"].say(told)

    def tell_updated(self, told: Mapping[str, Any]) -> None:
        """Say whose releases are taken here, and what has become of the one that was ordered."""
        self._kept["updated"].say(told)

    # ── the connection ───────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Stay connected while there is a link, for ever."""
        fails = 0
        while True:
            self._changed.clear()
            if self.link is None:
                await wait_a_while(self._changed, JOINED_SECONDS)
                self._find_link()
                continue
            was_online = await to_the_end(self._stay(self.link))
            fails = 0 if was_online else fails + 1
            await wait_a_while(self._changed, RETRY_SECONDS[min(fails, len(RETRY_SECONDS) - 1)])

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
                    *(self._send_kept(client, mine, kind) for kind in self._kept),
                    self._end_when_changed(),
                )
                for task in tasks:
                    group.create_task(task)
        except* (MqttError, OSError, _OtherLink) as errors:
            log.info("The hub's broker is away: %s", errors.exceptions[0])
        except* Exception as errors:  # whatever a hub has told us: the table plays on
            error = errors.exceptions[0]
            log.error("The line to the hub broke: %s: %s", type(error).__name__, error)
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
        everybody = f"{ROOT}/{mine.club}"
        topics = [mine.topic(kind) for kind in ("ack", "ack/+", "seat", "rulings", "update")]
        others = (f"{everybody}/round", f"{everybody}/+/online", f"{everybody}/+/far")
        for topic in (*topics, *others):
            await client.subscribe(topic, qos=1)
            end_if_cancelled()
        name = str(self.snapshot()["table"]) if self.snapshot else ""
        told = {"online": True, "name": name, "first": first, "last": last, "v": __version__}
        await client.publish(mine.topic("online"), json.dumps(told), qos=1, retain=True)
        end_if_cancelled()
        self._looks.set()

    # ── from the hub ─────────────────────────────────────────────────────────────────────────────

    async def _listen(self, client: Any, mine: Membership) -> None:
        async for message in client.messages:
            topic = str(message.topic)
            _, _, table, *kind = topic.split("/")
            try:
                if kind in (["online"], ["far"]):
                    self._hear_other(mine, table, kind[0], bytes(message.payload))
                else:
                    await self._hear(topic.removeprefix(mine.topic()), bytes(message.payload))
            except NotDone as error:
                log.warning("What the hub says is not understood: %s: %s", topic, error.message)

    async def _hear(self, topic: str, payload: bytes) -> None:
        kind = topic.strip("/").split("/")
        if kind[0] == "ack":
            await self._confirm("/".join(kind[1:]), read_order(ACK, payload)["seq"])
        elif kind[0] == "seat":
            self.seat = read_order(SEAT, payload) if payload else None
            self.heard()
        elif kind[0] == "rulings":
            told = read_order(RULINGS, payload, LARGEST_FAR)["rulings"] if payload else []
            self.rulings = told
            self.heard()
        elif kind[0] == "update":
            self.order = read_order(ORDER, payload) if payload else None
            self.ordered()
        elif kind[-1] == "round":
            self.round = read_order(ROUND, payload) if payload else None
            self.round_ms = now_ms()
            self.heard()

    def _hear_other(self, mine: Membership, table: str, kind: str, payload: bytes) -> None:
        """Another table, or ourselves."""
        if table == mine.name or len(self.others) + len(self.far) > MOST_OTHERS:
            return
        if kind == "online":
            told = read_order(ONLINE, payload)
            self.others.pop(table, None)
            if told["online"]:
                self.others[table] = told.get("name") or table
        else:
            self.far.pop(table, None)
            if payload:
                self.far[table] = read_order(FAR, payload, LARGEST_FAR)
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
            await wait_a_while(self._news, LOOK_SECONDS)
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
            end_if_cancelled()
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
                end_if_cancelled()
            await asyncio.sleep(STATE_SECONDS)

    async def _send_calls(self, client: Any, mine: Membership) -> None:
        while True:
            why = await self._calls.get()
            await client.publish(mine.topic("call"), json.dumps({"why": why}), qos=1)
            end_if_cancelled()

    async def _send_kept(self, client: Any, mine: Membership, kind: str) -> None:
        """What is said once stays at the broker: a line that was away brings it when it is back."""
        from aiomqtt import MqttError

        kept = self._kept[kind]
        while True:
            kept.news.clear()
            try:
                await client.publish(mine.topic(kind), kept.text, qos=1, retain=True)
            except MqttError as error:  # a broker of an older hub does not know the topic
                log.info("%s is not told: %s", kind, error)
            end_if_cancelled()
            await kept.news.wait()

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


class _Kept:
    """Something that stays said until it is said otherwise."""

    def __init__(self) -> None:
        self.text, self.news = "", asyncio.Event()

    def say(self, told: Mapping[str, Any] | None) -> None:
        """None = nothing is to be said."""
        said = "" if told is None else json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        if said != self.text:
            self.text = said
            self.news.set()


class _OtherLink(Exception):
    """The table joined elsewhere, or left."""


SUSPECT: Final = "reed_suspect"
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
        "suspects": [w["params"]["hole"] for w in table["warnings"] if w["code"] == SUSPECT],
    }
