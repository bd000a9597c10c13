"""An evening at the hub: what organiser, arbiter and tables do, through the hub's own API."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from boardpi.club import Book, open_book, unkept_book
from boardpi.config import Config, HubConfig
from boardpi.errors import BadRequest
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


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with open_book(tmp_path / "hub.sqlite") as book:
        made = Hub(book, SecretFile(tmp_path / "hub.sqlite.secret"))
        yield made
        made.close()


@pytest.fixture
def friday(hub: Hub) -> Hub:
    """Four players have checked in."""
    hub.sign_in("organiser")
    hub.do("plan", name="Friday", format="swiss", rounds=3, minutes=20, bye=1)
    hub.do("import", csv="Name,Club\nAda,North\nBen,South\nCem,North\nDana,South\n")
    return hub


def test_a_whole_swiss_evening(friday: Hub) -> None:
    for number in (1, 2, 3):
        told = friday.do("pair")
        assert [p["table"] for p in told["pairings"][-1]] == ["t01", "t02"]
        seats = [friday.post._told[f"boardpi/club/{name}/seat"] for name in friday.tables]
        assert all(f'"round": {number}' in seat for seat in seats)
        for pairing in told["pairings"][-1]:
            friday.tables[pairing["table"]].play(pairing, WHITE_WINS, BLACK_WINS)
        assert friday.look()["missing"] == 0
    told = friday.look()
    halves = [place["halves"] for place in told["standings"]]
    assert (sum(halves), halves) == (12, sorted(halves, reverse=True))
    assert {place["played"] for place in told["standings"]} == {3}
    assert sum(team["halves"] for team in told["teams"]) == 2 * told["teams"][0]["matches"]
    friday.do("pair", 409)
    friday.do("close")
    csv = friday.client.get("/api/v1/export/standings.csv").text
    assert csv.splitlines()[0].startswith("place,name,team,points")
    assert len(csv.splitlines()) == 5
    players = friday.client.get("/api/v1/players").json()["players"]
    assert len({player["rating"] for player in players}) > 1


def test_a_match_counts_when_both_games_have_ended_and_follows_corrections(friday: Hub) -> None:
    pairing = friday.do("pair")["pairings"][0][0]
    table = friday.tables["t01"]
    table.play(pairing, WHITE_WINS)
    told = friday.look()["pairings"][0][0]
    assert (told["result"], told["games"]) == (None, 1)
    entry = table.book.games.begin_next(1)
    table.book.games.finish(entry.id, WHITE_WINS)
    table.send()
    assert friday.look()["pairings"][0][0]["result"]["halves"] == [1, 1]
    table.book.corrections.result(entry.id, BLACK_WINS)
    table.send()
    result = friday.look()["pairings"][0][0]["result"]
    assert (result["halves"], result["points"]) == ([2, 0], [10, 0])
    table.book.corrections.delete(entry.id)
    table.send()
    assert friday.look()["pairings"][0][0]["result"] is None


def test_the_arbiter_rules_with_a_reason_and_it_stays_to_be_read(friday: Hub) -> None:
    pairing = friday.do("pair")["pairings"][0][0]
    friday.client.cookies.clear()
    friday.sign_in("arbiter")
    friday.do("rule", 409, uid=pairing["uid"], halves=[2, 0])
    friday.do("rule", uid=pairing["uid"], halves=[2, 0], reason="the other went home", forfeit=True)
    told = friday.look()["pairings"][0][0]["result"]
    assert (told["kind"], told["reason"]) == ("forfeit", "the other went home")
    friday.do("rule", uid=pairing["uid"], halves=None)
    assert friday.look()["pairings"][0][0]["result"] is None
    log = friday.client.get("/api/v1/log").json()["log"]
    assert [(line["who"], line["what"]) for line in log[:2]] == [("arbiter", "ruled")] * 2


def test_a_round_is_paired_again_until_somebody_has_moved(friday: Hub) -> None:
    friday.do("pair")
    friday.do("withdraw", player=4)
    friday.do("unpair")
    told = friday.do("pair")
    assert [p["two"] is None for p in told["pairings"][0]] == [False, True]
    friday.tables["t01"].play(told["pairings"][0][0], WHITE_WINS)
    friday.look()
    friday.do("unpair", 409)
    friday.do("pair", 409)


def test_free_play_counts_every_match_of_two_who_checked_in(hub: Hub) -> None:
    hub.sign_in("organiser")
    hub.do("plan", name="Open house", format="free")
    for name in ("Ada", "Ben"):
        hub.do("enter", name=name)
    hub.do("pair", 409)
    hub.tables["t01"].play({"one": "Ada", "two": "Ben", "uid": None}, WHITE_WINS, BLACK_WINS)
    hub.tables["t02"].play({"one": "Ada", "two": "Zoe", "uid": None}, WHITE_WINS, BLACK_WINS)
    standings = hub.look()["standings"]
    assert [(p["name"], p["halves"], p["played"]) for p in standings] == [
        ("Ada", 2, 1),
        ("Ben", 0, 1),
    ]


def test_everything_is_there_after_a_restart(friday: Hub, tmp_path: Path) -> None:
    told = friday.do("pair")
    friday.tables["t01"].play(told["pairings"][0][0], WHITE_WINS, BLACK_WINS)
    before = friday.look()
    again = Hub(friday.club._book, SecretFile(tmp_path / "hub.sqlite.secret"))
    assert again.look() == before
    again.close()


# ── who may ───────────────────────────────────────────────────────────────────────────────────────

ORGANISER_ONLY = ("plan", "enter", "import", "withdraw", "pair", "unpair", "close", "end-code")
VALUES: dict[str, dict[str, Any]] = {
    "plan": {"name": "x", "format": "swiss"},
    "enter": {"name": "Eve"},
    "import": {"csv": "Eve"},
    "withdraw": {"player": 1},
    "rule": {"uid": "0" * 12, "halves": None},
    "timer": {"is_running": True},
}


def test_everybody_looks_and_nobody_changes_without_a_pin(friday: Hub) -> None:
    friday.client.cookies.clear()
    for path in ("status", "evening", "tables", "log", "rules"):
        assert friday.client.get(f"/api/v1/{path}").status_code == 200
    for what in (*ORGANISER_ONLY, "rule", "timer"):
        friday.do(what, 401, **VALUES.get(what, {}))
    assert friday.client.get("/api/v1/code").status_code == 401
    assert friday.client.get("/api/v1/players").status_code == 401


def test_a_school_shows_names_to_those_with_a_pin_alone(friday: Hub) -> None:
    doors = replace(friday.doors, reading="pin")
    stranger = Browser(build_hub_app(friday.club, doors), "192.0.2.7")
    for path in ("status", "evening", "tables", "log", "export/standings.csv"):
        assert stranger.get(f"/api/v1/{path}").status_code == 401
    pin = friday.locks[1].first_pin
    assert stranger.post("/api/v1/session", json={"pin": pin}).status_code == 200
    assert stranger.get("/api/v1/evening").status_code == 200
    stranger.close()


def test_the_arbiter_does_not_organise(friday: Hub) -> None:
    friday.client.cookies.clear()
    friday.sign_in("arbiter")
    for what in ORGANISER_ONLY:
        friday.do(what, 401, **VALUES.get(what, {}))
    friday.do("timer", is_running=True, left_s=60)
    assert friday.client.get("/api/v1/code").status_code == 401


def test_a_wrong_pin_is_neither(hub: Hub) -> None:
    assert hub.client.post("/api/v1/session", json={"pin": "000000"}).status_code == 403
    assert hub.client.get("/api/v1/session").json()["role"] == "all"


# ── joining ───────────────────────────────────────────────────────────────────────────────────────


def test_a_table_joins_by_the_code_once_it_is_shown(hub: Hub) -> None:
    hub.sign_in("organiser")
    asked = {"code": "AAAA-AAAA", "name": "Window"}
    assert hub.client.post("/api/v1/join", json=asked).status_code == 403
    code = hub.client.get("/api/v1/code").json()["code"]
    told = hub.client.post("/api/v1/join", json={**asked, "code": code.lower()}).json()
    assert (told["club"], told["name"], told["host"]) == ("club", "t01", "localhost")
    again = hub.client.post("/api/v1/join", json={"code": code, "name": "Door"}).json()
    assert again["name"] == "t02"
    assert again["password"] != told["password"]
    hub.do("end-code")
    assert hub.client.post("/api/v1/join", json={**asked, "code": code}).status_code == 403
    assert hub.client.get("/api/v1/code").json()["code"] != code


def test_a_code_ends_and_guessing_gets_slower(hub: Hub) -> None:
    hub.sign_in("organiser")
    hub.client.get("/api/v1/code")
    statuses = [
        hub.client.post("/api/v1/join", json={"code": f"AAAA-AAA{n}", "name": "x"}).status_code
        for n in range(2, 9)
    ]
    assert statuses[0] == 403
    assert statuses[-1] == 429


def test_home_assistant_finds_a_table_if_that_is_wanted(hub: Hub) -> None:
    topic = "homeassistant/device/boardpi-club-t01/config"
    greeting = b'{"online": true, "name": "Window"}'
    hub.post._hear("t01", ["online"], greeting)
    assert topic not in hub.post._told
    hub.post.is_announcing = True
    hub.post._hear("t01", ["online"], greeting)
    told = json.loads(hub.post._told[topic])
    assert told["device"]["name"] == "Window"
    assert {one["state_topic"] for one in told["components"].values()} == {"boardpi/club/t01/state"}


def test_hostile_messages_of_tables_are_refused_and_counted(hub: Hub) -> None:
    for kind in ("online", "state", "call"):
        for payload in (b"", b"\xff", b"[]", b"{}", b'{"online": 1}', b"{" * 5000, b"9" * 9000):
            with pytest.raises(BadRequest):
                hub.post._hear("t01", [kind], payload)
    for number in ("0", "-1", "x", "1" * 40, "\u0661"):
        with pytest.raises(BadRequest):
            hub.post._hear("t01", ["out", number], b"{}")
    assert hub.post.tables["t01"].picture is None
