"""The hub's line to the broker: letters and pictures in; cursors, seats and the round out.

The broker is only the postman. Whatever it forgets, the hub tells again when it connects; whatever
it brings twice, the inbox knows.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from boardpi.club import BookTrouble
from boardpi.club.transfer.outbox import LARGEST, ROOT
from boardpi.documents import read_object
from boardpi.errors import BadRequest
from boardpi.hub.letters import Arrival, Letters
from boardpi.rules import Hole, RulesError, parse_position
from boardpi.web.certificate import trusting
from boardpi.web.connections import end_if_cancelled, to_the_end
from boardpi.web.crowd import pack
from boardpi.web.shapes import FLAG, HOLE, Shape, check, choice, many, maybe, number, record, text

log = logging.getLogger("boardpi.hub")
MOST_WAITING: Final = 20_000  # letters in memory; tables send the others again
MOST_BYTES: Final = 32_000_000
BATCH: Final = 200  # letters in one transaction
RETRY_SECONDS: Final = 1.0
MOST_TABLES: Final = 2_000
LARGEST_PICTURE: Final = 8_192  # bytes
SHORT: Final = text(60)
ONLINE: Final = record(
    {"online": FLAG}, name=text(40), first=number(1, 2**53), last=number(0, 2**53), v=text(40)
)
UPDATED: Final = record(
    {"accepts": text(40)},
    release=text(64),
    attempt=number(0, 2**31),
    state=choice("fetching", "waiting", "installing", "done", "failed", "refused"),
    why=text(300),
)
CALL: Final = record({"why": text(20, pattern="^[a-z_]{1,20}$")})
OUTCOME: Final = record(
    {"reason": text(20), "winner": maybe(text(1)), "points": many(number(0, 10), 2, 2)}
)
RULES: Final = record(
    {
        "name": SHORT,
        "title": text(100),
        "lines": many(text(5, pattern="^[a-e][1-5]-[a-e][1-5]$"), 100),
        "dotted": many(text(5, pattern="^[a-e][1-5]-[a-e][1-5]$"), 100),
    }
)
BUT_RULES: Final[dict[str, Shape]] = {
    "position": text(80),
    "side": maybe(text(1, pattern="^[wb]$")),
    "points": many(number(0, 10), 2, 2),
    "hand": many(number(0, 10), 2, 2),
    "outcome": maybe(OUTCOME),
    "lights": record(**{str(Hole(number_)): text(20) for number_ in range(25)}),
    "dead_holes": many(HOLE, 25),
    "clock_ms": number(0, 2**53),
    "table": text(40),
    "match": record(
        {
            "game": number(1, 2),
            "white": maybe(SHORT),
            "black": maybe(SHORT),
            "score": many(number(0, 20), 2, 2),
            "is_over": FLAG,
        }
    ),
    "moves": number(0, 5_000),
    "last": maybe(text(20)),
    "is_astray": FLAG,
    "is_asking": FLAG,
    "is_lost": FLAG,
    "warnings": many(text(40), 10),
    "suspects": many(HOLE, 25),
}
PICTURE: Final = record({**BUT_RULES, "rules": RULES})
PICTURE_BUT_RULES: Final = record(BUT_RULES)


@dataclass(frozen=True, slots=True)
class BrokerLink:
    """How the hub reaches the broker, and as whom."""

    host: str
    port: int
    club: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    authority: str = ""  # the certificate to trust, if the broker encrypts


@dataclass(slots=True)
class TableView:
    """A table as the hub sees it now."""

    is_online: bool = False
    title: str = ""  # what it calls itself
    version: str = ""
    picture: dict[str, Any] | None = None
    calls: list[str] = field(default_factory=list)
    updated: dict[str, Any] = field(
        default_factory=dict
    )  # whose releases it takes, and of the last
    last: int = 0  # the newest letter that it has
    heard: float = 0.0
    told: str | None = None  # as the wall tells it to everybody, once it was asked for

    def tell(self, name: str) -> str:
        """It as JSON, written once however many people watch."""
        if self.told is None:
            self.told = pack(self.show(name))
        return self.told

    def show(self, name: str) -> dict[str, Any]:
        """It on the wall."""
        shown = {"title": self.title or name, "is_online": self.is_online}
        return {**shown, "calls": self.calls, "picture": self.picture}


class Post:
    """One connection for all tables of a club; `hub` names a federation's, and hears all clubs."""

    def __init__(self, link: BrokerLink, letters: Letters, hub: str = "") -> None:
        self.tables: dict[str, TableView] = {}
        self.refused: Counter[str] = Counter()
        self.is_online = False
        self.is_announcing = False  # to Home Assistant
        self.arrived: Callable[[], None] = lambda: None  # letters were written
        self.changed: Callable[[str], None] = lambda table: None  # a table looks different
        self.moved: Callable[[], None] = lambda: None  # a table came, went, or tells of an update
        self._link, self._letters, self._hub = link, letters, hub
        self._waiting: deque[Arrival] = deque()
        self._bytes = 0  # of all letters that wait
        self._something = asyncio.Event()
        self._told: dict[str, str] = {}  # retained texts of ours, by topic
        self._out: asyncio.Queue[tuple[str, str, int]] = asyncio.Queue()

    # ── what the hub says ────────────────────────────────────────────────────────────────────────

    def tell(self, table: str, kind: str, values: Mapping[str, object] | None) -> None:
        """Say something that stays said: `seat` to a table; None takes it back."""
        self._say(f"{ROOT}/{self._place_of(table)}/{kind}", values)

    def tell_all(self, kind: str, values: Mapping[str, object] | None) -> None:
        """Say it to all tables: the round."""
        self._say(f"{ROOT}/{self._link.club}/{kind}", values)

    def announce(self, table: str) -> None:
        """Let a Home Assistant at this broker find a table: who leads, whose turn, online."""
        uid, base = f"boardpi-{self._link.club}-{table}", f"{ROOT}/{self._place_of(table)}"
        told = discovery(base, uid, self.tables[table].title or table)
        self._say(f"homeassistant/device/{uid}/config", told)

    def _say(self, topic: str, values: Mapping[str, object] | None) -> None:
        said = "" if values is None else json.dumps(values, ensure_ascii=False)
        if self._told.get(topic) != said:
            self._told[topic] = said
            self._out.put_nowait((topic, said, 1))

    def _place_of(self, table: str) -> str:
        return table if self._hub else f"{self._link.club}/{table}"

    def _confirm(self, cursors: Mapping[str, int]) -> None:
        """Only after the letters are on disk."""
        ending = f"ack/{self._hub}" if self._hub else "ack"
        for table, seq in cursors.items():
            topic = f"{ROOT}/{self._place_of(table)}/{ending}"
            self._told.pop(topic, None)  # said again, also when it is the same
            self._say(topic, {"seq": seq})

    # ── the connection ───────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Stay connected, for ever; letters are written beside it."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._write())
            group.create_task(self._stay())

    async def _stay(self) -> None:
        from aiomqtt import MqttError

        while True:
            try:
                await to_the_end(self._connect())
            except* (MqttError, OSError) as errors:
                log.warning("The broker is away: %s", errors.exceptions[0])
            self.is_online = False
            await asyncio.sleep(RETRY_SECONDS)

    async def _connect(self) -> None:
        from aiomqtt import Client, ProtocolVersion

        link = self._link
        async with Client(
            link.host,
            link.port,
            username=link.user,
            password=link.password,
            identifier=f"boardpi-hub-{self._hub or link.club}",
            protocol=ProtocolVersion.V5,
            clean_start=True,
            keepalive=20,
            tls_context=trusting(link.authority) if link.authority else None,
        ) as client:
            log.info("The broker is reached: %s:%d", link.host, link.port)
            self.is_online = True
            club = "+" if self._hub else link.club
            for kind in ("online", "state", "out/+", "call", *(() if self._hub else ("updated",))):
                await client.subscribe(f"{ROOT}/{club}/+/{kind}", qos=1)
                end_if_cancelled()
            self._repeat()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._listen(client))
                group.create_task(self._send(client))

    def _repeat(self) -> None:
        """The broker may have forgotten everything: say it all again."""
        while not self._out.empty():
            self._out.get_nowait()
        told, self._told = self._told, {}
        for topic, said in told.items():
            self._told[topic] = said
            self._out.put_nowait((topic, said, 1))
        self._confirm(self._letters.cursors())

    async def _send(self, client: Any) -> None:
        while True:
            topic, said, qos = await self._out.get()
            await client.publish(topic, said, qos=qos, retain=True)
            end_if_cancelled()

    # ── what tables say ──────────────────────────────────────────────────────────────────────────

    async def _listen(self, client: Any) -> None:
        async for message in client.messages:
            self.take(str(message.topic), bytes(message.payload))

    def take(self, topic: str, payload: bytes) -> None:
        """A message as the broker brings it; one that is not understood is refused and counted."""
        parts = topic.split("/")
        table = f"{parts[1]}/{parts[2]}" if self._hub else parts[2]
        try:
            self._hear(table, parts[3:], payload)
        except BadRequest as error:
            self.refused[table] += 1
            log.warning("%s says what is not understood: %s", table, error.message[:200])

    def _hear(self, table: str, kind: list[str], payload: bytes) -> None:
        if table not in self.tables and len(self.tables) >= MOST_TABLES:
            raise BadRequest("too many tables")
        if kind[0] == "out":
            self._hear_letter(table, kind[1], payload)
            return
        seen = self.tables.setdefault(table, TableView())
        seen.heard = time.monotonic()
        if kind[0] == "online":
            self._hear_online(table, seen, payload)
            self.moved()
        elif kind[0] == "updated":
            seen.updated = read(UPDATED, payload, 2_000) if payload else {}
            self.moved()
            return
        elif kind[0] == "state":
            seen.picture = read_picture(payload, seen.picture)
        elif kind[0] == "call":
            why = read(CALL, payload, 200)["why"]
            seen.calls = [*seen.calls, why][-5:]
        self._look_different(table, seen)

    def answer(self, table: str) -> None:
        """Somebody has been there: nothing is called any more."""
        seen = self.tables.get(table)
        if seen is not None:
            seen.calls = []
            self._look_different(table, seen)

    def _look_different(self, table: str, seen: TableView) -> None:
        seen.told = None
        self.changed(table)

    def _hear_letter(self, table: str, number_: str, payload: bytes) -> None:
        is_number = number_.isascii() and number_.isdecimal() and len(number_) < 17
        if not is_number or int(number_) == 0:
            raise BadRequest(f"{number_[:20]!r} is no number of a letter")
        if len(payload) > LARGEST:
            raise BadRequest(f"a letter of {len(payload)} bytes")
        if len(self._waiting) < MOST_WAITING and self._bytes < MOST_BYTES:
            self._bytes += len(payload)
            self._waiting.append(Arrival(table, int(number_), payload))
            self._something.set()

    def _hear_online(self, table: str, seen: TableView, payload: bytes) -> None:
        told = read(ONLINE, payload, 1000)
        seen.is_online = told["online"]
        if seen.is_online:
            seen.title, seen.version = told.get("name", ""), told.get("v", "")
            if self.is_announcing and not self._hub:
                self.announce(table)
            seen.last = told.get("last", 0)
            if len(self._waiting) < MOST_WAITING:
                self._waiting.append(Arrival(table, 0, str(told.get("first", 1)).encode()))
                self._something.set()

    async def _write(self) -> None:
        """Letters into the book, many in one transaction; then the cursors."""
        while True:
            await self._something.wait()
            self._something.clear()
            while self._waiting:
                many_ = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
                self._bytes -= sum(len(arrival.payload) for arrival in many_ if arrival.seq)
                try:
                    cursors = await asyncio.to_thread(self._take, many_)
                except BookTrouble as trouble:  # nothing is confirmed, so tables send it again
                    log.error("%s", trouble)
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                self._confirm(cursors)
                try:
                    self.arrived()
                except BookTrouble as trouble:  # it is looked at again with the next letter
                    log.error("%s", trouble)

    def _take(self, arrivals: list[Arrival]) -> dict[str, int]:
        greetings = {a.table: int(a.payload) for a in arrivals if a.seq == 0}
        cursors = {table: self._letters.meet(table, first) for table, first in greetings.items()}
        return cursors | self._letters.take([a for a in arrivals if a.seq > 0])


def read(shape: Shape, payload: bytes, largest: int) -> dict[str, Any]:
    """An object of this shape, or a refusal."""
    values = read_object(payload, BadRequest, largest)
    check(shape, values, "")
    return values


def read_picture(payload: bytes, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """A table's picture for the wall; pages draw it without a second look.

    Rules are most of it and stay as they are, move after move: those of `before` were checked.
    """
    picture = read_object(payload, BadRequest, LARGEST_PICTURE)
    if before is None or picture.get("rules") != before["rules"]:
        check(PICTURE, picture, "")
    else:
        del picture["rules"]
        check(PICTURE_BUT_RULES, picture, "")
        picture["rules"] = before["rules"]
        if picture["position"] == before["position"]:
            return picture
    try:
        parse_position(picture["position"])
    except RulesError as error:
        raise BadRequest(f"position: {error}") from None
    return picture


def discovery(base: str, uid: str, title: str) -> dict[str, object]:
    """Home Assistant's discovery message of one table: four entities of one device."""
    score = "{{ value_json.match.score | join(' : ') }}"
    turn = "{{ {'w': 'White', 'b': 'Black'}.get(value_json.side, '-') }}"
    astray = "{{ 'ON' if value_json.is_astray else 'OFF' }}"
    online = "{{ 'ON' if value_json.online else 'OFF' }}"
    here = "{{ 'online' if value_json.online else 'offline' }}"
    away = {"availability": [{"topic": f"{base}/online", "value_template": here}]}

    def entity(key: str, platform: str, name: str, topic: str, value: str) -> dict[str, object]:
        told = {"platform": platform, "name": name, "unique_id": f"{uid}-{key}"}
        return {**told, "state_topic": f"{base}/{topic}", "value_template": value}

    return {
        "device": {"identifiers": [uid], "name": title, "manufacturer": "boardpi"},
        "origin": {"name": "boardpi"},
        "components": {
            "score": entity("score", "sensor", "Score", "state", score) | away,
            "turn": entity("turn", "sensor", "Turn", "state", turn) | away,
            "astray": entity("astray", "binary_sensor", "Needs help", "state", astray) | away,
            "online": entity("online", "binary_sensor", "Online", "online", online)
            | {"device_class": "connectivity"},
        },
    }
