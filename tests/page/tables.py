"""A real table for the browser: the daemon as a process, with a book of its own."""

from __future__ import annotations

import json
import re
import signal
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from tests.forks import Fork
from tests.patience import PATIENCE_S, patiently
from tests.ports import free_port

QUICK: Final = {"settle_ms": 0, "dwell_ms": 60, "astray_ms": 350, "inhand_ms": 700}
"""Durations of table.md, shortened so that a browser does not wait for slow hands.

Reeds of the page do not bounce, and a busy machine may see two masks at once: both count.
"""


class Running:
    """One daemon, from its start to its end."""

    def __init__(
        self,
        folder: Path,
        board: str = "virtual",
        *,
        by_hand: bool = False,
        lock_play: bool = True,
        is_new: bool = False,
        **table: object,
    ) -> None:
        """Players are locked out of take-back and lessons, so that stories meet the PIN."""
        self.folder = folder
        self.port = free_port()
        self.log = folder / "log"
        self.config = folder / "boardpi.toml"
        self._browser: urllib.request.OpenerDirector | None = None
        if not is_new:
            table = {"name": "Table", **table}
        settings = "\n".join(
            f"{key} = {json.dumps(value)}" for key, value in (QUICK | table).items()
        )
        self.config.write_text(
            f"[table]\n{settings}\n"
            f"[board]\nkind = {json.dumps(board)}\nby_hand = {json.dumps(by_hand)}\n"
            f"[page]\nport = {self.port}\nlock_play = {json.dumps(lock_play)}\n"
            f"[book]\npath = {json.dumps(str(folder / 'book.sqlite'))}\n"
        )
        self.start()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = Fork(["run", "--config", str(self.config)], self.log)
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                self.read("/table")
                return
            except OSError:
                assert self.process.is_alive, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError(f"no answer within {PATIENCE_S} s: {self.log.read_text()}")

    def wait_for_start(self, number: int) -> None:
        """Until it answers after it has started so often, by itself or by us."""
        patiently(lambda: self.log.read_text().count("The page is at") >= number)
        patiently(lambda: self.answers)

    @property
    def answers(self) -> bool:
        """Whether it is there."""
        try:
            self.read("/table")
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """End it as systemd would."""
        self.process.kill(signal.SIGTERM)
        self.process.wait()

    def read(self, path: str) -> Any:
        """What the API answers."""
        with urllib.request.urlopen(f"{self.url}/api/v1{path}", timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def tell(self, path: str, **body: object) -> Any:
        """Change something, as somebody who knows the PIN."""
        return json.loads(self.send(path, json.dumps(body).encode(), "application/json"))

    def send(self, path: str, body: bytes | None = None, kind: str = "") -> bytes:
        """The same with a file, or a file that only who knows the PIN may read."""
        if self._browser is None:
            self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            self.tell("/session", pin=self.pin)
        headers = {"content-type": kind} if kind else {}
        asked = urllib.request.Request(f"{self.url}/api/v1{path}", body, headers)
        with self._browser.open(asked, timeout=PATIENCE_S) as answer:
            found: bytes = answer.read()
        return found

    @property
    def pin(self) -> str:
        """The PIN that was shown at the first start."""
        found = re.search(r"PIN of this table is (\d+)", self.log.read_text())
        assert found, self.log.read_text()
        return found[1]

    @property
    def moves(self) -> list[str]:
        """The moves of the game on the table."""
        return [entry["move"] for entry in self.read("/table")["moves"]]

    @property
    def position(self) -> str:
        """The committed position."""
        return str(self.read("/table")["position"])
