"""The day of a game: unsure while the clock was not set, put right when it is, or by hand.

A Pi has no battery for its clock: it starts with a time of the past and is right once a time server
answered. A game that begins before keeps its moment on the clock that runs since the boot, and
gets its day from that when the time is known. The order of games is that of their numbers, always.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from boardpi.club.archive import Archive, Fingerprints
from boardpi.club.entries import PLAYING, Entry
from boardpi.club.history import ORGANISER, TABLE, History
from boardpi.club.periods import parse_day
from boardpi.club.store import Boot, Store


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
            boot.is_sure = True
        return [row["game_id"] for row in rows]

    def _date(self, game_id: int, started: datetime, ended: datetime | None) -> None:
        day = started.astimezone(self.store.clock().tzinfo).date().isoformat()
        self.store.write(
            "UPDATE games SET started = ?, ended = ifnull(?, ended) WHERE id = ?",
            (_stamp(started), None if ended is None else _stamp(ended), game_id),
        )
        self._set(game_id, day, TABLE)

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


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
