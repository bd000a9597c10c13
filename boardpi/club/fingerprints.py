"""What a game is known by when a file brings it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass

from boardpi.club.names import fold, is_nameless
from boardpi.club.shelf import Shelf
from boardpi.club.store import Store
from boardpi.rules import Game


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
    shelf: Shelf

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
        playing = self.shelf.playing()
        return playing.id if playing and self._print(playing.id) == wanted else None

    def _print(self, game_id: int) -> str:
        entry = self.shelf.entry(game_id)
        return fingerprint(self.shelf.game(game_id), entry.white, entry.black, entry.day)
