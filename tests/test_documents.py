"""Whatever stands in a file or a message: a value, or one named error that quotes it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.documents import (
    nearest,
    quote,
    quote_key,
    read_file,
    read_json,
    read_object,
    read_toml,
)


class Refused(Exception):
    """The error of these stories."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[table", "not TOML: "),
        ("a = 1\na = 2", "not TOML: Cannot overwrite a value"),
        ("x = " + "[" * 50_000, "not TOML that anybody would write: nested too deeply"),
        ("x = 1" + "0" * 5000, "not TOML: Exceeds the limit"),
        ("x = 'twenty signs long'", "too long: 23 signs are too many, 20 at most"),
    ],
)
def test_what_is_not_toml_is_refused(text: str, told: str) -> None:
    with pytest.raises(Refused) as refused:
        read_toml(text, Refused, 20 if told.startswith("too long") else None)
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not JSON: Expecting value"),
        (b'"\xff"', "not JSON: 'utf-8' codec"),
        ("[" * 50_000, "not JSON that anybody would write: nested too deeply"),
        ("1" + "0" * 5000, "not JSON: Exceeds the limit"),
        ('{"a": {"ms": 1, "n": 2, "ms": 3}}', "not JSON: the key 'ms' stands twice"),
        ("[NaN]", "not JSON: NaN is not a number of JSON"),
        ("[-Infinity]", "not JSON: -Infinity is not a number of JSON"),
        (b"[1, 2, 3, 4, 5, 6, 7]", "too long: 21 bytes are too many, 20 at most"),
    ],
)
def test_what_is_not_json_is_refused(text: str | bytes, told: str) -> None:
    with pytest.raises(Refused) as refused:
        read_json(text, Refused, 20 if told.startswith("too long") else None)
    assert str(refused.value).startswith(told)


def test_an_object_is_asked_for() -> None:
    assert read_object(b'{"a": [1]}', Refused) == {"a": [1]}
    with pytest.raises(Refused, match=r"^not a JSON object: \[1\]$"):
        read_object("[1]", Refused)


@given(st.text() | st.binary())
def test_nothing_but_the_named_error_comes_out(text: str | bytes) -> None:
    with suppress(Refused):
        read_json(text, Refused)
    with suppress(Refused):
        assert isinstance(read_object(text, Refused), dict)
    if isinstance(text, str):
        with suppress(Refused):
            assert isinstance(read_toml(text, Refused), dict)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_what_was_written_is_read(value: object) -> None:
    assert read_json(json.dumps(value), Refused) == value


def test_files_have_a_largest_size(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(b"12345")
    assert read_file(file, Refused, 5) == "12345"
    with pytest.raises(Refused, match="is larger than 4 bytes"):
        read_file(file, Refused, 4)
    file.write_bytes(b"\xff")
    with pytest.raises(Refused, match="is not a text in UTF-8: "):
        read_file(file, Refused, 5)
    with pytest.raises(Refused, match="cannot be read: Is a directory"):
        read_file(tmp_path, Refused, 5)
    with pytest.raises(Refused, match="cannot be read: No such file or directory"):
        read_file(tmp_path / "none", Refused, 5)


def test_sentences_quote_shortly() -> None:
    assert quote(["a1"]) == "['a1']"
    assert len(quote("x" * 500)) == 58
    assert quote_key("dwell_ms") == "dwell_ms"
    assert quote_key("dwell ms") == "'dwell ms'"
    assert nearest("languag", ["dwell_ms", "language"]) == "; did you mean 'language'?"
    assert nearest("qqq", ["dwell_ms", "language"]) == ""
