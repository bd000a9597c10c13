"""What the board saw, raw: a file for each game that replays it, and counts for each reed."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from boardpi.clock import now_ms
from boardpi.club import BookError
from boardpi.daemon.bookkeeper import Bookkeeper
from boardpi.daemon.page.answers.snapshot import HoleHealthJson
from boardpi.rules import HOLES, holes_in
from boardpi.table.events import Event, Sensed
from boardpi.table.facts import Fact, NewGame
from boardpi.table.table import Table
from boardpi.table.trace import Header

log = logging.getLogger("boardpi.trace")
PART_SECONDS: Final = 5.0  # what a crash may lose of a trace
FLUSH_SECONDS: Final = 0.25
MOST_LINES: Final = 20_000  # of a part in memory; a reed that chatters without end is cut off
WINDOW_MS: Final = 10_000
KEPT_CHANGES: Final = 2_000  # a chattering reed makes no more than that worth counting


class Tracer:
    """Collects lines in memory and writes them in parts."""

    def __init__(self, keeper: Bookkeeper, *, most_games: int, most_bytes: int) -> None:
        self._keeper = keeper
        self._most_games = most_games
        self._most_bytes = most_bytes
        self._game_id = keeper.page.entry.id
        self._began_ms = keeper.clock.began_ms
        self._lines: list[tuple[int, str]] = []  # with the number of the game
        self._writing = asyncio.Lock()
        self._flushing: asyncio.Future[None] | None = None

    def begin(self, table: Table) -> None:
        """The first line of a game that has no trace yet."""
        game = table.game
        header = Header(
            game.rules,
            game.position,
            any_first=game.is_open,
            dead=table.dead,
            help=table.help,
            timing=table.timing,
        )
        self._game_id = self._keeper.page.entry.id
        self._began_ms = self._keeper.clock.began_ms
        self._note(header.to_json())
        if table.settling.raw != game.position.occupied:  # it was begun on the page
            self._note({"ms": 0, "mask": table.settling.raw})

    async def heed(self, event: Event, facts: Sequence[Fact], table: Table) -> None:
        """Note what the reeds showed; a new game ends this trace and begins another."""
        if any(isinstance(fact, NewGame) for fact in facts):
            ended = self._game_id
            self._note({"ms": self._moment(event.ms), "end": True})
            self.begin(table)
            await self.write()
            await self._seal(ended)
        elif self._game_id != self._keeper.page.entry.id:  # the book was healed with a new entry
            self.begin(table)
        elif isinstance(event, Sensed):
            self._note({"ms": self._moment(event.ms), "mask": event.mask})

    def _moment(self, ms: int) -> int:
        return max(0, ms - self._began_ms)

    def _note(self, line: dict[str, Any]) -> None:
        if self._most_games and len(self._lines) < MOST_LINES:
            self._lines.append((self._game_id, json.dumps(line)))

    async def keep_writing(self) -> None:
        """Write a part from time to time."""
        while True:
            await asyncio.sleep(PART_SECONDS)
            await self.write()

    async def write(self) -> None:
        """Put the lines into the book; a trace is never worth stopping the game."""
        async with self._writing:
            lines, self._lines = self._lines, []
            for game_id, part in groupby(lines, itemgetter(0)):
                text = "".join(line + "\n" for _, line in part)
                await self._carefully(game_id, partial(self._add, game_id, text))

    def forget(self) -> None:
        """What is noted and not written is of a book that is no more."""
        self._lines.clear()

    async def flush(self) -> None:
        """Write what is there, for somebody who reads it; who asks meanwhile shares the writing.

        Everybody may ask, and each writing waits for the disk, as a move does.
        """
        if self._flushing is None:
            self._flushing = asyncio.ensure_future(self._write_soon())
        await asyncio.shield(self._flushing)

    async def _write_soon(self) -> None:
        await asyncio.sleep(FLUSH_SECONDS)
        self._flushing = None  # what is noted from now on is the next one's
        await self.write()

    def _add(self, game_id: int, text: str) -> None:
        self._keeper.book.traces.add(game_id, text, most_bytes=self._most_bytes // 4)

    async def _seal(self, game_id: int) -> None:
        def seal() -> None:
            self._keeper.book.traces.seal(game_id)
            self._keeper.book.traces.prune(self._most_games, self._most_bytes)

        await self._carefully(game_id, seal)

    async def _carefully(self, game_id: int, work: Callable[[], None]) -> None:
        try:
            await self._keeper.writer.run(work)
        except BookError as error:
            log.warning("The trace of game %d has a gap: %s", game_id, error)

    def end_line(self, game_id: int) -> str:
        """What closes a trace that is read while its game stands on the table."""
        if game_id != self._keeper.page.entry.id:
            return ""
        return json.dumps({"ms": self._moment(now_ms()), "end": True}) + "\n"


class ReedCounter:
    """Counts the raw changes of each hole."""

    def __init__(self) -> None:
        self._raw: int | None = None
        self._changes = [0] * 25
        self._last_ms: list[int | None] = [None] * 25
        self._recent: deque[tuple[int, int]] = deque(maxlen=KEPT_CHANGES)

    def feel(self, event: Sensed) -> None:
        """Take in a raw scan."""
        changed = 0 if self._raw is None else self._raw ^ event.mask
        self._raw = event.mask
        for hole in holes_in(changed):
            self._changes[hole] += 1
            self._last_ms[hole] = event.ms
            self._recent.append((event.ms, hole))

    def holes(self, table: Table, ms: int) -> dict[str, HoleHealthJson]:
        """What the health page shows of each hole."""
        recent = [0] * 25
        for when, hole in self._recent:
            recent[hole] += when > ms - WINDOW_MS
        return {str(hole): self._hole(table, int(hole), recent, ms) for hole in HOLES}

    def _hole(self, table: Table, hole: int, recent: list[int], ms: int) -> HoleHealthJson:
        last = self._last_ms[hole]
        return {
            "raw": bool(table.settling.raw >> hole & 1),
            "settled": bool(table.settling.mask >> hole & 1),
            "expected": bool(table.standing.position.occupied >> hole & 1),
            "changes_10s": recent[hole],
            "changes": self._changes[hole],
            "last_ms_ago": None if last is None else max(0, ms - last),
            "is_dead": bool(table.dead >> hole & 1),
        }
