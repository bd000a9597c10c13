"""TOML and JSON from anywhere: size, encoding, depth, double keys; all that is wrong in one kind.

The caller names the error that its readers know, and every sentence quotes what is wrong. Values
are checked where their meaning is known.

>>> read_toml("dwell_ms = 400", ValueError)
{'dwell_ms': 400}
>>> read_json('{"ms": 1, "ms": 2}', ValueError)
Traceback (most recent call last):
  ...
ValueError: not JSON: the key 'ms' stands twice
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
"""An object of JSON or a table of TOML."""
Refuse = Callable[[str], Exception]
"""The error for a sentence that says what is wrong."""

LONGEST_QUOTE: Final = 60  # signs


def read_toml(text: str, refuse: Refuse, largest: int | None = None) -> Json:
    """The tables of a TOML text of at most so many signs."""
    _check_size(text, refuse, largest)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise refuse("not TOML that anybody would write: nested too deeply") from None
    except ValueError as error:  # bad TOML, numbers of thousands of digits
        raise refuse(f"not TOML: {error}") from None


def read_json(text: str | bytes, refuse: Refuse, largest: int | None = None) -> Any:
    """The value of a JSON text in UTF-8; a key that stands twice would lose a value silently."""
    _check_size(text, refuse, largest)
    try:
        told = text if isinstance(text, str) else text.decode()
        return json.loads(told, object_pairs_hook=_object, parse_constant=_refuse_constant)
    except RecursionError:
        raise refuse("not JSON that anybody would write: nested too deeply") from None
    except ValueError as error:  # bad UTF-8, bad JSON, numbers of thousands of digits
        raise refuse(f"not JSON: {error}") from None


def read_object(text: str | bytes, refuse: Refuse, largest: int | None = None) -> Json:
    """The same, where the whole is an object."""
    found = read_json(text, refuse, largest)
    if not isinstance(found, dict):
        raise refuse(f"not a JSON object: {quote(found)}")
    return found


def read_file(path: Path, refuse: Refuse, largest: int) -> str:
    """The text of a file of at most so many bytes."""
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
        if len(data) > largest:
            raise refuse(f"is larger than {largest} bytes")
        return data.decode()
    except UnicodeDecodeError as error:
        raise refuse(f"is not a text in UTF-8: {error}") from None
    except OSError as error:
        raise refuse(f"cannot be read: {error.strerror}") from None


def quote(value: object) -> str:
    """A value as it stands in a sentence: never longer than a line.

    >>> quote("a1")
    "'a1'"
    """
    shown = repr(value)
    return shown if len(shown) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 3] + "…"


def quote_key(key: str) -> str:
    """A key bare where it is a word, else quoted."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else quote(key)


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """What may have been meant, as the end of a sentence; nothing if nothing is near.

    >>> nearest("dwel_ms", ["dwell_ms", "language"])
    "; did you mean 'dwell_ms'?"
    """
    near = get_close_matches(word, list(known), 1, likeness)
    return f"; did you mean {near[0]!r}?" if near else ""


def _check_size(text: str | bytes, refuse: Refuse, largest: int | None) -> None:
    if largest is not None and len(text) > largest:
        what = "signs" if isinstance(text, str) else "bytes"
        raise refuse(f"too long: {len(text)} {what} are too many, {largest} at most")


def _object(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {quote(twice)} stands twice")
    return found


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number of JSON")
