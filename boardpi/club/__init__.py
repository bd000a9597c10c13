"""The score book of one table: players, matches, games, standings, on SQLite (docs/organise.md).

`book` opens it, `store` is the one connection that all its parts write through, and `transfer`
brings games from book to book.
"""

from boardpi.club.archive import Ply, Search
from boardpi.club.book import Book, open_book, read_book, unkept_book
from boardpi.club.entries import OVER, PLAYING, UNFINISHED, Entry
from boardpi.club.errors import (
    BadEntry,
    BookBusy,
    BookDamaged,
    BookError,
    BookFull,
    BookMissing,
    BookReadOnly,
    BookRotten,
    BookTaken,
    BookTooNew,
    BookTrouble,
    BookUnreachable,
    DiskFailing,
    NotABook,
)
from boardpi.club.games import Resumed
from boardpi.club.history import LoggedChange
from boardpi.club.matches import MatchScore
from boardpi.club.periods import ALWAYS, Period, parse_period
from boardpi.club.players import Player, seats_for
from boardpi.club.safety.backups import back_up, find_whole_backup, verify
from boardpi.club.standings import Selection, Standing
from boardpi.club.transfer.imports import Incoming, read_games

__all__ = [
    "ALWAYS",
    "OVER",
    "PLAYING",
    "UNFINISHED",
    "BadEntry",
    "Book",
    "BookBusy",
    "BookDamaged",
    "BookError",
    "BookFull",
    "BookMissing",
    "BookReadOnly",
    "BookRotten",
    "BookTaken",
    "BookTooNew",
    "BookTrouble",
    "BookUnreachable",
    "DiskFailing",
    "Entry",
    "Incoming",
    "LoggedChange",
    "MatchScore",
    "NotABook",
    "Period",
    "Player",
    "Ply",
    "Resumed",
    "Search",
    "Selection",
    "Standing",
    "back_up",
    "find_whole_backup",
    "open_book",
    "parse_period",
    "read_book",
    "read_games",
    "seats_for",
    "unkept_book",
    "verify",
]
