"""The shared vectors: positions with all that is known of them, and counts from the start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boardpi.rules import (
    RULE_SETS,
    START,
    check_position,
    legal_moves,
    outcome,
    parse_move,
    parse_position,
    perft,
    play,
    rule_set,
)
from boardpi.rules.holes import SIDES
from tests.rules import naive

VECTORS = Path(__file__).parent / "vectors"
POSITIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (VECTORS / "positions.jsonl").read_text().splitlines()
]
COUNTS = [
    (words[0], words[1], [int(word) for word in words[2:]])
    for words in map(str.split, (VECTORS / "perft.txt").read_text().splitlines())
    if words[0] != "#"
]


def test_the_vectors_are_there() -> None:
    assert len(POSITIONS) == 413
    assert {tuple(words[:2]) for words in COUNTS} == {(n, s) for n in RULE_SETS for s in "wb"}


@pytest.mark.parametrize("tag", sorted({vector["tag"] for vector in POSITIONS}))
def test_positions(tag: str) -> None:
    for vector in POSITIONS:
        if vector["tag"] == tag:
            _check_vector(vector)


def _check_vector(vector: dict[str, Any]) -> None:
    rules, position = rule_set(vector["rules"]), parse_position(vector["position"])
    check_position(rules, position)
    assert sorted(map(str, legal_moves(rules, position))) == vector["moves"], vector
    ended = outcome(rules, position)
    assert (ended and ended.to_json()) == vector["over"], vector
    if "move" in vector:
        assert str(play(rules, position, parse_move(vector["move"]))) == vector["next"], vector


def test_perft_of_every_vector_agrees_with_the_naive_generator() -> None:
    """Among them passes, captures of last resort, owed rights and barred shuttles."""
    special = [vector for vector in POSITIONS if vector["tag"] not in ("plain", "over")]
    for vector in POSITIONS[::3] + special:
        name, line = vector["rules"], vector["position"]
        assert perft(rule_set(name), parse_position(line), 2) == naive.perft(name, line, 2), vector


@pytest.mark.parametrize(
    "line",
    [
        "2W2/4b/5/1w3/w4 w w1b0 w1b0 w:b2c2x3",  # a right is owed, a shuttle is barred
        "b4/W4/5/5/wwwbb w w1b0 w0b0 -",  # a right is earned where no hole is free
        "3b1/5/4w/5/b4 w w1b0 w0b0 w:e3c2x3",  # one capture is left, and it brings one back
    ],
)
def test_perft_of_rare_positions_agrees_with_the_naive_generator(line: str) -> None:
    for depth in (1, 2, 3):
        count = perft(rule_set("jarmo-wikipedia"), parse_position(line), depth)
        assert count == naive.perft("jarmo-wikipedia", line, depth)


@pytest.mark.parametrize(("rules", "side", "counts"), COUNTS)
def test_perft(rules: str, side: str, counts: list[int]) -> None:
    start = START.with_side(SIDES[side])
    assert [perft(rule_set(rules), start, depth) for depth in range(1, 5)] == counts


@pytest.mark.proof
@pytest.mark.parametrize("side", "wb")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_perft_5_agrees_with_the_naive_generator(rules: str, side: str) -> None:
    start = START.with_side(SIDES[side])
    assert perft(rule_set(rules), start, 5) == naive.perft(rules, str(start), 5)
