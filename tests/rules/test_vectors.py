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


@pytest.mark.parametrize(("rules", "side", "counts"), COUNTS)
def test_perft(rules: str, side: str, counts: list[int]) -> None:
    start = START.with_side(SIDES[side])
    assert [perft(rule_set(rules), start, depth) for depth in range(1, 5)] == counts


@pytest.mark.parametrize("side", "wb")
@pytest.mark.parametrize("rules", RULE_SETS)
def test_perft_5_agrees_with_the_naive_generator(rules: str, side: str) -> None:
    start = START.with_side(SIDES[side])
    assert perft(rule_set(rules), start, 5) == naive.perft(rules, str(start), 5)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rules", "side"), [("jasir-oca", "b"), ("jarmo-pergioco", "w"), ("jarmo-wikipedia", "b")]
)
def test_perft_6_agrees_with_the_naive_generator(rules: str, side: str) -> None:
    """One game of each kind: protected and not, with and without owed rights."""
    start = START.with_side(SIDES[side])
    assert perft(rule_set(rules), start, 6) == naive.perft(rules, str(start), 6)
