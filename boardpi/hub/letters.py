"""What tables have told, each statement once: by table, game and version.

A letter is written and committed, and only then acknowledged: `cursor` is the number up to which
every letter of a table is here. Whatever comes twice changes nothing. What cannot be read is noted
in its place, so that one bad letter does not hold up all that follow.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from boardpi.club import BadEntry, Book, Incoming, read_games
from boardpi.club.transfer.outbox import LARGEST
from boardpi.documents import read_object

log = logging.getLogger("boardpi.hub")
REFUSED: Final = "refused:"
"""The beginning of the uid under which a letter that could not be read is noted."""
HIGHEST: Final = 2**53


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter as the broker brought it."""

    table: str  # as the broker knows it: `t07`, of another hall `hall/t07`
    seq: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class _Statement:
    """A letter that could be read."""

    version: int
    game: Incoming
    is_deleted: bool
    text: str


@dataclass(slots=True)
class Letters:
    """The hub's side of every table's outbox."""

    book: Book
    refused: Counter[str] = field(default_factory=Counter)
    twice: Counter[str] = field(default_factory=Counter)
    contradicted: Counter[str] = field(default_factory=Counter)

    def take(self, arrivals: Iterable[Arrival]) -> dict[str, int]:
        """Write all of them in one transaction; the cursor of each table that sent one."""
        store, tables = self.book.store, dict[str, None]()
        with store.writing():
            for arrival in arrivals:
                if 0 < arrival.seq < HIGHEST:
                    self._take(arrival)
                    tables[arrival.table] = None
            return {table: self._advance(table) for table in tables}

    def _take(self, arrival: Arrival) -> None:
        connection = self.book.store.connection
        connection.execute("SAVEPOINT letter")
        try:
            self._write(arrival, read_letter(arrival))
        except (BadEntry, sqlite3.IntegrityError, UnicodeError) as error:
            connection.execute("ROLLBACK TO letter")
            self._refuse(arrival, error)
        finally:
            connection.execute("RELEASE letter")

    def _write(self, arrival: Arrival, statement: _Statement) -> None:
        table, uid, version = arrival.table, statement.game.uid, statement.version
        known = self._find(table, uid, version)
        if known is not None and known["seq"] != arrival.seq:
            raise BadEntry(f"this is letter {known['seq']} under another number")
        if known is not None:
            self.twice[table] += 1
            if known["payload"] != statement.text:
                self.contradicted[table] += 1
                log.error("%s tells version %d of game %s in two ways", table, version, uid)
            return
        self._check_owner(table, uid)
        row = self.book.store.row(
            "SELECT max(version) AS version FROM inbox WHERE table_name = ? AND uid = ?",
            (table, uid),
        )
        self._note(arrival, uid, version, statement.text)
        if row is None or row["version"] is None or row["version"] < version:
            # The hub dates the evening: a table's clock may be wrong.
            dated = replace(statement.game, table=table, day=self._day(uid))
            self.book.arrivals.tell(dated, is_deleted=statement.is_deleted)

    def _day(self, uid: str) -> str:
        """The day of the first arrival."""
        row = self.book.store.row("SELECT day FROM games WHERE uid = ?", (uid,))
        return self.book.store.today() if row is None else str(row["day"])

    def _check_owner(self, table: str, uid: str) -> None:
        row = self.book.store.row("SELECT table_name FROM games WHERE uid = ?", (uid,))
        if row is not None and row["table_name"] != table:
            raise BadEntry(f"game {uid} is of {row['table_name']}, not of {table}")

    def _find(self, table: str, uid: str, version: int) -> sqlite3.Row | None:
        return self.book.store.row(
            "SELECT seq, payload FROM inbox WHERE table_name = ? AND uid = ? AND version = ?",
            (table, uid, version),
        )

    def _note(self, arrival: Arrival, uid: str, version: int, text: str) -> None:
        self.book.store.write(
            "INSERT INTO inbox VALUES (?, ?, ?, ?, ?, ?)",
            (arrival.table, uid, version, arrival.seq, self.book.store.now(), text),
        )

    def _refuse(self, arrival: Arrival, error: Exception) -> None:
        self.refused[arrival.table] += 1
        log.warning("Letter %d of %s is refused: %s", arrival.seq, arrival.table, error)
        uid = f"{REFUSED}{arrival.seq}"
        # Only the next one is noted: numbers far ahead would fill the disk.
        is_next = arrival.seq == self._advance(arrival.table) + 1
        if is_next and not self._find(arrival.table, uid, 0):
            self._note(arrival, uid, 0, str(error)[:200])

    # ── cursors ──────────────────────────────────────────────────────────────────────────────────

    def cursor(self, table: str) -> int:
        """Up to which number everything of this table is here."""
        row = self.book.store.row("SELECT cursor FROM hub_tables WHERE name = ?", (table,))
        return 0 if row is None else int(row["cursor"])

    def cursors(self) -> dict[str, int]:
        """Of all tables that were ever heard of."""
        rows = self.book.store.rows("SELECT name, cursor FROM hub_tables ORDER BY name")
        return {row["name"]: row["cursor"] for row in rows}

    def meet(self, table: str, first: int) -> int:
        """A table is online and its oldest letter has this number: older ones never come."""
        with self.book.store.writing():
            cursor = max(self.cursor(table), min(first, HIGHEST) - 1)
            self._set(table, cursor)
            return self._advance(table)

    def _advance(self, table: str) -> int:
        cursor = before = self.cursor(table)
        rows = self.book.store.connection.execute(
            "SELECT DISTINCT seq FROM inbox WHERE table_name = ? AND seq > ? ORDER BY seq",
            (table, cursor),
        )
        for row in rows:
            if row["seq"] != cursor + 1:
                break
            cursor += 1
        if cursor != before:
            self._set(table, cursor)
        return cursor

    def _set(self, table: str, cursor: int) -> None:
        club, _, _ = table.rpartition("/")
        self.book.store.write(
            "INSERT INTO hub_tables (name, club, cursor) VALUES (?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor",
            (table, club, cursor),
        )

    def count(self) -> int:
        """How many statements are here."""
        row = self.book.store.row("SELECT count(*) AS letters FROM inbox")
        return 0 if row is None else int(row["letters"])


def read_letter(arrival: Arrival) -> _Statement:
    """The one game that a letter tells of; everything else is refused with a sentence."""
    document = read_object(arrival.payload, BadEntry, LARGEST)
    version, games = document.get("version"), document.get("games")
    if type(version) is not int or not 0 < version < HIGHEST:
        raise BadEntry(f"{str(version)[:40]!r} is no version")
    if not isinstance(games, list) or len(games) != 1 or not isinstance(games[0], dict):
        raise BadEntry("a letter tells of one game")
    text = arrival.payload.decode()
    return _Statement(version, _read_game(text), _is_deleted(games[0]), text)


def _read_game(text: str) -> Incoming:
    try:
        (game,) = read_games(text)
    except (TypeError, AttributeError, OverflowError) as error:  # shapes that no table writes
        raise BadEntry(f"not a game: {error}") from error
    if not game.uid.isalnum() or not 8 <= len(game.uid) <= 64:
        raise BadEntry(f"{game.uid[:40]!r} is not the uid of a game")
    return game


def _is_deleted(told: dict[str, Any]) -> bool:
    return told.get("deleted") is not None
