"""A game of Archers: a start, its turns, how it ended; and its record, an `.archers` text.

What the turns say (size, kings, result, reason) is never stored twice: the writer takes it from the
game, and the reader refuses headers that tell another story.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from boardpi.archers.combat import TurnRefused, play_turn
from boardpi.archers.field import DEFAULT_SIZE
from boardpi.archers.formation import Ending, Formation, parse_formation, start_formation
from boardpi.archers.manoeuvres import ArchersTurn, parse_turn
from boardpi.rules.errors import BadPosition, BadRecord, RulesError
from boardpi.rules.holes import Side

MOST_TURNS: Final = 400
"""Of both players together; then the game is a draw: no source says how a game without end ends."""
RESIGNED, AGREED, ENDLESS = "resigned", "agreed", "endless"
UNKNOWN, UNFINISHED = "?", "*"
RESULTS: Final = {"white": "1-0", "black": "0-1", "draw": "0-0", UNFINISHED: UNFINISHED}
SIDE_NAMES: Final = {"white": Side.WHITE, "black": Side.BLACK}
KEYS: Final = ("Game", "Size", "Kings", "White", "Black", "Date", "Result", "Reason", "Position")
NEEDED: Final = ("Game", "Size", "Kings", "Result", "Reason")
YES_NO: Final = {True: "yes", False: "no"}
_HEADER: Final = re.compile(r'\[([A-Za-z]+) "((?:[^"\\]|\\["\\])*)"\]')


@dataclass(frozen=True, slots=True)
class Battle:
    """Formations from the start to now, and the turns between them. Nothing is changed in place."""

    formations: tuple[Formation, ...]
    turns: tuple[ArchersTurn, ...] = ()
    closed: Ending | None = None
    """An end that is not on the field: resigned or agreed."""

    @property
    def start(self) -> Formation:
        """Where it began."""
        return self.formations[0]

    @property
    def now(self) -> Formation:
        """Where it stands."""
        return self.formations[-1]

    @property
    def ending(self) -> Ending | None:
        """How it ended; None while it is played."""
        found = self.closed or self.now.ending()
        if found is None and len(self.turns) >= MOST_TURNS:
            return Ending(ENDLESS, None)
        return found

    def play(self, turn: ArchersTurn | str) -> Battle:
        """The game with one more turn."""
        if self.ending is not None:
            raise TurnRefused("game_over")
        made = parse_turn(turn) if isinstance(turn, str) else turn
        after = play_turn(self.now, made)
        return replace(self, formations=(*self.formations, after), turns=(*self.turns, made))

    def resign(self, side: Side) -> Battle:
        """This side gives up."""
        return self._close(Ending(RESIGNED, side.other))

    def agree_draw(self) -> Battle:
        """Both want a draw."""
        return self._close(Ending(AGREED, None))

    def _close(self, ending: Ending) -> Battle:
        if self.ending is not None:
            raise TurnRefused("game_over")
        return replace(self, closed=ending)


def new_battle(size: int = DEFAULT_SIZE, *, kings: bool = False) -> Battle:
    """A game at its start."""
    return Battle((start_formation(size, kings=kings),))


@dataclass(frozen=True, slots=True)
class BattleRecord:
    """A game, who played it and when."""

    battle: Battle
    white: str = UNKNOWN
    black: str = UNKNOWN
    date: str = UNKNOWN

    def headers(self) -> dict[str, str]:
        """In the order of the file."""
        start, ending = self.battle.start, self.battle.ending
        has_kings = any(archer.is_king for _, archer in start.stations)
        winner = ending and ending.winner
        result = "draw" if winner is None else winner.name.lower()
        found = {
            "Game": "Archers",
            "Size": str(start.size),
            "Kings": YES_NO[has_kings],
            "White": self.white,
            "Black": self.black,
            "Date": self.date,
            "Result": result if ending else UNFINISHED,
            "Reason": ending.reason if ending else UNFINISHED,
        }
        if start != start_formation(start.size, kings=has_kings):
            found["Position"] = str(start)
        return found


def write_battle(record: BattleRecord) -> str:
    """The text of a record."""
    headers = record.headers()
    rows = []
    for key, value in headers.items():
        _check_value(key, value)
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        rows.append(f'[{key} "{escaped}"]')
    turns = [str(turn) for turn in record.battle.turns]
    lines = [f"{i // 2 + 1}. {' '.join(turns[i : i + 2])}" for i in range(0, len(turns), 2)]
    return "\n".join([*rows, "", *lines, RESULTS[headers["Result"]]]) + "\n"


def _check_value(key: str, value: str, line: int = 0) -> None:
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in value):
        raise BadRecord(f"{key} {value!r} is not one line of text", line)


Headers = dict[str, tuple[int, str]]


def read_battle(text: str) -> BattleRecord:
    """The record of a text. It is strict: every turn must be legal and every header true."""
    rows = [(number, row.strip()) for number, row in enumerate(text.split("\n"), 1)]
    rows = [(number, row) for number, row in rows if row]
    cut = next((i for i, (_, row) in enumerate(rows) if not row.startswith("[")), len(rows))
    headers = reduce(_read_header, rows[:cut], Headers())
    for key in NEEDED:
        if key not in headers:
            raise BadRecord(f'there is no header [{key} "…"]', 1)
    if not rows[cut:]:
        raise BadRecord("the result (1-0, 0-1, 0-0 or *) is missing at the end", len(rows) or 1)
    battle = reduce(_read_row, enumerate(rows[cut:-1], 1), Battle((_read_start(headers),)))
    battle = _close(battle, headers)
    free = {key.lower(): headers[key][1] for key in ("White", "Black", "Date") if key in headers}
    record = BattleRecord(battle, **free)
    _compare(record, headers, rows[-1])
    return record


def _read_header(headers: Headers, row: tuple[int, str]) -> Headers:
    number, line = row
    found = _HEADER.fullmatch(line)
    if found is None:
        raise BadRecord(f'a header is written [Key "Value"], not {line[:80]!r}', number)
    key, value = found[1], re.sub(r'\\(["\\])', r"\1", found[2])
    if key not in KEYS:
        raise BadRecord(f"{key!r} is no key of Archers: there are {', '.join(KEYS)}", number)
    if key in headers:
        raise BadRecord(f"the key {key!r} stands twice", number)
    _check_value(key, value, number)
    return headers | {key: (number, value)}


def _read_start(headers: Headers) -> Formation:
    number, size = headers["Size"]
    try:
        if "Position" in headers:
            number, line = headers["Position"]
            return parse_formation(line)
        if not re.fullmatch("[0-9]{1,2}", size, re.ASCII):
            raise BadPosition(f"Size is 7, 9, 11, 13 or 15, not {size[:20]!r}")
        return start_formation(int(size), kings=headers["Kings"][1] == "yes")
    except BadPosition as error:
        raise BadRecord(str(error), number) from None


def _read_row(battle: Battle, row: tuple[int, tuple[int, str]]) -> Battle:
    turn, (number, line) = row
    label, *texts = line.split()
    if label != f"{turn}.":
        raise BadRecord(f"expected '{turn}.' and its turns, not {line[:80]!r}", number)
    if not 1 <= len(texts) <= 2 or len(battle.turns) % 2:
        raise BadRecord(f"line {turn}. has two turns; only the last may have one", number)
    for text in texts:
        try:
            battle = battle.play(text)
        except RulesError as error:
            raise BadRecord(f"{turn}. {text[:40]!r}: {error}", number) from None
    return battle


def _close(battle: Battle, headers: Headers) -> Battle:
    number, reason = headers["Reason"]
    if reason not in (RESIGNED, AGREED):
        return battle
    if battle.ending is not None:
        raise BadRecord(f"Reason says {reason!r}, but the turns have ended the game", number)
    if reason == AGREED:
        return battle.agree_draw()
    number, result = headers["Result"]
    if result not in SIDE_NAMES:
        raise BadRecord("when a player resigned, Result is white or black", number)
    return battle.resign(SIDE_NAMES[result].other)


def _compare(record: BattleRecord, headers: Headers, last: tuple[int, str]) -> None:
    """Refuse headers that say something else than the turns."""
    true = record.headers()
    for key, (number, value) in headers.items():
        if value != true.get(key, value):
            raise BadRecord(f"{key} says {value!r}, the turns say {true[key]!r}", number)
    number, result = last
    if result != RESULTS[true["Result"]]:
        raise BadRecord(f"the result is {RESULTS[true['Result']]!r}, not {result[:40]!r}", number)
