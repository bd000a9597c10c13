"""A hall for tests: a real Mosquitto, a real hub and tables, each a process that can be killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from boardpi.club import back_up, open_book, read_book
from boardpi.daemon.hub_link import Link, keep_link
from boardpi.hub.broker import Bridge, BrokerPlan, Login, Logins, write_broker
from boardpi.web.secret_file import SecretFile, beside
from tests.patience import PATIENCE_S
from tests.ports import free_port


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
    broker_port: int = field(default_factory=free_port)
    page_port: int = field(default_factory=free_port)
    running: dict[str, subprocess.Popen[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Everything is written; nothing runs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.config.write_text(
            f'[hub]\nclub = "{self.club}"\nport = {self.page_port}\npath = "{self.book}"\n'
            f"broker_port = {self.broker_port}\nfederation = {str(self.is_federation).lower()}\n"
        )
        plan = BrokerPlan(
            self.folder / "broker", self.club, "127.0.0.1", self.broker_port, self.bridge
        )
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

    def ask(self, what: str) -> dict[str, Any] | None:
        """One answer of the hub, if it runs."""
        url = f"http://127.0.0.1:{self.page_port}/api/v1/{what}"
        with suppress(OSError), urllib.request.urlopen(url, timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found
        return None

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    def link(self, name: str) -> Link:
        """How this table reaches the broker."""
        login = self.logins.of(name)
        assert login is not None
        return Link("127.0.0.1", self.broker_port, self.club, name, login.user, login.password)

    def table_book(self, name: str) -> Path:
        """The book of a table."""
        return self.folder / f"{name}.sqlite"

    def add_table(self, name: str) -> None:
        """A table that has joined, with an empty book."""
        path, link = self.table_book(name), self.link(name)
        with open_book(path) as book:
            book.outbox.join(link.club, link.name)
        keep_link(SecretFile(beside(path)), link)

    def start_table(self, name: str, games: int, seed: int = 0, pause: float = 0.05) -> None:
        """It plays until its book has so many games, and sends until it is killed."""
        told = (str(self.table_book(name)), str(seed), str(games), str(pause))
        self.start(name, sys.executable, "-m", "tests.hub.table_process", *told)

    def has_played(self, name: str, games: int) -> bool:
        """Whether its book has so many games, all of them ended."""
        with read_book(self.table_book(name)) as book:
            return book.archive.count() >= games and book.archive.playing() is None

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


class Chaos:
    """Tables that play while everything around them, and they themselves, are killed."""

    def __init__(self, club: Hall, tables: list[str], games: int, random: Random) -> None:
        self.strikes: Counter[str] = Counter()
        self._club, self._tables, self._games, self._random = club, tables, games, random
        self._backup = club.folder / "yesterday.sqlite"
        for name in tables:
            club.add_table(name)
            club.start_table(name, games)

    def strike(self, what: str) -> None:
        """One blow: a kill of anything, a broker that forgets, a hub from an old backup."""
        wait_until(lambda: bool(self._club.kept()), "the first result")
        if what == "random":
            what = self._random.choice([*self._tables, "hub", "broker"])
        self.strikes["table" if what in self._tables else what] += 1
        if what == "backup":
            with read_book(self._club.book) as book:
                back_up(book.store, self._backup, replace=True)
        elif what == "forget":
            self._club.forget_everything()
        elif what == "restore":
            self._restore()
        else:
            self._kill(what)

    def _kill(self, name: str) -> None:
        self._club.kill(name)
        if name == "hub":
            self._club.start_hub()
        elif name == "broker":
            self._club.start_broker()
        else:
            self._club.start_table(name, self._games, self.strikes.total())

    def _restore(self) -> None:
        self._club.kill("hub")
        for file in self._club.folder.glob("hub.sqlite-*"):
            file.unlink()
        shutil.copy(self._backup, self._club.book)
        self._club.start_hub()

    def settle(self) -> None:
        """All games are played and all letters have arrived."""
        for name in self._tables:
            wait_until(lambda name=name: self._club.has_played(name, self._games), name)  # type: ignore[misc]
        wait_until(lambda: self._club.is_complete(self._tables), "the last letter")


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


__all__ = ["Bridge", "Chaos", "Hall", "Login", "hall", "wait_until"]
