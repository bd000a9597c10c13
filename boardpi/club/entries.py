"""The entry of a game in the book, as it is read."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from boardpi.club.names import NAMELESS
from boardpi.rules import Outcome
from boardpi.rules.holes import SIDES

PLAYING, OVER, UNFINISHED = "playing", "over", "unfinished"

ENTRIES: Final = """
    SELECT games.*, matches.uid AS match_uid, rule_sets.name AS rules,
        white.id AS white_player, white.name AS white_name,
        black.id AS black_player, black.name AS black_name,
        (SELECT count(*) FROM moves WHERE moves.game_id = games.id) AS plies,
        games.id IN (SELECT game_id FROM unsure_days) AS is_day_unsure
    FROM games
    JOIN matches ON matches.id = games.match_id
    JOIN rule_sets ON rule_sets.id = games.rule_set_id
    LEFT JOIN players AS white_seat ON white_seat.id = games.white_id
    LEFT JOIN players AS white ON white.id = ifnull(white_seat.merged_into, white_seat.id)
    LEFT JOIN players AS black_seat ON black_seat.id = games.black_id
    LEFT JOIN players AS black ON black.id = ifnull(black_seat.merged_into, black_seat.id)
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One game. `outcome` is what counts: an organiser may have `corrected` the board's."""

    id: int
    uid: str
    match_id: int
    match_uid: str
    number: int
    rules: str
    white_id: int | None
    black_id: int | None
    white_name: str | None
    black_name: str | None
    table: str
    day: str
    started: str | None
    ended: str | None
    state: str
    outcome: Outcome | None
    corrected: bool
    plies: int
    deleted: str | None
    is_day_sure: bool = True  # False: it began before the clock was set

    @property
    def white(self) -> str:
        """The name at White's seat."""
        return self.white_name or NAMELESS[0]

    @property
    def black(self) -> str:
        """The name at Black's seat."""
        return self.black_name or NAMELESS[1]

    @property
    def result(self) -> str:
        """`5-0`, or `*` while nothing counts."""
        if self.outcome is None:
            return "*"
        return f"{self.outcome.points[0]}-{self.outcome.points[1]}"

    def to_json(self) -> dict[str, Any]:
        """For programs; the moves are told apart."""
        return {
            "id": self.id,
            "uid": self.uid,
            "match": self.match_uid,
            "number": self.number,
            "rules": self.rules,
            "white": self.white_name,
            "black": self.black_name,
            "table": self.table,
            "day": self.day,
            "started": self.started,
            "ended": self.ended,
            "state": self.state,
            "outcome": self.outcome.to_json() if self.outcome else None,
            "corrected": self.corrected,
            "plies": self.plies,
            "deleted": self.deleted,
            "is_day_sure": self.is_day_sure,
        }


def entry_of(row: sqlite3.Row) -> Entry:
    """The entry of a row of ENTRIES."""
    return Entry(
        id=row["id"],
        uid=row["uid"],
        match_id=row["match_id"],
        match_uid=row["match_uid"],
        number=row["number"],
        rules=row["rules"],
        white_id=row["white_player"],
        black_id=row["black_player"],
        white_name=row["white_name"],
        black_name=row["black_name"],
        table=row["table_name"],
        day=row["day"],
        started=row["started"],
        ended=row["ended"],
        state=row["state"],
        outcome=outcome_of(row),
        corrected=bool(row["corrected"]),
        plies=row["plies"],
        deleted=row["deleted"],
        is_day_sure=not row["is_day_unsure"],
    )


def outcome_of(row: sqlite3.Row) -> Outcome | None:
    """The outcome that a row of games tells."""
    if row["reason"] is None:
        return None
    winner = None if row["winner"] is None else SIDES[row["winner"]]
    return Outcome(row["reason"], winner, (row["white_points"], row["black_points"]))
