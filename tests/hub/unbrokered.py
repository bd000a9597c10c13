"""A hub without a broker, asked through its own API, and tables whose letters go straight in."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx
from starlette.applications import Starlette

from boardpi.club import Book, unkept_book
from boardpi.config import Config, HubConfig
from boardpi.hub.broker import Logins
from boardpi.hub.club_actions import HubActions
from boardpi.hub.letters import Arrival, Letters
from boardpi.hub.post import BrokerLink, Post, TableView
from boardpi.hub.site import build_hub_app, open_doors
from boardpi.rules import Outcome, Side
from boardpi.web.address import find_address
from boardpi.web.lock import Lock
from boardpi.web.secret_file import SecretFile

WHITE_WINS = Outcome("resigned", Side.WHITE, (5, 0))
BLACK_WINS = Outcome("resigned", Side.BLACK, (0, 5))


class Browser:
    """Asks the hub's application without a network."""

    def __init__(self, app: Starlette, address: str = "127.0.0.1") -> None:
        self._runner = asyncio.Runner()
        transport = httpx.ASGITransport(app=app, client=(address, 1))
        self._http = httpx.AsyncClient(transport=transport, base_url="http://localhost:8026")
        self.cookies = self._http.cookies

    def get(self, path: str) -> httpx.Response:
        return self._runner.run(self._http.get(path))

    def post(self, path: str, json: dict[str, Any]) -> httpx.Response:
        return self._runner.run(self._http.post(path, json=json))

    def close(self) -> None:
        self._runner.run(self._http.aclose())
        self._runner.close()


class Table:
    """A table that plays what it is told, and whose letters go straight into the hub."""

    def __init__(self, name: str, letters: Letters) -> None:
        self.book, self.name, self._letters, self._sent = unkept_book(), name, letters, 0
        self.book.outbox.join("club", name)

    def play(self, pairing: dict[str, Any], *outcomes: Outcome) -> None:
        seats = pairing["one"], pairing["two"]
        for number, outcome in enumerate(outcomes):
            white, black = seats if number == 0 else seats[::-1]
            if number == 0:
                told = {"white": white, "black": black, "match_uid": pairing["uid"]}
                entry = self.book.games.begin(**told)
            else:
                entry = self.book.games.begin_next(entry.id)
            self.book.games.finish(entry.id, outcome)
        self.send()

    def send(self) -> None:
        rows = self.book.outbox.after(self._sent, 1000)
        self._letters.take([Arrival(self.name, row.seq, row.payload.encode()) for row in rows])
        self._sent = rows[-1].seq


class Hub:
    """A hub without a broker: tables are online because we say so."""

    def __init__(self, book: Book, secrets: SecretFile) -> None:
        letters = Letters(book)
        self.post = Post(BrokerLink("nowhere", 1, "club"), letters)
        logins = Logins(secrets)
        logins.prepare()
        self.club = HubActions(replace(Config(), hub=HubConfig()), book, letters, self.post, logins)
        self.locks = Lock(secrets), Lock(SecretFile())
        address = find_address("127.0.0.1", 8026)
        self.doors = open_doors(self.locks, address)
        self.client = Browser(build_hub_app(self.club, self.doors))
        self.tables = {name: Table(name, letters) for name in ("t01", "t02")}
        for name in self.tables:
            self.post.tables[name] = TableView(is_online=True, title=name)

    def close(self) -> None:
        self.client.close()
        for lock in self.locks:
            lock.close()

    def sign_in(self, role: str) -> None:
        pin = self.locks[0 if role == "organiser" else 1].first_pin
        assert self.client.post("/api/v1/session", json={"pin": pin}).status_code == 200

    def do(self, what: str, status: int = 200, **values: Any) -> dict[str, Any]:
        answer = self.client.post("/api/v1/do", json={"what": what, **values})
        assert answer.status_code == status, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def look(self) -> dict[str, Any]:
        self.club.evening.refresh()
        found: dict[str, Any] = self.client.get("/api/v1/evening").json()
        return found
