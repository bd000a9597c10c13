"""Which lessons a player has come through, and how well."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from boardpi.club.players import Players
from boardpi.club.store import Store


@dataclass(frozen=True, slots=True)
class Progress:
    """One lesson of one player: the best of all times it was done. Times are ISO texts."""

    lesson: str
    stars: int
    mistakes: int
    times: int
    first: str
    last: str

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Lessons:
    """Every time is kept; what merged players have done counts for the one that is left."""

    store: Store
    players: Players

    def add(self, player_id: int, lesson: str, *, stars: int, mistakes: int) -> None:
        """A lesson was done to its end."""
        player = self.players.get(player_id)
        with self.store.writing():
            self.store.write(
                "INSERT INTO lesson_progress (player_id, lesson, stars, mistakes, at)"
                " VALUES (?, ?, ?, ?, ?)",
                (player.id, lesson, stars, mistakes, self.store.now()),
            )

    def of_player(self, player_id: int) -> list[Progress]:
        """All that this player has done, in the order of the first time."""
        player = self.players.get(player_id)
        rows = self.store.rows(
            "SELECT lesson, max(stars) AS stars, min(mistakes) AS mistakes, count(*) AS times,"
            " min(at) AS first, max(at) AS last FROM lesson_progress"
            " JOIN players ON players.id = player_id"
            " WHERE ifnull(merged_into, players.id) = ?"
            " GROUP BY lesson ORDER BY min(lesson_progress.id)",
            (player.id,),
        )
        return [Progress(**dict(row)) for row in rows]
