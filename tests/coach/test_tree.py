"""The search is right: its turns are the rules' turns, its scores those of plain minimax."""

from __future__ import annotations

import random

import pytest

from boardpi.coach.engine.judgement import worth
from boardpi.coach.engine.tree import INFINITE, Tree, board_key
from boardpi.coach.engine.worth import POINT
from boardpi.rules import (
    RULE_SETS,
    Position,
    RuleSet,
    legal_moves,
    outcome,
    parse_position,
    play,
    rule_set,
)
from boardpi.rules.armies import move_of, muster, position_of, state_of
from tests.coach.minimax import minimax, points_of, random_endings, random_positions
from tests.rules.test_against_naive import make_mix

FAR = 1000
LONGEST = {"Jasir": 40, "Jarmo": 80}


def compare_turns(rules: RuleSet, position: Position) -> None:
    state, army = state_of(position), muster(rules)[position.side]
    assert position_of(state, position.side) == position
    found = {move_of(code, state): after for code, after in army.turns(state)}
    assert set(found) == set(legal_moves(rules, position))
    for move, after in found.items():
        then = play(rules, position, move)
        assert position_of(after, then.side) == then
        compare_end(rules, then)


def compare_end(rules: RuleSet, position: Position) -> None:
    state, army = state_of(position), muster(rules)[position.side]
    ended = outcome(rules, position)
    if ended is None:
        assert not army.is_over(state)
    elif ended.reason == "blocked":
        assert not army.is_over(state)
        assert army.turns(state) == []
        assert army.counted_points(state) == points_of(ended, position.side)
    else:
        assert army.is_over(state)
        assert army.final_points(state) == points_of(ended, position.side)


@pytest.mark.parametrize("name", RULE_SETS)
def test_its_turns_and_ends_are_those_of_the_rules(name: str) -> None:
    rules = rule_set(name)
    for position in random_positions(rules, seed=1, count=60, longest=LONGEST[rules.game]):
        compare_turns(rules, position)


def test_it_knows_every_mix_of_switches() -> None:
    dice = random.Random(3)
    for number in range(20):
        rules = make_mix(dice, f"coach-mix-{number}")
        for position in random_positions(rules, seed=number, count=8, longest=40):
            compare_turns(rules, position)


def plain_tree(rules: RuleSet) -> Tree:
    """A search that looks at every turn to the full depth and remembers nothing."""
    return Tree(muster(rules), worth(rules), is_stopped=lambda _: False, entries=1, promising=FAR)


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
