"""A trace: what the board saw, as JSON lines; its replay gives the same decisions again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypeGuard

from boardpi.rules import (
    RULE_SETS,
    Game,
    Hole,
    Position,
    RulesError,
    RuleSet,
    check_position,
    mask_of,
    parse_position,
    rule_set,
)
from boardpi.rules.holes import ALL, HOLES
from boardpi.table.effects import Effect, Lights, Publish, Show
from boardpi.table.events import Sensed, Woke
from boardpi.table.facts import MenuWanted, Suspected
from boardpi.table.step import step
from boardpi.table.table import HELP_LEVELS, Table, new_table
from boardpi.table.timing import USUAL, Timing

DURATIONS: Final = tuple(field.name for field in fields(Timing))
HEADER_KEYS: Final = ("trace", "rules", "position", "first", "dead", "help", *DURATIONS)
LONGEST_MS: Final = 10**12
UNTOLD: Final = (Suspected, MenuWanted)


class BadTrace(RulesError):
    """Not a trace. The message names the line."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a trace begins with."""

    rules: RuleSet
    position: Position
    any_first: bool = False
    dead: int = 0
    help: str = "lift"
    timing: Timing = USUAL

    def to_json(self) -> dict[str, Any]:
        """The first line of the trace."""
        line: dict[str, Any] = {
            "trace": 1,
            "rules": self.rules.name,
            "position": str(self.position),
        }
        if self.any_first:
            line["first"] = "any"
        if self.dead:
            line["dead"] = [str(hole) for hole in HOLES if self.dead >> hole & 1]
        if self.help != "lift":
            line["help"] = self.help
        for name in DURATIONS:
            if getattr(self.timing, name) != getattr(USUAL, name):
                line[name] = getattr(self.timing, name)
        return line

    def table(self) -> Table:
        """The table as it stood when the trace began."""
        game = Game(self.rules, self.position, any_first=self.any_first)
        table = new_table(game, self.timing, help=self.help, dead=self.dead)
        return table._replace(is_fresh=False)


def parse_header(line: str, known: Mapping[str, RuleSet] = RULE_SETS) -> Header:
    """The header of a trace."""
    data = _parse_object(line, 1)
    if data.get("trace") != 1:
        raise BadTrace(f'line 1: a trace begins with {{"trace": 1, …}}, not {line.strip()[:80]!r}')
    for key in data:
        if key not in HEADER_KEYS:
            raise BadTrace(f"line 1: unknown key {key!r}")
    try:
        rules = rule_set(_text(data, "rules"), known)
        position = parse_position(_text(data, "position"))
        check_position(rules, position)
        dead = _parse_dead(data.get("dead", []))
    except RulesError as error:
        raise BadTrace(f"line 1: {error}") from None
    return Header(rules, position, _is_any(data), dead, _parse_help(data), _parse_timing(data))


def _parse_object(line: str, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise BadTrace(f"line {number}: not JSON: {line.strip()[:80]!r}") from None
    if not isinstance(data, dict):
        raise BadTrace(f"line {number}: not a JSON object: {line.strip()[:80]!r}")
    return data


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise BadTrace(f"{key!r} must be a text, not {value!r}")
    return value


def _is_any(data: Mapping[str, Any]) -> bool:
    first = data.get("first")
    if first not in (None, "any"):
        raise BadTrace(f"line 1: 'first' is \"any\" or left out, not {first!r}")
    return first == "any"


def _parse_dead(names: object) -> int:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadTrace(f"'dead' is a list of holes, not {names!r}")
    return mask_of(Hole(name) for name in names)


def _parse_help(data: Mapping[str, Any]) -> str:
    level = data.get("help", "lift")
    if level not in HELP_LEVELS:
        raise BadTrace(f"line 1: 'help' is one of {', '.join(HELP_LEVELS)}, not {level!r}")
    return str(level)


def _parse_timing(data: Mapping[str, Any]) -> Timing:
    given = {name: data[name] for name in DURATIONS if name in data}
    for name, value in given.items():
        if not _is_count(value, 10**7):
            raise BadTrace(f"line 1: {name!r} must be milliseconds, not {value!r}")
    return Timing(**given)


def _is_count(value: object, most: int) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= most


def parse_event(line: str, number: int) -> Sensed | Woke:
    """One later line: a raw change, or the end, which lets time run to that moment."""
    data = _parse_object(line, number)
    ms, mask = data.get("ms"), data.get("mask")
    if not _is_count(ms, LONGEST_MS):
        raise BadTrace(f"line {number}: 'ms' must be milliseconds, not {ms!r}")
    if data.get("end") is True and set(data) == {"ms", "end"}:
        return Woke(ms)
    if set(data) != {"ms", "mask"} or not _is_count(mask, ALL):
        raise BadTrace(
            f"line {number}: neither a mask of 25 bits nor an end: {line.strip()[:80]!r}"
        )
    return Sensed(ms, mask)


def read_events(lines: Iterable[str], first: int = 2) -> Iterator[Sensed | Woke]:
    """The events of a trace after its header; time may not run back."""
    last = 0
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        event = parse_event(line, number)
        if event.ms < last:
            raise BadTrace(f"line {number}: time runs back from {last} to {event.ms} ms")
        last = event.ms
        yield event


def replay(
    lines: Iterable[str], *, lights: bool = False, known: Mapping[str, RuleSet] = RULE_SETS
) -> Iterator[dict[str, Any]]:
    """The events that a trace leads to, as JSON objects."""
    rest = iter(lines)
    header = parse_header(next(rest, ""), known)
    table = header.table()
    for event in read_events(rest):
        table, effects = step(table, event)
        yield from tell(effects, lights=lights)


def tell(effects: Iterable[Effect], *, lights: bool = False) -> Iterator[dict[str, Any]]:
    """What replay prints of these effects."""
    for effect in effects:
        if isinstance(effect, Publish) and not isinstance(effect.fact, UNTOLD):
            yield effect.fact.to_json()
        elif lights and isinstance(effect, Show):
            yield {"ms": effect.ms, "event": "lights", "holes": name_lights(effect.lights)}


def name_lights(lights: Lights) -> dict[str, str]:
    """The lit holes by name."""
    return {str(hole): role for hole, role in zip(HOLES, lights, strict=True) if role is not None}
