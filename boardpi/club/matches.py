"""Two games with sides switched, and which game comes next."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from boardpi.club.archive import Archive
from boardpi.club.entries import OVER, UNFINISHED, Entry
from boardpi.club.store import Store


@dataclass(frozen=True, slots=True)
class Place:
    """Where a new game goes: its match (None = a new one), its number, its seats."""

    match_id: int | None = None
    number: int = 1
    white_id: int | None = None
    black_id: int | None = None


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match as the book tells it. `one` plays White in the first game, Black in the second."""

    id: int
    one: str
    two: str
    points: tuple[int, int]
    games: tuple[Entry, ...]

    @property
    def is_over(self) -> bool:
        """Both games have their result."""
        return {game.number for game in self.games if game.state == OVER} == {1, 2}

    @property
    def winner(self) -> str | None:
        """Who has more points when it is over; nobody in a drawn match."""
        if not self.is_over or self.points[0] == self.points[1]:
            return None
        return self.one if self.points[0] > self.points[1] else self.two

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "id": self.id,
            "one": self.one,
            "two": self.two,
            "points": list(self.points),
            "over": self.is_over,
            "winner": self.winner,
            "games": [game.id for game in self.games],
        }


@dataclass(frozen=True, slots=True)
class Matches:
    """All matches."""

    store: Store
    archive: Archive

    def score(self, match_id: int) -> MatchScore:
        """Who leads, over the games that have a result."""
        games = tuple(self.archive.match(match_id))
        points = [0, 0]
        for game in games:
            white, black = game.outcome.points if game.outcome else (0, 0)
            points[game.number - 1] += white
            points[2 - game.number] += black
        return MatchScore(match_id, *_names(games), (points[0], points[1]), games)

    def add(self, uid: str | None = None) -> int:
        """The number of a new match; inside a transaction."""
        return self.store.write(
            "INSERT INTO matches (uid) VALUES (?)", (uid or uuid.uuid4().hex[:12],)
        )

    def find(self, uid: str) -> int | None:
        """The number of the match with this uid."""
        row = self.store.row("SELECT id FROM matches WHERE uid = ?", (uid,))
        return None if row is None else int(row["id"])

    def place(self, uid: str | None, white: int | None, black: int | None) -> Place:
        """Where the first game of these players goes; inside a transaction."""
        if uid is None:
            return Place(None, 1, white, black)
        match_id = self.find(uid)
        if match_id is None:
            return Place(self.add(uid), 1, white, black)
        if self.is_free(match_id, 1):
            return Place(match_id, 1, white, black)
        return Place(match_id if self.is_free(match_id, 2) else None, 2, black, white)

    def after(self, previous: Entry, rules: str) -> Place:
        """Where the game after this one goes: every finished game switches sides.

        A game that was left counts for nothing, so it is played again from the same seats.
        """
        same_rules = previous.rules == rules
        if previous.state == UNFINISHED or previous.deleted is not None:
            keeps = same_rules and self.is_free(previous.match_id, previous.number)
            match_id, number = (previous.match_id, previous.number) if keeps else (None, 1)
            return Place(match_id, number, previous.white_id, previous.black_id)
        second = same_rules and previous.number == 1 and self.is_free(previous.match_id, 2)
        match_id, number = (previous.match_id, 2) if second else (None, 1)
        return Place(match_id, number, previous.black_id, previous.white_id)

    def is_free(self, match_id: int, number: int) -> bool:
        """Whether no game that counts, or is being played, has this number in the match."""
        found = self.store.row(
            "SELECT 1 FROM games WHERE match_id = ? AND number = ?"
            " AND state <> 'unfinished' AND deleted IS NULL",
            (match_id, number),
        )
        return found is None

    def make_room(self, game_id: int) -> None:
        """Give a game that comes to count a match of its own if its place has been taken since."""
        entry = self.archive.entry(game_id)
        if not self.is_free(entry.match_id, entry.number):
            self.store.write("UPDATE games SET match_id = ? WHERE id = ?", (self.add(), game_id))


def _names(games: tuple[Entry, ...]) -> tuple[str, str]:
    """The two players by the last game: names may have been given after the first."""
    if not games:
        return "White", "Black"
    last = games[-1]
    return (last.white, last.black) if last.number == 1 else (last.black, last.white)
