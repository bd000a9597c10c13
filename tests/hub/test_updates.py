"""A release goes through a club: a real broker, a real hub, real tables; root's part is played.

The installer of a table is this test: it looks at what the table lays before it as root does, and
starts the table anew with another version.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from boardpi.club import open_book
from boardpi.commands.hub.updating import Installation
from boardpi.daemon.hub_link import keep_link
from boardpi.hub.release_file import mark_of_key
from boardpi.web.lock import set_pin
from boardpi.web.secret_file import SecretFile, beside
from tests.hub.hall import Hall, wait_until
from tests.hub.test_release_file import pack
from tests.patience import PATIENCE_S
from tests.ports import free_port
from tools.release import make_key, public_key

HUB = """
import sys
import boardpi.hub.rollout as rollout
rollout.CHECK_SECONDS, rollout.UNWELL_SECONDS = 0.5, 20
from boardpi.cli import main
sys.exit(main(sys.argv[1:]))
"""
START, B1, D2 = 0b11111 | 0b11111 << 20, 1 << 1, 1 << 8
BOARDPI = (sys.executable, "-m", "boardpi")
BACK = "the upgrade was taken back; 'journalctl -u boardpi' tells why it failed"
PIN = "482137"
NAMES = ("t01", "t02", "t03")


class Club(Hall):
    """A hall whose tables take releases."""

    def prepare(self) -> None:
        """A key, and a release of it that is newer than what runs."""
        self.key = self.folder / "release.pem"
        make_key(self.key)
        self.mark = mark_of_key(public_key(self.key))
        self.release = pack(self.folder / "new.release", self.key, version="9.0.0")
        self.fails: set[str] = set()

    def start_hub(self) -> None:
        """One that checks for half a second."""
        self.start("hub", sys.executable, "-c", HUB, "hub", "run", "--config", str(self.config))
        wait_until(lambda: self.ask("status") is not None, "the hub")

    def place(self, name: str) -> Path:
        """Root's places of a table."""
        return self.folder / name

    def open_table(self, name: str, version: str, mark: str | None = None) -> None:
        """A table that has joined; it runs."""
        place, path = self.place(name), self.table_book(name)
        if not place.exists():
            place.mkdir()
            (place / "unit").touch()
            link = self.link(name)
            with open_book(path) as book:
                book.outbox.join(link.club, link.name)
            keep_link(SecretFile(beside(path)), link)
            set_pin(SecretFile(beside(path)), PIN)
            (place / "boardpi.toml").write_text(
                f'[table]\nname = "{name}"\n[page]\nport = {free_port()}\n'
                f'[book]\npath = "{path}"\n[hub]\nupdates = "{mark or self.mark}"\n'
            )
        words = (str(place / "boardpi.toml"), version, str(place))
        self.start(name, sys.executable, "-m", "tests.hub.updating_table", *words)

    def install(self, name: str) -> str:
        """As root's service: what has come of what the table has laid there; "" = nothing yet."""
        place = self.place(name)
        if not (place / "update" / "ready").exists():
            return ""

        def run(tree: Path) -> tuple[int, list[str]]:
            self.kill(name)
            self.open_table(name, "1.0.0" if name in self.fails else "9.0.0")
            told = [f"install.sh: {BACK}"] if name in self.fails else []
            return bool(told), told

        Installation(place / "update", place, self.mark, run).run()
        return str(json.loads((place / "update.json").read_text())["state"])

    def picture(self) -> dict[str, Any]:
        """How the update stands."""
        return self.ask("update") or {"tables": {}, "state": None}

    def sees(self, name: str, what: str) -> Any:
        """Something that the hub knows of a table."""
        return self.picture()["tables"].get(name, {}).get(what)

    def work(self, is_so: Callable[[], bool], what: str) -> None:
        """Play the installers of all tables until something is so."""

        def look() -> bool:
            for name in NAMES:
                self.install(name)
            return is_so()

        wait_until(look, what)

    def upload(self) -> None:
        """Bring the release by the terminal."""
        told = self.command(str(self.release))
        assert f"mark     {self.mark}" in told

    def command(self, *words: str) -> str:
        """`boardpi hub update`, with the organiser's PIN."""
        log = (self.folder / "hub.log").read_text()
        pin = re.search(r"PIN of the organiser is (\d+)", log)
        assert pin is not None
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "boardpi",
                "hub",
                "update",
                "--config",
                str(self.config),
                *words,
            ],
            input=f"{pin[1]}\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def page(self, name: str) -> str:
        """The address of a table's page."""
        port = re.search(r"port = (\d+)", (self.place(name) / "boardpi.toml").read_text())
        assert port is not None
        return f"127.0.0.1:{port[1]}/api/v1"

    def begin_game(self, name: str) -> None:
        """White moves b1-d2 on the virtual board."""
        address = f"ws://{self.page(name)}/live"
        with connect(address, open_timeout=PATIENCE_S, ping_interval=None) as line:
            for mask in (START & ~B1, START & ~B1 | D2):
                line.send(json.dumps({"type": "hands", "mask": mask}))
            wait_until(lambda: bool(json.loads(line.recv()).get("moves")), "a move", 0)

    def end_game(self, name: str) -> None:
        """White gives up, with the PIN of the table."""
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        for what, told in (("session", {"pin": PIN}), ("table/resign", {"side": "w"})):
            kind = {"content-type": "application/json"}
            url = f"http://{self.page(name)}/{what}"
            browser.open(urllib.request.Request(url, json.dumps(told).encode(), kind)).close()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """Broker, hub and three tables of version 1.0.0."""
    opened = Club(tmp_path)
    opened.prepare()
    try:
        opened.start_broker()
        opened.start_hub()
        opened.sign_in()
        for name in NAMES:
            opened.open_table(name, "1.0.0")
        wait_until(lambda: all(opened.sees(name, "is_online") for name in NAMES), "the tables")
        yield opened
    finally:
        opened.close()


def test_a_release_goes_through_a_club_whatever_breaks(club: Club) -> None:
    """Canary first; hub and broker die; a table fails, and is tried again; a game plays on."""
    club.begin_game("t03")
    wait_until(lambda: club.sees("t03", "is_busy") is True, "the game at t03")
    assert club.ask(f"release/{'0' * 64}") is None
    club.upload()
    told = club.command("--canary", "t02")
    assert "to 9.0.0: running, t02 first" in told
    assert "t03, t03: 1.0.0, in a game, queued" in told
    wait_until((club.place("t02") / "update" / "ready").exists, "the canary's release")
    assert (club.sees("t01", "at"), club.sees("t03", "at")) == ("queued", "queued")

    club.kill("hub")
    club.forget_everything()
    assert club.install("t02") == "done"
    club.fails = {"t01"}
    club.start_hub()
    club.sign_in()
    club.work(lambda: club.picture()["state"] == "failed", "the failure of t01")
    assert (club.sees("t02", "at"), club.sees("t02", "version")) == ("done", "9.0.0")
    assert (club.sees("t01", "at"), club.sees("t01", "why")) == ("failed", BACK)
    wait_until(lambda: club.sees("t01", "version") == "1.0.0", "the old release at t01")

    club.fails = set()
    assert "running" in club.command("--again", "t01")
    club.work(lambda: club.sees("t01", "at") == "done", "t01, once more")
    assert club.sees("t03", "at") == "queued", "a game is being played"
    assert not (club.place("t03") / "update").exists()
    club.end_game("t03")
    club.work(lambda: club.picture()["state"] == "done", "the end")
    assert {club.sees(name, "version") for name in NAMES} == {"9.0.0"}
