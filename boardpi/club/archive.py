"""All games that were ever written: finding them, reading them whole, knowing them again."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from boardpi.club.entries import ENTRIES, PLAYING, UNFINISHED, Entry, entry_of
from boardpi.club.errors import BadEntry, BookDamaged
from boardpi.club.names import fold, is_nameless
from boardpi.club.periods import ALWAYS, Period
from boardpi.club.rulebook import Rulebook
from boardpi.club.store import Store, Value
from boardpi.rules import Game, RulesError, Side, parse_move, parse_position
from boardpi.rules.holes import SIDES
from boardpi.rules.outcome import AGREED, RESIGNED

OPENING_PLIES: Final = 40


@dataclass(frozen=True, slots=True)
class Ply:
    """One move as it was written: its text, the position after it, its moment in the game."""

    ply: int
    move: str
    position: str
    ms: int


@dataclass(frozen=True, slots=True)
class OpeningMove:
    """A move that was played in a position: how often, who won, and all points of both sides."""

    move: str
    games: int
    white: int
    black: int
    white_points: int
    black_points: int


@dataclass(frozen=True, slots=True)
class Search:
    """Which games: everything that is given must be true of them."""

    text: str = ""  # part of a player's name, a club or a table
    player_id: int | None = None
    rules: str | None = None
    period: Period = ALWAYS
    state: str | None = None
    in_bin: bool = False
    limit: int = 1000
    offset: int = 0
    game: str | None = None  # `jasir` or `jarmo`


@dataclass(frozen=True, slots=True)
class Archive:
    """All games that were ever written."""

    store: Store
    rulebook: Rulebook

    def entry(self, game_id: int) -> Entry:
        """The entry of one game."""
        row = self.store.row(f"{ENTRIES} WHERE games.id = ?", (game_id,))
        if row is None:
            raise BadEntry(f"there is no game {game_id}")
        return entry_of(row)

    def count(self) -> int:
        """How many games the book has, those in the bin among them."""
        row = self.store.row("SELECT count(*) AS games FROM games")
        return int(row["games"]) if row else 0

    def last(self) -> Entry | None:
        """The game that was last begun at this table."""
        return self._newest("NOT imported")

    def playing(self) -> Entry | None:
        """The game that stands on the table."""
        return self._newest("state = 'playing'")

    def _newest(self, where: str) -> Entry | None:
        row = self.store.row(
            f"{ENTRIES} WHERE deleted IS NULL AND {where} ORDER BY games.id DESC LIMIT 1"
        )
        return None if row is None else entry_of(row)

    def unfinished(self) -> list[Entry]:
        """Games without an end, newest first: the one on the table and those that were left."""
        rows = self.store.rows(
            f"{ENTRIES} WHERE state IN (?, ?) AND deleted IS NULL ORDER BY games.id DESC",
            (PLAYING, UNFINISHED),
        )
        return [entry_of(row) for row in rows]

    def match(self, match_id: int) -> list[Entry]:
        """The games of one match, in their order, those left unfinished among them."""
        rows = self.store.rows(
            f"{ENTRIES} WHERE match_id = ? AND deleted IS NULL ORDER BY number, games.id",
            (match_id,),
        )
        return [entry_of(row) for row in rows]

    def search(self, search: Search = Search()) -> list[Entry]:  # noqa: B008  a frozen value
        """The games that are meant, newest first."""
        sets = None if search.game is None else self.rulebook.of_game(search.game)
        where, values = _conditions(search, sets)
        rows = self.store.rows(
            f"{ENTRIES} WHERE {where} ORDER BY day DESC, games.id DESC LIMIT ? OFFSET ?",
            (*values, search.limit, search.offset),
        )
        return [entry_of(row) for row in rows]

    def plies(self, game_id: int) -> list[Ply]:
        """The moves of one game."""
        rows = self.store.rows(
            "SELECT ply, move, position, ms FROM moves WHERE game_id = ? ORDER BY ply", (game_id,)
        )
        return [Ply(*row) for row in rows]

    def game(self, game_id: int) -> Game:
        """The game itself, replayed; a replay that differs from what was written is damage."""
        row = self.store.row("SELECT * FROM games WHERE id = ?", (game_id,))
        if row is None:
            raise BadEntry(f"there is no game {game_id}")
        plies = self.plies(game_id)
        try:
            game = self._replay(row, plies)
        except RulesError as error:
            raise BookDamaged(self.store.path, f"game {game_id}: {error}") from error
        if [str(position) for position in game.positions[1:]] != [p.position for p in plies]:
            raise BookDamaged(self.store.path, f"game {game_id}: moves and positions disagree")
        return game

    def openings(self, rules: str, position: str) -> list[OpeningMove]:
        """What was played in this position, by whatever way it came, and how those games ended."""
        rows = self.store.rows(
            "SELECT next.move AS move, count(*) AS games, sum(winner IS 'w') AS white,"
            " sum(winner IS 'b') AS black, sum(white_points) AS white_points,"
            " sum(black_points) AS black_points FROM moves AS next"
            " JOIN games ON games.id = next.game_id"
            " JOIN rule_sets ON rule_sets.id = games.rule_set_id"
            " LEFT JOIN moves AS before"
            " ON before.game_id = next.game_id AND before.ply = next.ply - 1"
            " WHERE rule_sets.name = ? AND state = 'over' AND deleted IS NULL"
            " AND next.ply <= ? AND ifnull(before.position, games.start) = ?"
            " GROUP BY next.move ORDER BY games DESC, move",
            (rules, OPENING_PLIES, position),
        )
        return [OpeningMove(**{key: row[key] for key in row.keys()}) for row in rows]  # noqa: SIM118

    def _replay(self, row: sqlite3.Row, plies: list[Ply]) -> Game:
        ended, resigned = _end_by_players(row)
        return Game(
            self.rulebook.get(row["rule_set_id"]),
            parse_position(row["start"]),
            tuple(parse_move(ply.move) for ply in plies),
            bool(row["any_first"]),
            ended,
            resigned,
        )


def _end_by_players(row: sqlite3.Row) -> tuple[str | None, Side | None]:
    """How the players ended it, if not the board; a correction changes the score, not the game."""
    if row["resigned"] is not None:
        return RESIGNED, SIDES[row["resigned"]]
    return (AGREED, None) if row["agreed"] else (None, None)


def _conditions(search: Search, sets: list[int] | None) -> tuple[str, list[Value]]:
    """The conditions of a search and the values that are bound to them."""
    first, last = search.period.bounds()
    found: list[tuple[str, list[Value]]] = [
        (f"deleted IS {'NOT ' if search.in_bin else ''}NULL", []),
        ("day BETWEEN ? AND ?", [first, last]),
    ]
    if search.text:
        texts = ("white.name", "black.name", "white.club", "black.club", "table_name")
        part = " OR ".join(f"instr(fold({text}), ?)" for text in texts)
        found.append((f"({part})", [fold(search.text)] * len(texts)))
    if search.player_id is not None:
        found.append(("? IN (white.id, black.id)", [search.player_id]))
    if search.rules is not None:
        found.append(("rule_sets.name = ?", [search.rules]))
    if sets is not None:
        found.append(("rule_sets.id IN (SELECT value FROM json_each(?))", [json.dumps(sets)]))
    if search.state is not None:
        found.append(("state = ?", [search.state]))
    return " AND ".join(part for part, _ in found), [v for _, values in found for v in values]


def fingerprint(game: Game, white: str | None, black: str | None, day: str) -> str:
    """A hash over rules, start, moves, names and day."""
    names = ["" if name is None or is_nameless(name) else fold(name) for name in (white, black)]
    moves = [str(move) for move in game.moves]
    content = json.dumps([game.rules.name, str(game.start), moves, *names, day])
    return hashlib.sha256(content.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """All that a game ever had: it is still the same game after its players got their names."""

    store: Store
    archive: Archive

    def take(self, game_ids: Iterable[int]) -> None:
        """Take the fingerprints of games as they are now; inside a transaction."""
        for game_id in game_ids:
            self.store.write(
                "INSERT OR IGNORE INTO fingerprints VALUES (?, ?)", (self._print(game_id), game_id)
            )

    def find(self, wanted: str) -> int | None:
        """The game that has, or had, this fingerprint."""
        row = self.store.row(
            "SELECT min(game_id) AS game_id FROM fingerprints WHERE print = ?", (wanted,)
        )
        if row is not None and row["game_id"] is not None:
            return int(row["game_id"])
        playing = self.archive.playing()
        return playing.id if playing and self._print(playing.id) == wanted else None

    def _print(self, game_id: int) -> str:
        entry = self.archive.entry(game_id)
        return fingerprint(self.archive.game(game_id), entry.white, entry.black, entry.day)
