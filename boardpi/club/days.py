"""The day of a game: unsure while the clock was not set, put right when it is, or by hand.

A Pi has no battery for its clock: it starts with a time of the past and is right once a time server
answered. A game that begins before keeps its moment on the clock that runs since the boot, and
gets its day from that when the time is known. The order of games is that of their numbers, always.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from boardpi.club.archive import Archive, Fingerprints
from boardpi.club.entries import PLAYING, Entry
from boardpi.club.history import ORGANISER, TABLE, History
from boardpi.club.periods import parse_day
from boardpi.club.store import Boot, Store

STAMP: Final = "%Y-%m-%dT%H:%M:%SZ"
ARCHERS: Final = "archers.unsure"
MOST_ARCHERS: Final = 50


@dataclass(frozen=True, slots=True)
class Days:
    """Which games have an unsure day, and what becomes of it."""

    store: Store
    archive: Archive
    history: History
    fingerprints: Fingerprints

    def redate(self, boot: Boot) -> list[int]:
        """The time is known now: date the games of this boot that began before. Their numbers."""
        with self.store.writing():
            rows = self.store.rows(
                "SELECT game_id, started_ms, ended_ms FROM unsure_days WHERE boot = ?"
                " ORDER BY game_id",
                (boot.id,),
            )
            now, now_ms = self.store.clock(), boot.now_ms()
            for game_id, started_ms, ended_ms in rows:
                started = now - timedelta(milliseconds=now_ms - started_ms)
                ended = None
                if ended_ms is not None:
                    ended = now - timedelta(milliseconds=now_ms - ended_ms)
                self._date(game_id, started, ended)
            for game_id, started_ms in _take_archers(self.store, boot):
                self._date_archers(game_id, now - timedelta(milliseconds=now_ms - started_ms))
            boot.is_sure = True
        return [row["game_id"] for row in rows]

    def _date(self, game_id: int, started: datetime, ended: datetime | None) -> None:
        day = started.astimezone(self.store.clock().tzinfo).date().isoformat()
        self.store.write(
            "UPDATE games SET started = ?, ended = ifnull(?, ended) WHERE id = ?",
            (_stamp(started), None if ended is None else _stamp(ended), game_id),
        )
        self._set(game_id, day, TABLE)

    def _date_archers(self, game_id: int, started: datetime) -> None:
        """Its end was told by the same wrong clock, and moves by as much."""
        row = self.store.row("SELECT started, ended FROM archers_games WHERE id = ?", (game_id,))
        if row is None:
            return
        late, ended = started - _moment(row["started"]), row["ended"]
        day = started.astimezone(self.store.clock().tzinfo).date().isoformat()
        self.store.write(
            "UPDATE archers_games SET day = ?, started = ?, ended = ? WHERE id = ?",
            (
                day,
                _stamp(started),
                None if ended is None else _stamp(_moment(ended) + late),
                game_id,
            ),
        )

    def set(self, game_id: int, day: str, who: str = ORGANISER) -> Entry:
        """Say on which day a game was played; it is sure then."""
        parse_day(day)
        with self.store.writing():
            self.archive.entry(game_id)
            self._set(game_id, day, who)
            return self.archive.entry(game_id)

    def _set(self, game_id: int, day: str, who: str) -> None:
        before = self.archive.entry(game_id)
        self.store.write("DELETE FROM unsure_days WHERE game_id = ?", (game_id,))
        if before.day == day:
            return
        self.store.write("UPDATE games SET day = ? WHERE id = ?", (day, game_id))
        self.history.add(who, "day", before.day, day, game_id=game_id)
        if before.state != PLAYING:
            self.fingerprints.take([game_id])


def note_start(store: Store, game_id: int) -> None:
    """A game begins: while the wall clock may be wrong, keep the moment of the other one."""
    boot = store.boot
    if boot is not None and not boot.is_sure:
        store.write(
            "INSERT INTO unsure_days VALUES (?, ?, ?, NULL)", (game_id, boot.id, boot.now_ms())
        )


def note_end(store: Store, game_id: int) -> None:
    """It ends, perhaps in another boot, whose clock counts from another zero."""
    boot = store.boot
    if boot is not None:
        store.write(
            "UPDATE unsure_days SET ended_ms = ? WHERE game_id = ? AND boot = ?",
            (boot.now_ms(), game_id, boot.id),
        )


def note_archers_start(store: Store, game_id: int) -> None:
    """The same of a game of Archers, among the settings: unsure days are of the other games."""
    boot = store.boot
    if boot is not None and not boot.is_sure:
        noted = [one for one in _archers(store) if one[1] != game_id][-MOST_ARCHERS:]
        _note_archers(store, [*noted, [boot.id, game_id, boot.now_ms()]])


def _take_archers(store: Store, boot: Boot) -> list[tuple[int, int]]:
    """The games of this boot, which are noted no more: number and moment."""
    noted = _archers(store)
    if noted:
        _note_archers(store, [one for one in noted if one[0] != boot.id])
    return [(game_id, started_ms) for name, game_id, started_ms in noted if name == boot.id]


def _archers(store: Store) -> list[Any]:
    row = store.row("SELECT value FROM settings WHERE name = ?", (ARCHERS,))
    try:
        noted = [] if row is None else json.loads(row["value"])
    except ValueError:  # rot, which is told elsewhere
        noted = []
    return [one for one in noted if isinstance(one, list) and len(one) == 3]


def _note_archers(store: Store, noted: list[Any]) -> None:
    store.write(
        "INSERT INTO settings VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (ARCHERS, json.dumps(noted)),
    )


def _moment(stamp: str) -> datetime:
    return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(STAMP)
