"""The tables of the book, version by version. A released version is never edited, only followed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from boardpi.club.safety.seals import (
    SEALED_BESIDE_GAMES,
    SEALED_FIRST,
    SEALED_FOR_ARCHERS,
    SEALED_FOR_HUBS,
    make_triggers,
    seal_all,
)

APPLICATION: Final = 0x4A415352  # "JASR" in the header of the file tells whose database it is

MIGRATIONS: Final = (
    """
    CREATE TABLE rule_sets (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        definition TEXT NOT NULL UNIQUE
    );
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        club TEXT NOT NULL DEFAULT '',
        prefers TEXT CHECK (prefers IN ('w', 'b')),
        merged_into INTEGER REFERENCES players (id)
    );
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,
        match_id INTEGER NOT NULL REFERENCES matches (id),
        number INTEGER NOT NULL CHECK (number IN (1, 2)),
        rule_set_id INTEGER NOT NULL REFERENCES rule_sets (id),
        white_id INTEGER REFERENCES players (id),
        black_id INTEGER REFERENCES players (id),
        table_name TEXT NOT NULL DEFAULT '',
        start TEXT NOT NULL,
        any_first INTEGER NOT NULL CHECK (any_first IN (0, 1)),
        day TEXT NOT NULL,
        started TEXT,
        ended TEXT,
        state TEXT NOT NULL CHECK (state IN ('playing', 'over', 'unfinished')),
        agreed INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1)),
        resigned TEXT CHECK (resigned IN ('w', 'b')),
        reason TEXT,
        winner TEXT CHECK (winner IN ('w', 'b')),
        white_points INTEGER,
        black_points INTEGER,
        corrected INTEGER NOT NULL DEFAULT 0 CHECK (corrected IN (0, 1)),
        imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),
        deleted TEXT,
        CHECK ((state = 'over') = (reason IS NOT NULL)),
        CHECK ((reason IS NULL) = (white_points IS NULL)),
        CHECK ((reason IS NULL) = (black_points IS NULL)),
        CHECK (white_id <> black_id)
    );
    CREATE UNIQUE INDEX one_game_per_number ON games (match_id, number)
        WHERE state <> 'unfinished' AND deleted IS NULL;
    CREATE INDEX games_by_day ON games (day);
    CREATE TABLE moves (
        game_id INTEGER NOT NULL REFERENCES games (id),
        ply INTEGER NOT NULL CHECK (ply >= 1),
        move TEXT NOT NULL,
        position TEXT NOT NULL,
        ms INTEGER NOT NULL,
        PRIMARY KEY (game_id, ply)
    ) WITHOUT ROWID;
    CREATE TABLE fingerprints (
        print TEXT NOT NULL,
        game_id INTEGER NOT NULL REFERENCES games (id),
        PRIMARY KEY (print, game_id)
    ) WITHOUT ROWID;
    CREATE TABLE history (
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        what TEXT NOT NULL,
        game_id INTEGER REFERENCES games (id),
        player_id INTEGER REFERENCES players (id),
        before TEXT NOT NULL,
        after TEXT NOT NULL
    );
    CREATE INDEX history_of_game ON history (game_id);
    CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE traces (
        game_id INTEGER NOT NULL REFERENCES games (id),
        part INTEGER NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (game_id, part)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE lesson_progress (
        id INTEGER PRIMARY KEY,
        player_id INTEGER NOT NULL REFERENCES players (id),
        lesson TEXT NOT NULL,
        stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 3),
        mistakes INTEGER NOT NULL CHECK (mistakes >= 0),
        at TEXT NOT NULL
    );
    CREATE INDEX lessons_of_player ON lesson_progress (player_id, lesson);
    """,
    """
    CREATE TABLE unsure_days (
        game_id INTEGER PRIMARY KEY REFERENCES games (id),
        boot TEXT NOT NULL,
        started_ms INTEGER NOT NULL,
        ended_ms INTEGER
    );
    CREATE TABLE seals (
        page TEXT NOT NULL,
        number INTEGER NOT NULL,
        seal INTEGER NOT NULL,
        PRIMARY KEY (page, number)
    ) WITHOUT ROWID;
    """
    + make_triggers(SEALED_FIRST),
    # What a table has to tell a hub (see transfer.outbox), and what a hub was told and decided.
    """
    CREATE TABLE uplink (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        club TEXT NOT NULL,
        name TEXT NOT NULL,
        base INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE untold (
        game_id INTEGER PRIMARY KEY REFERENCES games (id)
    );
    CREATE TABLE outbox (
        seq INTEGER PRIMARY KEY,
        uid TEXT NOT NULL,
        version INTEGER NOT NULL,
        payload TEXT NOT NULL
    );
    CREATE TRIGGER games_untold_insert AFTER INSERT ON games BEGIN
        INSERT INTO untold SELECT NEW.id WHERE EXISTS (SELECT 1 FROM uplink)
            AND NOT EXISTS (SELECT 1 FROM untold WHERE game_id = NEW.id);
    END;
    CREATE TRIGGER games_untold_update AFTER UPDATE ON games BEGIN
        INSERT INTO untold SELECT NEW.id WHERE EXISTS (SELECT 1 FROM uplink)
            AND NOT EXISTS (SELECT 1 FROM untold WHERE game_id = NEW.id);
    END;
    CREATE TABLE inbox (
        table_name TEXT NOT NULL,
        uid TEXT NOT NULL,
        version INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        arrived TEXT NOT NULL,
        payload TEXT NOT NULL,
        PRIMARY KEY (table_name, uid, version)
    ) WITHOUT ROWID;
    CREATE INDEX inbox_by_seq ON inbox (table_name, seq);
    CREATE TABLE hub_tables (
        name TEXT PRIMARY KEY,
        club TEXT NOT NULL,
        cursor INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE evening_log (
        id INTEGER PRIMARY KEY,
        event TEXT NOT NULL,
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        fact TEXT NOT NULL
    );
    CREATE INDEX evening_log_of_event ON evening_log (event);
    """
    + make_triggers(SEALED_FOR_HUBS),
    # Games of Archers (see archery): texts alone, beside everything that is counted.
    """
    CREATE TABLE archers_games (
        id INTEGER PRIMARY KEY,
        size INTEGER NOT NULL CHECK (size BETWEEN 7 AND 15),
        kings INTEGER NOT NULL CHECK (kings IN (0, 1)),
        white TEXT,
        black TEXT,
        day TEXT NOT NULL,
        started TEXT NOT NULL,
        ended TEXT,
        state TEXT NOT NULL CHECK (state IN ('playing', 'over', 'unfinished')),
        reason TEXT,
        winner TEXT CHECK (winner IN ('w', 'b')),
        CHECK ((state = 'over') = (reason IS NOT NULL))
    );
    CREATE UNIQUE INDEX one_game_of_archers ON archers_games (state) WHERE state = 'playing';
    CREATE TABLE archers_turns (
        game_id INTEGER NOT NULL REFERENCES archers_games (id),
        number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 400),
        turn TEXT NOT NULL,
        PRIMARY KEY (game_id, number)
    ) WITHOUT ROWID;
    """
    + make_triggers(SEALED_FOR_ARCHERS),
    # What is kept beside a game: the clocks of its players, and what was found out about it later.
    """
    CREATE TABLE clocks (
        game_id INTEGER PRIMARY KEY REFERENCES games (id),
        control TEXT NOT NULL,
        state TEXT NOT NULL
    );
    CREATE TABLE analyses (
        game_id INTEGER PRIMARY KEY REFERENCES games (id),
        at TEXT NOT NULL,
        content TEXT NOT NULL
    );
    """
    + make_triggers(SEALED_BESIDE_GAMES),
)
VERSION: Final = len(MIGRATIONS)
SEALED_SINCE: Final = 4


def statements(script: str) -> Iterator[str]:
    """The statements of a script one by one: `executescript` would commit before each script."""
    pending = ""
    for line in script.splitlines():
        pending += line + "\n"
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the tables in this file; 0 is an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, target: int = VERSION) -> None:
    """Bring the tables up to date in one transaction: all of it happens, or nothing."""
    if version_of(connection) >= target:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Read again: another program may have done it while we waited for the lock.
        for number in range(version_of(connection), target):
            for statement in statements(MIGRATIONS[number]):
                connection.execute(statement)
            if number + 1 == SEALED_SINCE:
                seal_all(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {target}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def schema(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    """The tables and indexes of a file, with the texts that made them."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return {tuple(row) for row in rows}


def schema_of(version: int) -> set[tuple[object, ...]]:
    """What the schema of this version must be."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, version)
        return schema(fresh)
