"""How a good input becomes a bad one. All chance comes from one `Random`: a seed tells all."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

ODD: Final = (
    *("", "\0", "\ud800", "\u202e", "é", "ﬀ", "١", "\U0001f3f9", "\r\n", "\t", '"', "\\", "'", "`"),
    *("[", "]", "{", "}", "(", "#", "=", "-", "x", "@", "/", "..", "0", "-1", "9" * 5000, "1e999"),
    *("NaN", "null", "true", "a1", "e5", "e6", "pass", "[" * 3000, "{" * 3000, "w", "b"),
)
ODD_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53, 2**64, -(2**63), 1.5, float("inf"), 1e308),
    *("", "a1", "\ud800", "x" * 5000, "w", "2026-02-30", "1", [], {}, [[]], [None], {"": None}),
)


def spoil_text(text: str, random: Random) -> str:
    """One to four small changes."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        text = random.choice(_TEXT)(text, random)
    return text


def _insert(text: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + random.choice(ODD) + text[place:]


def _drop(text: str, random: Random) -> str:
    place = random.randint(0, len(text))
    return text[:place] + text[place + random.choice((1, 1, 2, 10, 100)) :]


def _change(text: str, random: Random) -> str:
    place = random.randint(0, max(0, len(text) - 1))
    sign = chr(random.choice((random.randrange(128), random.randrange(0x11000))))
    return text[:place] + sign + text[place + 1 :]


def _repeat(text: str, random: Random) -> str:
    first = random.randint(0, len(text))
    part = text[first : first + random.choice((1, 5, 50))]
    return text[:first] + part * random.choice((2, 3, 200)) + text[first:]


def _swap_lines(text: str, random: Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return "".join(lines)


def _change_number(text: str, random: Random) -> str:
    places = [place for place, sign in enumerate(text) if sign.isdigit()]
    if not places:
        return text
    place = random.choice(places)
    return text[:place] + random.choice(("0", "9", "-1", "99999999999", "1.5")) + text[place + 1 :]


_TEXT: Final[Sequence[Callable[[str, Random], str]]] = (
    *(_insert, _drop, _change, _repeat, _swap_lines, _change_number, _change_number),
)


def spoil_bytes(data: bytes, random: Random) -> bytes:
    """Flipped bits, lost and doubled bytes, noise."""
    changed = bytearray(data)
    for _ in range(random.choice((0, 1, 1, 2, 8))):
        place = random.randint(0, len(changed))
        kind = random.randrange(4)
        if kind == 0 and place < len(changed):
            changed[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            del changed[place : place + random.randint(1, 4)]
        elif kind == 2:
            changed[place:place] = random.randbytes(random.randint(1, 6))
        else:
            changed[place:place] = bytes(random.choice((1, 3, 300)))
    return bytes(changed)


def spoil_value(value: Any, random: Random) -> Any:
    """A JSON value with one part replaced, lost or added."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        key = random.choice(sorted(value))
        changed = dict(value)
        if random.random() < 0.15:
            del changed[key]
        elif random.random() < 0.15:
            changed[random.choice(("", "x", "id", "\ud800"))] = random.choice(ODD_VALUES)
        else:
            changed[key] = spoil_value(value[key], random)
        return changed
    if isinstance(value, list) and value and random.random() < 0.7:
        place = random.randrange(len(value))
        return [*value[:place], spoil_value(value[place], random), *value[place + 1 :]]
    if isinstance(value, str) and random.random() < 0.6:
        return spoil_text(value, random)
    return random.choice(ODD_VALUES)


def fitting(shape: Any, random: Random) -> Any:
    """A value that fits a shape of the API."""
    if "anyOf" in shape:
        return fitting(random.choice(shape["anyOf"]), random)
    if "enum" in shape:
        return random.choice(shape["enum"])
    kind = shape.get("type")
    if kind == "integer":
        low, high = shape.get("minimum", 0), shape.get("maximum", 9)
        return random.choice((low, high, random.randint(low, min(high, low + 40))))
    if kind == "boolean":
        return random.random() < 0.5
    if kind == "array":
        least = shape.get("minItems", 0)
        count = random.randint(least, max(least, min(shape.get("maxItems", 3), 5)))
        return [fitting(shape["items"], random) for _ in range(count)]
    if kind == "object":
        needed = shape.get("required", ())
        return {
            key: fitting(inner, random)
            for key, inner in shape.get("properties", {}).items()
            if key in needed or random.random() < 0.6
        }
    if kind == "null":
        return None
    return random.choice(_WORDS)[: shape.get("maxLength", 99)]


_WORDS: Final = (
    *("a1", "b1-d2", "d5-b4", "First player", "Second player", "season", "2026-11-17", "1,2"),
    *("jasir-pergioco", "jarmo-oca", "01-jasir-lines", "en", "pl", "dusk", "w", "b", "123456", ""),
    "bbbbb/5/5/5/wwwww w w0b0 w0b0 -",
)


def spoil_json(text: str, random: Random) -> str:
    """The same where the input is the text of a JSON value."""
    if random.random() < 0.4:
        return spoil_text(text, random)
    return json.dumps(spoil_value(json.loads(text), random), ensure_ascii=random.random() < 0.5)
