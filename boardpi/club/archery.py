"""Games of Archers in the book: a kind of their own, kept as texts, counted nowhere.

The book does not know their rules: whoever writes a turn has played it before.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from boardpi.club.days import note_archers_start
from boardpi.club.entries import OVER, PLAYING, UNFINISHED
from boardpi.club.errors import BadEntry
from boardpi.club.names import is_nameless, parse_name
from boardpi.club.store import Store
from boardpi.rules import Side
from boardpi.rules.holes import SIDES

MOST_GAMES: Final = 500
_SELECT: Final = (
    "SELECT *, (SELECT count(*) FROM archers_turns WHERE game_id = archers_games.id) AS turns"
    " FROM archers_games"
)


@dataclass(frozen=True, slots=True)
class KeptBattle:
    """One game without its turns; `turns` is how many there are."""

    id: int
    size: int
    kings: bool
    white: str | None
    black: str | None
    day: str
    state: str
    reason: str | None
    winner: Side | None
    turns: int


@dataclass(frozen=True, slots=True)
class Archery:
    """One game at most is being played; one that nobody has moved in is not kept."""

    store: Store

    def begin(self, size: int, *, kings: bool, white: str | None, black: str | None) -> KeptBattle:
        """A new game; the one that was being played is left unfinished."""
        names = [None if is_nameless(name) else parse_name(name or "") for name in (white, black)]
        with self.store.writing():
            playing = self.playing()
            if playing is not None:
                self._leave(playing)
            if self.count() >= MOST_GAMES:
                raise BadEntry(
                    f"the book keeps {MOST_GAMES} games of Archers: delete one first",
                    "archers_full",
                )
            number = self.store.write(
                "INSERT INTO archers_games (size, kings, white, black, day, started, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (size, int(kings), *names, self.store.today(), self.store.now(), PLAYING),
            )
            note_archers_start(self.store, number)
            return self.get(number)

    def _leave(self, game: KeptBattle) -> None:
        if game.turns:
            self.store.write(
                "UPDATE archers_games SET state = ?, ended = ? WHERE id = ?",
                (UNFINISHED, self.store.now(), game.id),
            )
        else:
            self.store.write("DELETE FROM archers_games WHERE id = ?", (game.id,))

    def record(self, game_id: int, number: int, turn: str) -> None:
        """The next turn of the game that is being played."""
        with self.store.writing():
            game = self.get(game_id)
            if game.state != PLAYING or number != game.turns + 1:
                raise BadEntry(
                    f"game {game_id} of Archers has {game.turns} turns and is {game.state}:"
                    f" turn {number} cannot be written",
                    "archers_moved",
                )
            self.store.write("INSERT INTO archers_turns VALUES (?, ?, ?)", (game_id, number, turn))

    def finish(self, game_id: int, reason: str, winner: Side | None) -> None:
        """The game is over."""
        letter = None if winner is None else winner.letter
        with self.store.writing():
            if self.get(game_id).state != PLAYING:
                raise BadEntry(f"game {game_id} of Archers is not being played", "archers_moved")
            self.store.write(
                "UPDATE archers_games SET state = ?, reason = ?, winner = ?, ended = ?"
                " WHERE id = ?",
                (OVER, reason, letter, self.store.now(), game_id),
            )

    def delete(self, game_id: int) -> None:
        """Remove a game for good, unless it is being played."""
        with self.store.writing():
            if self.get(game_id).state == PLAYING:
                raise BadEntry(
                    f"game {game_id} of Archers is being played: end it first", "archers_playing"
                )
            self.store.write("DELETE FROM archers_turns WHERE game_id = ?", (game_id,))
            self.store.write("DELETE FROM archers_games WHERE id = ?", (game_id,))

    def get(self, game_id: int) -> KeptBattle:
        """One game."""
        row = self.store.row(f"{_SELECT} WHERE id = ?", (game_id,))
        if row is None:
            raise BadEntry(f"there is no game {game_id} of Archers in the book")
        return _kept(row)

    def playing(self) -> KeptBattle | None:
        """The one that is being played."""
        row = self.store.row(f"{_SELECT} WHERE state = ?", (PLAYING,))
        return None if row is None else _kept(row)

    def newest(self, limit: int, offset: int = 0) -> list[KeptBattle]:
        """The last ones first."""
        rows = self.store.rows(f"{_SELECT} ORDER BY id DESC LIMIT ? OFFSET ?", (limit, offset))
        return [_kept(row) for row in rows]

    def turns(self, game_id: int) -> list[str]:
        """The turns of one game, in their order."""
        rows = self.store.rows(
            "SELECT turn FROM archers_turns WHERE game_id = ? ORDER BY number", (game_id,)
        )
        return [str(row["turn"]) for row in rows]

    def count(self) -> int:
        """How many games are kept."""
        row = self.store.row("SELECT count(*) AS many FROM archers_games")
        return 0 if row is None else int(row["many"])


def _kept(row: sqlite3.Row) -> KeptBattle:
    return KeptBattle(
        row["id"],
        row["size"],
        bool(row["kings"]),
        row["white"],
        row["black"],
        row["day"],
        row["state"],
        row["reason"],
        None if row["winner"] is None else SIDES[row["winner"]],
        row["turns"],
    )
