"""What the board saw, raw, game by game: a wrong move becomes a file that replays it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from boardpi.clock import now_ms
from boardpi.club import BookError
from boardpi.daemon.bookkeeper import Bookkeeper
from boardpi.table.events import Event, Sensed
from boardpi.table.facts import Fact, NewGame
from boardpi.table.table import Table
from boardpi.table.trace import Header

log = logging.getLogger("boardpi.trace")
PART_SECONDS: Final = 5.0  # what a crash may lose of a trace
MOST_LINES: Final = 20_000  # of a part in memory; a reed that chatters without end is cut off


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

    def _add(self, game_id: int, text: str) -> None:
        self._keeper.book.traces.add(game_id, text, most_bytes=self._most_bytes // 4)

    async def _seal(self, game_id: int) -> None:
        def seal() -> None:
            self._keeper.book.traces.seal(game_id)
            self._keeper.book.traces.prune(self._most_games, self._most_bytes)

        await self._carefully(game_id, seal)

    async def _carefully(self, game_id: int, work: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(work)
        except BookError as error:
            log.warning("The trace of game %d has a gap: %s", game_id, error)

    def end_line(self) -> str:
        """What closes a trace that is read while its game stands on the table."""
        return json.dumps({"ms": self._moment(now_ms()), "end": True}) + "\n"
