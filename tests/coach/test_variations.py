"""Variations and comments: every move is played again before it is believed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardpi.coach.variations import BadVariation, read_variations, to_text
from boardpi.rules import Game, rule_set

GAME = Game(rule_set("jasir-pergioco"), any_first=True).play("b1-d2").play("d5-b4")


def test_variations_hang_on_plies_and_on_each_other() -> None:
    told = {
        "notes": [{"ply": 2, "comment": " bold\nbut sound "}, {"ply": 1, "comment": " "}],
        "nodes": [
            {"ply": 1, "move": "b5-d4", "comment": "safer"},
            {"parent": 0, "move": "c1-d3"},
            {"ply": 0, "move": "d5-b4"},
        ],
    }
    found = read_variations(GAME, told)
    assert found["notes"] == [{"ply": 2, "comment": "bold\nbut sound"}]
    assert [node["move"] for node in found["nodes"]] == ["b5-d4", "c1-d3", "d5-b4"]
    assert found["nodes"][1]["position"].startswith("b1bbb/3b1/3w1/3w1/w2ww b")
    assert found["nodes"][2]["position"].split()[1] == "w"  # Black began here
    assert read_variations(GAME, json.loads(to_text(found))) == found
    assert to_text(read_variations(GAME, {})) == ""


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"nodes": [{"ply": 1, "move": "a1-e5"}]}, "'a1-e5'"),
        ({"nodes": [{"ply": 3, "move": "c1-d3"}]}, "ply '3'"),
        ({"nodes": [{"parent": 0, "move": "c1-d3"}]}, "parent '0'"),
        ({"nodes": [{"parent": True, "move": "c1-d3"}]}, "parent 'True'"),
        ({"nodes": [{"ply": 1}]}, "'None'"),
        ({"nodes": [7]}, "'7' is no object"),
        ({"nodes": [{}] * 301}, "a list of 300"),
        ({"notes": "x"}, "notes must be a list"),
        ({"notes": [{"ply": 0, "comment": "x" * 501}]}, "500 signs"),
        ({"notes": [{"ply": 0, "comment": "\x07"}]}, "nobody can read"),
    ],
)
def test_what_is_no_variation_is_quoted(told: dict[str, Any], why: str) -> None:
    with pytest.raises(BadVariation, match=why):
        read_variations(GAME, told)
