"""Writing games from files into the book, each once."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from boardpi.club.archive import Archive, Fingerprints, fingerprint
from boardpi.club.corrections import check_outcome
from boardpi.club.entries import OVER, UNFINISHED
from boardpi.club.errors import BadEntry
from boardpi.club.games import columns_of
from boardpi.club.matches import Matches
from boardpi.club.names import fold
from boardpi.club.players import Players
from boardpi.club.rulebook import Rulebook
from boardpi.club.store import Store
from boardpi.club.transfer.imports import Incoming

PORTION_SECONDS: Final = 0.1  # of one transaction
PAUSE_SECONDS: Final = 0.12  # SQLite looks for a free book every 0.1 s


@dataclass(frozen=True, slots=True)
class Arrived:
    """One game of a file: its number in the book, and whether it had been there already."""

    game_id: int
    is_new: bool


def check_seats(games: list[Incoming]) -> None:
    """Refuse the whole file for what can be seen before anything is written."""
    for game in games:
        if game.white and game.black and fold(game.white) == fold(game.black):
            raise BadEntry(f"{game.white!r} cannot sit on both sides")


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The door of the book."""

    store: Store
    archive: Archive
    rulebook: Rulebook
    players: Players
    matches: Matches
    fingerprints: Fingerprints

    def add(self, games: list[Incoming]) -> list[Arrived]:
        """Write the games of one file, in portions: the table writes its moves between them.

        A file that breaks off is brought in again: what arrived before is known.
        """
        check_seats(games)
        arrived: list[Arrived] = []
        while len(arrived) < len(games):
            with self.store.writing():
                until = time.monotonic() + PORTION_SECONDS
                arrived.append(self._add(games[len(arrived)]))
                while len(arrived) < len(games) and time.monotonic() < until:
                    arrived.append(self._add(games[len(arrived)]))
            if len(arrived) < len(games):
                time.sleep(PAUSE_SECONDS)
        return arrived

    def _add(self, incoming: Incoming) -> Arrived:
        known = self._find(incoming)
        if known is not None:
            return Arrived(known, False)
        seats = self.players.seat(incoming.white), self.players.seat(incoming.black)
        if seats[0] is not None and seats[0] == seats[1]:
            raise BadEntry(f"{incoming.white!r} cannot sit on both sides")
        game_id = self._write(incoming, seats)
        self._write_moves(game_id, incoming)
        self.fingerprints.take([game_id])
        return Arrived(game_id, True)

    def _find(self, incoming: Incoming) -> int | None:
        row = self.store.row("SELECT id FROM games WHERE uid = ?", (incoming.uid,))
        if row is not None:
            return int(row["id"])
        return self.fingerprints.find(
            fingerprint(incoming.game, incoming.white, incoming.black, incoming.day)
        )

    def _write(self, incoming: Incoming, seats: tuple[int | None, int | None]) -> int:
        game, outcome = incoming.game, incoming.outcome
        columns = columns_of(check_outcome(outcome)) if outcome else (None, None, None, None)
        return self.store.write(
            "INSERT INTO games (uid, match_id, number, rule_set_id, white_id, black_id, table_name,"
            " start, any_first, day, started, ended, state, agreed, resigned, reason, winner,"
            " white_points, black_points, corrected, imported)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
            (
                incoming.uid,
                self._match(incoming, seats),
                incoming.number,
                self.rulebook.number(game.rules),
                *seats,
                incoming.table,
                str(game.start),
                game.any_first,
                incoming.day,
                incoming.started,
                incoming.ended,
                OVER if outcome else UNFINISHED,
                game.ended == "agreed",
                None if game.resigned is None else game.resigned.letter,
                *columns,
                incoming.corrected,
            ),
        )

    def _match(self, incoming: Incoming, seats: tuple[int | None, int | None]) -> int:
        """The match that a file names, if this game fits into it; else a new one."""
        if incoming.match_uid is None:
            return self.matches.add()
        row = self.store.row("SELECT id FROM matches WHERE uid = ?", (incoming.match_uid,))
        if row is None:
            return self.matches.add(incoming.match_uid)
        match_id = int(row["id"])
        fits = self.matches.is_free(match_id, incoming.number) and all(
            (game.white_id, game.black_id)
            == (seats if game.number == incoming.number else (seats[1], seats[0]))
            and (game.rules, game.day) == (incoming.game.rules.name, incoming.day)
            for game in self.archive.match(match_id)
        )
        return match_id if fits else self.matches.add()

    def _write_moves(self, game_id: int, incoming: Incoming) -> None:
        game = incoming.game
        for ply, (move, ms) in enumerate(zip(game.moves, incoming.ms, strict=True), 1):
            self.store.write(
                "INSERT INTO moves (game_id, ply, move, position, ms) VALUES (?, ?, ?, ?, ?)",
                (game_id, ply, str(move), str(game.positions[ply]), ms),
            )
