"""What a table has to tell a hub: one row for each change of a game, in the change's transaction.

Triggers note every game that is begun, ended, corrected, named or put into the bin, whoever writes;
before the transaction ends, each of them becomes a row. So no result can be in the book and not in
the outbox. Rows that a hub has are kept for a long while: a hub may be restored from a backup.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import Final

from boardpi.club.archive import Archive
from boardpi.club.errors import BookError
from boardpi.club.store import Store
from boardpi.club.transfer.exports import FORMAT, game_json

log = logging.getLogger("boardpi.book")
ROOT: Final = "boardpi"
"""Under which all topics lie."""
KEPT: Final = 5_000  # rows; some hundred evenings of one table
PRUNED_AT: Final = 6_000
AHEAD: Final = 50  # letters that may be under way to one hub
LARGEST: Final = 1_000_000  # bytes of one message; a game of 5000 moves has less
LARGEST_RELEASE: Final = 64_000_000  # bytes of a release that a hub gives to its tables
COPY: Final = "copy"
"""How the uid of a match begins that is played with another table, which tells the hub of it."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One row: `version` grows with every row that tells of the same game."""

    seq: int
    uid: str
    version: int
    payload: str


@dataclass(frozen=True, slots=True)
class Membership:
    """Where a table has joined: the club, and how the table is called there."""

    club: str
    name: str

    def topic(self, *parts: object) -> str:
        """The topic of this table, such as `boardpi/CLUB/TABLE/out/7`."""
        return "/".join([ROOT, self.club, self.name, *map(str, parts)])


@dataclass(frozen=True, slots=True)
class Outbox:
    """Written by the table, read by its uplink."""

    store: Store
    archive: Archive

    # ── joining ──────────────────────────────────────────────────────────────────────────────────

    def membership(self) -> Membership | None:
        """Where this table has joined; without, nothing is kept to be told."""
        row = self.store.row("SELECT club, name FROM uplink")
        return None if row is None else Membership(row["club"], row["name"])

    def join(self, club: str, name: str) -> Membership:
        """From now on every change is told; the game that stands on the table at once."""
        with self.store.writing():
            found = self.membership()
            if found != Membership(club, name):
                self.leave()
                self.store.write(
                    "INSERT INTO uplink (id, club, name) VALUES (1, ?, ?)", (club, name)
                )
            if (playing := self.archive.playing()) is not None:
                self._note(playing.id)
        return Membership(club, name)

    def leave(self) -> None:
        """The table plays on alone; what the hub has not got yet, it never gets."""
        with self.store.writing():
            for table in ("uplink", "untold", "outbox"):
                self.store.write(f"DELETE FROM {table}")

    def _note(self, game_id: int) -> None:
        self.store.write("INSERT OR IGNORE INTO untold VALUES (?)", (game_id,))

    # ── writing, inside the transaction of the change ────────────────────────────────────────────

    def tell(self) -> None:
        """Make a row of each game that was changed; a game that cannot be read is told later."""
        for row in self.store.rows("SELECT game_id FROM untold ORDER BY game_id"):
            try:
                entry = self.archive.entry(row["game_id"])
                if not entry.match_uid.startswith(COPY):
                    self._append(game_json(self.archive, entry))
            except BookError as error:
                log.error("Game %d is not told to the hub: %s", row["game_id"], error)
                continue
            self.store.write("DELETE FROM untold WHERE game_id = ?", (row["game_id"],))

    def _append(self, told: dict[str, object]) -> None:
        seq = self.last() + 1
        # The version is the number of the row: it grows with each, also past a restored book.
        letter = {"boardpi": FORMAT, "version": seq, "games": [told]}
        self.store.write(
            "INSERT INTO outbox VALUES (?, ?, ?, ?)",
            (seq, str(told["uid"]), seq, json.dumps(letter, ensure_ascii=False)),
        )
        if seq % 500 == 0:
            self._prune(seq)

    def _prune(self, seq: int) -> None:
        row = self.store.row("SELECT count(*) AS rows FROM outbox")
        if row is not None and row["rows"] > PRUNED_AT:
            self.store.write("DELETE FROM outbox WHERE seq <= ?", (seq - KEPT,))

    # ── reading ──────────────────────────────────────────────────────────────────────────────────

    def last(self) -> int:
        """The number of the newest row that ever was."""
        row = self.store.row(
            "SELECT max(ifnull((SELECT max(seq) FROM outbox), 0),"
            " ifnull((SELECT base FROM uplink), 0)) AS seq"
        )
        return 0 if row is None else int(row["seq"])

    def first(self) -> int:
        """The number of the oldest row that is kept; one after the last if none is."""
        row = self.store.row("SELECT min(seq) AS seq FROM outbox")
        return self.last() + 1 if row is None or row["seq"] is None else int(row["seq"])

    def after(self, seq: int, most: int) -> list[OutboxRow]:
        """The next rows, in their order."""
        rows = self.store.rows(
            "SELECT seq, uid, version, payload FROM outbox WHERE seq > ? ORDER BY seq LIMIT ?",
            (seq, most),
        )
        return [OutboxRow(*row) for row in rows]

    def skip_to(self, seq: int) -> None:
        """The hub knows more than we do: this book was restored. New rows follow what it knows."""
        with self.store.writing():
            self.store.write("UPDATE uplink SET base = max(base, ?)", (seq,))


class Cursors:
    """Which letters each hub has, and which are under way. Usually there is one hub, named ""."""

    def __init__(self) -> None:
        self._has: dict[str, int] = {}
        self._sent: dict[str, int] = {}

    def hear(self, hub: str, seq: int) -> None:
        """A hub has everything up to this one; less than before, if it was restored."""
        before, self._has[hub] = self._has.get(hub), seq
        if before is None or seq < before or seq > self._sent[hub]:
            self._sent[hub] = seq

    def next(self) -> int | None:
        """After which letter to go on; None while too many are under way, or no hub is there."""
        ready = [sent for hub, sent in self._sent.items() if sent - self._has[hub] < AHEAD]
        return min(ready, default=None)

    def went(self, seq: int) -> None:
        """This letter went out; gaps in the numbers are letters that are no more."""
        for hub, sent in self._sent.items():
            if self._before <= sent < seq:
                self._sent[hub] = seq

    def begin(self, before: int) -> None:
        """The letters after this one go out now."""
        self._before = before

    def rewind(self) -> None:
        """What was not confirmed goes out again."""
        self._sent = dict(self._has)

    def restart(self, hub: str, seq: int) -> None:
        """Everything after this one goes out again, though the hub's number is higher."""
        self._sent[hub] = seq

    _before = 0
