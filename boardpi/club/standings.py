"""Who stands where: sums over finished games, over players, and of two players alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from boardpi.club.periods import ALWAYS, Period
from boardpi.club.rulebook import GAMES, Rulebook
from boardpi.club.store import Store, Value

# One row per seat with a name; games against the coach are practice.
# `points` and `against` are of the game, as its rule set counts.
SEATS: Final = """
    WITH counted AS (
        SELECT games.id, match_id, winner, white_points, black_points,
            ifnull(w.merged_into, w.id) AS white, ifnull(b.merged_into, b.id) AS black
        FROM games
        JOIN rule_sets ON rule_sets.id = rule_set_id
        LEFT JOIN players AS w ON w.id = white_id
        LEFT JOIN players AS b ON b.id = black_id
        WHERE state = 'over' AND deleted IS NULL AND day BETWEEN ? AND ?
            AND ifnull(w.folded, '') NOT GLOB 'coach [1-9]'
            AND ifnull(b.folded, '') NOT GLOB 'coach [1-9]'
            AND (? IS NULL OR rule_sets.name = ?)
            AND (? IS NULL OR rule_sets.id IN (SELECT value FROM json_each(?)))
    ),
    seats AS (
        SELECT match_id, white AS player, black AS rival, white_points AS points,
            black_points AS against, winner IS 'w' AS won, winner IS 'b' AS lost
        FROM counted WHERE white IS NOT NULL
        UNION ALL
        SELECT match_id, black, white, black_points, white_points, winner IS 'b', winner IS 'w'
        FROM counted WHERE black IS NOT NULL
    ),
    pairs AS (
        SELECT player, rival, sum(points) > sum(against) AS won, sum(points) < sum(against) AS lost
        FROM seats WHERE rival IS NOT NULL
        GROUP BY match_id, player, rival HAVING count(*) = 2
    )
"""

SUMS: Final = """
    count(*) AS games, sum(won) AS won, sum(NOT won AND NOT lost) AS drawn, sum(lost) AS lost,
    sum(points) AS points, sum(against) AS against
"""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which games count: days, rule set, games among these players only, `jasir` or `jarmo` only.

    None is all of them.
    """

    period: Period = ALWAYS
    rules: str | None = None
    players: frozenset[int] | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What one player has. Matches are those of which both games count."""

    rank: int
    player_id: int
    name: str
    club: str
    games: int
    won: int
    drawn: int
    lost: int
    points: int
    against: int
    matches: int
    matches_won: int
    matches_lost: int

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Standings:
    """Computed from the games each time: a correction counts at once."""

    store: Store
    rulebook: Rulebook

    def by_game(self, selection: Selection) -> list[tuple[str, list[Standing]]]:
        """A table for each game of which somebody has played one: `jasir`, then `jarmo`."""
        chosen = [selection.game] if selection.game else GAMES
        tables = [(game, self.table(replace(selection, game=game))) for game in chosen]
        return [(game, rows) for game, rows in tables if rows]

    def table(self, selection: Selection = Selection()) -> list[Standing]:  # noqa: B008  frozen
        """Everybody who played, best first: points, then games won, then fewer points against."""
        among, chosen = _among(selection)
        rows = self.store.rows(
            f"{SEATS}, sums AS (SELECT player, {SUMS} FROM seats WHERE {among} GROUP BY player),"
            " doubles AS (SELECT player, count(*) AS matches, sum(won) AS matches_won,"
            f" sum(lost) AS matches_lost FROM pairs WHERE {among} GROUP BY player)"
            " SELECT sums.*, ifnull(matches, 0) AS matches, ifnull(matches_won, 0) AS matches_won,"
            " ifnull(matches_lost, 0) AS matches_lost, name, club FROM sums"
            " JOIN players ON players.id = sums.player LEFT JOIN doubles USING (player)"
            " ORDER BY points DESC, sums.won DESC, against, folded",
            (*self._counted(selection), *chosen, *chosen),
        )
        return list(_ranked([dict(row) for row in rows]))

    def opponents(self, player_id: int, selection: Selection = Selection()) -> list[Standing]:  # noqa: B008  frozen
        """What one player has against each other; `name` is the opponent's."""
        rows = self.store.rows(
            f"{SEATS}, sums AS (SELECT rival, {SUMS} FROM seats WHERE player = ? GROUP BY rival),"
            " doubles AS (SELECT rival, count(*) AS matches, sum(won) AS matches_won,"
            " sum(lost) AS matches_lost FROM pairs WHERE player = ? GROUP BY rival)"
            " SELECT sums.*, rival AS player, ifnull(matches, 0) AS matches,"
            " ifnull(matches_won, 0) AS matches_won, ifnull(matches_lost, 0) AS matches_lost,"
            " name, club FROM sums"
            " JOIN players ON players.id = sums.rival LEFT JOIN doubles USING (rival)"
            " ORDER BY games DESC, folded",
            (*self._counted(selection), player_id, player_id),
        )
        return [_standing(0, dict(row)) for row in rows]

    def head_to_head(
        self,
        one: int,
        two: int,
        selection: Selection = Selection(),  # noqa: B008  frozen
    ) -> Standing | None:
        """What `one` has against `two`; None if they never met."""
        return next((s for s in self.opponents(one, selection) if s.player_id == two), None)

    def nameless(self, selection: Selection = Selection()) -> int:  # noqa: B008  frozen
        """How many finished games count for nobody, because a seat has no name."""
        row = self.store.row(
            f"{SEATS} SELECT count(*) AS games FROM counted WHERE white IS NULL OR black IS NULL",
            self._counted(selection),
        )
        return int(row["games"]) if row else 0

    def _counted(self, selection: Selection) -> tuple[Value, ...]:
        rules, game = selection.rules, selection.game
        sets = None if game is None else json.dumps(self.rulebook.of_game(game))
        return (*selection.period.bounds(), rules, rules, sets, sets)


def _among(selection: Selection) -> tuple[str, list[Value]]:
    if selection.players is None:
        return "1", []
    ids: list[Value] = list(selection.players)
    marks = ", ".join("?" * len(ids))
    return f"player IN ({marks}) AND rival IN ({marks})", ids + ids


def _ranked(rows: list[dict[str, Any]]) -> Iterator[Standing]:
    """Equal in everything that is counted is equal in rank."""
    rank, before = 0, None
    for number, row in enumerate(rows, 1):
        now = (row["points"], row["won"], row["against"])
        rank = rank if now == before else number
        before = now
        yield _standing(rank, row)


def _standing(rank: int, row: dict[str, Any]) -> Standing:
    keys = ("name", "club", "games", "won", "drawn", "lost", "points", "against")
    sums = (row[key] for key in (*keys, "matches", "matches_won", "matches_lost"))
    return Standing(rank, row["player"], *sums)
