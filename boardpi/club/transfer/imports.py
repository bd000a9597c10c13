"""Games from files into the book, each once, replayed and checked before they are written."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from boardpi.club.archive import Archive, Fingerprints, fingerprint
from boardpi.club.corrections import check_outcome
from boardpi.club.entries import OVER, UNFINISHED
from boardpi.club.errors import BadEntry
from boardpi.club.games import columns_of
from boardpi.club.matches import Matches
from boardpi.club.names import LONGEST_NAME, UNKNOWN, fold, is_nameless, parse_line, parse_name
from boardpi.club.periods import parse_day
from boardpi.club.players import Players
from boardpi.club.rulebook import Rulebook
from boardpi.club.store import Store, Value
from boardpi.club.transfer.exports import CORRECTED, FORMAT
from boardpi.documents import read_object
from boardpi.rules import (
    RULE_SETS,
    Game,
    Outcome,
    RulesError,
    RuleSet,
    check_position,
    parse_move,
    parse_position,
    read_rule_sets,
    rule_set,
)
from boardpi.rules.holes import SIDES
from boardpi.rules.outcome import AGREED, RESIGNED
from boardpi.rules.record import SIDE_NAMES, read_record

PORTION_SECONDS: Final = 0.1  # of one transaction
PAUSE_SECONDS: Final = 0.12  # SQLite looks for a free book every 0.1 s
LONGEST_FILE: Final = 20_000_000  # characters
MOST_MOVES: Final = 5_000
LONGEST_UID: Final = 64
_CORRECTION: Final = re.compile(r"(white|black|draw) ([0-9]{1,2})-([0-9]{1,2}) ([a-z]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Incoming:
    """A game from a file, known to be whole. `outcome` is what counts."""

    game: Game
    white: str | None
    black: str | None
    day: str
    table: str
    outcome: Outcome | None
    corrected: bool
    match_uid: str | None
    number: int
    uid: str
    ms: tuple[int, ...]
    started: str | None = None
    ended: str | None = None


def read_games(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> list[Incoming]:
    """The games of a `.jas` or JSON text; the first sign tells which it is."""
    if len(text) > LONGEST_FILE:
        raise BadEntry(f"the file is too long: {LONGEST_FILE} characters at most")
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return _read_json(text, known)
    return [_read_jas(text, known)]


def _read_jas(text: str, known: Mapping[str, RuleSet]) -> Incoming:
    try:
        record = read_record(text, known)
    except RulesError as error:
        raise BadEntry(str(error)) from error
    correction = dict(record.others).get(CORRECTED)
    outcome = record.game.outcome if correction is None else read_correction(correction)
    match = None if record.match == UNKNOWN else parse_line(record.match, "Match", LONGEST_UID)
    return Incoming(
        record.game,
        _name(record.white),
        _name(record.black),
        "" if record.date == UNKNOWN else str(parse_day(record.date)),
        "" if record.table == UNKNOWN else parse_line(record.table, "Table", LONGEST_NAME),
        outcome,
        outcome != record.game.outcome,
        match or None,
        2 if record.number == "2" else 1,
        uuid.uuid4().hex,
        (0,) * len(record.game.moves),
    )


def read_correction(text: str) -> Outcome | None:
    """The value of the header `Corrected`."""
    if text == "*":
        return None
    found = _CORRECTION.fullmatch(text)
    if found is None:
        raise BadEntry(f"{text!r} is no correction: write it as 'white 5-0 resigned'")
    return check_outcome(
        Outcome(found[4], SIDE_NAMES.get(found[1]), (int(found[2]), int(found[3])))
    )


def _name(text: object) -> str | None:
    if text is None or (isinstance(text, str) and is_nameless(text)):
        return None
    return parse_name(_text(text, "a name"))


def _read_json(text: str, known: Mapping[str, RuleSet]) -> list[Incoming]:
    document = read_object(text, BadEntry)
    games = document.get("games")
    if document.get("boardpi") != FORMAT or not isinstance(games, list):
        raise BadEntry(f'not games of boardpi: expected {{"boardpi": {FORMAT}, "games": [...]}}')
    return [_read_numbered(number, told, known) for number, told in enumerate(games, 1)]


def _read_numbered(number: int, told: object, known: Mapping[str, RuleSet]) -> Incoming:
    try:
        if not isinstance(told, dict):
            raise BadEntry(f"must be an object, not {str(told)[:40]!r}")
        return _read_game(told, known)
    except KeyError as error:
        raise BadEntry(f"game {number} of the file: the key {error} is missing") from None
    except (BadEntry, RulesError) as error:
        raise BadEntry(f"game {number} of the file: {error}") from error


def _read_game(told: dict[str, Any], known: Mapping[str, RuleSet]) -> Incoming:
    moves = told["moves"]
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise BadEntry(f"moves must be a list of {MOST_MOVES} at most")
    game = _replay(told, moves, known)
    outcome = _outcome(told["outcome"])
    corrected = outcome != game.outcome
    if corrected and told.get("corrected") is not True:
        raise BadEntry(f"the outcome is {game.outcome}, not {outcome}")
    return Incoming(
        game,
        _name(told.get("white")),
        _name(told.get("black")),
        str(parse_day(_text(told["day"], "day"))) if told["day"] else "",
        parse_line(_text(told.get("table", ""), "table"), "the table", LONGEST_NAME),
        outcome,
        corrected,
        _uid(told.get("match")),
        2 if told.get("number") == 2 else 1,
        _uid(told.get("uid")) or uuid.uuid4().hex,
        tuple(_moment(move.get("ms", 0)) for move in moves),
        _stamp(told.get("started")),
        _stamp(told.get("ended")),
    )


def _replay(told: dict[str, Any], moves: list[Any], known: Mapping[str, RuleSet]) -> Game:
    name = _text(told["rules"], "rules")
    if "rule_set" in told:
        known = read_rule_sets(_text(told["rule_set"], "rule_set"))
    rules, start = rule_set(name, known), parse_position(_text(told["start"], "start"))
    check_position(rules, start)
    if not all(isinstance(move, dict) for move in moves):
        raise BadEntry('a move is written {"move": "b1-d2"}')
    played = tuple(parse_move(_text(move["move"], "move")) for move in moves)
    game = Game(rules, start, played, told.get("any_first", False) is True)
    for move, position in zip(moves, game.positions[1:], strict=True):
        if move.get("position", str(position)) != str(position):
            raise BadEntry(f"{move['move']!r} leads to {position}, not to {move['position']!r}")
    return _end(game, told.get("ended_by_players"), told.get("resigned"))


def _end(game: Game, how: object, resigned: object) -> Game:
    if how is None and resigned is None:
        return game
    if how == AGREED and resigned is None:
        return game.agree_draw()
    if how == RESIGNED and isinstance(resigned, str) and resigned in SIDES:
        return game.resign(SIDES[resigned])
    raise BadEntry(f"ended_by_players {how!r} with resigned {resigned!r} is no end of a game")


def _outcome(told: object) -> Outcome | None:
    if told is None:
        return None
    points = told.get("points") if isinstance(told, dict) else None
    if not isinstance(told, dict) or not isinstance(points, list) or len(points) != 2:
        raise BadEntry(f"{str(told)[:80]!r} is no outcome")
    winner, reason = told.get("winner"), _text(told.get("reason"), "reason")
    side = None if winner is None else SIDES.get(_text(winner, "winner"))
    return Outcome(reason, side, (_moment(points[0]), _moment(points[1])))


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise BadEntry(f"{what} must be a text, not {str(value)[:40]!r}")
    return value


def _moment(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise BadEntry(f"{str(value)[:40]!r} is no whole number that fits here")
    return value


def _uid(value: object) -> str | None:
    if value is None:
        return None
    return parse_line(_text(value, "uid"), "the uid", LONGEST_UID) or None


def _stamp(value: object) -> str | None:
    if value is None:
        return None
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z", _text(value, "a time")) is None:
        raise BadEntry(f"{value!r} is no time: write it as 2025-06-01T19:30:00Z")
    return str(value)


# ── into the book ─────────────────────────────────────────────────────────────────────────────────


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
        return self.fingerprints.find(
            fingerprint(incoming.game, incoming.white, incoming.black, incoming.day)
        )

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


def _end_columns(incoming: Incoming) -> tuple[Value, ...]:
    """From `state` to `corrected`."""
    game, outcome = incoming.game, incoming.outcome
    columns = columns_of(check_outcome(outcome)) if outcome else (None, None, None, None)
    resigned = None if game.resigned is None else game.resigned.letter
    state = OVER if outcome else UNFINISHED
    return (state, game.ended == "agreed", resigned, *columns, incoming.corrected)
