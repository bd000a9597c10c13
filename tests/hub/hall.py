"""A hall for tests: a real Mosquitto, a real hub and tables, each a process that can be killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from boardpi.club import open_book, read_book
from boardpi.daemon.hub_link import Link, keep_link
from boardpi.hub.broker import Bridge, BrokerPlan, Login, Logins, write_broker
from boardpi.web.certificate import Certificate, certificate_path, own_certificate, trusting
from boardpi.web.secret_file import SecretFile, beside
from tests.hub.table_process import DONE
from tests.patience import PATIENCE_S
from tests.ports import free_port

LINES = [f"{a}1-{a}2" for a in "abcde"] * 6
PICTURE: dict[str, Any] = {
    "position": "bbbbb/5/5/5/wwwww w w0b0 w0b0 -",
    "side": "w",
    "points": [0, 0],
    "hand": [0, 0],
    "outcome": None,
    "lights": {"a1": "movable", "b1": "movable"},
    "dead_holes": [],
    "clock_ms": 0,
    "table": "Table",
    "rules": {"name": "jasir-pergioco", "title": "Jasir", "lines": LINES, "dotted": []},
    "match": {"game": 1, "white": "Ada", "black": "Ben", "score": [0, 0], "is_over": False},
    "moves": 0,
    "last": None,
    "is_astray": False,
    "is_asking": False,
    "is_lost": False,
    "warnings": [],
    "suspects": [],
}
"""A table as the wall sees it."""


def wait_until(is_so: Callable[[], bool], what: str, pause: float = 0.05) -> None:
    """Wait for something that must come."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(pause)


@dataclass
class Hall:
    """A folder with everything in it, and the processes by name."""

    folder: Path
    club: str = "club"
    is_federation: bool = False
    bridge: Bridge | None = None
    listens: str = "127.0.0.1"  # the broker, to tables of other networks as well
    is_encrypted: bool = False
    broker_port: int = field(default_factory=free_port)
    page_port: int = field(default_factory=free_port)
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Everything is written; nothing runs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.config.write_text(
            f'[hub]\nclub = "{self.club}"\nport = {self.page_port}\npath = "{self.book}"\n'
            f"broker_port = {self.broker_port}\nfederation = {str(self.is_federation).lower()}\n"
            f'tls = "{"self" if self.is_encrypted else "off"}"\n'
        )
        plan = BrokerPlan(
            self.folder / "broker", self.club, self.listens, self.broker_port, self.bridge
        )
        plan = replace(plan, certificate=self.certificate.path if self.is_encrypted else None)
        self.broker_config = write_broker(plan, self.logins)
        if os.geteuid() == 0:  # else Mosquitto becomes its own user, who may not read this folder
            with self.broker_config.open("a") as file:
                file.write("user root\n")

    @property
    def book(self) -> Path:
        """The hub's."""
        return self.folder / "hub.sqlite"

    @property
    def config(self) -> Path:
        """The hub's."""
        return self.folder / "hub.toml"

    @property
    def certificate(self) -> Certificate:
        """The hub's, made if there is none."""
        return own_certificate(certificate_path(self.book), ["localhost"])

    @property
    def logins(self) -> Logins:
        """Of the broker."""
        return Logins(SecretFile(beside(self.book)))

    def start(self, name: str, *command: str) -> None:
        """Start a process; what it says goes into a file."""
        with (self.folder / f"{name}.log").open("a") as log:
            self.running[name] = subprocess.Popen(command, stdout=log, stderr=log, text=True)

    def kill(self, name: str) -> None:
        """As a power cut does."""
        process = self.running.pop(name)
        process.kill()
        process.wait()

    def start_broker(self) -> None:
        """Mosquitto."""
        mosquitto = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
        assert mosquitto, "Mosquitto is not installed: .ci/apt-install broker"
        self.start("broker", mosquitto, "-c", str(self.broker_config))

    def forget_everything(self) -> None:
        """Kill the broker, delete its database, start it again."""
        self.kill("broker")
        for file in (self.folder / "broker").glob("mosquitto.db*"):
            file.unlink()
        self.start_broker()

    def start_hub(self) -> None:
        """`boardpi hub run`, until it answers."""
        command = (sys.executable, "-m", "boardpi", "hub", "run", "--config", str(self.config))
        self.start("hub", *command)
        wait_until(lambda: self.ask("status") is not None, "the hub")

    def ask(self, what: str, told: dict[str, Any] | None = None) -> dict[str, Any] | None:
        """One answer of the hub, if it runs."""
        url = f"http{'s' if self.is_encrypted else ''}://127.0.0.1:{self.page_port}/api/v1/{what}"
        body = None if told is None else json.dumps(told).encode()
        request = urllib.request.Request(url, body, {"content-type": "application/json"})
        with suppress(OSError), self._browser.open(request, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
        return None

    @cached_property
    def _browser(self) -> urllib.request.OpenerDirector:
        """It keeps cookies, and trusts this hub alone."""
        trusts = trusting(self.certificate.public) if self.is_encrypted else None
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        return urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusts), cookies)

    def sign_in(self) -> None:
        """As the organiser, with the PIN that the hub's first start told."""
        found = re.search(r"PIN of the organiser is (\d+)", (self.folder / "hub.log").read_text())
        assert found is not None
        assert self.ask("session", {"pin": found[1]}) is not None

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    def link(self, name: str, host: str = "127.0.0.1") -> Link:
        """How this table reaches the broker."""
        login = self.logins.of(name)
        assert login is not None
        return Link(host, self.broker_port, self.club, name, login.user, login.password)

    def table_book(self, name: str) -> Path:
        """The book of a table."""
        return self.folder / f"{name}.sqlite"

    def add_table(self, name: str, host: str = "127.0.0.1") -> None:
        """A table that has joined, with an empty book."""
        path, link = self.table_book(name), self.link(name, host)
        with open_book(path) as book:
            book.outbox.join(link.club, link.name)
        keep_link(SecretFile(beside(path)), link)

    def start_table(
        self,
        name: str,
        games: int,
        seed: int = 0,
        pause: float = 0.05,
        within: Sequence[str] = (),
    ) -> None:
        """It plays until its book has so many games, and sends until it is killed.

        `within` is a command that runs others elsewhere, such as in another network.
        """
        self.table_book(name).with_suffix(DONE).unlink(missing_ok=True)
        told = (str(self.table_book(name)), str(seed), str(games), str(pause))
        self.start(name, *within, sys.executable, "-m", "tests.hub.table_process", *told)

    def has_played(self, name: str) -> bool:
        """Whether it has played all that it shall."""
        return self.table_book(name).with_suffix(DONE).exists()

    # ── what must be true in the end ─────────────────────────────────────────────────────────────

    def expected(self, names: list[str]) -> dict[str, tuple[object, ...]]:
        """The results as the tables have them, by game."""
        found: dict[str, tuple[object, ...]] = {}
        for name in names:
            with read_book(self.table_book(name)) as book:
                for row in book.store.rows("SELECT id FROM games"):
                    entry = book.archive.entry(row["id"])
                    found[entry.uid] = describe(entry)
        return found

    def kept(self, book_path: Path | None = None) -> list[tuple[str, tuple[object, ...]]]:
        """The results as the hub has them, one item for each row."""
        with read_book(book_path or self.book) as book:
            rows = book.store.rows("SELECT id FROM games")
            entries = [book.archive.entry(row["id"]) for row in rows]
            return [(entry.uid, describe(entry)) for entry in entries]

    def is_complete(self, names: list[str]) -> bool:
        """Whether the hub has every letter of every table."""
        with read_book(self.book) as hub:
            rows = hub.store.rows("SELECT name, cursor FROM hub_tables")
        cursors = {row["name"].rpartition("/")[2]: row["cursor"] for row in rows}
        for name in names:
            with read_book(self.table_book(name)) as book:
                if cursors.get(name, 0) < book.outbox.last():
                    return False
        return True

    def close(self) -> None:
        """Kill what runs."""
        for name in list(self.running):
            self.kill(name)


def describe(entry: Any) -> tuple[object, ...]:
    """What must be the same in both books."""
    state = "unfinished" if entry.outcome is None else "over"
    return (state, entry.outcome, entry.white, entry.black, entry.plies, entry.deleted is not None)


@contextmanager
def hall(folder: Path, **more: Any) -> Iterator[Hall]:
    """A hall with broker and hub running."""
    opened = Hall(folder, **more)
    try:
        opened.start_broker()
        opened.start_hub()
        yield opened
    finally:
        opened.close()


__all__ = ["Bridge", "Hall", "Login", "hall", "wait_until"]
