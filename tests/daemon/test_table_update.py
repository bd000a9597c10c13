"""A release that a hub wants installed at a table: what the table does, and what it leaves."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from boardpi.daemon import table_update
from boardpi.daemon.table_update import TableUpdates
from tests.patience import PATIENCE_S

MARK = "ABCD-EFGH-JKLM-NPQR-STUV-WXYZ"
CONTENT = bytes(range(256)) * 2_000
SUM = hashlib.sha256(CONTENT).hexdigest()


class HubFiles:
    """The hub's file, or what is sent in its place, one answer after the other."""

    def __init__(self) -> None:
        self.answers: list[bytes] = []
        self.asked: list[str] = []
        files = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                files.asked.append(self.path)
                body = files.answers.pop(0) if files.answers else CONTENT
                self.send_response(200)
                self.send_header("content-length", str(len(CONTENT)))
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = True

            def log_request(self, *told: object) -> None:
                """Nobody listens."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/release/"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Bench:
    """A table as its updates see it; what it tells the hub is kept."""

    def __init__(self, place: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(table_update, "LOOK_SECONDS", 0.01)
        monkeypatch.setattr(table_update, "RETRY_SECONDS", (0.01,))
        self.place, self.told = place, list[dict[str, Any]]()
        self.game = SimpleNamespace(moves=())
        self.daemon = SimpleNamespace(
            table=SimpleNamespace(game=self.game, is_over=False),
            activity=None,
            keeper=SimpleNamespace(page=SimpleNamespace(entry=SimpleNamespace(match_uid="m" * 8))),
        )
        self.match = {"is_over": False}
        self.uplink = SimpleNamespace(
            link=None,
            seat=None,
            rulings=None,
            order=None,
            snapshot=lambda: {"match": self.match},
            tell_updated=self.told.append,
        )
        self.order: dict[str, Any] = {
            "release": SUM,
            "attempt": 1,
            "version": "9.0.0",
            "bytes": len(CONTENT),
            "urls": [url],
        }
        (place / "unit").touch()

    def open(self, mark: str = MARK) -> TableUpdates:
        return TableUpdates(
            self.daemon,  # type: ignore[arg-type]
            self.uplink,  # type: ignore[arg-type]
            mark,
            self.place / "update",
            self.place / "unit",
            self.place / "update.json",
        )

    @property
    def ready(self) -> Path:
        return self.place / "update" / "ready"

    def give_order(self) -> None:
        self.uplink.order = self.order
        self.uplink.ordered()

    async def until(self, state: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE_S):
            while not self.told or self.told[-1].get("state") != state:
                await asyncio.sleep(0.005)
        return self.told[-1]

    def report(self, **told: Any) -> None:
        """As root does."""
        whole = {"release": SUM, "attempt": 1, **told}
        (self.place / "update.json").write_text(json.dumps(whole))


@pytest.fixture
def files() -> Iterator[HubFiles]:
    hub = HubFiles()
    yield hub
    hub.close()


@pytest.fixture
def bench(tmp_path: Path, files: HubFiles, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(tmp_path, files.url, monkeypatch)


def test_a_release_is_fetched_laid_before_root_and_its_end_is_told(bench: Bench) -> None:
    async def story() -> None:
        table = bench.open()
        assert bench.told == [{"accepts": MARK}]
        bench.give_order()
        await bench.until("installing")
        assert json.loads(bench.ready.read_text()) == {"release": SUM, "attempt": 1}
        assert bench.ready.with_name("release").read_bytes() == CONTENT
        bench.report(state="installing")
        bench.report(state="failed", why="the upgrade was taken back")
        assert (await bench.until("failed"))["why"] == "the upgrade was taken back"
        table.close()

    asyncio.run(story())
    states = [told.get("state") for told in bench.told]
    assert list(dict.fromkeys(states)) == [None, "fetching", "installing", "failed"]


def test_a_table_that_was_started_anew_goes_on_where_it_was(bench: Bench, files: HubFiles) -> None:
    async def story() -> None:
        bench.ready.parent.mkdir()
        bench.ready.write_text(json.dumps({"release": SUM, "attempt": 1}))
        bench.open()
        bench.give_order()
        await bench.until("installing")
        bench.report(state="done")
        await bench.until("done")
        bench.open()
        bench.told.clear()
        bench.give_order()
        await bench.until("done")

    asyncio.run(story())
    assert files.asked == []


def test_nothing_is_fetched_where_the_maker_has_not_allowed_it(
    bench: Bench, files: HubFiles
) -> None:
    async def story() -> None:
        bench.open("")
        bench.give_order()
        await bench.until("refused")
        (bench.place / "unit").unlink()  # allowed, but there is no service of root's
        bench.open(MARK)
        assert bench.told[-1] == {"accepts": ""}
        bench.give_order()
        await bench.until("refused")

    asyncio.run(story())
    assert files.asked == []
    assert not bench.ready.parent.exists()


def test_a_line_that_breaks_is_tried_again(bench: Bench, files: HubFiles) -> None:
    files.answers = [CONTENT[:1000], b"", CONTENT[:-1]]

    async def story() -> None:
        table = bench.open()
        bench.give_order()
        await bench.until("installing")
        table.close()

    asyncio.run(story())
    assert len(files.asked) == 4


def test_what_was_not_ordered_is_given_up(bench: Bench, files: HubFiles) -> None:
    files.answers = [CONTENT[::-1]] * 5

    async def story() -> None:
        bench.open()
        bench.give_order()
        await bench.until("failed")

    asyncio.run(story())
    assert len(files.asked) == table_update.MOST_DAMAGED
    assert list(bench.ready.parent.iterdir()) == []


def test_a_full_disk_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    full = SimpleNamespace(free=1_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: full)

    async def story() -> None:
        bench.open()
        bench.give_order()
        assert "disk is full" in (await bench.until("failed"))["why"]

    asyncio.run(story())


def test_nothing_begins_in_a_game_and_an_order_can_be_taken_back(bench: Bench) -> None:
    bench.game.moves = ("b1-d2",)

    async def story() -> None:
        table = bench.open()
        bench.give_order()
        await bench.until("waiting")
        assert not bench.ready.exists()
        bench.uplink.order = None
        bench.uplink.ordered()
        assert bench.told[-1] == {"accepts": MARK}
        bench.give_order()
        await bench.until("waiting")
        bench.game.moves = ()
        await bench.until("installing")
        table.close()

    asyncio.run(story())


SEAT = {"match": "m" * 8, "white": "Ada", "black": "Ben"}
RULED = {"match": "m" * 8, "halves": [2, 0], "reason": "went home"}


@pytest.mark.parametrize(
    ("changes", "is_free"),
    [
        ({}, True),
        ({"moves": ("b1-d2",)}, False),
        ({"moves": ("b1-d2",), "is_over": True}, True),
        ({"activity": "a lesson"}, False),
        ({"seat": SEAT}, False),  # they are about to begin, or between their two games
        ({"seat": SEAT, "match_over": True}, True),
        ({"seat": {**SEAT, "match": "n" * 8}, "match_over": True}, False),
        ({"seat": SEAT, "rulings": [RULED]}, True),
        ({"seat": SEAT, "rulings": [{**RULED, "halves": None}]}, False),
    ],
)
def test_when_nobody_plays(bench: Bench, changes: dict[str, Any], is_free: bool) -> None:
    bench.game.moves = changes.get("moves", ())
    bench.daemon.table.is_over = changes.get("is_over", False)
    bench.daemon.activity = changes.get("activity")
    bench.match["is_over"] = changes.get("match_over", False)
    bench.uplink.seat, bench.uplink.rulings = changes.get("seat"), changes.get("rulings")
    assert bench.open().is_free() is is_free


def test_a_service_that_does_not_begin_is_told(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_update, "BEGIN_SECONDS", 0.0)

    async def story() -> None:
        bench.open()
        bench.give_order()
        assert "does not begin" in (await bench.until("failed"))["why"]

    asyncio.run(story())
    assert not bench.ready.exists()
