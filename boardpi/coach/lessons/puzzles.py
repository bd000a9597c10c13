"""A puzzle: a position with a single best move; and the file that holds many.

The file is TOML: `version = 1` and a table `[[puzzle]]` for each. Reading is strict: an unknown
key, a move that is not legal or a number that cannot be is refused, with the name of the puzzle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from math import gcd
from typing import Any, Final

from boardpi.coach.hints import explain_move
from boardpi.coach.lessons.lesson import NOTHING, AskStep, Lesson, SetUpStep, Text
from boardpi.coach.reasons import Reason
from boardpi.documents import read_toml
from boardpi.rules import name_holes
from boardpi.rules.errors import RulesError
from boardpi.rules.game import Game
from boardpi.rules.holes import GOAL_ROW, Hole
from boardpi.rules.moves import Move, parse_move
from boardpi.rules.position import Position, check_position, parse_position
from boardpi.rules.refusals import name_side
from boardpi.rules.rulesets import RULE_SETS, RuleSet, rule_set
from boardpi.rules.turns import after, legal_moves
from boardpi.texts import LESSONS
from boardpi.texts.languages import LANGUAGES

VERSION: Final = 1
GRADES: Final = range(1, 6)
POINTS: Final = range(-10, 11)
GOALS: Final = ("win", "hold", "more")
"""The solution alone wins; it alone does not lose; it alone is worth so many points."""
PROOFS: Final = ("exact", "search", "solved")
"""Played to the end by tables, race or search; a clear lead at the depth of a long search; or taken
from the solution of all of Jasir, which is larger than what ships."""
THEMES: Final = ("return", "take", "home", "offer", "escape", "refuse", "race")
_NAME: Final = re.compile("[a-z0-9][a-z0-9-]*")


class BadPuzzles(ValueError):
    """A file of puzzles that cannot be used."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, its one best move, and what is known of them. Points are the solver's, less the
    enemy's: `worth` after the solution, `second` after the best of the other moves.
    """

    name: str
    rules: RuleSet
    position: Position
    solution: Move
    goal: str
    proof: str
    worth: int
    second: int
    depth: int  # how far a search looks ahead until it finds the solution and stays with it
    grade: int

    @property
    def game(self) -> Game:
        """The game that begins here."""
        return Game(self.rules, self.position)

    @property
    def theme(self) -> str:
        """What the solution is about; the first of `THEMES` that fits."""
        rules, side, move = self.rules, self.position.side, self.solution
        if move.origin is None or move.target is None:
            return "return"
        if move.takes:
            return "take"
        if GOAL_ROW[side] >> move.target & 1:
            return "home"
        if _is_taken(rules, after(rules, self.position, move), move.target):
            return "offer"
        if _is_taken(rules, self.position.with_side(side.other), move.origin):
            return "escape"
        tempted = any(other.takes for other in legal_moves(rules, self.position))
        return "refuse" if tempted else "race"


def _is_taken(rules: RuleSet, position: Position, hole: Hole) -> bool:
    """Whether the side to move can take here."""
    return any(move.takes and move.target == hole for move in legal_moves(rules, position))


KEYS: Final = tuple(field.name for field in fields(Puzzle))


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """The text of a file."""
    parts = [f"# Puzzles of boardpi: docs/puzzles.md\nversion = {VERSION}\n"]
    for puzzle in puzzles:
        rows = ((key, getattr(puzzle, key)) for key in KEYS)
        parts.append("[[puzzle]]\n" + "".join(f"{key} = {_literal(v)}\n" for key, v in rows))
    return "\n".join(parts)


def _literal(value: object) -> str:
    return str(value) if type(value) is int else f'"{value}"'


def read_puzzles(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> tuple[Puzzle, ...]:
    """The puzzles of a text."""
    document = read_toml(text, BadPuzzles)
    if document.get("version") != VERSION:
        raise BadPuzzles(f"version must be {VERSION}, not {document.get('version')!r}")
    for key in document:
        if key not in ("version", "puzzle"):
            raise BadPuzzles(f"unknown key {key!r}: a file of puzzles holds [[puzzle]] tables")
    tables = document.get("puzzle", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BadPuzzles("puzzle: write [[puzzle]] above each puzzle")
    puzzles = tuple(_read(number, table, known) for number, table in enumerate(tables, 1))
    names = Counter(puzzle.name for puzzle in puzzles)
    for name, times in names.items():
        if times > 1:
            raise BadPuzzles(f"the name {name!r} stands twice")
    return puzzles


def _read(number: int, table: dict[str, Any], known: Mapping[str, RuleSet]) -> Puzzle:
    place = f"puzzle {number}"
    for key in table:
        if key not in KEYS:
            raise BadPuzzles(f"{place}: unknown key {key!r}; there are {', '.join(KEYS)}")
    for key in KEYS:
        if key not in table:
            raise BadPuzzles(f"{place}: the key {key!r} is missing")
    name = _text(place, table, "name")
    if not _NAME.fullmatch(name):
        raise BadPuzzles(f"{place}: {name!r} is no name: use small letters, digits and '-'")
    place = f"puzzle {name!r}"
    try:
        rules = rule_set(_text(place, table, "rules"), known)
        position = parse_position(_text(place, table, "position"))
        check_position(rules, position)
        solution = parse_move(_text(place, table, "solution"))
    except RulesError as error:
        raise BadPuzzles(f"{place}: {error}") from None
    if solution not in legal_moves(rules, position):
        raise BadPuzzles(f"{place}: {solution} is not legal in {position}")
    return Puzzle(
        name,
        rules,
        position,
        solution,
        _one_of(place, table, "goal", GOALS),
        _one_of(place, table, "proof", PROOFS),
        _number(place, table, "worth", POINTS),
        _number(place, table, "second", POINTS),
        _number(place, table, "depth", range(1, 66)),
        _number(place, table, "grade", GRADES),
    )


def _text(place: str, table: Mapping[str, object], key: str) -> str:
    value = table[key]
    if not isinstance(value, str):
        raise BadPuzzles(f"{place}: {key} must be a text, not {value!r}")
    return value


def _one_of(place: str, table: Mapping[str, object], key: str, choices: tuple[str, ...]) -> str:
    value = table[key]
    if not isinstance(value, str) or value not in choices:
        raise BadPuzzles(f"{place}: {key} must be {' or '.join(choices)}, not {value!r}")
    return value


def _number(place: str, table: Mapping[str, object], key: str, allowed: range) -> int:
    value = table[key]
    if type(value) is not int or value not in allowed:
        ends = f"{allowed[0]} to {allowed[-1]}"
        raise BadPuzzles(f"{place}: {key} must be a number from {ends}, not {value!r}")
    return value


# ── a puzzle as a lesson of one question ──────────────────────────────────────────────────────────

PREFIX: Final = "puzzle-"
GAINS_TOLD: Final = 2


def as_lesson(puzzle: Puzzle) -> Lesson:
    """Set up, ask, explain."""
    return Lesson(
        id=PREFIX + puzzle.name,
        rules=puzzle.rules,
        title=LESSONS.say_in_all("puzzle.title", name=puzzle.name),
        intro=_task(puzzle),
        steps=(
            SetUpStep(_set_up(puzzle, "puzzle.set_up"), puzzle.game, _set_up(puzzle)),
            AskStep(
                _task(puzzle),
                (str(puzzle.solution),),
                right=_explain(puzzle),
                wrong=LESSONS.say_in_all("puzzle.wrong"),
                best=True,
            ),
        ),
    )


def _task(puzzle: Puzzle) -> Text:
    side = puzzle.position.side
    return {
        language: LESSONS.say(language, f"puzzle.{puzzle.goal}", player=name_side(side, language))
        for language in LANGUAGES
    }


def _set_up(puzzle: Puzzle, *first: str) -> Text:
    """What eyes cannot see of a position; nothing where there is nothing to say."""
    position = puzzle.position
    keys = list(first)
    if position.chosen:
        keys.append("puzzle.chosen")
    if any(position.hand):
        keys.append("puzzle.in_hand")
    if not keys:
        return NOTHING
    white, black = position.hand
    holes = " ".join(name_holes(position.chosen))
    return {
        language: " ".join(
            LESSONS.say(language, key, white=white, black=black, holes=holes) for key in keys
        )
        for language in LANGUAGES
    }


def explain_puzzle(puzzle: Puzzle) -> tuple[Reason, ...]:
    """What the solution is for, what speaks for it, and last what it costs."""
    told = explain_move(puzzle.game, puzzle.solution)
    if puzzle.game.play(puzzle.solution).outcome is not None:
        return told
    gains = [reason for reason in told if not reason.is_cost][:GAINS_TOLD]
    costs = [reason for reason in told if reason.is_cost][:1]
    return (*_aims(puzzle), *gains, *costs)


def _aims(puzzle: Puzzle) -> tuple[Reason, ...]:
    """Known from the file, so that nothing has to be searched."""
    if puzzle.worth > 0:
        aim = Reason("aim_win", number=puzzle.worth)
    elif puzzle.worth == 0:
        aim = Reason("aim_hold")
    else:
        aim = Reason("aim_least", number=-puzzle.worth)
    return (aim, Reason("aim_only")) if puzzle.worth >= 0 > puzzle.second else (aim,)


def _explain(puzzle: Puzzle) -> Text:
    reasons = explain_puzzle(puzzle)
    return {
        language: " ".join([right, *(reason.sentence(language) for reason in reasons)])
        for language, right in LESSONS.say_in_all("right").items()
    }


# ── today's five ─────────────────────────────────────────────────────────────────────────────────

FIVE: Final = 5
AGAIN_AFTER: Final = (1, 3, 7, 21)
"""Days after which a puzzle comes back: once it was solved for the first time, the second time …"""
ALL_STARS: Final = 3


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle was solved on this day, without a mistake if it has all stars."""

    puzzle: str
    stars: int
    day: date


def puzzle_of_the_day(names: Sequence[str], today: date) -> str | None:
    """One puzzle for everybody, another one every day until all have had theirs.

    >>> [puzzle_of_the_day(["a", "b", "c"], date(2026, 3, day)) for day in (1, 2, 3, 4)]
    ['b', 'a', 'c', 'b']
    """
    if not names:
        return None
    stride = next(
        step
        for step in range(len(names) * 5 // 8 + 1, 2 * len(names) + 2)
        if gcd(step, len(names)) == 1
    )  # far from yesterday's, which is as easy
    return names[today.toordinal() * stride % len(names)]


def todays_five(
    puzzles: Iterable[Puzzle], attempts: Iterable[Attempt], today: date
) -> list[tuple[Puzzle, bool]]:
    """The puzzles of a pupil's day, each with whether it is done: first those that are due again,
    the longest waiting first, then new ones, easy before hard, of as many themes as there are.
    """
    known = {puzzle.name: puzzle for puzzle in puzzles}
    tried = [attempt for attempt in attempts if attempt.puzzle in known]
    done = list(dict.fromkeys(one.puzzle for one in tried if one.day == today))[:FIVE]
    due = {name: left for name, left in _due(tried, today).items() if name not in done}
    again = sorted((name for name, left in due.items() if left <= 0), key=lambda name: due[name])
    fresh = _fresh([one for one in known.values() if one.name not in {t.puzzle for t in tried}])
    names = [*done, *again, *(puzzle.name for puzzle in fresh)][:FIVE]
    return [(known[name], name in done) for name in names]


def _due(attempts: Iterable[Attempt], today: date) -> dict[str, int]:
    """Days until each puzzle comes back; a mistake begins anew, the last interval ends it."""
    solved: dict[str, tuple[int, date]] = {}
    for attempt in attempts:
        times, last = solved.get(attempt.puzzle, (0, date.min))
        if attempt.stars < ALL_STARS:
            times = 1
        elif attempt.day > last:
            times += 1
        solved[attempt.puzzle] = times, attempt.day
    return {
        name: AGAIN_AFTER[times - 1] - (today - last).days
        for name, (times, last) in solved.items()
        if times <= len(AGAIN_AFTER)
    }


def _fresh(puzzles: list[Puzzle]) -> list[Puzzle]:
    """The easiest first; within a grade one of each theme before a second of any."""
    seen: Counter[tuple[int, str]] = Counter()
    places = {}
    for puzzle in sorted(puzzles, key=lambda puzzle: puzzle.grade):
        places[puzzle.name] = puzzle.grade, seen[puzzle.grade, puzzle.theme]
        seen[puzzle.grade, puzzle.theme] += 1
    return sorted(puzzles, key=lambda puzzle: places[puzzle.name])
