"""`boardpi rules query`: one answer per line, whatever the line is."""

from __future__ import annotations

import io
import json
import math
import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardpi.cli import main
from boardpi.commands.rules.command import answer, answer_all
from boardpi.rules import DEFAULT, RULE_SETS, START
from boardpi.rules.refusals import BAD_MOVE, CODES, MUST_MOVE
from tests.patience import PATIENCE_S

VECTORS = Path(__file__).parents[1] / "rules" / "vectors" / "positions.jsonl"
LINE = str(START)


def ask(**request: Any) -> dict[str, Any]:
    """The answer to a request, after its way through JSON."""
    found = answer(json.dumps(request).encode(), RULE_SETS, DEFAULT)
    return dict(json.loads(json.dumps(found)))


def code(found: dict[str, Any]) -> str:
    assert set(found["error"]) == {"code", "message"}
    return str(found["error"]["code"])


def test_the_vectors_answer_themselves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = VECTORS.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["rules", "query"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    vectors = [json.loads(line) for line in text.splitlines()]
    assert len(answers) == len(vectors)
    for found, vector in zip(answers, vectors, strict=True):
        assert found == {key: vector[key] for key in ("moves", "over", "next") if key in vector}


def test_moves_are_sorted_and_nothing_else_is_said() -> None:
    found = ask(rules="jarmo-oca", position=LINE)
    assert set(found) == {"moves", "over"}
    assert found["moves"] == sorted(found["moves"])
    assert found["over"] is None


def test_the_end() -> None:
    found = ask(rules="jasir-oca", position="2w2/5/5/5/b4 b w0b0 w0b0 -")
    over = {"reason": "arrived", "winner": "w", "points": [1, 0]}
    assert found == {"moves": [], "over": over}


def test_a_move() -> None:
    assert ask(position=LINE, move="b1-d2")["next"] == "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -"
    found = ask(position=LINE, move="b1-b2")
    assert code(found) == "no_line"
    assert found["error"]["message"] == "There is no line from b1 to b2. Possible: d2 or a3."
    assert found["moves"], "the position itself is answered all the same"
    assert "next" not in found
    assert code(ask(position=LINE, move="b1=b2")) == "bad_move"
    assert code(ask(position=LINE, move=7)) == "bad_move"
    assert code(ask(position=LINE, move="pass")) == "must_move"


def test_a_wish() -> None:
    assert ask(position=LINE, **{"from": "b1", "to": "d2"})["refusal"] is None
    found = ask(position=LINE, **{"from": "c3", "to": "d1"})["refusal"]
    assert found == {"code": "empty_hole", "message": "Nobody stands on c3."}
    assert "refusal" not in ask(position=LINE)


@pytest.mark.parametrize("hand", ["hand", None])
def test_a_wish_from_the_hand(hand: str | None) -> None:
    line = "b4/5/5/5/w4 w w1b0 w0b0 -"
    assert ask(position=line, **{"from": hand, "to": "b1"})["refusal"] is None
    assert ask(position=line, **{"from": hand, "to": "a1"})["refusal"]["code"] == "hole_taken"


def test_a_wish_with_a_re_entry() -> None:
    line = "5/W3b/5/5/w4 w w1b0 w0b0 -"
    wish = {"rules": "jarmo-oca", "position": line, "from": "a4", "to": "c5"}
    assert ask(**wish, reentry="b1")["refusal"] is None
    assert ask(**wish, reentry="a1")["refusal"]["code"] == "hole_taken"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"", "bad_json"),
        (b"{", "bad_json"),
        (b"\xff", "bad_json"),
        (b"[]", "bad_json"),
        (b"3", "bad_json"),
        (b"null", "bad_json"),
        (b"NaN", "bad_json"),
        (b'"text"', "bad_json"),
        (b"[" * 100_000, "bad_json"),
        (b'{"position": ' * 100_000, "bad_json"),
        (b'{"x": 1' + b"0" * 5000 + b"}", "bad_json"),
        (b"{}", "bad_position"),
        (b'{"position": 3}', "bad_position"),
        (b'{"position": ["b4/5/5/5/w4 w w0b0 w0b0 -"]}', "bad_position"),
        (b'{"position": "\\ud800"}', "bad_position"),
        (b'{"position": "b4/5/5/5/w4 w w0b0 w1b0 -"}', "bad_position"),
        (b'{"rules": "jasir"}', "bad_rules"),
        (b'{"rules": 3, "position": ""}', "bad_rules"),
        (b'{"rules": ["jasir-oca"]}', "bad_rules"),
        (b'{"position": "%s", "from": "b1"}' % LINE.encode(), "bad_hole"),
        (b'{"position": "%s", "from": "b1", "to": 3}' % LINE.encode(), "bad_hole"),
        (b'{"position": "%s", "from": [], "to": "a1"}' % LINE.encode(), "bad_hole"),
        (b'{"position": "%s", "from": "f1", "to": "a1"}' % LINE.encode(), "bad_hole"),
        (
            b'{"position": "%s", "from": "a1", "to": "b3", "reentry": {}}' % LINE.encode(),
            "bad_hole",
        ),
    ],
)
def test_bad_lines_are_answered(line: bytes, expected: str) -> None:
    assert code(answer(line, RULE_SETS, DEFAULT)) == expected


def test_after_a_bad_line_the_process_goes_on() -> None:
    out = io.StringIO()
    lines = b'nonsense\n\n{"position": "%s"}\n{"position": "%s"}' % (LINE.encode(), LINE.encode())
    answer_all(io.BytesIO(lines), out, RULE_SETS, DEFAULT)
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [set(one) for one in found] == [{"error"}] * 2 + [{"moves", "over"}] * 2


def test_a_program_that_asks_line_by_line_is_not_kept_waiting() -> None:
    command = subprocess.Popen(
        [sys.executable, "-m", "boardpi", "rules", "query"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    )
    assert command.stdin is not None
    assert command.stdout is not None
    try:
        for _ in range(3):
            command.stdin.write(json.dumps({"position": LINE}).encode() + b"\n")
            command.stdin.flush()
            assert select.select([command.stdout], [], [], 30)[0], "no answer in 30 seconds"
            assert len(json.loads(command.stdout.readline())["moves"]) == 11
        command.communicate(timeout=PATIENCE_S)
        assert command.returncode == 0
    finally:
        command.kill()
        command.wait()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("hand"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)
texts = st.sampled_from([LINE, "jarmo-oca", "b1-d2", "b1", "d2", "hand", "@a1", "pass", "a1"])
requests = st.dictionaries(
    st.sampled_from(["rules", "position", "move", "from", "to", "reentry"]), anything | texts
)
KNOWN_CODES = {*CODES, MUST_MOVE, BAD_MOVE, "bad_json", "bad_rules", "bad_position", "bad_hole"}


@given(requests, st.booleans())
def test_fuzz_requests(request: dict[str, Any], good: bool) -> None:
    if good:
        request = {**request, "position": LINE, "rules": "jarmo-wikipedia"}
    found = answer(json.dumps(request).encode(), RULE_SETS, DEFAULT)
    json.dumps(found)
    assert code(found) in KNOWN_CODES if "error" in found else "moves" in found


@given(st.binary() | anything.map(lambda value: json.dumps(value).encode()))
def test_fuzz_lines(line: bytes) -> None:
    found = answer(line, RULE_SETS, DEFAULT)
    assert set(found) == {"error"}
    assert not math.isnan(len(json.dumps(found)))
