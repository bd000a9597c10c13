"""Shapes of values as JSON Schema, and the check of a value against its shape.

The same shapes stand in the OpenAPI description, so that what is described is what is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from boardpi.errors import BadRequest

Shape = Mapping[str, Any]


def text(longest: int, *, pattern: str | None = None, shortest: int = 0) -> Shape:
    """A text of at most so many signs."""
    shape: dict[str, Any] = {"type": "string", "maxLength": longest}
    if shortest:
        shape["minLength"] = shortest
    if pattern:
        shape["pattern"] = pattern
    return shape


def number(low: int, high: int) -> Shape:
    """A whole number of this range."""
    return {"type": "integer", "minimum": low, "maximum": high}


def choice(*values: str) -> Shape:
    """One of these texts."""
    return {"type": "string", "enum": list(values)}


def maybe(shape: Shape) -> Shape:
    """This, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def many(shape: Shape, most: int, least: int = 0) -> Shape:
    """A list of these."""
    return {"type": "array", "items": shape, "maxItems": most, "minItems": least}


def record(needed: Mapping[str, Shape] | None = None, **others: Shape) -> Shape:
    """An object with these keys and no other; those in `needed` must be there."""
    shape: dict[str, Any] = {
        "type": "object",
        "properties": {**(needed or {}), **others},
        "additionalProperties": False,
    }
    if needed:
        shape["required"] = list(needed)
    return shape


FLAG: Final[Shape] = {"type": "boolean"}
ID: Final = number(1, 2**53 - 1)
HOLE: Final = text(2, pattern="^[a-e][1-5]$")
SIDE: Final = choice("w", "b")
NO_TEXT: Final = re.compile("[\ud800-\udfff\0]")
KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
WORDS: Final[Mapping[str, str]] = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def check(shape: Shape, value: object, place: str) -> None:
    """Refuse a value of another shape; the message names the place and quotes the value."""
    if "anyOf" in shape:
        first, *_ = shape["anyOf"]
        if value is not None:
            check(first, value, place)
        return
    kind = shape["type"]
    if not isinstance(value, KINDS[kind]) or (kind == "integer" and isinstance(value, bool)):
        raise BadRequest(f"{place}: must be {WORDS[kind]}, not {quote(value)}")
    CHECKS[kind](shape, value, place)


def _check_text(shape: Shape, value: Any, place: str) -> None:
    if "enum" in shape and value not in shape["enum"]:
        raise BadRequest(f"{place}: must be one of {', '.join(shape['enum'])}, not {quote(value)}")
    low, high = shape.get("minLength", 0), shape.get("maxLength", 1 << 30)
    if not low <= len(value) <= high:
        raise BadRequest(f"{place}: must have {low} to {high} signs, not {len(value)}")
    if "pattern" in shape and re.search(shape["pattern"], value, re.ASCII) is None:
        raise BadRequest(f"{place}: {quote(value)} is not written as it should be")
    if not is_unicode(value):
        raise BadRequest(f"{place}: {quote(value)} is no text")


def is_unicode(value: str) -> bool:
    """Half a surrogate pair comes through JSON, but is no text that anything can keep."""
    return NO_TEXT.search(value) is None


def _check_number(shape: Shape, value: Any, place: str) -> None:
    if not shape["minimum"] <= value <= shape["maximum"]:
        raise BadRequest(
            f"{place}: must be {shape['minimum']} to {shape['maximum']}, not {quote(value)}"
        )


def _check_list(shape: Shape, value: Any, place: str) -> None:
    if not shape["minItems"] <= len(value) <= shape["maxItems"]:
        raise BadRequest(
            f"{place}: must have {shape['minItems']} to {shape['maxItems']} items, not {len(value)}"
        )
    for index, item in enumerate(value):
        check(shape["items"], item, f"{place}[{index}]")


def _check_record(shape: Shape, value: Any, place: str) -> None:
    prefix = f"{place}." if place else ""
    for key in shape.get("required", ()):
        if key not in value:
            raise BadRequest(f"{prefix}{key}: is missing")
    for key, part in value.items():
        if key not in shape["properties"]:
            raise BadRequest(f"{prefix}{quote(key)}: unknown key")
        check(shape["properties"][key], part, prefix + key)


def _check_nothing(shape: Shape, value: Any, place: str) -> None:
    pass


CHECKS: Final = {
    "string": _check_text,
    "integer": _check_number,
    "array": _check_list,
    "object": _check_record,
    "boolean": _check_nothing,
    "null": _check_nothing,
}


def quote(value: object) -> str:
    """A value short enough for a message."""
    shown = ascii(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"


def read_query(shape: Shape, given: Mapping[str, str]) -> dict[str, Any]:
    """The values of a query, which are all texts, in the types that their shapes want."""
    values: dict[str, Any] = {}
    for key, raw in given.items():
        if key not in shape["properties"]:
            raise BadRequest(f"{quote(key)}: unknown parameter")
        values[key] = _read_text(shape["properties"][key], raw, key)
    check(shape, values, "")
    return values


def _read_text(shape: Shape, raw: str, key: str) -> object:
    kind = shape["type"]
    if kind == "integer" and re.fullmatch("-?[0-9]{1,17}", raw, re.ASCII):
        return int(raw)
    if kind == "boolean" and raw in ("true", "false"):
        return raw == "true"
    if kind in ("integer", "boolean"):
        raise BadRequest(f"{key}: must be {WORDS[kind]}, not {quote(raw)}")
    return raw
