"""What was changed after it had been written: take-backs, amendments, corrections."""

from __future__ import annotations

import json
from dataclasses import dataclass

from boardpi.club.errors import BookDamaged
from boardpi.club.store import Store
from boardpi.documents import read_json

TABLE, ORGANISER, ARBITER = "table", "organiser", "arbiter"
RULING = "ruling"
BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """One line of the history. `before` and `after` are what JSON can hold."""

    at: str
    who: str
    what: str
    before: object
    after: object
    game_id: int | None = None
    player_id: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Lines are added, never altered."""

    store: Store

    def add(
        self,
        who: str,
        what: str,
        before: object,
        after: object,
        *,
        game_id: int | None = None,
        player_id: int | None = None,
    ) -> None:
        """Add a line, inside the transaction that makes the change."""
        self.store.write(
            "INSERT INTO history (at, who, what, game_id, player_id, before, after)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (self.store.now(), who, what, game_id, player_id, _text(before), _text(after)),
        )

    def of_game(self, game_id: int) -> list[LoggedChange]:
        """The lines of one game, oldest first."""
        return self._read("WHERE game_id = ? ORDER BY id", game_id)

    def of_player(self, player_id: int) -> list[LoggedChange]:
        """The lines of one player, oldest first."""
        return self._read("WHERE player_id = ? ORDER BY id", player_id)

    def latest(self, count: int = 50) -> list[LoggedChange]:
        """The last lines, newest first."""
        return self._read("ORDER BY id DESC LIMIT ?", count)

    def _read(self, which: str, value: int) -> list[LoggedChange]:
        rows = self.store.rows(f"SELECT * FROM history {which}", (value,))
        return [
            LoggedChange(
                row["at"],
                row["who"],
                row["what"],
                self._value(row["before"]),
                self._value(row["after"]),
                row["game_id"],
                row["player_id"],
            )
            for row in rows
        ]

    def _value(self, text: str) -> object:
        return read_json(
            text, lambda problem: BookDamaged(self.store.path, f"the history: {problem}")
        )


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
