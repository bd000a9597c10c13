"""`boardpi replay`: what programs rely on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from boardpi.cli import main
from boardpi.commands import traces as replay
from tests.commands.traces import OPENING, write_trace

BOARDPI = (sys.executable, "-m", "boardpi")
AFTER_B1_D2 = "bbbbb/5/5/3w1/w1www b w0b0 w0b0 -"


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "game.trace"


def told(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_move_is_one_line(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace.write_text(OPENING)
    assert main(["replay", str(trace)]) == 0
    assert told(capsys) == [{"ms": 1860, "event": "move", "move": "b1-d2", "position": AFTER_B1_D2}]


def test_lights_are_told_on_request(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace.write_text(OPENING)
    assert main(["replay", str(trace), "--lights"]) == 0
    lights = [event for event in told(capsys) if event["event"] == "lights"]
    assert lights == [
        {"ms": 1010, "event": "lights", "holes": {"b1": "origin", "d2": "target", "a3": "target"}},
        {"ms": 1610, "event": "lights", "holes": {"d2": "tentative"}},
        {"ms": 1860, "event": "lights", "holes": {"b1": "last", "d2": "last"}},
    ]


def test_a_refusal_has_its_code(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace.write_text(write_trace((1000, "b1"), (1600, "c2"), end_ms=5000))
    main(["replay", str(trace)])
    assert told(capsys) == [
        {"ms": 3110, "event": "refused", "from": "b1", "to": "c2", "reason": "no_line"}
    ]


def test_standard_input_is_a_dash() -> None:
    found = subprocess.run(
        [*BOARDPI, "replay", "-"], input=OPENING, capture_output=True, text=True, check=True
    )
    assert json.loads(found.stdout)["move"] == "b1-d2"
    found = subprocess.run(
        [*BOARDPI, "replay", "-"], input="no", capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert found.stderr == "boardpi: standard input: line 1: not JSON: 'no'\n"


def test_events_are_told_while_the_trace_is_still_being_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def endless() -> Iterator[str]:
        yield from OPENING.splitlines()
        assert "b1-d2" in capsys.readouterr().out
        yield '{"ms": 4000, "end": true}'

    @contextmanager
    def open_endless(_: str) -> Iterator[Iterator[str]]:
        yield endless()

    monkeypatch.setattr(replay, "open_trace", open_endless)
    assert main(["replay", "any"]) == 0


def test_a_bad_line_is_named_and_what_came_before_is_told(
    trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace.write_text(OPENING + "nonsense\n")
    assert main(["replay", str(trace)]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["move"] == "b1-d2"
    assert err == f"boardpi: {trace}: line 5: not JSON: 'nonsense'\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: not JSON: ''"),
        ('{"trace": 2}\n', "line 1: a trace begins with"),
        ('{"trace": 1, "rules": "jasir-pergioko", "position": ""}\n', "'jasir-pergioco'"),
        (OPENING + '{"ms": 5, "end": true}\n', "line 5: time runs back from 3000 to 5 ms"),
        (OPENING + '{"ms": 5000, "mask": 33554432}\n', "line 5: neither a mask of 25 bits"),
        (OPENING + "[1]\n", "line 5: not a JSON object"),
    ],
)
def test_what_is_no_trace_is_refused_in_one_sentence(
    trace: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    trace.write_text(text)
    assert main(["replay", str(trace)]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1


def test_bytes_that_are_no_text_are_named_by_their_line(
    trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace.write_bytes(OPENING.encode() + b"\xff\xfe\n")
    assert main(["replay", str(trace)]) == 2
    assert f"{trace}: line 5: not JSON" in capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.trace")]) == 2
    assert "none.trace: No such file or directory" in capsys.readouterr().err


def test_rule_sets_of_ones_own(
    trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(
        '[rules.house]\nlike = "jasir-pergioco"\ntitle = "House"\nadd_lines = "b1-c2"\n'
    )
    trace.write_text(write_trace((1000, "b1"), (1600, "c2"), end_ms=3000, rules="house"))
    assert main(["replay", str(trace), "--rules-file", str(rules)]) == 0
    assert told(capsys)[0]["move"] == "b1-c2"
    assert main(["replay", str(trace)]) == 2
