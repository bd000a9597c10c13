"""The score book of one table, opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from boardpi.club.games import Games
from boardpi.club.history import History
from boardpi.club.matches import Matches
from boardpi.club.players import Players
from boardpi.club.rulebook import Rulebook
from boardpi.club.settings import Settings
from boardpi.club.shelf import Shelf
from boardpi.club.store import MEMORY, Clock, Store, local_now, open_store, open_to_read


@dataclass(frozen=True)
class Book:
    """Players, matches, games and their moves in one file."""

    store: Store
    history: History = field(init=False)
    players: Players = field(init=False)
    rulebook: Rulebook = field(init=False)
    shelf: Shelf = field(init=False)
    matches: Matches = field(init=False)
    games: Games = field(init=False)
    settings: Settings = field(init=False)

    def __post_init__(self) -> None:
        """Every part writes through the one store."""
        store = self.store
        history, rulebook = History(store), Rulebook(store)
        players, shelf = Players(store, history), Shelf(store, rulebook)
        matches = Matches(store, shelf)
        games = Games(store, shelf, rulebook, players, matches, history)
        for part in (history, rulebook, players, shelf, matches, games, Settings(store)):
            object.__setattr__(self, type(part).__name__.lower(), part)

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    def __enter__(self) -> Book:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_book(path: Path | str, clock: Clock = local_now, *, check: bool = True) -> Book:
    """The book of this file, made where there is none. Named errors tell what to do.

    `check` reads every page first; short commands do without.
    """
    return Book(open_store(path, clock, check=check))


def read_book(path: Path | str) -> Book:
    """An existing book, to read only."""
    return Book(open_to_read(path))


def unkept_book(clock: Clock = local_now) -> Book:
    """A book in memory, for a table that plays on while its disk cannot be used."""
    return Book(open_store(MEMORY, clock))
