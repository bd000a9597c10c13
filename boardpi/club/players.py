"""The people who play, and the lessons that they have come through."""

from __future__ import annotations

import sqlite3
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Any, Final

from boardpi.club.errors import BadEntry
from boardpi.club.history import ORGANISER, History
from boardpi.club.names import coach_level, fold, is_nameless, parse_club, parse_name, spell
from boardpi.club.store import Store
from boardpi.rules import Side
from boardpi.rules.holes import SIDES

COACHES: Final = "coach [1-9]"
"""The folded names of the coach, for SQLite's GLOB."""


@dataclass(frozen=True, slots=True)
class Player:
    """One of them. `prefers` is the colour they like to begin with."""

    id: int
    name: str
    club: str = ""
    prefers: Side | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        prefers = None if self.prefers is None else self.prefers.letter
        return {"id": self.id, "name": self.name, "club": self.club, "prefers": prefers}


@dataclass(frozen=True, slots=True)
class Players:
    """All of them. A name belongs to one player, however it is capitalised."""

    store: Store
    history: History

    def add(self, name: str, club: str = "", prefers: Side | None = None) -> Player:
        """Write down a new player."""
        name, club = _parse_person(name), parse_club(club)
        return self._add(name, club, prefers)

    def _add(self, name: str, club: str = "", prefers: Side | None = None) -> Player:
        with self.store.writing():
            self._check_free(name)
            number = self.store.write(
                "INSERT INTO players (name, folded, club, prefers) VALUES (?, ?, ?, ?)",
                (name, fold(name), club, _letter(prefers)),
            )
        return Player(number, name, club, prefers)

    def get(self, number: int) -> Player:
        """The player of this number, or the one that it was merged into."""
        return _player(self._row("id = ?", number, f"no player has the number {number}"))

    def find(self, name: str) -> Player | None:
        """The player of this name; a name that was merged finds the player it became."""
        row = self.store.row("SELECT * FROM players WHERE folded = ?", (fold(parse_name(name)),))
        if row is None:
            return None
        return self.get(row["merged_into"]) if row["merged_into"] else _player(row)

    def named(self, name: str) -> Player:
        """The player of this name; an unknown one is refused with the nearest known one."""
        player = self.find(name)
        if player is None:
            near = get_close_matches(name, [known.name for known in self.all()], 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise BadEntry(f"there is no player {name!r}{hint}")
        return player

    def merged_entry(self, name: str) -> int:
        """The number of the entry of this name that has become part of another player."""
        row = self.store.row("SELECT * FROM players WHERE folded = ?", (fold(parse_name(name)),))
        if row is None or row["merged_into"] is None:
            raise BadEntry(f"{self.named(name).name!r} was not merged with anybody", "not_merged")
        return int(row["id"])

    def seat(self, name: str | None) -> int | None:
        """The number of the player who takes a seat, written down if new; None stays nameless.

        The coach takes one by its name, too.
        """
        if name is None or is_nameless(name):
            return None
        return (self.find(name) or self._add(parse_name(name))).id

    def all(self) -> list[Player]:
        """Everybody but the coach, by name."""
        rows = self.store.rows(
            "SELECT * FROM players WHERE merged_into IS NULL AND folded NOT GLOB ? ORDER BY folded",
            (COACHES,),
        )
        return sorted(map(_player, rows), key=lambda player: spell(player.name))

    def rename(self, number: int, name: str, who: str = ORGANISER) -> Player:
        """Give a player another name; the games go with it."""
        name, player = _parse_person(name), self.get(number)
        with self.store.writing():
            if fold(name) != fold(player.name):
                self._check_free(name)
            self.store.write(
                "UPDATE players SET name = ?, folded = ? WHERE id = ?",
                (name, fold(name), player.id),
            )
            self.history.add(who, "rename", player.name, name, player_id=player.id)
        return self.get(number)

    def describe(
        self, number: int, club: str, prefers: Side | None, who: str = ORGANISER
    ) -> Player:
        """Set club and preferred colour."""
        before, club = self.get(number), parse_club(club)
        with self.store.writing():
            self.store.write(
                "UPDATE players SET club = ?, prefers = ? WHERE id = ?",
                (club, _letter(prefers), before.id),
            )
            after = self.get(number)
            self.history.add(
                who, "describe", before.to_json(), after.to_json(), player_id=before.id
            )
        return after

    def merge(self, number: int, into: int, who: str = ORGANISER) -> Player:
        """Two entries are one person: games of the first count for the second from now on."""
        one, two = self.get(number), self.get(into)
        if one.id == two.id:
            raise BadEntry(
                f"{one.name!r} and {two.name!r} are the same player already", "same_player"
            )
        with self.store.writing():
            self._check_strangers(one, two)
            self.store.write(
                "UPDATE players SET merged_into = ? WHERE id = ? OR merged_into = ?",
                (two.id, one.id, one.id),
            )
            self.history.add(who, "merge", one.to_json(), two.to_json(), player_id=two.id)
        return two

    def merged(self, number: int) -> list[Player]:
        """The entries that have become this player, by name."""
        rows = self.store.rows("SELECT * FROM players WHERE merged_into = ?", (number,))
        return sorted(map(_player, rows), key=lambda player: spell(player.name))

    def split(self, number: int, who: str = ORGANISER) -> Player:
        """An entry that was merged is a player again, with the games and entries it had then."""
        with self.store.writing():
            whole = self.get(number)
            if whole.id == number:
                raise BadEntry(f"{whole.name!r} was not merged with anybody", "not_merged")
            self._part(number, whole.id)
            back = self.get(number)
            self.history.add(who, "split", whole.to_json(), back.to_json(), player_id=back.id)
        return back

    def _part(self, number: int, whole: int) -> None:
        self.store.write("UPDATE players SET merged_into = NULL WHERE id = ?", (number,))
        for one in self._followers(number):
            self.store.write(
                "UPDATE players SET merged_into = ? WHERE id = ? AND merged_into = ?",
                (number, one, whole),
            )

    def _followers(self, number: int) -> set[int]:
        """Who had been merged with this entry, or with one of those, the last time they were."""
        rows = self.store.rows(
            "SELECT json_extract(before, '$.id') AS one, player_id, max(id) FROM history"
            " WHERE what = 'merge' GROUP BY one"
        )
        found, more = set[int](), {number}
        while more:
            found |= more
            more = {row["one"] for row in rows if row["player_id"] in more} - found
        return found - {number}

    def _check_strangers(self, one: Player, two: Player) -> None:
        row = self.store.row(
            "SELECT count(*) AS games FROM games"
            " JOIN players AS w ON w.id = white_id JOIN players AS b ON b.id = black_id"
            " WHERE (ifnull(w.merged_into, w.id), ifnull(b.merged_into, b.id))"
            " IN (VALUES (?1, ?2), (?2, ?1))",
            (one.id, two.id),
        )
        if row is not None and row["games"]:
            raise BadEntry(
                f"{one.name!r} and {two.name!r} have played each other ({row['games']} games): "
                "they are two people",
                "two_people",
            )

    def _check_free(self, name: str) -> None:
        row = self.store.row("SELECT name FROM players WHERE folded = ?", (fold(name),))
        if row is not None:
            raise BadEntry(f"there is a player {row['name']!r} already", "name_taken")

    def _row(self, where: str, value: int, complaint: str) -> sqlite3.Row:
        row = self.store.row(f"SELECT * FROM players WHERE {where}", (value,))
        if row is None:
            raise BadEntry(complaint)
        return self._row(where, row["merged_into"], complaint) if row["merged_into"] else row


def _parse_person(name: str) -> str:
    name = parse_name(name)
    if coach_level(name) is not None:
        raise BadEntry(f"{name!r} is how the coach is called: choose another name", "bad_name")
    return name


def seats_for(one: Player, two: Player) -> tuple[Player, Player]:
    """Who plays White and who Black first: as they came, or turned where that suits."""
    turning_suits = one.prefers is Side.BLACK or two.prefers is Side.WHITE
    turning_harms = one.prefers is Side.WHITE or two.prefers is Side.BLACK
    return (two, one) if turning_suits and not turning_harms else (one, two)


def _player(row: sqlite3.Row) -> Player:
    prefers = None if row["prefers"] is None else SIDES[row["prefers"]]
    return Player(row["id"], row["name"], row["club"], prefers)


def _letter(side: Side | None) -> str | None:
    return None if side is None else side.letter


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

    def best(self) -> list[tuple[int, str, int]]:
        """Everybody's best: the player, the lesson or puzzle, its stars; by name."""
        rows = self.store.rows(
            "SELECT one.id AS id, lesson, max(stars) AS stars FROM lesson_progress"
            " JOIN players ON players.id = player_id"
            " JOIN players AS one ON one.id = ifnull(players.merged_into, players.id)"
            " GROUP BY one.id, lesson ORDER BY one.name, one.id, lesson"
        )
        return [(row["id"], row["lesson"], row["stars"]) for row in rows]

    def attempts(self, player_id: int) -> list[tuple[str, int, str]]:
        """Every time this player has done a lesson or a puzzle: which, its stars, and when."""
        player = self.players.get(player_id)
        rows = self.store.rows(
            "SELECT lesson, stars, at FROM lesson_progress"
            " JOIN players ON players.id = player_id"
            " WHERE ifnull(merged_into, players.id) = ? ORDER BY at, lesson_progress.id",
            (player.id,),
        )
        return [(row["lesson"], row["stars"], row["at"]) for row in rows]
