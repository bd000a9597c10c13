"""The door of the book: games from files are written down, each once, oldest first."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from typing import Final

from boardpi.club.archive import Archive, Fingerprints, fingerprint
from boardpi.club.corrections import check_outcome
from boardpi.club.entries import OVER, UNFINISHED
from boardpi.club.errors import BadEntry
from boardpi.club.games import BesideGames, columns_of
from boardpi.club.matches import Matches
from boardpi.club.names import fold
from boardpi.club.players import Players
from boardpi.club.rulebook import Rulebook
from boardpi.club.store import Store, Value
from boardpi.club.transfer.imports import Incoming
from boardpi.timekeeping.clocks import to_text

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


def oldest_first(games: list[Incoming]) -> list[int]:
    """The numbers of the games in the order in which they were played.

    Numbers of the book tell which game was played later, and files have the newest first.
    """
    newest_first = range(len(games) - 1, -1, -1)
    return sorted(newest_first, key=lambda number: _played(games[number]))


def _played(game: Incoming) -> tuple[str, str]:
    return game.day, game.started or ""


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
        arrived: dict[int, Arrived] = {}
        waiting = deque(oldest_first(games))
        while waiting:
            if arrived:
                time.sleep(PAUSE_SECONDS)
            with self.store.writing():
                until, is_early = time.monotonic() + PORTION_SECONDS, True
                while waiting and is_early:
                    number = waiting.popleft()
                    arrived[number] = self._add(games[number])
                    is_early = time.monotonic() < until
        return [arrived[number] for number in range(len(games))]

    def _add(self, incoming: Incoming) -> Arrived:
        known = self._find(incoming)
        if known is not None:
            return Arrived(known, False)
        seats = self.players.seat(incoming.white), self.players.seat(incoming.black)
        if seats[0] is not None and seats[0] == seats[1]:
            raise BadEntry(f"{incoming.white!r} cannot sit on both sides")
        game_id = self._write(incoming, seats, self._match(incoming, seats))
        self._write_moves(game_id, incoming)
        self.fingerprints.take([game_id])
        return Arrived(game_id, True)

    def tell(self, incoming: Incoming, *, is_deleted: bool) -> int:
        """Write a game as its table tells it now, in the place of what it told before.

        Inside a transaction. A game is known by its uid alone: two short games may look the same.
        """
        check_seats([incoming])
        seats = self.players.seat(incoming.white), self.players.seat(incoming.black)
        if seats[0] is not None and seats[0] == seats[1]:  # two names of one player
            seats = None, None
        row = self.store.row("SELECT id FROM games WHERE uid = ?", (incoming.uid,))
        if row is None:
            game_id = self._write(incoming, seats, self._told_match(incoming))
        else:
            game_id = int(row["id"])
            self.store.write("DELETE FROM moves WHERE game_id = ?", (game_id,))
            self._rewrite(game_id, incoming, seats)
        self._write_moves(game_id, incoming)
        self.fingerprints.take([game_id])
        if is_deleted:
            self.store.write(
                "UPDATE games SET deleted = ? WHERE id = ?", (self.store.now(), game_id)
            )
        return game_id

    def _rewrite(
        self, game_id: int, incoming: Incoming, seats: tuple[int | None, int | None]
    ) -> None:
        # Out of the way first: its place in the match may be another's by now.
        self.store.write(
            "UPDATE games SET state = ?, reason = NULL, winner = NULL, white_points = NULL,"
            " black_points = NULL, deleted = NULL WHERE id = ?",
            (UNFINISHED, game_id),
        )
        if incoming.outcome is not None:
            self.matches.make_room(game_id)
        self.store.write(
            "UPDATE games SET white_id = ?, black_id = ?, ended = ?, state = ?, agreed = ?,"
            " resigned = ?, reason = ?, winner = ?, white_points = ?, black_points = ?,"
            " corrected = ? WHERE id = ?",
            (*seats, incoming.ended, *_end_columns(incoming), game_id),
        )

    def _find(self, incoming: Incoming) -> int | None:
        row = self.store.row("SELECT id FROM games WHERE uid = ?", (incoming.uid,))
        if row is not None:
            return int(row["id"])
        if incoming.outcome is not None and not incoming.game.moves and incoming.match_uid:
            return self._find_by_hand(incoming)
        return self.fingerprints.find(
            fingerprint(incoming.game, incoming.white, incoming.black, incoming.day)
        )

    def _find_by_hand(self, incoming: Incoming) -> int | None:
        """Results without moves all look the same: their match and number tell them apart."""
        row = self.store.row(
            "SELECT games.id FROM games JOIN matches ON matches.id = match_id WHERE matches.uid = ?"
            " AND number = ? AND state = ? AND NOT EXISTS"
            " (SELECT 1 FROM moves WHERE game_id = games.id)",
            (incoming.match_uid, incoming.number, OVER),
        )
        return None if row is None else int(row["id"])

    def _told_match(self, incoming: Incoming) -> int:
        """The match that a table tells, whatever names its games have by now."""
        uid = incoming.match_uid
        match_id = None if uid is None else self.matches.find(uid)
        if match_id is None:
            return self.matches.add(uid)
        is_free = incoming.outcome is None or self.matches.is_free(match_id, incoming.number)
        return match_id if is_free else self.matches.add()

    def _write(
        self, incoming: Incoming, seats: tuple[int | None, int | None], match_id: int
    ) -> int:
        game = incoming.game
        return self.store.write(
            "INSERT INTO games (uid, match_id, number, rule_set_id, white_id, black_id, table_name,"
            " start, any_first, day, started, ended, state, agreed, resigned, reason, winner,"
            " white_points, black_points, corrected, imported)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
            (
                incoming.uid,
                match_id,
                incoming.number,
                self.rulebook.number(game.rules),
                *seats,
                incoming.table,
                str(game.start),
                game.any_first,
                incoming.day,
                incoming.started,
                incoming.ended,
                *_end_columns(incoming),
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
        beside = BesideGames(self.store)
        if incoming.analysis:
            beside.note_analysis(game_id, incoming.analysis)
        if (clocks := incoming.clocks) is not None:
            beside.note_clocks(game_id, str(clocks.control), to_text(clocks))


def _end_columns(incoming: Incoming) -> tuple[Value, ...]:
    """From `state` to `corrected`."""
    game, outcome = incoming.game, incoming.outcome
    columns = columns_of(check_outcome(outcome)) if outcome else (None, None, None, None)
    resigned = None if game.resigned is None else game.resigned.letter
    state = OVER if outcome else UNFINISHED
    return (state, game.ended == "agreed", resigned, *columns, incoming.corrected)
