"""Who may do what, from where, and how often."""

from __future__ import annotations

import asyncio
from email.utils import parsedate_to_datetime
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from boardpi.errors import TooMany
from boardpi.web.address import find_address
from boardpi.web.guards import Guard
from boardpi.web.lock import SESSION_SECONDS, Lock
from boardpi.web.patience import FREE_TRIES, LONGEST_PAUSE, WRONG_PER_HOUR, Buckets, Tries
from boardpi.web.server import PageServer
from tests.web.serving import FAR, Serving, hear, serving
from tests.web.test_lock import read_to_the_end


class Watch:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# ── the PIN ──────────────────────────────────────────────────────────────────────────────────────


def test_the_right_pin_opens_and_the_cookie_is_for_our_page_alone(table: Serving) -> None:
    with table.client() as browser:
        before = browser.get("/session").json()
        assert (before["is_open"], before["may_move"]) == (False, True)
        answer = browser.post("/session", json={"pin": table.pin})
        assert answer.json() == before | {"is_open": True}
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Path=/" in cookie
        assert browser.get("/session").json()["is_open"] is True
        browser.delete("/session")
        assert browser.get("/session").json()["is_open"] is False


def test_a_wrong_pin_and_then_a_pause(table: Serving) -> None:
    wrong = "0" if table.pin != "0" else "1"
    table.built.site.lock.tries = Tries(Watch())  # time stands still
    with table.client() as browser:
        for _ in range(FREE_TRIES):
            answer = browser.post("/session", json={"pin": wrong})
            assert answer.json()["error"]["code"] == "wrong_pin"
        answer = browser.post("/session", json={"pin": table.pin})
        assert answer.status_code == 429, "not even the right one, for a while"
        assert int(answer.headers["retry-after"]) >= 1
    with table.client(**FAR) as other:
        assert other.post("/session", json={"pin": table.pin}).status_code == 200


def test_pauses_double_and_end() -> None:
    watch = Watch()
    tries = Tries(watch)
    for _ in range(FREE_TRIES):
        tries.begin("near", is_stranger=True)
    pauses = []
    for _ in range(12):
        with pytest.raises(TooMany) as caught:
            tries.begin("near", is_stranger=True)
        assert caught.value.retry_after is not None
        pauses.append(caught.value.retry_after)
        watch.now += caught.value.retry_after
        tries.begin("near", is_stranger=True)
    assert pauses[:4] == [1, 2, 4, 8]
    assert pauses[-1] == LONGEST_PAUSE
    watch.now += LONGEST_PAUSE
    tries.begin("near", is_stranger=True)
    tries.forgive("near", is_stranger=True)
    tries.begin("near", is_stranger=True)


def test_many_machines_together_are_no_way_around() -> None:
    watch = Watch()
    tries = Tries(watch)
    for number in range(WRONG_PER_HOUR):
        tries.begin(f"machine {number}", is_stranger=True)
    with pytest.raises(TooMany):
        tries.begin("one more", is_stranger=True)
    tries.begin("this machine", is_stranger=False)
    watch.now += 3600
    tries.begin("one more", is_stranger=True)


def test_the_pin_is_changed_by_who_knows_it(table: Serving) -> None:
    with table.organiser() as one, table.organiser() as two:
        wrong = one.post("/pin", json={"pin": "x", "new": "432198"})
        assert wrong.json()["error"]["code"] == "wrong_pin"
        assert one.post("/pin", json={"pin": table.pin, "new": "4321"}).status_code == 400
        assert one.post("/pin", json={"pin": table.pin, "new": "432198"}).status_code == 200
        assert one.get("/session").json()["is_open"] is True
        assert two.get("/session").json()["is_open"] is False
        with table.client() as browser:
            assert browser.post("/session", json={"pin": "432198"}).status_code == 200


# ── hosts, origins, headers ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8025", "", "localhost.evil.example", "[::1", "a@b"]
)
def test_a_host_that_is_not_ours(club: Serving, host: str) -> None:
    with club.client(host=host) as browser:
        answer = browser.get("/table")
        assert answer.status_code in (400, 421)
        if answer.status_code == 421:
            assert answer.json()["error"]["code"] == "unknown_host"
    with pytest.raises(InvalidStatus), club.live(headers={"Host": host}):
        pass


@pytest.mark.parametrize("host", ["LOCALHOST", "127.0.0.1:1", "192.168.7.7:8025", "[::1]:8025"])
def test_hosts_that_are_ours(club: Serving, host: str) -> None:
    with club.client(host=host) as browser:
        assert browser.get("/table").status_code == 200


def test_more_names_by_configuration(tmp_path: Path) -> None:
    with (
        serving(tmp_path, allowed_hosts=("Board.Club",)) as table,
        table.client(host="board.club:8025") as browser,
    ):
        assert browser.get("/table").status_code == 200


FOREIGN = ["https://evil.example", "null", "http://localhost:1", "file://", "http://[", ""]


@pytest.mark.parametrize("origin", FOREIGN)
def test_the_page_of_another_site(table: Serving, origin: str) -> None:
    with table.client(origin=origin) as browser:
        answer = browser.post("/session", json={"pin": table.pin})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_origin")
        assert browser.get("/table").status_code == 200
    with pytest.raises(InvalidStatus), table.live(headers={"Origin": origin}):
        pass


def test_browsers_tell_where_a_request_comes_from(table: Serving) -> None:
    with table.client(**{"sec-fetch-site": "cross-site"}) as browser:
        assert browser.post("/session", json={"pin": table.pin}).status_code == 403


def test_our_own_page(table: Serving) -> None:
    with table.client(**{"origin": table.url, "sec-fetch-site": "same-origin"}) as browser:
        assert browser.post("/session", json={"pin": table.pin}).status_code == 200
    with table.live(headers={"Origin": table.url}) as line:
        assert hear(line, "table")["v"] == 1


@pytest.mark.parametrize("path", ["/api/v1/table", "/api/v1/nothing", "/nothing.html", "/page/x"])
def test_headers_on_every_answer(club: Serving, path: str) -> None:
    headers = httpx.get(club.url + path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_headers_on_refusals_too(club: Serving) -> None:
    headers = httpx.get(club.url + "/api/v1/table", headers={"host": "evil.example"}).headers
    assert "default-src 'none'" in headers["content-security-policy"]


# ── sizes and rates ──────────────────────────────────────────────────────────────────────────────


def test_answers_are_dated(club: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    with club.client() as reader:
        for now_s in (1_800_000_000, 1_800_000_777):
            monkeypatch.setattr("boardpi.web.server.time.time", lambda now_s=now_s: float(now_s))
            dated = parsedate_to_datetime(reader.get("/table").headers["date"])
            assert dated.timestamp() == now_s


def test_the_server_sleeps_while_nobody_asks(
    club: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop of uvicorn itself looks around ten times a second, all day."""

    async def wait(_seconds: float) -> None:
        raise AssertionError("it looks around")

    async def serve() -> None:
        server = PageServer(club.built.server.config)
        served = asyncio.create_task(server.main_loop())
        await asyncio.wait([served], timeout=0)
        assert not served.done()
        server.end()
        await served

    monkeypatch.setattr("uvicorn.server.asyncio", SimpleNamespace(sleep=wait))
    asyncio.run(serve())


def test_a_body_has_an_end(table: Serving) -> None:
    with table.organiser() as organiser:
        answer = organiser.post("/players", json={"name": "x" * 20_000})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b'{"pin": "1"}', "text/plain", 415),
        (b"pin=1", "application/x-www-form-urlencoded", 415),
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 10_000, "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'{"pin": 1e999}', "application/json", 400),
        (b'{"pin": NaN}', "application/json", 400),
    ],
)
def test_bodies_that_are_none(table: Serving, body: bytes, kind: str, status: int) -> None:
    with table.client() as browser:
        answer = browser.post("/session", content=body, headers={"content-type": kind})
        assert answer.status_code == status
        assert answer.json()["error"]["message"]


def test_buckets_fill_again() -> None:
    watch = Watch()
    buckets = Buckets(rate=2, room=3, clock=watch)
    for _ in range(3):
        buckets.take("near")
    with pytest.raises(TooMany) as caught:
        buckets.take("near")
    assert caught.value.retry_after == 1
    buckets.take("far")
    watch.now += 0.5
    buckets.take("near")


def test_who_asks_too_fast_is_told_to_wait() -> None:
    async def let_in(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def knock(guard: Guard, method: str, address: str) -> int:
        answers: list[Message] = []

        async def send(message: Message) -> None:
            answers.append(message)

        async def receive() -> Message:
            raise AssertionError("a body is not read here")

        scope = {
            "type": "http",
            "method": method,
            "path": "/api/v1/table",
            "headers": [(b"host", b"localhost")],
            "client": (address, 1),
        }
        await guard(scope, receive, send)
        return int(answers[0]["status"])

    async def story() -> None:
        guard = Guard(let_in, frozenset({"localhost"}), Watch())
        answers = [await knock(guard, "POST", "203.0.113.5") for _ in range(41)]
        assert answers == [200] * 40 + [429]
        assert await knock(guard, "GET", "203.0.113.5") == 200, "reading has its own measure"
        assert await knock(guard, "POST", "203.0.113.6") == 200, "and so has everybody"

    asyncio.run(story())


def test_the_page_is_for_this_machine_unless_configured(table: Serving) -> None:
    assert table.built.socket.getsockname()[0] == "127.0.0.1"
    assert table.built.address.urls[0].startswith("http://localhost:")


def test_the_network_may_come_after_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    networks: list[str] = []
    monkeypatch.setattr("boardpi.web.address.lan_addresses", lambda: networks)
    address = find_address("0.0.0.0", 8025, ("board.local",))
    assert address.urls == ("http://board.local:8025/", "http://localhost:8025/")
    networks.append("192.168.1.20")
    assert "http://192.168.1.20:8025/" in address.urls


def test_a_session_that_runs_out_ends_its_live_connections(table: Serving) -> None:
    """Also where reading needs the PIN nothing more is told."""
    lock = table.built.site.lock
    with table.organiser() as organiser, table.live(organiser.cookies) as line:
        hear(line, "table")
        with table.live() as stranger:
            table.loop.call_soon_threadsafe(run_out, lock)
            read_to_the_end(line)
            hear(stranger, "table")
        assert organiser.get("/session").json()["is_open"] is False


def run_out(lock: Lock) -> None:
    """Twelve hours later."""
    clock = lock._clock
    lock._clock = lambda: clock() + SESSION_SECONDS
