"""The live connection: hands in, snapshots and facts out; slow, rude and numerous clients."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from boardpi.rules import START, Hole
from boardpi.web import live
from boardpi.web.crowd import Crowd, Spectator
from tests.patience import PATIENCE_S
from tests.web.serving import FAR, Json, Serving, hear, say, serving


def test_a_connection_begins_with_the_whole_table(table: Serving) -> None:
    with table.live() as line, table.client() as reader:
        first = json.loads(line.recv(timeout=PATIENCE_S))
        assert first["type"] == "table"
        whole = reader.get("/table").json()
        assert {**first, "ms": 0, "clock_ms": 0} == {**whole, "ms": 0, "clock_ms": 0}


def test_everybody_sees_what_hands_do(table: Serving) -> None:
    with table.live() as hands, table.live() as other:
        hear(hands, "table")
        hear(other, "table")
        say(hands, type="hands", mask=START.occupied ^ 1 << 1, id="lift")
        assert hear(hands, "done") == {"type": "done", "id": "lift"}
        while (told := hear(other, "table"))["lights"].get("b1") != "origin":
            pass
        assert told["lights"] == {"b1": "origin", "d2": "target", "a3": "target"}
        say(hands, type="hands", mask=START.occupied ^ 1 << 1 ^ 1 << 8)
        facts = hear(other, "facts")["facts"]
        assert [(fact["event"], fact["move"]) for fact in facts] == [("move", "b1-d2")]


def test_facts_come_after_the_table_that_has_them(table: Serving) -> None:
    with table.live() as line:
        hear(line, "table")
        mask = START.occupied ^ 1 << 1
        say(line, type="hands", mask=mask)
        say(line, type="hands", mask=mask ^ 1 << 8)
        moves: list[Json] = []
        while (message := json.loads(line.recv(timeout=PATIENCE_S)))["type"] != "facts":
            moves = message["moves"]
        assert [move["move"] for move in moves] == ["b1-d2"]


def test_nothing_is_sent_while_nothing_happens(table: Serving) -> None:
    with table.live() as line:
        hear(line, "table")
        for _ in range(3):
            table.loop.call_soon_threadsafe(table.built.site.crowd.look)
        with table.client() as reader:
            reader.get("/table")  # the loop has had its turn
        say(line, type="plug", is_plugged=False)
        assert hear(line, "table")["board"]["is_lost"] is True, "nothing came before"


def test_faults_are_the_same_for_everybody(table: Serving) -> None:
    c3 = Hole("c3").bit
    with table.live() as line, table.live() as other:
        for one in (line, other):
            hear(one, "table")
        say(line, type="faults", stuck_open=[], stuck_closed=["c3"], chattering=[])
        while (told := hear(other, "table"))["raw"] != START.occupied | c3:
            pass
        assert told["board"]["standing"] == START.occupied
        assert told["board"]["faults"]["stuck_closed"] == ["c3"]
        say(line, type="faults", stuck_open=["c2"], stuck_closed=[], chattering=[])
        while (told := hear(other, "table"))["board"]["faults"]["stuck_open"] != ["c2"]:
            pass
        say(other, type="faults", stuck_open=[], stuck_closed=[], chattering=[])
        while any((told := hear(line, "table"))["board"]["faults"].values()):
            pass
        assert told["raw"] == START.occupied
    table.play("b1-d2")


def test_the_cable_and_the_button(table: Serving) -> None:
    with table.live() as line:
        hear(line, "table")
        say(line, type="plug", is_plugged=False)
        told = hear(line, "table")
        assert told["board"]["is_lost"] is True
        assert "pulled" in told["board"]["why"]
        say(line, type="hands", mask=START.occupied ^ 1 << 1)
        say(line, type="plug", is_plugged=True)
        while (told := hear(line, "table"))["board"]["is_lost"]:
            pass
        while told["raw"] == START.occupied:
            told = hear(line, "table")
        say(line, type="hands", mask=START.occupied)
        while told["raw"] != START.occupied:
            told = hear(line, "table")
    table.play("b1-d2")
    with table.live() as line:
        hear(line, "table")
        say(line, type="press", held_ms=100)
        assert hear(line, "facts")["facts"][0]["event"] == "takeback"


def test_wishes_need_the_pin(table: Serving) -> None:
    with table.live() as line:
        say(line, type="draw", id=1)
        assert hear(line, "error")["code"] == "pin_needed"
    with table.organiser() as organiser, table.live(organiser.cookies) as line:
        say(line, type="take-back", id=2)
        assert hear(line, "error") | {"message": ""} == {
            "type": "error",
            "id": 2,
            "code": "no_effect",
            "message": "",
        }
        say(line, type="draw", id=3)
        assert hear(line, "done")["id"] == 3
        organiser.post("/pin", json={"pin": table.pin, "new": "432198"}).raise_for_status()
        with pytest.raises(ConnectionClosed):  # the session has ended, and with it the connection
            hear(line, "error")


def test_hands_from_other_machines_need_the_pin(table: Serving) -> None:
    with table.live(headers=FAR) as line:
        say(line, type="hands", mask=0, id=1)
        assert hear(line, "error")["code"] == "pin_needed"
    with table.organiser(**FAR) as organiser, table.live(organiser.cookies, headers=FAR) as line:
        told = organiser.get("/session").json()
        assert (told["is_open"], told["may_move"]) == (True, True)
        say(line, type="hands", mask=0, id=2)
        assert hear(line, "done")["id"] == 2


def test_health_for_who_watches_it(table: Serving) -> None:
    with table.live() as line:
        say(line, type="watch", health=True)
        health = hear(line, "health")
        assert health["spectators"] == 1
        assert len(health["holes"]) == 25


# ── abuse ────────────────────────────────────────────────────────────────────────────────────────

NONSENSE = [
    "",
    "{",
    "[]",
    "null",
    '"table"',
    "{}",
    '{"type": 3}',
    '{"type": "table"}',
    '{"type": "hands"}',
    '{"type": "faults"}',
    '{"type": "faults", "stuck_open": ["c9"], "stuck_closed": [], "chattering": []}',
    '{"type": "hands", "mask": -1}',
    '{"type": "hands", "mask": 33554432}',
    '{"type": "hands", "mask": true}',
    '{"type": "hands", "mask": 1.0}',
    '{"type": "hands", "mask": 1, "more": 1}',
    '{"type": "hands", "mask": 1, "id": {}}',
    '{"type": "hands", "mask": 1, "id": "' + "x" * 200 + '"}',
    '{"type": "press", "held_ms": 1e99}',
    '{"type": "watch", "health": "yes"}',
    '{"type": "answer", "choice": ["b1-d2"]}',
    '{"type": "__init__"}',
    "[" * 4000,
    "\x00",
]


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_answered_and_survived(club: Serving, text: str) -> None:
    with club.live() as line:
        line.send(text)
        error = hear(line, "error")
        assert error["code"] == "bad_request"
        assert error["message"]
        say(line, type="watch", health=False, id=7)
        assert hear(line, "done")["id"] == 7


def test_bytes_are_no_message(club: Serving) -> None:
    with club.live() as line:
        line.send(b"\xff\x00")
        assert hear(line, "error")["code"] == "bad_request"


def test_a_message_that_is_too_large_ends_the_connection(club: Serving) -> None:
    with club.live() as line:
        hear(line, "table")
        line.send("x" * 5000)
        assert closed_with(line) == 1009


def closed_with(line: ClientConnection) -> int | None:
    try:
        while True:
            line.recv(timeout=PATIENCE_S)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_who_talks_too_fast_is_sent_away(club: Serving) -> None:
    with club.live() as line:
        try:
            for _ in range(100_000):
                say(line, type="watch", health=False)
        except ConnectionClosed:
            pass
        assert closed_with(line) == 1008


def test_one_machine_has_a_few_connections(club: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_PER_ADDRESS", 2)
    with ExitStack() as stack:
        for _ in range(2):
            hear(stack.enter_context(club.live(headers=FAR)), "table")
        with pytest.raises(InvalidStatus), club.live(headers=FAR):
            pass
        stack.enter_context(club.live(headers={"x-forwarded-for": "203.0.113.6"}))


def test_there_is_an_end_to_the_crowd(club: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST", 1)
    with club.live() as line:
        hear(line, "table")
        with pytest.raises(InvalidStatus), club.live():
            pass


def test_a_client_that_never_reads_delays_nobody(tmp_path: Path) -> None:
    """Its socket is full after a while; it is left behind, and the table goes on."""
    with serving(tmp_path) as table, ExitStack() as stack:
        table.built.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        for _ in range(5):
            stack.enter_context(deafly_connected(table))
        with table.live() as line:
            told = hear(line, "table")
            random = Random(1)
            for _ in range(100):
                mask = random.getrandbits(25)
                say(line, type="hands", mask=mask)
                while told["raw"] != mask:
                    told = hear(line, "table")
        assert table.built.site.crowd.behind == 5, "the test is about clients that lag behind"
        with table.client() as reader:
            assert reader.get("/table").status_code == 200


def deafly_connected(table: Serving) -> socket.socket:
    """A connection by hand, with the smallest buffer, which is never read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(table.built.socket.getsockname())
    line.sendall(
        b"GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n"
    )
    return line


def test_rubbish_on_the_wire(club: Serving) -> None:
    """Half frames, unmasked frames, sudden ends: each costs its own connection and nothing else."""
    random = Random(3)
    for _ in range(30):
        with deafly_connected(club) as line:
            line.sendall(random.randbytes(random.randrange(1, 200)))
    with club.live() as line:
        assert hear(line, "table")["v"] == 1


def test_a_slow_spectator_keeps_the_newest_table_only() -> None:
    async def story() -> None:
        number = 0
        crowd = Crowd(lambda: {"n": number, "ms": 0}, lambda spectators: {})
        slow = Spectator("near")
        crowd.join(slow)
        task = asyncio.create_task(crowd.follow())
        for number in range(1, 200):
            crowd.tell({"event": "move", "n": number})
            await asyncio.sleep(0)
        slow.offer('{"n":200}', *(f'"{n}"' for n in range(500)))
        messages = await slow.next()
        assert messages[0] == '{"n":200}'
        assert len(messages) <= 65
        task.cancel()

    asyncio.run(story())
