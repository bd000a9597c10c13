"""What an organiser writes by hand: results of other boards, and what is put right afterwards.

Every change is logged with before and after.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Final

from boardpi.club.archive import Archive, Fingerprints
from boardpi.club.days import note_start
from boardpi.club.entries import OVER, PLAYING, UNFINISHED, Entry
from boardpi.club.errors import BadEntry
from boardpi.club.games import columns_of
from boardpi.club.history import ARBITER, BY_HAND, ORGANISER, RULING, History
from boardpi.club.matches import Matches
from boardpi.club.names import LONGEST_NAME, is_nameless, parse_line
from boardpi.club.periods import parse_day
from boardpi.club.players import Players
from boardpi.club.store import Store
from boardpi.rules import START, Outcome, RuleSet, Side
from boardpi.rules.outcome import AGREED, ARRIVED, BLOCKED, ELIMINATED, RESIGNED

REASONS: Final = (ARRIVED, ELIMINATED, BLOCKED, AGREED, RESIGNED)
MOST_POINTS: Final = 10  # five archers, two points each
ARCHERS: Final = 5
LONGEST_NOTE: Final = 200


@dataclass(frozen=True, slots=True)
class HandResult:
    """A match at a board that tells nothing: who played by which rules, and how its games ended.

    `outcomes` are of one game or of both; in the second one `black` has White. Who may try again
    gives a `uid`, so that the match is written once.
    """

    rules: RuleSet
    white: str
    black: str
    outcomes: tuple[Outcome, ...]
    note: str = ""
    day: str | None = None  # None is today
    table: str = ""
    uid: str | None = None


@dataclass(frozen=True, slots=True)
class Corrections:
    """Names, results and the bin."""

    store: Store
    archive: Archive
    players: Players
    matches: Matches
    history: History
    fingerprints: Fingerprints

    def add(self, result: HandResult, who: str = ORGANISER) -> list[Entry]:
        """Write down what was played elsewhere; its games have no moves, and count like others."""
        note = parse_line(result.note, "the note", LONGEST_NOTE)
        check_result(result, note)
        with self.store.writing():
            known = None if result.uid is None else self.matches.find(result.uid)
            if known is not None:
                return self.archive.match(known)
            one, two = self.players.seat(result.white), self.players.seat(result.black)
            if one == two:
                raise BadEntry(f"{result.white!r} cannot sit on both sides", "both_sides")
            match_id = self.matches.add(result.uid)
            for number, outcome in enumerate(result.outcomes, 1):
                seats = (one, two) if number == 1 else (two, one)
                game_id = self._write(result, match_id, number, seats, outcome)
                told = {**outcome.to_json(), "note": note}
                self.history.add(who, BY_HAND, None, told, game_id=game_id)
            return self.archive.match(match_id)

    def _write(
        self,
        result: HandResult,
        match_id: int,
        number: int,
        seats: tuple[int | None, int | None],
        outcome: Outcome,
    ) -> int:
        """`imported`: it was not the last game at this table's own board."""
        game_id = self.store.write(
            "INSERT INTO games (uid, match_id, number, rule_set_id, white_id, black_id, table_name,"
            " start, any_first, day, state, reason, winner, white_points, black_points, corrected,"
            " imported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, 1, 1)",
            (
                uuid.uuid4().hex,
                match_id,
                number,
                self.archive.rulebook.number(result.rules),
                *seats,
                parse_line(result.table, "the table", LONGEST_NAME),
                str(START),
                self.store.today() if result.day is None else result.day,
                OVER,
                *columns_of(outcome),
            ),
        )
        if result.day is None:
            note_start(self.store, game_id)
        return game_id

    def name(
        self,
        game_id: int,
        white: str | None,
        black: str | None,
        *,
        whole_match: bool = True,
        who: str = ORGANISER,
    ) -> Entry:
        """Say who played, also afterwards; None leaves a seat nameless.

        The other games of the match follow with their seats, as long as the match is one.
        """
        with self.store.writing():
            entry = self.archive.entry(game_id)
            seats = (self.players.seat(white), self.players.seat(black))
            if seats[0] is not None and seats[0] == seats[1]:
                raise BadEntry(f"{white!r} cannot sit on both sides", "both_sides")
            games = self.archive.match(entry.match_id) if whole_match else []
            for game in {game.id: game for game in (*games, entry)}.values():
                same = game.number == entry.number
                self._seat(game, seats if same else (seats[1], seats[0]), who)
            return self.archive.entry(game_id)

    def _seat(self, game: Entry, seats: tuple[int | None, int | None], who: str) -> None:
        if (game.white_id, game.black_id) == seats:
            return
        self.store.write(
            "UPDATE games SET white_id = ?, black_id = ? WHERE id = ?", (*seats, game.id)
        )
        after = self.archive.entry(game.id)
        names = [game.white_name, game.black_name], [after.white_name, after.black_name]
        self.history.add(who, "names", *names, game_id=game.id)
        if game.state != PLAYING:
            self.fingerprints.take([game.id])

    def rule(self, match_uid: str, ruling: str | None) -> bool:
        """Keep what an arbiter decided about a match; whether it is new here.

        The hub owns rulings: the result that the board gave stays, and each ruling is a line of
        the history of the match's games. None = the arbiter took the ruling back.
        """
        match_id = self.matches.find(match_uid)
        if match_id is None:
            return False
        is_new = False
        with self.store.writing():
            for game in self.archive.match(match_id):
                lines = [line for line in self.history.of_game(game.id) if line.what == RULING]
                before = lines[-1].after if lines else None
                if before != ruling:
                    self.history.add(ARBITER, RULING, before, ruling, game_id=game.id)
                    is_new = True
        return is_new

    def result(self, game_id: int, outcome: Outcome | None, who: str = ORGANISER) -> Entry:
        """Set what counts, whatever the board says; None goes back to what the board says."""
        with self.store.writing():
            before = self.archive.entry(game_id)
            if before.state == PLAYING:
                raise BadEntry(
                    f"game {game_id} is being played: it has no result to correct yet",
                    "being_played",
                )
            said = self.archive.game(game_id).outcome
            counts = said if outcome is None else check_outcome(outcome)
            if before.outcome is None and counts is not None and before.deleted is None:
                self.matches.make_room(game_id)
            self._set(game_id, counts, corrected=counts != said)
            after = self.archive.entry(game_id)
            self.history.add(who, "result", _told(before), _told(after), game_id=game_id)
            return after

    def _set(self, game_id: int, outcome: Outcome | None, *, corrected: bool) -> None:
        columns = (None, None, None, None) if outcome is None else columns_of(outcome)
        self.store.write(
            "UPDATE games SET state = ?, corrected = ?, reason = ?, winner = ?, white_points = ?,"
            " black_points = ? WHERE id = ?",
            (OVER if outcome else UNFINISHED, corrected, *columns, game_id),
        )

    def delete(self, game_id: int, who: str = ORGANISER) -> Entry:
        """Put a game into the bin: it counts no more, and can be restored."""
        with self.store.writing():
            entry = self.archive.entry(game_id)
            if entry.state == PLAYING:
                raise BadEntry(f"game {game_id} is being played: abandon it first", "being_played")
            if entry.deleted is not None:
                raise BadEntry(f"game {game_id} is in the bin already", "in_bin")
            self.store.write(
                "UPDATE games SET deleted = ? WHERE id = ?", (self.store.now(), game_id)
            )
            self.history.add(who, "delete", "in the book", "in the bin", game_id=game_id)
            return self.archive.entry(game_id)

    def restore(self, game_id: int, who: str = ORGANISER) -> Entry:
        """Take a game out of the bin."""
        with self.store.writing():
            entry = self.archive.entry(game_id)
            if entry.deleted is None:
                raise BadEntry(f"game {game_id} is not in the bin", "not_in_bin")
            if entry.state == OVER:
                self.matches.make_room(game_id)
            self.store.write("UPDATE games SET deleted = NULL WHERE id = ?", (game_id,))
            self.history.add(who, "restore", "in the bin", "in the book", game_id=game_id)
            return self.archive.entry(game_id)


def check_result(result: HandResult, note: str) -> None:
    """Refuse what cannot be a match: one game or two, two names, points that somebody explains."""
    if not 1 <= len(result.outcomes) <= 2:
        raise BadEntry(f"a match has one game or two, not {len(result.outcomes)}")
    if is_nameless(result.white) or is_nameless(result.black):
        raise BadEntry("a result by hand needs the names of both players", "names_needed")
    if result.day is not None:
        parse_day(result.day)
    for outcome in result.outcomes:
        check_outcome(outcome)
        if not note and not is_usual(result.rules, outcome):
            white, black = outcome.points
            raise BadEntry(
                f"{white}-{black} ({outcome.reason}) is no usual end by {result.rules.name}:"
                " say why in a note",
                "odd_result",
            )


def is_usual(rules: RuleSet, outcome: Outcome) -> bool:
    """Whether a game by these rules could end like that, as they count points.

    >>> from boardpi.rules import rule_set
    >>> is_usual(rule_set("jasir-pergioco"), Outcome(ARRIVED, Side.WHITE, (3, 0)))
    True
    >>> is_usual(rule_set("jasir-pergioco"), Outcome(ARRIVED, Side.WHITE, (3, 2)))
    False
    """
    won, lost = max(outcome.points), min(outcome.points)
    is_drawn = outcome.winner is None
    if rules.points == "rows":
        if outcome.reason == RESIGNED:
            return lost == 0
        return is_drawn == (won == lost)
    if outcome.reason in (AGREED, BLOCKED):
        return is_drawn and won == 0
    return not is_drawn and lost == 0 and 1 <= won <= ARCHERS


def check_outcome(outcome: Outcome) -> Outcome:
    """An outcome that could be one: a known reason, points that fit the winner."""
    white, black = outcome.points
    if outcome.reason not in REASONS:
        raise BadEntry(f"{outcome.reason!r} is no reason: one of {', '.join(REASONS)}")
    if not (0 <= white <= MOST_POINTS and 0 <= black <= MOST_POINTS):
        raise BadEntry(
            f"{white}-{black} are no points: each side has 0 to {MOST_POINTS}", "bad_points"
        )
    for side in Side:
        if outcome.points[side] < outcome.points[side.other] and outcome.winner is not side.other:
            raise BadEntry(f"{white}-{black} is a win of {side.other.name.title()}", "bad_points")
    if outcome.reason == RESIGNED and outcome.winner is None:
        raise BadEntry("when a player resigned, the other has won", "bad_points")
    return outcome


def _told(entry: Entry) -> object:
    return entry.outcome.to_json() if entry.outcome else None
