"""The score book of one table, opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from boardpi.club.arrivals import Arrivals
from boardpi.club.corrections import Corrections
from boardpi.club.fingerprints import Fingerprints
from boardpi.club.games import Games
from boardpi.club.history import History
from boardpi.club.lessons import Lessons
from boardpi.club.matches import Matches
from boardpi.club.players import Players
from boardpi.club.rulebook import Rulebook
from boardpi.club.settings import Settings
from boardpi.club.shelf import Shelf
from boardpi.club.standings import Standings
from boardpi.club.store import MEMORY, Clock, Store, local_now, open_store, open_to_read
from boardpi.club.traces import Traces


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
    corrections: Corrections = field(init=False)
    arrivals: Arrivals = field(init=False)
    standings: Standings = field(init=False)
    traces: Traces = field(init=False)
    settings: Settings = field(init=False)
    lessons: Lessons = field(init=False)

    def __post_init__(self) -> None:
        """Every part writes through the one store."""
        store, history, rulebook = self.store, History(self.store), Rulebook(self.store)
        players, shelf = Players(store, history), Shelf(store, rulebook)
        matches, prints = Matches(store, shelf), Fingerprints(store, shelf)
        parts = (
            history,
            players,
            rulebook,
            shelf,
            matches,
            Games(store, shelf, rulebook, players, matches, history, prints),
            Corrections(store, shelf, players, matches, history, prints),
            Arrivals(store, shelf, rulebook, players, matches, prints),
            Standings(store),
            Traces(store),
            Settings(store),
            Lessons(store, players),
        )
        for part in parts:
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
