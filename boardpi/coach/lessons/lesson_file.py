"""From the text of a lesson's file to the lesson; every mistake names its key and quotes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from boardpi.coach.engine.levels import LEVELS
from boardpi.coach.lessons.lesson import (
    KINDS,
    NAMES,
    NOTHING,
    AskStep,
    FreeStep,
    Lesson,
    PlayStep,
    ReplyStep,
    SetUpStep,
    ShowStep,
    Step,
    Text,
    TouchStep,
    TryStep,
    Wrong,
)
from boardpi.documents import nearest, quote, quote_key, read_toml
from boardpi.rules import (
    CODES,
    RULE_SETS,
    START,
    Game,
    Hole,
    Move,
    RulesError,
    RuleSet,
    check_position,
    parse_move,
    parse_position,
    rule_set,
)
from boardpi.rules.record import SIDE_NAMES
from boardpi.texts.files import MODEL, package_folder, read_sentences
from boardpi.texts.languages import LANGUAGES

MOST_STEPS: Final = 200
LONGEST_TEXT: Final = 500
LARGEST_FILE: Final = 200_000  # signs
_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PATTERN: Final = re.compile(r"[a-e1-5x@*-]{1,12}")
QUESTIONS: Final = (AskStep, TryStep, TouchStep)
Table = Mapping[str, Any]


class BadLesson(RulesError):
    """A file that holds no lesson. The message names the key and quotes what stands there."""


def read_lesson(text: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Lesson:
    """The lesson of a TOML text."""
    document = read_toml(text, BadLesson, LARGEST_FILE)
    _check_keys(
        document,
        "",
        ("id", "rules", "title", "step"),
        ("intro", "order", "after", "teaches", "question"),
    )
    rules = _rules(document["rules"], known)
    return Lesson(
        id=_id(document["id"], "id"),
        rules=rules,
        title=_text(document["title"], "title"),
        intro=_text(document["intro"], "intro") if "intro" in document else NOTHING,
        steps=_steps(document["step"], "step", rules),
        order=_number(document.get("order", 1000), "order", 0, 9999),
        after=_id(document["after"], "after") if "after" in document else None,
        teaches=tuple(
            _id(name, f"teaches[{number}]")
            for number, name in enumerate(_list(document.get("teaches", []), "teaches"))
        ),
        question=_question(document["question"], rules) if "question" in document else (),
    )


# ── plain values ─────────────────────────────────────────────────────────────────────────────────


def _check_keys(table: Table, place: str, needed: tuple[str, ...], others: tuple[str, ...]) -> None:
    where = f"{place}." if place else ""
    for key in table:
        if key not in needed + others:
            hint = nearest(key, needed + others)
            raise BadLesson(f"{where}{quote_key(key)}: unknown key{hint}")
    for key in needed:
        if key not in table:
            raise BadLesson(f"{where}{key}: is missing")


def _table(value: object, place: str) -> Table:
    if not isinstance(value, dict):
        raise BadLesson(f"{place}: must be a table, not {quote(value)}")
    return value


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadLesson(f"{place}: must be a list, not {quote(value)}")
    return value


def _line(value: object, place: str) -> str:
    if not isinstance(value, str) or not value.strip() or not _is_printable(value):
        raise BadLesson(f"{place}: must be a line of text, not {quote(value)}")
    if len(value) > LONGEST_TEXT:
        raise BadLesson(f"{place}: {len(value)} signs are too many, {LONGEST_TEXT} at most")
    return value


def _is_printable(text: str) -> bool:
    return text.replace("\u00a0", " ").isprintable()  # French sets no-break spaces


def _number(value: object, place: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadLesson(f"{place}: must be {low} to {high}, not {quote(value)}")
    return value


def _id(value: object, place: str) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise BadLesson(
            f"{place}: {quote(value)} is no name: small letters, digits and '-', 40 at most"
        )
    return value


def _text(value: object, place: str) -> Text:
    table = _table(value, place)
    _check_keys(table, place, (), LANGUAGES)
    if not table:
        raise BadLesson(f'{place}: no language: write {place}.en = "…"')
    told = {
        language: _line(table[language], f"{place}.{language}")
        for language in LANGUAGES
        if language in table
    }
    others = {
        language: read_sentences(package_folder(), language).get(told.get(MODEL, ""))
        for language in LANGUAGES
        if language not in told
    }
    return told | {language: said for language, said in others.items() if said}


def _rules(value: object, known: Mapping[str, RuleSet]) -> RuleSet:
    try:
        return rule_set(_line(value, "rules"), known)
    except BadLesson:
        raise
    except RulesError as error:
        raise BadLesson(f"rules: {error}") from None


def _move(value: object, place: str) -> Move:
    try:
        return parse_move(_line(value, place))
    except BadLesson:
        raise
    except RulesError as error:
        raise BadLesson(f"{place}: {error}") from None


def _hole(value: object, place: str) -> Hole:
    try:
        return Hole(_line(value, place))
    except BadLesson:
        raise
    except RulesError as error:
        raise BadLesson(f"{place}: {error}") from None


def _holes(value: object, place: str) -> tuple[Hole, ...]:
    holes = tuple(_hole(word, place) for word in _line(value, place).split())
    if len(set(holes)) != len(holes):
        raise BadLesson(f"{place}: {quote(value)} names a hole twice")
    return holes


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise BadLesson(f"{place}: must be true or false, not {quote(value)}")
    return value


# ── steps ────────────────────────────────────────────────────────────────────────────────────────


def _steps(value: object, name: str, rules: RuleSet) -> tuple[Step, ...]:
    tables = _list(value, name)
    if not 1 <= len(tables) <= MOST_STEPS:
        raise BadLesson(f"{name}: a lesson has 1 to {MOST_STEPS} steps, not {len(tables)}")
    steps = tuple(
        _step(_table(table, f"{name} {number}"), f"{name} {number}", rules)
        for number, table in enumerate(tables, 1)
    )
    if not isinstance(steps[0], SetUpStep):
        raise BadLesson(f'{name} 1: the first step sets a position up: do = "setup"')
    return steps


def _question(value: object, rules: RuleSet) -> tuple[Step, ...]:
    """What the next lesson opens with: a position, and one thing that is asked of it."""
    steps = _steps(value, "question", rules)
    if len(steps) != 2 or not isinstance(steps[1], QUESTIONS):
        asked = ", ".join(NAMES[kind] for kind in QUESTIONS)
        raise BadLesson(f"question: must be a setup and one of {asked}")
    return steps


def _step(table: Table, place: str, rules: RuleSet) -> Step:
    kind = table.get("do")
    if not isinstance(kind, str) or kind not in KINDS:
        names = ", ".join(KINDS)
        raise BadLesson(f"{place}.do: must be one of {names}, not {quote(kind)}")
    needed, others = _KEYS[kind]
    _check_keys(table, place, ("do", "say", *needed), others)
    return _BUILD[kind](table, place, _text(table["say"], f"{place}.say"), rules)


def _setup(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    line = _line(table["position"], f"{place}.position")
    try:
        position = START if line == "start" else parse_position(line)
        check_position(rules, position)
    except RulesError as error:
        raise BadLesson(f"{place}.position: {error}") from None
    is_quiet = _flag(table.get("quiet", False), f"{place}.quiet")
    return SetUpStep(say, Game(rules, position), NOTHING if is_quiet else None)


def _show(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    return ShowStep(say, _light(table, place))


def _light(table: Table, place: str) -> tuple[Hole, ...]:
    return _holes(table["light"], f"{place}.light") if "light" in table else ()


def _some(table: Table, place: str, key: str) -> Text:
    return _text(table[key], f"{place}.{key}") if key in table else NOTHING


def _ask(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    accept = _list(table["accept"], f"{place}.accept")
    if not accept:
        raise BadLesson(f"{place}.accept: names no move")
    return AskStep(
        say,
        tuple(_pattern(item, f"{place}.accept[{n}]") for n, item in enumerate(accept)),
        _some(table, place, "right"),
        _some(table, place, "wrong"),
        _answers(table.get("answer", []), f"{place}.answer"),
        _light(table, place),
        _flag(table.get("best", False), f"{place}.best"),
    )


def _pattern(value: object, place: str) -> str:
    text = _line(value, place)
    if not _PATTERN.fullmatch(text):
        raise BadLesson(
            f"{place}: {quote(value)} is no move: write b1-d2; "
            "* stands for anything, as in b1-* or *xd3"
        )
    return text


def _answers(value: object, place: str) -> tuple[Wrong, ...]:
    found = []
    for number, item in enumerate(_list(value, place), 1):
        where = f"{place} {number}"
        table = _table(item, where)
        _check_keys(table, where, ("move", "say"), ("reply",))
        reply = _move(table["reply"], f"{where}.reply") if "reply" in table else None
        move = _move(table["move"], f"{where}.move")
        found.append(Wrong(move, _text(table["say"], f"{where}.say"), reply))
    return tuple(found)


def _try(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    code = _line(table["refusal"], f"{place}.refusal")
    if code not in CODES:
        raise BadLesson(f"{place}.refusal: {quote(code)} is none of {', '.join(CODES)}")
    origin, target = (_hole(table[key], f"{place}.{key}") for key in ("from", "to"))
    return TryStep(say, origin, target, code, _some(table, place, "right"))


def _reply(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    return ReplyStep(say, _move(table["move"], f"{place}.move"))


def _touch(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    holes = _holes(table["holes"], f"{place}.holes")
    return TouchStep(say, holes, _some(table, place, "right"), _some(table, place, "wrong"))


def _play(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    side, level = (_line(table[key], f"{place}.{key}") for key in ("side", "level"))
    if side not in SIDE_NAMES:
        raise BadLesson(f"{place}.side: must be {' or '.join(SIDE_NAMES)}, not {quote(side)}")
    names = [one.name for one in LEVELS]
    if level not in names:
        raise BadLesson(f"{place}.level: {quote(level)} is none of {', '.join(names)}")
    said = (_some(table, place, key) for key in ("right", "lost"))
    return PlayStep(say, SIDE_NAMES[side], level, *said)


def _free(table: Table, place: str, say: Text, rules: RuleSet) -> Step:
    return FreeStep(say, _number(table["moves"], f"{place}.moves", 1, 500))


_KEYS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "show": ((), ("light",)),
    "setup": (("position",), ("quiet",)),
    "ask": (("accept",), ("right", "wrong", "answer", "light", "best")),
    "try": (("from", "to", "refusal"), ("right",)),
    "reply": (("move",), ()),
    "touch": (("holes",), ("right", "wrong")),
    "free": (("moves",), ()),
    "play": (("side", "level"), ("right", "lost")),
}
_BUILD: Final[Mapping[str, Callable[[Table, str, Text, RuleSet], Step]]] = {
    "show": _show,
    "setup": _setup,
    "ask": _ask,
    "try": _try,
    "reply": _reply,
    "touch": _touch,
    "free": _free,
    "play": _play,
}
