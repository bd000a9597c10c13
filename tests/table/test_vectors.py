"""The traces of imperfect hands: every expected event, in order, and none wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardpi.table.trace import replay

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "vectors" / "traces.jsonl").read_text().splitlines()
]
OPTIONAL = {"ask", "astray", "restored", "repetition"}


def plain(events: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Events as the vectors compare them: an amendment is a take-back and a move."""
    told: list[tuple[Any, ...]] = []
    for event in events:
        kind = event["event"]
        if kind == "takeback":
            told += [("takeback",)] * event["moves"]
        elif kind == "amend":
            told += [("takeback",), ("move", event["move"])]
        elif kind == "move":
            told.append(("move", event["move"]))
        elif kind == "refused":
            told.append(("refused", event["from"], event["to"], event["reason"]))
        elif kind not in OPTIONAL:
            told.append((kind,))
    return told


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_trace(vector: dict[str, Any]) -> None:
    told = plain(list(replay(json.dumps(line) for line in vector["trace"])))
    expected = plain(vector["expected"])
    told = [event for event in told if event[0] in {"move", "takeback", "refused"}]
    if vector["dead"]:
        rest = iter(expected)
        assert all(event in rest for event in told), "an event that is not expected"
        assert len(told) > len(expected) // 2, "play must go on by inference"
    else:
        assert told == expected
