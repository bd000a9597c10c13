"""Writing down a game while it is played. What these return from is on disk."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from boardpi.club.archive import Archive, Fingerprints, Ply
from boardpi.club.days import note_end, note_start
from boardpi.club.entries import OVER, PLAYING, UNFINISHED, Entry
from boardpi.club.errors import BadEntry
from boardpi.club.history import TABLE, History
from boardpi.club.matches import Matches, Place
from boardpi.club.names import LONGEST_NAME, parse_line
from boardpi.club.players import Players
from boardpi.club.rulebook import Rulebook
from boardpi.club.store import Store
from boardpi.rules import (
    DEFAULT,
    START,
    Game,
    Outcome,
    Position,
    RulesError,
    RuleSet,
    parse_move,
    parse_position,
    play,
)
from boardpi.rules.outcome import AGREED, RESIGNED


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game on the table as it was when the power went, and its last moment."""

    entry: Entry
    game: Game
    ms: int


@dataclass(frozen=True, slots=True)
class BesideGames:
    """What is kept beside a game: the clocks of its players, and its analysis, each a text."""

    store: Store

    def note_clocks(self, game_id: int, control: str, state: str) -> None:
        """How much time they had, and what they used of it."""
        with self.store.writing():
            self.store.write(
                "INSERT INTO clocks VALUES (?, ?, ?) ON CONFLICT (game_id)"
                " DO UPDATE SET control = excluded.control, state = excluded.state",
                (game_id, control, state),
            )

    def clocks(self, game_id: int) -> tuple[str, str] | None:
        """The same; None where nobody had a clock."""
        row = self.store.row("SELECT control, state FROM clocks WHERE game_id = ?", (game_id,))
        return None if row is None else (str(row["control"]), str(row["state"]))

    def note_analysis(self, game_id: int, content: str) -> None:
        """Keep what was found out about a game; an earlier analysis goes. Nothing is kept of ''."""
        with self.store.writing():
            if not content:
                self.store.write("DELETE FROM analyses WHERE game_id = ?", (game_id,))
                return
            self.store.write(
                "INSERT INTO analyses VALUES (?, ?, ?) ON CONFLICT (game_id)"
                " DO UPDATE SET at = excluded.at, content = excluded.content",
                (game_id, self.store.now(), content),
            )

    def analysis(self, game_id: int) -> str | None:
        """What was found out about a game."""
        row = self.store.row("SELECT content FROM analyses WHERE game_id = ?", (game_id,))
        return None if row is None else str(row["content"])


@dataclass(frozen=True, slots=True)
class Games:
    """The open page of the book: one game is being played at a time."""

    store: Store
    archive: Archive
    rulebook: Rulebook
    players: Players
    matches: Matches
    history: History
    fingerprints: Fingerprints

    def begin(
        self,
        rules: RuleSet = DEFAULT,
        *,
        start: Position = START,
        any_first: bool = True,
        white: str | None = None,
        black: str | None = None,
        table: str = "",
        match_uid: str | None = None,
    ) -> Entry:
        """The first game of a new match. Nobody needs a name.

        A match that has its uid from a hub may have begun: then its second game is played.
        """
        with self.store.writing():
            seats = (self.players.seat(white), self.players.seat(black))
            place = self.matches.place(match_uid, *seats)
            return self._begin(place, Game(rules, start, (), any_first), table)

    def begin_next(
        self,
        previous_id: int,
        *,
        rules: RuleSet | None = None,
        start: Position = START,
        any_first: bool = True,
    ) -> Entry:
        """The game after this one, sides switched; after two games the next match begins."""
        with self.store.writing():
            previous = self.archive.entry(previous_id)
            rules = rules or self.archive.game(previous_id).rules
            place = self.matches.after(previous, rules.name)
            return self._begin(place, Game(rules, start, (), any_first), previous.table)

    def _begin(self, place: Place, game: Game, table: str) -> Entry:
        self._check_table_is_free()
        if place.white_id is not None and place.white_id == place.black_id:
            raise BadEntry("a player cannot sit on both sides", "both_sides")
        number = self.store.write(
            "INSERT INTO games (uid, match_id, number, rule_set_id, white_id, black_id, table_name,"
            " start, any_first, day, started, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                uuid.uuid4().hex,
                place.match_id or self.matches.add(),
                place.number,
                self.rulebook.number(game.rules),
                place.white_id,
                place.black_id,
                parse_line(table, "the table", LONGEST_NAME),
                str(game.start),
                game.any_first,
                self.store.today(),
                self.store.now(),
                PLAYING,
            ),
        )
        note_start(self.store, number)
        return self.archive.entry(number)

    def _check_table_is_free(self) -> None:
        playing = self.archive.playing()
        if playing is not None:
            raise BadEntry(
                f"game {playing.id} is being played: finish or abandon it first", "being_played"
            )

    def resume(self) -> Resumed | None:
        """The game that stood on the table, rebuilt; None when the last one had ended."""
        entry = self.archive.playing()
        if entry is None:
            return None
        plies = self.archive.plies(entry.id)
        return Resumed(entry, self.archive.game(entry.id), plies[-1].ms if plies else 0)

    def record_move(self, game_id: int, ply: int, move: str, position: str, ms: int) -> None:
        """Write down move number `ply` (the first is 1) and the position after it.

        The same move again is accepted in silence: who saw an error may try once more.
        """
        with self.store.writing():
            row = self._row(game_id, PLAYING)
            last = self._last(game_id)
            if last is not None and (last.ply, last.move, last.position) == (ply, move, position):
                return
            if ply != (last.ply if last else 0) + 1:
                raise BadEntry(
                    f"move {ply} of game {game_id} cannot follow move {last.ply if last else 0}"
                )
            self._check_move(row, last, move, position)
            self._write(game_id, Ply(ply, move, position, ms))

    def amend(self, game_id: int, move: str, position: str, ms: int) -> None:
        """Put another move in the place of the last one; the history keeps both."""
        with self.store.writing():
            row = self._row(game_id, PLAYING)
            last = self._last(game_id)
            if last is None:
                raise BadEntry(f"game {game_id} has no move to amend")
            before = self._last(game_id, last.ply - 1)
            self._check_move(row, before, move, position)
            self._erase(game_id, last.ply)
            self._write(game_id, Ply(last.ply, move, position, ms))
            self.history.add(TABLE, "amend", last.move, move, game_id=game_id)

    def take_back(self, game_id: int, plies: int = 1) -> None:
        """Remove the last moves, and the end with them; the history keeps them.

        0 removes only an end that was agreed or resigned.
        """
        with self.store.writing():
            state = self._row(game_id, PLAYING, OVER)["state"]
            if state == OVER:
                self._check_table_is_free()
            written = self.archive.plies(game_id)
            if not 0 <= plies <= len(written):
                raise BadEntry(f"cannot take back {plies} of {len(written)} moves")
            taken = [ply.move for ply in written[len(written) - plies :]]
            self._erase(game_id, len(written) - plies + 1)
            self._set_playing(game_id)
            self.history.add(TABLE, "take_back", taken, [], game_id=game_id)

    def finish(self, game_id: int, outcome: Outcome) -> None:
        """Write down how it ended; the board's own end must be what the moves lead to."""
        with self.store.writing():
            row = self._row(game_id, PLAYING, OVER)
            if row["state"] == OVER:
                if self.archive.entry(game_id).outcome != outcome:
                    raise BadEntry(f"game {game_id} has ended already")
                return
            agreed = outcome.reason == AGREED
            resigned = outcome.reason == RESIGNED and outcome.winner is not None
            loser = outcome.winner.other.letter if resigned and outcome.winner is not None else None
            self.store.write(
                "UPDATE games SET state = ?, ended = ?, agreed = ?, resigned = ?, reason = ?,"
                " winner = ?, white_points = ?, black_points = ? WHERE id = ?",
                (OVER, self.store.now(), agreed, loser, *columns_of(outcome), game_id),
            )
            if self.archive.game(game_id).outcome != outcome:
                raise BadEntry(f"game {game_id} does not end like that: {outcome.to_json()}")
            note_end(self.store, game_id)
            self.fingerprints.take([game_id])

    def abandon(self, game_id: int) -> None:
        """Leave the game unfinished. Its record stays."""
        with self.store.writing():
            self._row(game_id, PLAYING)
            self.store.write(
                "UPDATE games SET state = ?, ended = ? WHERE id = ?",
                (UNFINISHED, self.store.now(), game_id),
            )
            note_end(self.store, game_id)
            self.fingerprints.take([game_id])

    def reopen(self, game_id: int) -> Resumed:
        """Put a game that was left back on the table."""
        with self.store.writing():
            self._row(game_id, UNFINISHED)
            self._check_table_is_free()
            self.matches.make_room(game_id)
            self._set_playing(game_id)
        resumed = self.resume()
        assert resumed is not None
        return resumed

    def catch_up(self, game_id: int, game: Game, stamps: Sequence[int]) -> int:
        """Write what is missing of a game that went on while nothing could be written.

        `stamps` are the moments of its moves. Returns how many had to be written.
        """
        with self.store.writing():
            written = self.archive.plies(game_id)
            moves = [str(move) for move in game.moves]
            same = 0
            while same < min(len(moves), len(written)) and moves[same] == written[same].move:
                same += 1
            if same < len(written):
                self.take_back(game_id, len(written) - same)
            for ply in range(same, len(moves)):
                position = str(game.positions[ply + 1])
                self.record_move(game_id, ply + 1, moves[ply], position, stamps[ply])
        return len(moves) - same

    def _row(self, game_id: int, *states: str) -> sqlite3.Row:
        row = self.store.row("SELECT * FROM games WHERE id = ? AND deleted IS NULL", (game_id,))
        if row is None:
            raise BadEntry(f"there is no game {game_id}")
        if row["state"] not in states:
            raise BadEntry(f"game {game_id} is {row['state']}")
        return row

    def _last(self, game_id: int, at_most: int = 1 << 30) -> Ply | None:
        row = self.store.row(
            "SELECT ply, move, position, ms FROM moves WHERE game_id = ? AND ply <= ?"
            " ORDER BY ply DESC LIMIT 1",
            (game_id, at_most),
        )
        return None if row is None else Ply(*row)

    def _check_move(self, row: sqlite3.Row, last: Ply | None, move: str, position: str) -> None:
        """The book takes nothing that it could not replay."""
        rules = self.rulebook.get(row["rule_set_id"])
        try:
            if last is None:
                start, any_first = parse_position(row["start"]), bool(row["any_first"])
                after = Game(rules, start, (parse_move(move),), any_first).position
            else:
                after = play(rules, parse_position(last.position), parse_move(move))
        except RulesError as error:
            raise BadEntry(f"game {row['id']}: {move!r} cannot be written: {error}") from error
        if str(after) != position:
            raise BadEntry(f"game {row['id']}: {move!r} leads to {after}, not to {position!r}")

    def _write(self, game_id: int, ply: Ply) -> None:
        if not 0 <= ply.ms < 1 << 53:
            raise BadEntry(f"{ply.ms} is no moment of a game in milliseconds")
        self.store.write(
            "INSERT INTO moves (game_id, ply, move, position, ms) VALUES (?, ?, ?, ?, ?)",
            (game_id, ply.ply, ply.move, ply.position, ply.ms),
        )

    def _erase(self, game_id: int, from_ply: int) -> None:
        self.store.write("DELETE FROM moves WHERE game_id = ? AND ply >= ?", (game_id, from_ply))

    def _set_playing(self, game_id: int) -> None:
        self.store.write(
            "UPDATE games SET state = ?, ended = NULL, agreed = 0, resigned = NULL, reason = NULL,"
            " winner = NULL, white_points = NULL, black_points = NULL, corrected = 0 WHERE id = ?",
            (PLAYING, game_id),
        )
        self.store.write("UPDATE unsure_days SET ended_ms = NULL WHERE game_id = ?", (game_id,))


def columns_of(outcome: Outcome) -> tuple[str, str | None, int, int]:
    """Reason, winner and points as the table of games holds them."""
    winner = None if outcome.winner is None else outcome.winner.letter
    return outcome.reason, winner, *outcome.points
