"""Record first: what the table found out is in the score book before anybody sees it.

When the book cannot be written, lines wait here, in order, and are written as soon as it can be
again; meanwhile the table plays on and the page shows a warning.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar

from boardpi.club import OVER, PLAYING, BadEntry, Book, BookTrouble, Entry, MatchScore
from boardpi.club.history import TABLE
from boardpi.club.store import Boot
from boardpi.daemon.game_clock import GameClock
from boardpi.rules import Game
from boardpi.table.facts import Amended, Ended, Fact, Moved, NewGame, Passed, TakenBack
from boardpi.web.worker import Worker

log = logging.getLogger("boardpi.book")
MOST_WAITING: Final = 10_000  # entries; some thirty matches without a disk
RETRY_SECONDS: Final = 10.0
REFUSALS: Final = (BadEntry, sqlite3.Error)
"""What a book says whose game is not as we left it: deleted, ended or written by somebody else."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits down to a match; None is a seat without a name. A hub gives the match its uid."""

    white: str | None = None
    black: str | None = None
    match_uid: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Where the book is open: the game on the table, as it is written."""

    entry: Entry
    plies: int
    score: MatchScore


Line = Callable[[Page], Page]
Answer = TypeVar("Answer")


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
        self._game: Game | None = None  # as it stands on the table since the last fact
        self.writer = Worker("book")
        self._waiting: deque[Line] = deque()
        self._writing = asyncio.Lock()

    @property
    def waiting(self) -> int:
        """How many lines wait to be written."""
        return len(self._waiting)

    async def write(
        self,
        facts: Sequence[Fact],
        game: Game,
        seats: Seats | None = None,
        clocks: tuple[str, str] | None = None,
    ) -> None:
        """Write down what one step found, all of it in one transaction; then it is on disk.

        `clocks` are control and state of the players' clocks.
        """
        self._game = game
        for fact in facts:
            self._wait_for(self._line(fact, game, seats))
        if clocks is not None:
            self._wait_for(partial(self._note_clocks, clocks=clocks))
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
        try:
            return self._write_together(lines)
        except REFUSALS as refusal:
            log.warning("%s The score book is read again.", _sentence(refusal))
        try:
            return self._heal(lines)
        except REFUSALS as error:  # whatever it is, the table plays on
            raise BookTrouble(self.book.store.path, error) from error

    def _write_together(self, lines: Sequence[Line]) -> Page:
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
            except BadEntry as refusal:  # the next line heals it
                log.warning("%s The page of the game is shown as it was.", _sentence(refusal))

    async def give_way(self, put: Callable[[], Answer]) -> Answer:
        """Let this put another book in place; this table writes nothing more into it."""
        async with self._writing:
            answer = await self.writer.run_last(put)
            self._waiting.clear()
        return answer

    async def redate(self, boot: Boot) -> list[int]:
        """The time of day is known now: date the games of this boot; the numbers of these."""
        async with self._writing:
            return await self.writer.run(self._redate, boot)

    def _redate(self, boot: Boot) -> list[int]:
        with self.book.store.writing():
            dated = self.book.days.redate(boot)
            self.page = self.read(self.page)
        return dated

    def read(self, page: Page) -> Page:
        """The same page as it stands in the book now."""
        entry = self.book.archive.entry(page.entry.id)
        return Page(entry, page.plies, self.book.matches.score(entry.match_id))

    # ── healing ──────────────────────────────────────────────────────────────────────────────────

    def _heal(self, lines: Sequence[Line]) -> Page:
        """Write what the book takes, line by line; then all that it lacks of the table's game."""
        page = self.page
        for line in lines:
            try:
                with self.book.store.writing():
                    page = line(page)
            except REFUSALS as refusal:
                log.warning("Not written: %s", _sentence(refusal))
        assert self._game is not None  # every line came with a game
        with self.book.store.writing():
            page = self._restate(page, self._game)
        log.warning("The game on the table is game %d of the score book.", page.entry.id)
        return page

    def _restate(self, page: Page, game: Game) -> Page:
        entry = self._find_again(page, game)
        stamps = self.clock.stamps[: len(game.moves)]
        stamps += [max([0, *stamps])] * (len(game.moves) - len(stamps))
        self.book.games.catch_up(entry.id, game, stamps)
        if game.outcome is not None and entry.state == PLAYING:
            self.book.games.finish(entry.id, game.outcome)
        return self.read(Page(entry, len(game.moves), page.score))

    def _find_again(self, page: Page, game: Game) -> Entry:
        """The entry of the table's game: its own if it is left, else one that says the same."""
        playing = self.book.archive.playing()
        if playing is not None and self._is_of(playing, page, game):
            return playing
        if playing is not None:
            self.book.games.abandon(playing.id)  # nobody can be playing it: this is the table
        try:
            entry = self.book.archive.entry(page.entry.id)
        except BadEntry:
            return begin(self.book, game, page.entry.table, Seats())
        if entry.deleted is not None or not self._is_of(entry, page, game):
            return open_page(self.book, game, entry).entry
        return self._open_again(entry, game)

    def _is_of(self, entry: Entry, page: Page, game: Game) -> bool:
        """Whether an entry is of this game, as far as it was written."""
        written = self.book.archive.game(entry.id)
        same = (written.rules, written.start) == (game.rules, game.start)
        is_part = game.moves[: len(written.moves)] == written.moves
        return same and (entry.id == page.entry.id or is_part)

    def _open_again(self, entry: Entry, game: Game) -> Entry:
        """Somebody ended or left what is still being played."""
        if entry.state == OVER and game.outcome is None:
            self.book.games.take_back(entry.id, 0)
        elif entry.state != OVER:
            self.book.games.reopen(entry.id)
        return self.book.archive.entry(entry.id)

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

    def _note_clocks(self, page: Page, *, clocks: tuple[str, str]) -> Page:
        self.book.beside.note_clocks(page.entry.id, *clocks)
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
        match_uid=seats.match_uid,
    )


def _sentence(refusal: Exception) -> str:
    text = str(refusal)
    return f"{text[:1].upper()}{text[1:]}."
