"""Strangers at the hub's pages: the same guards as at a table's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from boardpi.club import BookDamaged, open_book
from boardpi.club.archive import Archive
from boardpi.hub.letters import Arrival
from boardpi.hub.post import MOST_BYTES
from boardpi.hub.site import build_hub_app
from boardpi.hub.tournament.ranking import rank
from boardpi.hub.wall import Wall
from boardpi.web.live import MOST_PER_ADDRESS
from boardpi.web.patience import WRONG_PER_HOUR
from boardpi.web.secret_file import SecretFile
from tests.hub.unbrokered import WHITE_WINS, Browser, Hub

WRONG = {"pin": "271828"}


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with open_book(tmp_path / "hub.sqlite") as book:
        made = Hub(book, SecretFile(tmp_path / "hub.sqlite.secret"))
        yield made
        made.close()


def at(hub: Hub, address: str) -> Browser:
    return Browser(build_hub_app(hub.club, hub.doors), address)


# ── the PINs ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
def test_guessing_does_not_lock_out_who_was_let_in_before(hub: Hub, role: str) -> None:
    number = ("organiser", "arbiter").index(role)
    right = {"pin": hub.locks[number].first_pin}
    mine = at(hub, "192.0.2.1")
    assert mine.post("/api/v1/session", json=right).status_code == 200
    for lock in hub.locks:
        for place in range(WRONG_PER_HOUR):
            lock.tries.begin(f"198.51.100.{place}", is_stranger=True)
    for name in [name for name in mine.cookies if not name.endswith("-device")]:
        del mine.cookies[name]
    assert mine.get("/api/v1/session").json()["role"] == "all"
    assert mine.post("/api/v1/session", json=right).status_code == 200
    told = mine.get("/api/v1/session").json()
    assert (told["role"], told["guesses"] >= WRONG_PER_HOUR - 1) == (role, True)
    other = at(hub, "192.0.2.2")
    assert other.post("/api/v1/session", json=right).status_code == 429
    assert "guesses" not in other.get("/api/v1/session").json()
    for browser in (mine, other):
        browser.close()


def test_the_arbiters_pin_is_no_mistake_at_the_organisers_door(hub: Hub) -> None:
    arbiter = at(hub, "192.0.2.1")
    for _ in range(8):
        answer = arbiter.post("/api/v1/session", json={"pin": hub.locks[1].first_pin})
        assert answer.status_code == 200
    assert arbiter.post("/api/v1/session", json=WRONG).status_code == 403
    arbiter.close()


def test_guesses_of_the_code_at_this_machine_share_one_limit(hub: Hub) -> None:
    hub.sign_in("organiser")
    hub.client.get("/api/v1/code")
    statuses = []
    for number in range(2, 9):
        guest = at(hub, f"127.0.0.{number}")
        asked = {"code": f"AAAA-AAA{number}", "name": "x"}
        statuses.append(guest.post("/api/v1/join", json=asked).status_code)
        guest.close()
    assert (statuses[0], statuses[-1]) == (403, 429)


# ── the wall ─────────────────────────────────────────────────────────────────────────────────────


class Socket:
    """A live connection without a network; what it is told is kept."""

    def __init__(self, place: str) -> None:
        self.scope = {"type": "websocket", "client": (place, 1), "headers": []}
        self.told: list[str] = []
        self.closed: str | None = None
        self._end = asyncio.Event()

    async def accept(self) -> None:
        """Always."""

    async def send_text(self, text: str) -> None:
        if self.closed is not None:
            raise WebSocketDisconnect
        self.told.append(text)

    async def receive(self) -> dict[str, Any]:
        await self._end.wait()
        return {"type": "websocket.disconnect"}

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.closed = reason
        self._end.set()


async def watch(wall: Wall, *sockets: Socket) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(wall.serve(socket)) for socket in sockets]  # type: ignore[arg-type]
    while not all(socket.told or socket.closed is not None for socket in sockets):
        await asyncio.sleep(0.01)
    return tasks


def test_one_place_cannot_take_all_places_at_the_wall(hub: Hub) -> None:
    async def story() -> None:
        wall = Wall(hub.club, hub.doors.watchers, lambda _: True)
        crowd = [Socket("192.0.2.1") for _ in range(MOST_PER_ADDRESS + 5)]
        other, here = Socket("192.0.2.2"), Socket("127.0.0.1")
        tasks = await watch(wall, *crowd, other, here)
        assert [one.closed for one in crowd].count("too many connections") == 5
        assert (other.closed, here.closed) == (None, None)
        for socket in (*crowd, other, here):
            await socket.close()
        await asyncio.gather(*tasks)
        assert len(hub.doors.watchers) == 0

    asyncio.run(story())


def test_who_may_look_no_more_is_told_nothing_more(hub: Hub) -> None:
    """In a school a session ends: by logout, by another PIN, after twelve hours."""

    async def story() -> None:
        welcome = {"192.0.2.1": True, "192.0.2.2": True}

        def may_look(connection: HTTPConnection) -> bool:
            return welcome[connection.scope["client"][0]]

        wall = Wall(hub.club, hub.doors.watchers, may_look)
        gone, kept = Socket("192.0.2.1"), Socket("192.0.2.2")
        tasks = await watch(wall, gone, kept)
        before = len(gone.told)
        welcome["192.0.2.1"] = False
        hub.doors.watchers.look()
        await tasks[0]
        hub.doors.watchers.tell("t01")
        assert (gone.closed, len(gone.told)) == ("pin_needed", before)
        assert kept.closed is None
        await kept.close()
        await tasks[1]

    asyncio.run(story())


def test_standings_are_ranked_once_for_all_who_watch(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.sign_in("organiser")
    hub.do("plan", name="Friday", format="swiss", rounds=3)
    ranked = Mock(wraps=rank)
    monkeypatch.setattr("boardpi.hub.evening.rank", ranked)
    for _ in range(20):
        hub.client.get("/api/v1/evening")
    hub.do("enter", name="Ada")
    assert hub.client.get("/api/v1/evening").json()["entrants"][0]["name"] == "Ada"
    assert ranked.call_count <= 2


# ── files and troubles ───────────────────────────────────────────────────────────────────────────


def test_a_file_is_made_once_for_all_and_is_never_old(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = Browser(build_hub_app(hub.club, hub.doors))
    hub.tables["t01"].play({"one": "Ada", "two": "Ben", "uid": None}, WHITE_WINS)
    search = Mock(wraps=hub.club._reader.archive.search)
    monkeypatch.setattr(Archive, "search", search)
    for name in ("games.csv", "games.json"):
        first = [export.get(f"/api/v1/export/{name}").text for _ in range(5)]
        assert len(set(first)) == 1
        assert "Ada" in first[0]
    assert search.call_count == 2
    hub.tables["t02"].play({"one": "Cem", "two": "Dana", "uid": None}, WHITE_WINS)
    assert "Dana" in export.get("/api/v1/export/games.csv").text
    assert export.get("/api/v1/export/other.csv").status_code == 404
    export.close()


def test_trouble_with_the_book_is_an_answer(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*told: object) -> None:
        raise BookDamaged("hub.sqlite", "it is rotten")

    monkeypatch.setattr(type(hub.club), "log", fail)
    answer = hub.client.get("/api/v1/log")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "book_trouble")


def test_letters_wait_in_so_much_memory_and_no_more(hub: Hub) -> None:
    """What is not taken is not confirmed: the table sends it again."""
    letter = bytes(900_000)
    for number in range(1, 2 * MOST_BYTES // len(letter)):
        hub.post._hear("t01", ["out", str(number)], letter)
    held = sum(len(arrival.payload) for arrival in hub.post._waiting)
    assert MOST_BYTES <= held < MOST_BYTES + len(letter)


def test_letters_are_heard_again_when_those_before_are_written(hub: Hub) -> None:
    async def story() -> None:
        writing = asyncio.create_task(hub.post._write())
        for _ in range(3):
            for number in range(1, 40):
                hub.post._hear("t01", ["out", str(number)], bytes(900_000))
            while hub.post._waiting:
                await asyncio.sleep(0.01)
        writing.cancel()

    asyncio.run(story())
    assert hub.post._bytes == 0


def test_trouble_while_results_are_looked_at_ends_nothing(hub: Hub) -> None:
    async def story() -> None:
        looked = asyncio.Event()

        def fail() -> None:
            looked.set()
            raise BookDamaged("hub.sqlite", "it is rotten")

        hub.post.arrived = fail
        writing = asyncio.create_task(hub.post._write())
        hub.post._waiting.append(Arrival("t01", 7, b"{}"))
        hub.post._something.set()
        await asyncio.wait_for(looked.wait(), 60)
        await asyncio.sleep(0)
        assert not writing.done()
        writing.cancel()

    asyncio.run(story())
