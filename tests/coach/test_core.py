"""The search in C, by which the coach is measured, against the one in Python: the same advice."""

from __future__ import annotations

import pytest

from boardpi.coach.engine.judgement import Judgement
from boardpi.coach.engine.search import Limits, think
from boardpi.rules import RULE_SETS, Game, rule_set
from tests.coach.minimax import random_positions
from tools.core.fast_tree import FastTree


@pytest.mark.parametrize("name", RULE_SETS)
def test_move_score_depth_nodes_line_and_ranks_are_the_same(name: str) -> None:
    rules = rule_set(name)
    judge = Judgement(rules)
    for number, position in enumerate(random_positions(rules, seed=20, count=12, longest=40)):
        game = Game(rules, position)
        asked = Limits(nodes=(300, 1_500, 3_000)[number % 3])
        plain = think(game, asked, seed=number, spread=40 * (number % 2), judge=judge)
        fast = think(game, asked, seed=number, spread=40 * (number % 2), judge=judge, tree=FastTree)
        assert fast == plain, str(position)


def test_positions_that_stood_twice_are_draws_for_both() -> None:
    rules = rule_set("jarmo-wikipedia")
    judge, game = Judgement(rules), Game(rules)
    for number in range(24):
        move = think(game, Limits(nodes=200), seed=number % 2, judge=judge).move
        game = game.play(move)
        if game.outcome is not None:
            break
        plain = think(game, Limits(nodes=600), judge=judge)
        assert think(game, Limits(nodes=600), judge=judge, tree=FastTree) == plain
