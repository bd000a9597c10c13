"""A club evening on this machine: a real broker, a real hub and virtual tables as processes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

NAMES = (
    *("Ada", "Ben", "Cem", "Dana", "Elif", "Fatma", "Goran", "Hana"),
    *("Ivan", "Jana", "Kemal", "Lena", "Mira", "Nuri", "Olga", "Piotr"),
)
PATIENCE_S = 120.0
Json = dict[str, Any]


def wait_for(what: str, found: Callable[[], Any]) -> Any:
    """What this finds, as soon as it finds something."""
    end = time.monotonic() + PATIENCE_S
    while not (answer := found()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come")
        time.sleep(0.1)
    return answer


@dataclass
class ClubEvening:
    """Everything lies in one folder; every process is ours and ends with us."""

    folder: Path
    tables: int = 4
    hub_port: int = 8026
    broker_port: int = 1893
    ports: Sequence[int] = range(8031, 8131)
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    pin: str = ""

    def __post_init__(self) -> None:
        """With cookies, as a browser has."""
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self._browser = urllib.request.build_opener(jar)

    @property
    def url(self) -> str:
        """The hub's page."""
        return f"http://localhost:{self.hub_port}"

    def port(self, number: int) -> int:
        """The page of a table, counted from 1."""
        return self.ports[number - 1]

    # ── processes ────────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Broker, hub and tables, which join by the code."""
        self._write_configurations()
        self._run("hub", "broker", "--config", str(self.folder / "hub.toml"))
        self._start_broker()
        self._start("hub", "hub", "run", "--config", str(self.folder / "hub.toml"))
        self.pin = wait_for("the hub", lambda: self._find_pin("organiser"))
        wait_for("the hub's page", lambda: self._is_there("/api/v1/status"))
        self.ask("/session", {"pin": self.pin})
        code = self.ask("/code")["code"]
        for number in range(1, self.tables + 1):
            config = str(self.folder / f"table{number}.toml")
            self._run("hub", "join", f"localhost:{self.hub_port}", code, "--config", config)
            self._start(f"table{number}", "run", "--config", config)
        wait_for("the tables", lambda: self.online() == self.tables)

    def _write_configurations(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "hub.toml").write_text(
            f'[hub]\nname = "Friday club"\nport = {self.hub_port}\n'
            f'path = "{self.folder}/hub.sqlite"\nbroker_port = {self.broker_port}\n'
        )
        for number in range(1, self.tables + 1):
            (self.folder / f"table{number}.toml").write_text(
                f'[table]\nname = "Table {number}"\n[page]\nport = {self.port(number)}\n'
                f'[book]\npath = "{self.folder}/table{number}.sqlite"\n'
            )

    def _start_broker(self) -> None:
        mosquitto = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
        if mosquitto is None:
            raise FileNotFoundError("Mosquitto is not installed: sudo apt install mosquitto")
        config = self.folder / "broker" / "mosquitto.conf"
        if os.geteuid() == 0:  # else Mosquitto becomes its own user, who may not read this folder
            with config.open("a") as file:
                file.write("user root\n")
        self._spawn("broker", mosquitto, "-c", str(config))

    def _run(self, *words: str) -> None:
        subprocess.run([sys.executable, "-m", "boardpi", *words], check=True, capture_output=True)

    def _start(self, name: str, *words: str) -> None:
        self._spawn(name, sys.executable, "-m", "boardpi", *words)

    def _spawn(self, name: str, *command: str) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            self.running.append(subprocess.Popen(command, stdout=log, stderr=log))

    def _find_pin(self, role: str) -> str:
        text = (self.folder / "hub.log").read_text()
        found = re.search(rf"The PIN of the {role} is (\d+)", text)
        return found[1] if found else ""

    def _is_there(self, path: str) -> bool:
        try:
            return bool(self._browser.open(self.url + path, timeout=5).read())
        except OSError:
            return False

    def stop(self) -> None:
        """End what we started."""
        for process in reversed(self.running):
            process.terminate()
        for process in self.running:
            process.wait()

    # ── the hub's API ────────────────────────────────────────────────────────────────────────────

    def ask(self, path: str, body: Json | None = None) -> Json:
        """One answer of the hub."""
        data = None if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, headers)
        found: Json = json.load(self._browser.open(request, timeout=20))
        return found

    def do(self, what: str, **values: object) -> Json:
        """What the organiser does."""
        return self.ask("/do", {"what": what, **values})

    def online(self) -> int:
        """How many tables are."""
        return sum(table["is_online"] for table in self.ask("/status")["tables"].values())

    def plan(self, rounds: int = 3, players: int | None = None, minutes: int = 20) -> None:
        """A Swiss evening, everybody checked in."""
        self.do("plan", name="Friday", format="swiss", rounds=rounds, minutes=minutes)
        for number, name in enumerate(NAMES[: players or 2 * self.tables]):
            self.do("enter", name=name, team="North" if number % 2 else "South")
