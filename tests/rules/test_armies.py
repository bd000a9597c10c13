"""The fast generator: its turns, its counts and its ends are those of the rules."""

from __future__ import annotations

import random

import pytest

from boardpi.rules import RULE_SETS, Position, RuleSet, legal_moves, outcome, play, rule_set
from boardpi.rules.armies import move_of, muster, position_of, state_of
from tests.coach.minimax import points_of, random_positions
from tests.rules.test_against_naive import make_mix

LONGEST = {"Jasir": 40, "Jarmo": 80}


def compare_turns(rules: RuleSet, position: Position) -> None:
    state, army = state_of(position), muster(rules)[position.side]
    assert position_of(state, position.side) == position
    found = {move_of(code, state): after for code, after in army.turns(state)}
    assert set(found) == set(legal_moves(rules, position))
    assert army.count_turns(state) == len(found)
    for move, after in found.items():
        then = play(rules, position, move)
        assert position_of(after, then.side) == then
        compare_end(rules, then)


def compare_end(rules: RuleSet, position: Position) -> None:
    state, army = state_of(position), muster(rules)[position.side]
    ended = outcome(rules, position)
    if ended is None:
        assert not army.is_over(state)
        return
    assert army.count_turns(state) == 0
    if ended.reason == "blocked":
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
        rules = make_mix(dice, f"army-mix-{number}")
        for position in random_positions(rules, seed=number, count=8, longest=40):
            compare_turns(rules, position)
