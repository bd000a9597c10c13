"""Record first: what the table found out is in the score book before anybody sees it.

When the book cannot be written, lines wait here, in order, and are written as soon as it can be
again; meanwhile the table plays on and the page shows a warning.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from boardpi.club import PLAYING, Book, BookTrouble, Entry, MatchScore
from boardpi.club.history import TABLE
from boardpi.daemon.game_clock import GameClock
from boardpi.daemon.worker import Worker
from boardpi.rules import Game
from boardpi.table.facts import Amended, Ended, Fact, Moved, NewGame, Passed, TakenBack

log = logging.getLogger("boardpi.book")
MOST_WAITING: Final = 10_000  # entries; some thirty matches without a disk
RETRY_SECONDS: Final = 10.0


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits down to a match; None is a seat without a name."""

    white: str | None = None
    black: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Where the book is open: the game on the table, as it is written."""

    entry: Entry
    plies: int
    score: MatchScore


Line = Callable[[Page], Page]


class Bookkeeper:
    """Writes down the game on the table."""

    def __init__(
        self, book: Book, page: Page, clock: GameClock, *, trouble: BookTrouble | None = None
    ) -> None:
        self.book = book
        self.page = page
        self.clock = clock
        self.trouble = trouble
        self.is_kept = trouble is None  # whether there is a file at all
        self.writer = Worker("book")
        self._waiting: deque[Line] = deque()
        self._writing = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """How many lines wait to be written."""
        return len(self._waiting)

    async def write(self, facts: Sequence[Fact], game: Game, seats: Seats | None = None) -> None:
        """Write down what one step found, all of it in one transaction; then it is on disk."""
        for fact in facts:
            self._wait_for(self._line(fact, game, seats))
        await self.flush()

    def _wait_for(self, line: Line) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(line)

    async def flush(self) -> None:
        """Write what waits; a book that cannot be written is said once."""
        async with self._writing:
            if not self._waiting:
                return
            lines = tuple(self._waiting)
            try:
                self.page = await self.writer.run(self._write_all, lines)
            except BookTrouble as trouble:
                self._suffer(trouble)
                return
            for _ in lines:
                self._waiting.popleft()
            self._recover()

    def _write_all(self, lines: Sequence[Line]) -> Page:
        page = self.page
        with self.book.store.writing():
            for line in lines:
                page = line(page)
            return self.read(page)

    def _suffer(self, trouble: BookTrouble) -> None:
        if type(trouble) is not type(self.trouble):
            log.error("%s The table plays on; %d entries wait.", trouble, self.waiting)
        self.trouble = trouble

    def _recover(self) -> None:
        if self.trouble is not None and self.is_kept:
            log.warning("The score book can be written again; all that waited is on disk.")
            self.trouble = None

    async def keep_trying(self) -> None:
        """While lines wait, try again from time to time."""
        while True:
            await asyncio.sleep(RETRY_SECONDS)
            await self.flush()

    async def refresh(self) -> None:
        """Somebody changed names or results: read the page again."""
        async with self._writing:
            try:
                self.page = await self.writer.run(self.read, self.page)
            except BookTrouble as trouble:
                self._suffer(trouble)

    def read(self, page: Page) -> Page:
        """The same page as it stands in the book now."""
        entry = self.book.archive.entry(page.entry.id)
        return Page(entry, page.plies, self.book.matches.score(entry.match_id))

    # ── lines ────────────────────────────────────────────────────────────────────────────────────

    def _line(self, fact: Fact, game: Game, seats: Seats | None) -> Line:
        ms = self.clock.moment(fact.ms)
        match fact:
            case Amended():
                return partial(self._amend, move=str(fact.move), position=str(fact.position), ms=ms)
            case Moved():
                return partial(self._move, move=str(fact.move), position=str(fact.position), ms=ms)
            case Passed():
                return partial(self._move, move="pass", position=str(fact.position), ms=ms)
            case TakenBack():
                return partial(self._take_back, plies=fact.moves)
            case Ended():
                return partial(self._finish, ended=fact)
            case NewGame():
                return partial(self._turn, game=game, seats=seats)
        raise AssertionError(f"{fact} is not recorded")

    def _move(self, page: Page, *, move: str, position: str, ms: int) -> Page:
        self.book.games.record_move(page.entry.id, page.plies + 1, move, position, ms)
        return replace(page, plies=page.plies + 1)

    def _amend(self, page: Page, *, move: str, position: str, ms: int) -> Page:
        self.book.games.amend(page.entry.id, move, position, ms)
        return page

    def _take_back(self, page: Page, *, plies: int) -> Page:
        self.book.games.take_back(page.entry.id, plies)
        return replace(page, plies=page.plies - plies)

    def _finish(self, page: Page, *, ended: Ended) -> Page:
        self.book.games.finish(page.entry.id, ended.outcome)
        return page

    def _turn(self, page: Page, *, game: Game, seats: Seats | None) -> Page:
        """The next game; one that nobody has moved in is put into the bin."""
        entry = self.book.archive.entry(page.entry.id)
        if entry.state == PLAYING:
            self.book.games.abandon(entry.id)
            if entry.plies == 0:
                self.book.corrections.delete(entry.id, TABLE)
        return open_page(self.book, game, entry, seats)


def open_page(book: Book, game: Game, previous: Entry, seats: Seats | None = None) -> Page:
    """Begin a game in the book: the next one of the same players, or the first of a new match."""
    if seats is None:
        entry = book.games.begin_next(
            previous.id, rules=game.rules, start=game.start, any_first=game.any_first
        )
    else:
        entry = begin(book, game, previous.table, seats)
    return Page(entry, 0, book.matches.score(entry.match_id))


def begin(book: Book, game: Game, table: str, seats: Seats) -> Entry:
    """The first game of a new match."""
    return book.games.begin(
        game.rules,
        start=game.start,
        any_first=game.any_first,
        white=seats.white,
        black=seats.black,
        table=table,
    )
