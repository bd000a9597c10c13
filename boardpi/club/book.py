"""The score book of one table, opened."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from boardpi.club.archery import Archery
from boardpi.club.archive import Archive, Fingerprints
from boardpi.club.corrections import Corrections
from boardpi.club.days import Days
from boardpi.club.errors import BadEntry
from boardpi.club.games import BesideGames, Games
from boardpi.club.history import History
from boardpi.club.matches import Matches
from boardpi.club.players import Lessons, Players
from boardpi.club.rulebook import Rulebook
from boardpi.club.safety.seals import seal_all
from boardpi.club.standings import Standings
from boardpi.club.store import (
    MEMORY,
    Clock,
    Store,
    local_now,
    named_errors,
    open_store,
    open_to_read,
)
from boardpi.club.traces import Traces
from boardpi.club.transfer.arrivals import Arrivals
from boardpi.club.transfer.outbox import Outbox


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Small things that the table remembers by name, such as the hash of its PIN."""

    store: Store

    def get(self, name: str) -> str | None:
        """The value of this name, if it was ever set."""
        row = self.store.row("SELECT value FROM settings WHERE name = ?", (name,))
        return None if row is None else str(row["value"])

    def put(self, name: str, value: str) -> None:
        """Remember a value."""
        if re.fullmatch(r"[a-z][a-z0-9_.]{0,59}", name) is None:
            raise BadEntry(f"{name!r} is no name of a setting: small letters, digits, '_' and '.'")
        with self.store.writing():
            # Not "OR REPLACE", which removes the old row without its trigger: see seals.
            self.store.write(
                "INSERT INTO settings VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    def forget(self, name: str) -> None:
        """Remember it no more; what stood there is overwritten."""
        with self.store.lock, named_errors(self.store.path):
            self.store.connection.execute("PRAGMA secure_delete = ON")
        with self.store.writing():
            self.store.write("DELETE FROM settings WHERE name = ?", (name,))


@dataclass(frozen=True)
class Book:
    """Players, matches, games and their moves in one file."""

    store: Store
    history: History = field(init=False)
    players: Players = field(init=False)
    rulebook: Rulebook = field(init=False)
    archive: Archive = field(init=False)
    matches: Matches = field(init=False)
    games: Games = field(init=False)
    beside: BesideGames = field(init=False)
    corrections: Corrections = field(init=False)
    days: Days = field(init=False)
    arrivals: Arrivals = field(init=False)
    standings: Standings = field(init=False)
    traces: Traces = field(init=False)
    settings: TableSettings = field(init=False)
    lessons: Lessons = field(init=False)
    outbox: Outbox = field(init=False)
    archery: Archery = field(init=False)

    def __post_init__(self) -> None:
        """Every part writes through the one store."""
        store, history, rulebook = self.store, History(self.store), Rulebook(self.store)
        players, archive = Players(store, history), Archive(store, rulebook)
        matches, prints = Matches(store, archive), Fingerprints(store, archive)
        parts = {
            "history": history,
            "players": players,
            "rulebook": rulebook,
            "archive": archive,
            "matches": matches,
            "games": Games(store, archive, rulebook, players, matches, history, prints),
            "beside": BesideGames(store),
            "corrections": Corrections(store, archive, players, matches, history, prints),
            "days": Days(store, archive, history, prints),
            "arrivals": Arrivals(store, archive, rulebook, players, matches, prints),
            "standings": Standings(store, rulebook),
            "traces": Traces(store),
            "settings": TableSettings(store),
            "lessons": Lessons(store, players),
            "outbox": Outbox(store, archive),
            "archery": Archery(store),
        }
        for name, part in parts.items():
            object.__setattr__(self, name, part)
        store.before_commit = self.outbox.tell

    def accept(self) -> None:
        """Take everything as it stands for what was written: somebody has looked at it."""
        with self.store.writing():
            seal_all(self.store.connection)

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


def open_book(
    path: Path | str, clock: Clock = local_now, *, check: bool = True, alone: bool = False
) -> Book:
    """The book of this file, made where there is none. Named errors tell what to do.

    `check` reads every page first; short commands do without. `alone` is for the table that keeps
    it: commands may write beside it, a second table may not.
    """
    return Book(open_store(path, clock, check=check, alone=alone))


def read_book(path: Path | str) -> Book:
    """An existing book, to read only."""
    return Book(open_to_read(path))


def unkept_book(clock: Clock = local_now) -> Book:
    """A book in memory, for a table that plays on while its disk cannot be used."""
    return Book(open_store(MEMORY, clock))
