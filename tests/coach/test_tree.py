"""The search is right: its scores are those of plain minimax."""

from __future__ import annotations

import pytest

from boardpi.coach.engine.judgement import worth
from boardpi.coach.engine.recall import Recall
from boardpi.coach.engine.tree import INFINITE, Tree, board_key
from boardpi.coach.engine.worth import POINT
from boardpi.rules import (
    RULE_SETS,
    Position,
    RuleSet,
    outcome,
    parse_position,
    rule_set,
)
from boardpi.rules.armies import muster, state_of
from tests.coach.minimax import minimax, random_endings, random_positions

FAR = 1000
LONGEST = {"Jasir": 40, "Jarmo": 80}


class Forgetful(Recall):
    """Nothing is remembered: every turn is looked at."""

    def put(self, key: int, depth: int, bound: int, score: int, code: int) -> None:
        pass


def plain_tree(rules: RuleSet) -> Tree:
    """A search that looks at every turn to the full depth and remembers nothing."""
    return Tree(
        muster(rules), worth(rules), is_stopped=lambda _: False, memory=Forgetful(), promising=FAR
    )


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("name", RULE_SETS)
def test_it_finds_the_score_of_plain_minimax(name: str, depth: int) -> None:
    rules = rule_set(name)
    for position in random_positions(rules, seed=depth, count=6, longest=LONGEST[rules.game]):
        tree = plain_tree(rules)
        army = tree.armies[position.side]
        found = tree.search(army, state_of(position), depth, -INFINITE, INFINITE)
        assert found == minimax(rules, position, depth), (name, str(position))


def endings(rules: RuleSet) -> list[Position]:
    return [p for p in random_endings(seed=4, count=20) if outcome(rules, p) is None]


def search_plainly(rules: RuleSet, position: Position, depth: int) -> int:
    tree = plain_tree(rules)
    army = tree.armies[position.side]
    return tree.search(army, state_of(position), depth, -INFINITE, INFINITE)


@pytest.mark.parametrize("name", RULE_SETS)
def test_in_endings_it_knows_proof_distance_and_repetition_as_plain_minimax(name: str) -> None:
    """Five turns are enough to win, to prove it, and to go round in a circle. Alpha-beta proves a
    little more than minimax, as what it cuts off need not be proven; then distances count in it.
    """
    rules, depth, proven = rule_set(name), 5, 0
    for position in endings(rules):
        found, plain = search_plainly(rules, position, depth), minimax(rules, position, depth)
        if plain & 1:
            assert abs(found - plain) <= 2 * depth + 1, (name, str(position))
        else:
            proven += 1
            assert found == plain, (name, str(position))
    assert proven or rules.backward, "in Jarmo nearly everything can be put off"


@pytest.mark.parametrize("name", ["jasir-pergioco", "jasir-oca"])
def test_what_is_proven_stays_so_however_deep_it_looks(name: str) -> None:
    rules = rule_set(name)
    for position in random_endings(seed=9, count=100):
        if outcome(rules, position) is None:
            found = search_plainly(rules, position, 3)
            if not found & 1:
                assert search_plainly(rules, position, 6) == found, str(position)


@pytest.mark.parametrize("depth", [1, 2])
def test_a_proven_best_turn_among_unproven_ones_proves_nothing(depth: int) -> None:
    """c4-a5 wins three points; that no other turn wins more is not seen so soon."""
    position = parse_position("1w1w1/2w2/5/2b2/b1b1b w w0b0 w0b0 -")
    assert search_plainly(rule_set("jasir-pergioco"), position, depth) == 3 * POINT + 1


@pytest.mark.parametrize(("name", "points"), [("jasir-pergioco", 0), ("jarmo-oca", 2)])
def test_a_position_that_comes_back_is_worth_the_draw(name: str, points: int) -> None:
    position = parse_position("2w2/5/1b3/3w1/5 w w0b0 w0b0 -")
    tree = plain_tree(rule_set(name))
    tree.drawn[position.side].add(board_key(state_of(position)))
    army = tree.armies[position.side]
    found = tree.search(army, state_of(position), 3, -INFINITE, INFINITE)
    assert found == points * POINT + 1
