"""A club's evening: a hub that is told anything, and a table whose hub tells it anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from boardpi.club import unkept_book
from boardpi.club.transfer.outbox import Membership
from boardpi.config import Config
from boardpi.daemon.hub_link import ACK, FAR, LINK, ORDER, ROUND, RULINGS, SEAT, Link
from boardpi.daemon.hub_link import ONLINE as HEARD_OF
from boardpi.daemon.uplink import Uplink
from boardpi.documents import read_object
from boardpi.errors import BadRequest
from boardpi.hub.broker import Logins
from boardpi.hub.club_actions import DO, HubActions
from boardpi.hub.letters import Arrival, Letters
from boardpi.hub.post import CALL, ONLINE, PICTURE, UPDATED, BrokerLink, Post
from boardpi.rules import Outcome, Side
from boardpi.web.lock import Caller
from boardpi.web.secret_file import SecretFile
from boardpi.web.shapes import check
from tools.fuzz.mutations import fitting, spoil_json, spoil_text, spoil_value

TABLES: Final = ("t01", "t02", "t03")
HEARD: Final = {"online": ONLINE, "state": PICTURE, "call": CALL, "updated": UPDATED}
TOLD: Final = {"ack": ACK, "seat": SEAT, "round": ROUND, "rulings": RULINGS, "update": ORDER}
OF_OTHERS: Final = {"online": HEARD_OF, "far": FAR}
FRESH: Final = 2_000  # inputs; then everybody begins anew


class Club:
    """A hub without a broker and a table's line to it, asked for as long as anybody likes."""

    def __init__(self, random: Random, uplink: Uplink) -> None:
        self._random, self._uplink = random, uplink
        book = unkept_book()
        self._letters = Letters(book)
        self._post = Post(BrokerLink("nowhere", 1, "club"), self._letters)
        logins = Logins(SecretFile())
        logins.prepare()
        self._hub = HubActions(Config(), book, self._letters, self._post, logins)
        self._post.arrived = self._hub.evening.refresh
        self._actions = DO.all()
        self._written = _letters()
        self._seq = 0

    def close(self) -> None:
        """Enough of this one."""
        self._hub.close()

    async def ask(self) -> str:
        """One word from anybody; who said it."""
        kinds: tuple[Callable[[], Awaitable[str]], ...] = (
            *(self._letter, self._table, self._organiser, self._organiser, self._hub_says),
            *(self._code, self._link),
        )
        return await self._random.choice(kinds)()

    def _payload(self, shape: Any) -> bytes:
        """JSON that fits, or nearly."""
        value = fitting(shape, self._random)
        if self._random.random() < 0.6:
            value = spoil_value(value, self._random)
        text = json.dumps(value, ensure_ascii=self._random.random() < 0.5)
        if self._random.random() < 0.2:
            text = spoil_text(text, self._random)
        return text.encode(errors="surrogatepass")

    async def _letter(self) -> str:
        text = self._random.choice(self._written)
        if self._random.random() < 0.7:
            text = spoil_json(text, self._random)
        self._seq += self._random.choice((0, 1, 1, 5))
        arrival = Arrival(self._random.choice(TABLES), self._seq, text.encode(errors="replace"))
        self._letters.take([arrival])
        self._hub.evening.refresh()
        return "letter"

    async def _table(self) -> str:
        kind, table = self._random.choice(list(HEARD)), self._random.choice(TABLES)
        self._post._hear(table, [kind], self._payload(HEARD[kind]))
        self._hub.tables()
        self._hub.status()
        self._hub.updates.look()
        json.dumps(self._hub.updates.picture())
        return kind

    async def _organiser(self) -> str:
        action = self._random.choice(self._actions)
        values = fitting(action.shape, self._random)
        if self._random.random() < 0.3:
            values = spoil_value(values, self._random)
        if action.name == "import" and isinstance(values, dict):
            values["csv"] = spoil_text("Name,Club\nAda,North\nBen,South\nCem\n", self._random)
        check(action.shape, values, "")
        self._hub.run(DO.find(action.name, values), values, "organiser")
        json.dumps(self._hub.evening.picture())
        json.dumps(self._hub.updates.picture())
        return f"hub {action.name}"

    async def _hub_says(self) -> str:
        kind = self._random.choice(list(TOLD))
        await self._uplink._hear(kind, self._payload(TOLD[kind]))
        other, table = self._random.choice(list(OF_OTHERS)), self._random.choice(TABLES)
        mine, payload = Membership("club", "t01"), self._payload(OF_OTHERS[other])
        self._uplink._hear_other(mine, table, other, payload)
        return f"hub's {kind}"

    async def _code(self) -> str:
        code, _ = self._hub.code.show()
        given = spoil_text(code, self._random) if self._random.random() < 0.7 else code
        place = f"192.0.2.{self._random.randrange(256)}"
        self._hub.code.check(given[:20], Caller(place))
        self._hub.give(spoil_text("Window", self._random)[:40])
        return "code"

    async def _link(self) -> str:
        told = read_object(self._payload(LINK), BadRequest)
        check(LINK, told, "")
        link = Link(**told)
        try:
            link.tls()
        except (OSError, ValueError, TypeError) as error:  # the line's own: told and tried again
            raise BadRequest(str(error)) from None
        return "link"


def _letters() -> list[str]:
    """What a table says of a match: begun, ended, corrected, deleted."""
    with unkept_book() as book:
        book.outbox.join("club", "t01")
        entry = book.games.begin(white="Ada", black="Ben")
        book.games.finish(entry.id, Outcome("resigned", Side.WHITE, (5, 0)))
        book.corrections.result(entry.id, Outcome("agreed", None, (0, 0)))
        book.corrections.delete(entry.id)
        return [row.payload for row in book.outbox.after(0, 10)]


@asynccontextmanager
async def evening(folder: Path, random: Random) -> AsyncIterator[Callable[[], Awaitable[str]]]:
    """Clubs one after the other; the function asks the one of now."""
    book = unkept_book()
    book.outbox.join("club", "t01")
    uplink = Uplink(book, SecretFile(folder / "secret"), lambda: book)
    club, asked = Club(random, uplink), 0

    async def ask() -> str:
        nonlocal club, asked
        asked += 1
        if asked % FRESH == 0:
            club.close()
            club = Club(random, uplink)
        async with asyncio.timeout(60):
            return await club.ask()

    try:
        yield ask
    finally:
        club.close()
        await uplink.close()
