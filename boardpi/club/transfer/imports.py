"""Games as files tell them, replayed and checked before anything is written."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from boardpi.club.corrections import check_outcome
from boardpi.club.errors import BadEntry
from boardpi.club.names import LONGEST_NAME, UNKNOWN, is_nameless, parse_line, parse_name
from boardpi.club.periods import parse_day
from boardpi.club.transfer.exports import CLOCK, CORRECTED, FLAG, FORMAT, TIMES
from boardpi.coach.variations import BadVariation, read_variations, to_text
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
from boardpi.timekeeping.clocks import Clocks, clocks_from
from boardpi.timekeeping.control import BadControl, parse_control

LONGEST_FILE: Final = 20_000_000  # characters
MOST_MOVES: Final = 5_000
LONGEST_UID: Final = 64
_SECONDS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?", re.ASCII)
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
    clocks: Clocks | None = None
    analysis: str = ""


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
        clocks=_read_clock_headers(record.game, dict(record.others)),
    )


def _read_clock_headers(game: Game, others: Mapping[str, str]) -> Clocks | None:
    """The headers of a record that was played with clocks; times are to the tenth of a second.

    Another program may mean something else by them: then they are no clocks of ours.
    """
    times = others.get(TIMES, "").split()
    if CLOCK not in others or not all(_SECONDS.fullmatch(text) for text in times):
        return None
    flagged = [name in others.get(FLAG, "").split() for name in SIDE_NAMES]
    used = [round(1000 * float(text)) for text in times]
    try:
        return _read_clock(game, {"control": others[CLOCK], "used_ms": used, "flagged": flagged})
    except BadEntry:
        return None


def _read_clock(game: Game, told: object) -> Clocks | None:
    if told is None:
        return None
    if not isinstance(told, dict):
        raise BadEntry(f"clock must be an object, not {str(told)[:40]!r}")
    used, flagged = told.get("used_ms"), told.get("flagged")
    if not isinstance(used, list) or len(used) != len(game.moves):
        raise BadEntry("clock.used_ms must have the time of each move")
    if not isinstance(flagged, list) or [type(flag) for flag in flagged] != [bool, bool]:
        raise BadEntry("clock.flagged must be two of true and false")
    try:
        control = parse_control(_text(told.get("control"), "clock.control"))
    except BadControl as error:
        raise BadEntry(f"clock.control: {error}") from error
    return clocks_from(control, game, [_moment(ms) for ms in used], (flagged[0], flagged[1]))


def _read_analysis(game: Game, told: object) -> str:
    if told is None:
        return ""
    if not isinstance(told, dict):
        raise BadEntry(f"analysis must be an object, not {str(told)[:40]!r}")
    try:
        return to_text(read_variations(game, told))
    except BadVariation as error:
        raise BadEntry(f"analysis: {error}") from error


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
        _read_clock(game, told.get("clock")),
        _read_analysis(game, told.get("analysis")),
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
