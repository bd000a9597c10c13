"""The processes that benchmarks/siege.py starts: a table that notes its lights, and its enemies.

The table is `boardpi run` with a virtual board that writes down how long each light took.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from boardpi.boards.board import Board, Frame
from boardpi.boards.virtual import VirtualBoard
from boardpi.commands import run
from boardpi.config import Config, load_config
from boardpi.daemon import assemble as house
from boardpi.rules import START, RuleSet
from tests.siege import attacks


class NotingBoard(VirtualBoard):
    """Writes a line for each first light after a raw change."""

    def __init__(self, mask: int, file: Path) -> None:
        super().__init__(mask)
        self._file = file.open("a", encoding="ascii", buffering=1)
        self._since: float | None = None

    def sense(self, mask: int) -> None:
        """A raw change."""
        self._since = time.perf_counter()
        super().sense(mask)

    async def show(self, frame: Frame) -> None:
        """A frame."""
        if self._since is not None:
            self._file.write(f"{1000 * (time.perf_counter() - self._since):.3f}\n")
            self._since = None
        await super().show(frame)


def run_table(config: Path, notes: Path) -> None:
    """As `boardpi run` does it, the board aside."""
    build = house.build

    def build_noting(
        config: Config,
        known: Mapping[str, RuleSet],
        board: Board | None = None,
        source: Path | None = None,
    ) -> house.Built:
        return build(config, known, board or NotingBoard(START.occupied, notes))

    house.build = build_noting
    sys.exit(run.run(load_config(config)))


async def run_enemies(port: int, seconds: float, *, is_peace: bool) -> None:
    """All attacks, or none; then how the table answered."""
    attacks.allow_many_files()
    try:
        async with asyncio.timeout(seconds):
            await (asyncio.Event().wait() if is_peace else attacks.everything(port))
    except TimeoutError:
        pass
    print(json.dumps(dict(attacks.answers)), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "table":
        run_table(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        os.nice(5)  # on a Wi-Fi the enemies have processors of their own
        is_peace = sys.argv[1] == "nobody"
        asyncio.run(run_enemies(int(sys.argv[2]), float(sys.argv[3]), is_peace=is_peace))
