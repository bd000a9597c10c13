"""A restart is a replay of the record: which book, which game, and where it stands."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from boardpi.club import (
    OVER,
    Book,
    BookDamaged,
    BookRotten,
    BookTaken,
    BookTrouble,
    Entry,
    find_whole_backup,
    open_book,
    unkept_book,
)
from boardpi.club.safety.seals import summarise
from boardpi.club.store import MEMORY, Boot
from boardpi.daemon.bookkeeper import Bookkeeper, Page, Seats, begin
from boardpi.daemon.game_clock import GameClock, Timekeeper, marks_beside, resume_clocks
from boardpi.rules import START, Game, RuleSet

log = logging.getLogger("boardpi.book")


@dataclass(frozen=True, slots=True)
class Start:
    """What the table begins with."""

    keeper: Bookkeeper
    game: Game
    timekeeper: Timekeeper


def open_any_book(path: Path) -> tuple[Book, BookTrouble | None]:
    """The book of this file; or one in memory, and why. Never the book of another table."""
    try:
        book = open_book(path, alone=True)
    except BookTaken:
        raise
    except BookTrouble as trouble:
        log.error("%s The table plays on, but nothing is kept.", trouble)
        offer_backup(path, trouble)
        return unkept_book(), trouble
    if book.store.rot:
        log.error("%s", BookRotten(path, summarise(book.store.rot)))
    return book, None


def offer_backup(path: Path, trouble: BookTrouble) -> None:
    """Say which copy could take the place of a damaged book."""
    copy = find_whole_backup(path) if isinstance(trouble, BookDamaged) else None
    if copy is not None:
        log.error("The newest whole backup is %s.", copy)


def resume(path: Path, rules: RuleSet, table: str, boot: Boot | None = None) -> Start:
    """The game that stood on the table, or the next one; `boot` tells whether its day is sure."""
    book, trouble = open_any_book(path)
    book.store.boot = boot
    try:
        return _resume(book, trouble, rules, table)
    except BookTrouble as later:
        log.error("%s The table plays on, but nothing is kept.", later)
        book.close()
        return _resume(unkept_book(), later, rules, table)


def _resume(book: Book, trouble: BookTrouble | None, rules: RuleSet, table: str) -> Start:
    found = book.games.resume()
    if found is not None:
        return _start(book, trouble, found.entry, found.game)
    last = book.archive.last()
    if last is not None and last.state == OVER and last.day == book.store.today():
        # Its points still shine, and its match may go on.
        return _start(book, trouble, last, book.archive.game(last.id))
    game = Game(rules, START, any_first=True)
    return _start(book, trouble, begin(book, game, table, Seats()), game)


def _start(book: Book, trouble: BookTrouble | None, entry: Entry, game: Game) -> Start:
    page = Page(entry, len(game.moves), book.matches.score(entry.match_id))
    stamps = [ply.ms for ply in book.archive.plies(entry.id)]
    clock = GameClock(stamps, is_over=game.outcome is not None)
    path = book.store.path
    marks = None if path == MEMORY else marks_beside(path)
    clocks = resume_clocks(book.beside.clocks(entry.id), entry.id, game, marks)
    keeper = Bookkeeper(book, page, clock, trouble=trouble)
    return Start(keeper, game, Timekeeper(clocks, marks))
