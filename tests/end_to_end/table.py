"""The daemon as a process on a serial port, and what it tells."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardpi.sim.expectations import Told
from tests.patience import PATIENCE_S
from tests.ports import free_port

CONFIG = """
[table]
rules = "{rules}"
[page]
port = {port}
[book]
path = "{folder}/book.sqlite"
[log]
format = "json"
"""


class Table:
    """`boardpi run --board …`."""

    def __init__(self, folder: Path, board: str, rules: str) -> None:
        self.port = free_port()
        self.log = folder / "log"
        config = folder / "boardpi.toml"
        config.write_text(CONFIG.format(rules=rules, port=self.port, folder=folder))
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "boardpi", "run", "--config", config, "--board", board],
                stdout=log,
                stderr=log,
            )

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Its log; a line that is being written is none yet."""
        whole = self.log.read_text().rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    @property
    def facts(self) -> list[Told]:
        """All that it has told of the game."""
        return [line["fact"] for line in self.lines if "fact" in line]

    @property
    def has_board(self) -> bool:
        return any("The board is there" in line["text"] for line in self.lines)

    def ask(self, what: str) -> Any:
        """What the API answers."""
        url = f"http://127.0.0.1:{self.port}/api/v1/{what}"
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def stop(self) -> None:
        self._process.terminate()
        assert self._process.wait(PATIENCE_S) == 0, self.log.read_text()


@contextmanager
def table(folder: Path, board: str, rules: str) -> Iterator[Table]:
    """Running until the story ends."""
    running = Table(folder, board, rules)
    try:
        yield running
    finally:
        running.stop()


def becomes(what: Callable[[], bool], tell: Callable[[], object]) -> None:
    """Wait for it."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, tell()
        time.sleep(0.05)
