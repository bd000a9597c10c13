"""Keys of the configuration: what one is made of, and how a section of a TOML file is read."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from pathlib import Path
from typing import Any, Final, get_type_hints

from boardpi.documents import nearest


class BadConfig(ValueError):
    """A configuration that cannot be used. `problems` has a sentence for each wrong key."""

    def __init__(self, problems: list[str], source: Path | None = None) -> None:
        self.problems = tuple(problems)
        self.source = source
        where = f"{source}: " if source else ""
        super().__init__("\n".join(where + problem for problem in problems))


def is_line(value: str) -> bool:
    """One line of printable text, as people write names."""
    return value.isprintable() and len(value) <= 200


def is_host(value: str) -> bool:
    """An address or a host name, without a port."""
    try:
        ipaddress.ip_address(value)
    except ValueError:
        return re.fullmatch(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*", value, re.I) is not None
    return True


def is_place(value: str) -> bool:
    """Nothing, or a full path: the daemon has no directory of its own to start from."""
    return value == "" or (is_line(value) and value.startswith(("/", "~/")))


def is_table_name(value: str) -> bool:
    """A name short enough for a record's header and the big screen."""
    return is_line(value) and 1 <= len(value.strip()) <= 40


def is_theme(value: str) -> bool:
    """The name of a theme: whether it exists is known where themes are drawn."""
    return re.fullmatch(r"[a-z][a-z0-9-]{0,39}", value) is not None


def is_mark(value: str) -> bool:
    """The mark of a key that signs releases, or none."""
    return re.fullmatch(r"(?:[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){5})?", value) is not None


def key(
    default: object,
    meaning: str,
    *,
    low: int | None = None,
    high: int | None = None,
    length: int | None = None,
    choices: tuple[str, ...] = (),
    item: Callable[[str], object] = str,
    check: tuple[Callable[[str], bool], str] = (is_line, "one line of text"),
) -> Any:
    """One key: `check` is what a text must be, and the words for it; `item` reads list items, of
    which a list of numbers has `length`.
    """
    facts = {"meaning": meaning, "low": low, "high": high, "length": length, "choices": choices}
    return field(default=default, metadata={**facts, "item": item, "check": check})


PLACE: Final = (is_place, 'a full path, or ""')
HOST: Final = (is_host, "an address or a host name without a port")
PIN: Final[dict[str, Any]] = {"low": 0, "high": 27}  # of the Pi's header, by BCM numbers


def unknown_names(
    table: Mapping[str, object], known: list[str], what: str, prefix: str
) -> list[str]:
    """A sentence for each name that is not known, with the nearest one that is."""
    problems = []
    for name in table:
        if name not in known:
            hint = nearest(name, known, 0.4) or f". Known: {', '.join(known)}"
            problems.append(f"{prefix}{name}: there is no {what} {name!r}{hint}")
    return problems


def read_section(name: str, kind: type[Any], table: object, problems: list[str]) -> object:
    """One section with its values; what is wrong with it is added to `problems`."""
    if not isinstance(table, dict):
        problems.append(f"{name}: must be a section [{name}], not {table!r}")
        return kind()
    known = {f.name: f for f in fields(kind)}
    problems += unknown_names(table, list(known), "key", f"{name}.")
    hints = get_type_hints(kind)
    values = {}
    for part, value in table.items():
        if part in known:
            try:
                values[part] = read_value(hints[part], known[part].metadata, value)
            except ValueError as error:
                problems.append(f"{name}.{part}: {error}")
    return kind(**values)


def read_value(hint: object, facts: Mapping[str, Any], value: object) -> object:
    """The value that a key of this type takes, or a ValueError that quotes it."""
    if hint is bool:
        return _expect(isinstance(value, bool), value, "true or false")
    if hint is int:
        return _read_number(facts, value)
    if hint is str:
        return _read_text(facts, value)
    if hint == tuple[int, ...]:
        return _read_numbers(facts, value)
    items = _expect(isinstance(value, list), value, "a list of texts")
    assert isinstance(items, list)
    return tuple(facts["item"](_read_text(facts, item)) for item in items)


def _read_number(facts: Mapping[str, Any], value: object) -> int:
    low, high = facts["low"], facts["high"]
    fits = type(value) is int and low <= value <= high
    _expect(fits, value, f"a whole number from {low} to {high}")
    assert isinstance(value, int)
    return value


def _read_numbers(facts: Mapping[str, Any], value: object) -> tuple[int, ...]:
    length = facts["length"]
    fits = isinstance(value, list) and len(value) == length
    _expect(fits, value, f"a list of {length} whole numbers")
    assert isinstance(value, list)
    return tuple(_read_number(facts, item) for item in value)


def _read_text(facts: Mapping[str, Any], value: object) -> str:
    choices, (check, words) = facts["choices"], facts["check"]
    if choices:
        named = ", ".join(f'"{choice}"' for choice in choices)
        _expect(value in choices, value, f"one of {named}")
    else:
        _expect(isinstance(value, str) and check(value), value, words)
    return str(value)


def _expect(fits: bool, value: object, words: str) -> object:
    if not fits:
        raise ValueError(f"{value!r} is not {words}")
    return value
