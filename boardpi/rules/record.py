"""The record of one game, a `.jas` text: headers, numbered turns, result.

What the moves say (rules, first side, result, points, reason) is never stored twice: the writer
takes it from the game and the reader refuses headers that tell another story.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from boardpi.rules.errors import BadPosition, BadRecord, BadRuleSet, RulesError
from boardpi.rules.game import Game
from boardpi.rules.holes import Side
from boardpi.rules.moves import parse_move
from boardpi.rules.outcome import AGREED, RESIGNED, Outcome
from boardpi.rules.position import START, Position, check_position, parse_position
from boardpi.rules.rulesets import RULE_SETS, RuleSet, rule_set

UNKNOWN: Final = "?"
UNFINISHED: Final = "*"
ANY: Final = "any"
SIDE_NAMES: Final = {"white": Side.WHITE, "black": Side.BLACK}
FREE_KEYS: Final = {
    "White": "white",
    "Black": "black",
    "Date": "date",
    "Table": "table",
    "Match": "match",
    "Game": "number",
}
"""Keys that the game does not know, and the fields that hold them."""
GAME_KEYS: Final = ("Rules", "First", "Begin", "Result", "Points", "Reason", "Position")

_KEY: Final = re.compile("[A-Za-z][A-Za-z0-9]*")
_HEADER: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]')
_RESULT: Final = re.compile(r"\*|[0-9]+-[0-9]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game and who played it when and where. `others` are keys that boardpi has no use for."""

    game: Game
    white: str = UNKNOWN
    black: str = UNKNOWN
    date: str = UNKNOWN
    table: str = UNKNOWN
    match: str = UNKNOWN
    number: str = UNKNOWN
    others: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what could not be written: keys and values that break a line."""
        seen = {*FREE_KEYS, *GAME_KEYS}
        for key, _ in self.others:
            if not _KEY.fullmatch(key) or key in seen:
                raise BadRecord(f"{key!r} cannot be the key of another header")
            seen.add(key)
        for key, value in self._free_headers():
            _check_value(key, value)

    def _free_headers(self) -> Iterator[tuple[str, str]]:
        for key, field in FREE_KEYS.items():
            yield key, getattr(self, field)
        yield from self.others

    def headers(self) -> dict[str, str]:
        """All headers in the order of the file."""
        game, ended = self.game, self.game.outcome
        found = dict.fromkeys(("Rules", "White", "Black", "First"), "")
        found |= dict(self._free_headers())
        found["Rules"] = game.rules.name
        found["First"] = ANY if game.first is None else game.first.name.lower()
        found["Result"] = name_winner(ended)
        found["Points"] = name_points(ended)
        found["Reason"] = UNFINISHED if ended is None else ended.reason
        if game.any_first:
            found["Begin"] = ANY
        if game.start != _standard_start(game.any_first, game.start.side):
            found["Position"] = str(game.start)
        return found


def _check_value(key: str, value: str, line: int = 0) -> None:
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in value):
        raise BadRecord(f"{key} {value!r} is not one line of text", line)


def _standard_start(any_first: bool, first: Side) -> Position:
    return START if any_first else START.with_side(first)


def name_winner(ended: Outcome | None) -> str:
    """The value of `Result`: `white`, `black`, `draw`, or `*` while the game goes on."""
    if ended is None:
        return UNFINISHED
    return "draw" if ended.winner is None else ended.winner.name.lower()


def name_points(ended: Outcome | None) -> str:
    """The last word of a record: `5-0`, White's points first, or `*`."""
    return UNFINISHED if ended is None else "{}-{}".format(*ended.points)


def write_record(record: GameRecord) -> str:
    """The text of a record, ready for a `.jas` file."""
    rows = [f'[{key} "{_escape(value)}"]' for key, value in record.headers().items()]
    return "\n".join([*rows, "", *name_turns(record.game), name_points(record.game.outcome)]) + "\n"


def name_turns(game: Game) -> list[str]:
    """Numbered moves, one full turn a line, the side that began first."""
    moves = [str(move) for move in game.moves]
    return [f"{i // 2 + 1}. {' '.join(moves[i : i + 2])}" for i in range(0, len(moves), 2)]


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _unescape(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text)


Rows = list[tuple[int, str]]
Headers = dict[str, tuple[int, str]]


def read_record(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> GameRecord:
    """The record of a text. It is strict: every move must be legal and every header true.

    >>> record = read_record('[Rules "jasir-oca"]\\n[Result "*"]\\n1. b1-d2\\n*')
    >>> str(record.game.position)
    'bbbbb/5/5/3w1/w1www b w0b0 w0b0 -'
    """
    rows: Rows = [(number, row.strip()) for number, row in enumerate(text.split("\n"), 1)]
    rows = [(number, row) for number, row in rows if row]
    cut = next((i for i, (_, row) in enumerate(rows) if not row.startswith("[")), len(rows))
    headers = _read_headers(rows[:cut])
    game = _open_game(headers, known)
    game, result = _read_turns(game, rows[cut:])
    game = _end_game(game, headers)
    record = _make_record(game, headers)
    _compare(record, headers, result)
    return record


def _read_headers(rows: Rows) -> Headers:
    headers: Headers = {}
    for number, row in rows:
        found = _HEADER.fullmatch(row)
        if found is None:
            raise BadRecord(f'a header is written [Key "Value"], not {row!r}', number)
        if found[1] in headers:
            raise BadRecord(f"the key {found[1]!r} stands twice", number)
        headers[found[1]] = number, _unescape(found[2])
        _check_value(found[1], found[2], number)
    for key in ("Rules", "Result"):
        if key not in headers:
            raise BadRecord(f'there is no header [{key} "…"]', 1)
    return headers


def _open_game(headers: Headers, known: Mapping[str, RuleSet]) -> Game:
    number, name = headers["Rules"]
    try:
        rules = rule_set(name, known)
    except BadRuleSet as error:
        raise BadRecord(str(error), number) from None
    number, first = headers.get("First", (1, ""))
    if first not in (*SIDE_NAMES, ANY, ""):
        raise BadRecord(f"First is white, black or any, not {first!r}", number)
    number, begin = headers.get("Begin", (1, ANY if first == ANY else ""))
    if begin not in (ANY, ""):
        raise BadRecord(f"Begin is any or is not there, not {begin!r}", number)
    start = _read_start(rules, headers)
    if start is None:
        start = _standard_start(begin == ANY, SIDE_NAMES.get(first, Side.WHITE))
    elif not begin and first and start.side is not SIDE_NAMES[first]:
        raise BadRecord(f"First says {first!r}, the Position another", headers["First"][0])
    return Game(rules, start, any_first=begin == ANY)


def _read_start(rules: RuleSet, headers: Headers) -> Position | None:
    if "Position" not in headers:
        return None
    number, line = headers["Position"]
    try:
        position = parse_position(line)
        check_position(rules, position)
    except BadPosition as error:
        raise BadRecord(str(error), number) from None
    return position


def _read_turns(game: Game, rows: Rows) -> tuple[Game, tuple[int, str]]:
    for turn, (number, row) in enumerate(rows, 1):
        if _RESULT.fullmatch(row):
            if turn < len(rows):
                after, more = rows[turn]
                raise BadRecord(f"nothing may follow the result, but {more!r} does", after)
            return game, (number, row)
        if len(game.moves) % 2:
            raise BadRecord(f"turn {turn - 1} has one move, so no other turn may follow", number)
        game = _read_turn(game, turn, row, number)
    last = rows[-1][0] if rows else 1
    raise BadRecord("the result (such as 5-0 or *) is missing at the end", last)


def _read_turn(game: Game, turn: int, row: str, number: int) -> Game:
    label, *moves = row.split()
    if label != f"{turn}.":
        raise BadRecord(f"expected '{turn}.' and its moves, not {row!r}", number)
    if not 1 <= len(moves) <= 2:
        raise BadRecord(f"turn {turn} has {len(moves)} moves, not one or two", number)
    for text in moves:
        try:
            game = game.play(parse_move(text))
        except RulesError as error:
            raise BadRecord(f"turn {turn}, move {text!r}: {error}", number) from None
    return game


def _end_game(game: Game, headers: Headers) -> Game:
    number, reason = headers.get("Reason", (1, ""))
    if reason not in (AGREED, RESIGNED):
        return game
    if game.outcome is not None:
        raise BadRecord(f"Reason says {reason!r}, but the moves have ended the game", number)
    if reason == AGREED:
        return game.agree_draw()
    winner = SIDE_NAMES.get(headers["Result"][1])
    if winner is None:
        raise BadRecord("when a player resigned, Result is white or black", headers["Result"][0])
    return game.resign(winner.other)


def _make_record(game: Game, headers: Headers) -> GameRecord:
    free = {FREE_KEYS[key]: value for key, (_, value) in headers.items() if key in FREE_KEYS}
    others = tuple(
        (key, value)
        for key, (_, value) in headers.items()
        if key not in FREE_KEYS and key not in GAME_KEYS
    )
    return replace(GameRecord(game, others=others), **free)  # type: ignore[arg-type]


def _compare(record: GameRecord, headers: Headers, result: tuple[int, str]) -> None:
    """Refuse headers that say something else than the moves."""
    true = record.headers()
    for key in GAME_KEYS:
        if key in headers and key not in ("Position", "Begin"):
            number, value = headers[key]
            if value != true[key]:
                raise BadRecord(f"{key} says {value!r}, the moves say {true[key]!r}", number)
    if result[1] != true["Points"]:
        raise BadRecord(f"the result is {true['Points']!r}, not {result[1]!r}", result[0])
