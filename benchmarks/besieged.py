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
from unittest.mock import patch

from boardpi.boards.board import Board
from boardpi.boards.virtual import VirtualBoard
from boardpi.commands import run
from boardpi.config import Config, load_config
from boardpi.daemon import assemble as house
from boardpi.daemon.loop import Daemon
from boardpi.daemon.painter import Painter
from boardpi.rules import START, Position, RuleSet
from boardpi.table.effects import Lights
from boardpi.table.events import Event
from tests.siege import attacks

NO_LIGHT = "none"


class NotingBoard(VirtualBoard):
    """Writes a line for each raw change: how long its light took, or that it changes none.

    The victim of a capture is an example of none: its hole is lit before it is lifted and after.
    What moves by itself, such as a light that pulses, is no answer to hands and is not counted.
    """

    def __init__(self, mask: int, file: Path) -> None:
        super().__init__(mask)
        self._file = file.open("a", encoding="ascii", buffering=1)
        self._since: float | None = None  # the oldest change that waits for its light

    def sense(self, mask: int) -> None:
        """A raw change."""
        self._since = self._since or time.perf_counter()
        super().sense(mask)

    def note_light(self) -> None:
        """A frame that the table asked for."""
        if self._since is not None:
            self._file.write(f"{1000 * (time.perf_counter() - self._since):.3f}\n")
            self._since = None

    def note_heard(self, settled: int) -> None:
        """The table has done all that it does for what it takes for settled."""
        if self._since is not None and settled == self.mask:
            self._file.write(f"{NO_LIGHT}\n")
            self._since = None


class NotingPainter(Painter):
    """Tells the board which of its frames the table asked for."""

    async def show(self, lights: Lights, position: Position) -> None:
        """Light these roles."""
        before = self.frames
        await super().show(lights, position)
        assert isinstance(self._board, NotingBoard)
        if self.frames > before:
            self._board.note_light()


class NotingDaemon(Daemon):
    """Tells the board what it has heard."""

    async def hear(self, event: Event) -> None:
        """The board or the clock tells something."""
        await super().hear(event)
        assert isinstance(self.board, NotingBoard)
        self.board.note_heard(self.table.settling.mask)


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

    with patch.multiple(house, build=build_noting, Painter=NotingPainter, Daemon=NotingDaemon):
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
