"""Traces: strict reading with named errors, and a replay that is the same every time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.rules import START, Hole
from boardpi.table.script import BadScript, ScriptPlayer, run
from boardpi.table.settle import Change
from boardpi.table.trace import BadTrace, Header, parse_header, replay
from tests.table.situations import table

HEADER = {"trace": 1, "rules": "jasir-pergioco", "position": str(START), "first": "any"}
VECTORS = (Path(__file__).parent / "vectors" / "traces.jsonl").read_text().splitlines()


def header(**changes: object) -> str:
    return json.dumps({**HEADER, **changes})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "not JSON"),
        ("[1]", "not a JSON object"),
        ("{}", "begins with"),
        (header(trace=2), "begins with"),
        (header(rules="chess"), "no rule set 'chess'"),
        (header(rules=7), "'rules' must be a text, not 7"),
        (header(position="5/5 w"), "fields"),
        (header(position=str(START).replace("w0b0 -", "w1b0 -")), "owed"),
        (header(first="w"), "'first'"),
        (header(dead=["f9"]), "f9"),
        (header(dead="c3"), "'dead'"),
        (header(help="much"), "'help'"),
        (header(dwell_ms=-1), "'dwell_ms'"),
        (header(dwell_ms=True), "'dwell_ms'"),
        (header(dwel_ms=1), "unknown key 'dwel_ms'"),
    ],
)
def test_a_bad_header_is_refused_with_its_part(line: str, words: str) -> None:
    with pytest.raises(BadTrace, match="line 1") as caught:
        list(replay([line]))
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "7",
        '{"ms": -1, "mask": 1}',
        '{"ms": 1.5, "mask": 1}',
        '{"ms": 1}',
        '{"ms": 1, "mask": 33554432}',
        '{"ms": 1, "mask": true}',
        '{"ms": 1, "mask": 1, "more": 2}',
        '{"ms": 1, "end": false}',
    ],
)
def test_a_bad_line_is_refused_with_its_number(line: str) -> None:
    with pytest.raises(BadTrace, match="line 2"):
        list(replay([header(), line]))


def test_time_may_not_run_back() -> None:
    with pytest.raises(BadTrace, match="line 4: time runs back from 50 to 40 ms"):
        list(replay([header(), '{"ms": 50, "mask": 1}', "", '{"ms": 40, "mask": 2}']))


@given(st.text())
def test_nothing_but_bad_trace_escapes_from_a_header(line: str) -> None:
    with pytest.raises(BadTrace):
        parse_header(line)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda v: st.lists(v)
)


@given(st.dictionaries(st.sampled_from(["ms", "mask", "end", "x"]), values))
def test_nothing_but_bad_trace_escapes_from_a_line(line: dict[str, object]) -> None:
    try:
        list(replay([header(), json.dumps(line)]))
    except BadTrace as error:
        assert "line 2" in str(error)  # noqa: PT017  it need not be raised


def test_headers_round_trip() -> None:
    line = header(dead=["c3"], help="full", dwell_ms=400)
    assert json.loads(line) == parse_header(line).to_json()
    plain = {"trace": 1, "rules": "jarmo-oca", "position": str(START)}
    assert Header.to_json(parse_header(json.dumps(plain))) == plain


def test_a_trace_replays_to_the_same_decisions_always() -> None:
    lines = [json.dumps(line) for line in json.loads(VECTORS[4])["trace"]]
    assert list(replay(lines, lights=True)) == list(replay(lines, lights=True))


def test_lights_are_told_only_when_asked_for() -> None:
    mask = START.occupied ^ Hole("b1").bit
    lines = [header(), f'{{"ms": 100, "mask": {mask}}}', '{"ms": 200, "end": true}']
    assert list(replay(lines)) == []
    (told,) = replay(lines, lights=True)
    assert told["ms"] == 110
    assert told["holes"] == {"b1": "origin", "d2": "target", "a3": "target"}


def test_a_longer_dwell_is_waited_for() -> None:
    away, there = START.occupied ^ Hole("b1").bit, Hole("d2").bit
    lines = [f'{{"ms": 0, "mask": {away}}}', f'{{"ms": 100, "mask": {away | there}}}']
    lines.append('{"ms": 5000, "end": true}')
    (told,) = replay([header(dwell_ms=1000), *lines])
    assert (told["ms"], told["move"]) == (1110, "b1-d2")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("b9^", "no word"),
        ("d2^", "empty already"),
        ("b1v", "taken already"),
        ("b1^ d2v ~300", "told, but not expected"),
        ("b1^ >b1-d2", "expected 'b1-d2'"),
        ("b1=target", "shows ''"),
    ],
)
def test_a_script_that_does_not_hold_says_where(script: str, words: str) -> None:
    with pytest.raises(BadScript, match=re.escape(words)):
        run(script, table())


def test_a_change_is_written_with_an_arrow() -> None:
    assert [str(Change(0, Hole("c3"), lift)) for lift in (True, False)] == ["c3↑", "c3↓"]
    assert ScriptPlayer(table()).table.settling.raw == START.occupied
