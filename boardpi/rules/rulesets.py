"""A rule set is data: switches, lines, title, sources. Makers add their own in a TOML file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any, Final

from boardpi.documents import nearest, read_toml
from boardpi.rules.errors import BadRuleSet
from boardpi.rules.holes import GOAL_ROW, Side
from boardpi.rules.lines import (
    JASIR_ONLY,
    STANDARD_LINES,
    Line,
    name_lines,
    neighbours,
    parse_line,
    parse_lines,
    reach,
)


@dataclass(frozen=True, slots=True, repr=False)
class RuleSet:
    """One printed way of playing. The switches are explained in docs/rules.md."""

    name: str
    title: str
    sources: str
    lines: tuple[Line, ...]
    backward: bool
    captured_simple: str  # "dies" | "hand"
    captured_chosen: str  # "dies" | "hand"
    reentry: str  # "move" of its own | with the "arrival" of a chosen archer
    demote_on_return: bool
    keep_owed: bool
    protect_first_row: bool
    shuttle_limit: int  # 0 = no limit
    ends_with: str  # all "living" archers home | all archers on the "board" home
    points: str  # winner per archer on the "board" | winner per "living" archer | "rows" 2 and 1
    reach: tuple[tuple[int, ...], tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute once where each side's archers may go; archers on the goal row never move."""
        near = neighbours(self.lines)
        tables = tuple(
            tuple(
                0 if GOAL_ROW[side] >> hole & 1 else mask
                for hole, mask in enumerate(reach(side, near, backward=self.backward))
            )
            for side in Side
        )
        object.__setattr__(self, "reach", tables)

    @property
    def game(self) -> str:
        """Which game this is a rule set of: archers that never look back play Jasir."""
        return "Jarmo" if self.backward else "Jasir"

    def __hash__(self) -> int:
        return hash(self.name)  # tables are looked up by rule set all the time

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        if RULE_SETS.get(self.name) == self:
            return f"rule_set({self.name!r})"
        values = ((key, getattr(self, key)) for key in ("name", *KEYS))
        return f"RuleSet({', '.join(f'{key}={value!r}' for key, value in values)})"

    def to_toml(self) -> str:
        """The whole rule set as a table that `read_rule_sets` reads back."""
        rows = [f"[rules.{self.name}]"]
        for key, value in switches(self).items():
            text = _quote(value) if isinstance(value, str) else str(value).lower()
            rows.append(f"{key} = {text}")
        return "\n".join(rows) + "\n"


def _quote(text: str) -> str:
    """A TOML string. It is JSON's, but for DEL, which TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


CHOICES: Final = {
    "captured_simple": ("dies", "hand"),
    "captured_chosen": ("dies", "hand"),
    "reentry": ("move", "arrival"),
    "ends_with": ("living", "board"),
    "points": ("board", "living", "rows"),
}
KEYS: Final = tuple(f.name for f in fields(RuleSet) if f.init and f.name != "name")
EXTRA_KEYS: Final = ("like", "add_lines", "remove_lines")
_NAME: Final = re.compile("[A-Za-z0-9-]+")
MOST_SHUTTLES: Final = 99  # the text of a position has room for two digits


def switches(rules: RuleSet) -> dict[str, Any]:
    """The values of a rule set as its TOML table holds them."""
    table = {key: value for key, value in asdict(rules).items() if key in KEYS}
    table["lines"] = name_lines(rules.lines)
    return table


def read_rule_sets(text: str, known: Mapping[str, RuleSet] | None = None) -> dict[str, RuleSet]:
    """The rule sets of a TOML text, in its order. `like` may name any that is known by then.

    A name that is known already is refused: records would mean another game by it.
    """
    document = read_toml(text, BadRuleSet)
    for key in document:
        if key != "rules":
            raise BadRuleSet(f"unknown key {key!r}: a file of rule sets holds [rules.NAME] tables")
    tables = document.get("rules")
    if not isinstance(tables, dict) or not tables:
        raise BadRuleSet("no rule set: write a table [rules.NAME]")
    found: dict[str, RuleSet] = {}
    for name, table in tables.items():
        if known and name in known:
            raise BadRuleSet(f"rules.{name}: this name is taken; give your rule set another")
        found[name] = _build(name, table, {**(known or {}), **found})
    return found


def _build(name: str, table: object, known: Mapping[str, RuleSet]) -> RuleSet:
    if not _NAME.fullmatch(name):
        raise BadRuleSet(f"rules: {name!r} is no name: use letters, digits and '-'")
    if not isinstance(table, dict):
        raise BadRuleSet(f"rules.{name}: must be a table, not {table!r}")
    _check_keys(name, table)
    values = dict(_inherited(name, table, known))
    values.update((key, value) for key, value in table.items() if key in KEYS)
    for key in KEYS:
        if key not in values:
            raise BadRuleSet(f'rules.{name}: the key {key!r} is missing (or write like = "…")')
        _check_value(f"rules.{name}.{key}", key, values[key])
    values["lines"] = _lines(name, table, str(values["lines"]))
    return RuleSet(name=name, **values)


def _check_keys(name: str, table: Mapping[str, object]) -> None:
    allowed = KEYS + EXTRA_KEYS
    for key in table:
        if key not in allowed:
            raise BadRuleSet(f"rules.{name}: unknown key {key!r}{nearest(key, allowed)}")


def _inherited(
    name: str, table: Mapping[str, object], known: Mapping[str, RuleSet]
) -> Mapping[str, Any]:
    if "like" not in table:
        return {}
    like = table["like"]
    if not isinstance(like, str) or like not in known:
        raise BadRuleSet(f"rules.{name}.like: no rule set {like!r}; known: {', '.join(known)}")
    return switches(known[like])


def _check_value(place: str, key: str, value: object) -> None:
    if key in CHOICES:
        if value not in CHOICES[key]:
            choices = " or ".join(f'"{choice}"' for choice in CHOICES[key])
            raise BadRuleSet(f"{place}: must be {choices}, not {value!r}")
    elif key == "shuttle_limit":
        if type(value) is not int or not 0 <= value <= MOST_SHUTTLES:
            raise BadRuleSet(f"{place}: must be 0 (no limit) to {MOST_SHUTTLES}, not {value!r}")
    elif key in ("title", "sources", "lines"):
        if not isinstance(value, str) or not value.strip():
            raise BadRuleSet(f"{place}: must be a text that is not empty, not {value!r}")
    elif not isinstance(value, bool):
        raise BadRuleSet(f"{place}: must be true or false, not {value!r}")


def _lines(name: str, table: Mapping[str, object], text: str) -> tuple[Line, ...]:
    try:
        lines = set(parse_lines(text))
    except BadRuleSet as error:
        raise BadRuleSet(f"rules.{name}.lines: {error}") from None
    for line in _line_list(name, table, "add_lines"):
        if line in lines:
            raise BadRuleSet(f"rules.{name}.add_lines: {line} is there already")
        lines.add(line)
    for line in _line_list(name, table, "remove_lines"):
        if line not in lines:
            raise BadRuleSet(f"rules.{name}.remove_lines: there is no line {line}")
        lines.remove(line)
    if not lines:
        raise BadRuleSet(f"rules.{name}.lines: no line is left")
    return tuple(sorted(lines))


def _line_list(name: str, table: Mapping[str, object], key: str) -> Iterator[Line]:
    text = table.get(key, "")
    if not isinstance(text, str):
        raise BadRuleSet(f"rules.{name}.{key}: must be a text, not {text!r}")
    for word in text.split():
        try:
            yield parse_line(word)
        except BadRuleSet as error:
            raise BadRuleSet(f"rules.{name}.{key}: {error}") from None


# ── the five that ship with boardpi, in the format that makers use for their own ──────────────────

BUILTIN: Final = f'''
[rules.jasir-pergioco]
title = "Jasir (PerGioco)"
sources = "PerGioco, Newsletter 34 and its Jasir page"
lines = """{STANDARD_LINES}{JASIR_ONLY}"""
backward = false
captured_simple = "dies"
captured_chosen = "hand"
reentry = "move"
demote_on_return = false
keep_owed = false
protect_first_row = true
shuttle_limit = 0
ends_with = "living"
points = "board"

[rules.jasir-oca]
like = "jasir-pergioco"
title = "Jasir (Oca Studios)"
sources = "Oca Studios' public-domain edition"
points = "living"

[rules.jarmo-pergioco]
like = "jasir-pergioco"
title = "Jarmo (PerGioco)"
sources = "PerGioco, Newsletter 34"
remove_lines = "{JASIR_ONLY}"
backward = true
captured_simple = "hand"
reentry = "arrival"
demote_on_return = true
shuttle_limit = 4
ends_with = "board"
points = "rows"

[rules.jarmo-wikipedia]
like = "jarmo-pergioco"
title = "Jarmo (Wikipedia)"
sources = "Wikipedia and BrainKing"
demote_on_return = false
keep_owed = true
protect_first_row = false
shuttle_limit = 3

[rules.jarmo-oca]
like = "jarmo-wikipedia"
title = "Jarmo (Oca Studios)"
sources = "Oca Studios' public-domain edition"
keep_owed = false
'''

RULE_SETS: Final = read_rule_sets(BUILTIN)
DEFAULT: Final = RULE_SETS["jasir-pergioco"]


def rule_set(name: str, known: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """The rule set of this name; an unknown one is refused with the nearest known one."""
    if name not in known:
        begun = [full for full in known if name and full.startswith(name)]
        near = begun or get_close_matches(name, known, 1, 0.4)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise BadRuleSet(f"no rule set {name!r}{hint} Known: {', '.join(known)}")
    return known[name]


def variant(rules: RuleSet, **changes: Any) -> RuleSet:
    """The same rule set with some switches changed, for experiments.

    >>> variant(DEFAULT, shuttle_limit=3).shuttle_limit
    3
    """
    return replace(rules, **changes)
