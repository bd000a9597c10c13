"""The learned weights of Jasir: where they hold, and what they say."""

from __future__ import annotations

import pytest

from boardpi.coach.engine.judgement import Judgement, is_learned, worth
from boardpi.coach.engine.worth import POINT, Taste
from boardpi.rules import RULE_SETS, RuleSet, parse_position, rule_set
from boardpi.rules.armies import muster, state_of
from boardpi.rules.rulesets import variant
from tests.coach.minimax import random_positions

JASIR = rule_set("jasir-pergioco")
ARMIES = muster(JASIR)


def judged(line: str) -> int:
    position = parse_position(line)
    return worth(JASIR).of(ARMIES[position.side], state_of(position))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=str)
def test_experts_judge_jasir_by_the_weights_and_jarmo_by_the_race(rules: RuleSet) -> None:
    assert isinstance(worth(rules), Judgement) is (rules.game == "Jasir")


def test_weaker_players_judge_by_the_race() -> None:
    assert not isinstance(worth(JASIR, Taste(stuck=1)), Judgement)


@pytest.mark.parametrize(
    "changed",
    [
        {"lines": JASIR.lines[1:]},
        {"captured_simple": "hand"},
        {"protect_first_row": False},
        {"points": "rows"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_rules_of_ones_own_are_judged_by_the_race(changed: dict[str, object]) -> None:
    assert not is_learned(variant(JASIR, **changed))


def test_it_is_a_forecast_and_within_what_can_be_won() -> None:
    for position in random_positions(JASIR, seed=7, count=300, longest=40):
        score = worth(JASIR).of(ARMIES[position.side], state_of(position))
        assert score & 1
        assert abs(score) < 5 * POINT


def test_a_stuck_archer_speaks_against_its_side() -> None:
    """From a4 the only way leads to c5."""
    free = judged("bw1bw/w4/5/5/2b1b w w0b0 w0b0 -")
    stuck = judged("b1wbw/w4/5/5/2b1b w w0b0 w0b0 -")
    assert stuck < free


def test_a_side_that_is_nearly_home_is_the_likely_winner() -> None:
    line = "wbw1w/1w2b/5/b4/5 {} w0b0 w0b0 -"
    assert judged(line.format("w")) > POINT
    assert judged(line.format("b")) < -POINT


def test_it_forgets_rather_than_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardpi.coach.engine.judgement.VIEWS_KEPT", 10)
    judgement = Judgement(JASIR)
    for position in random_positions(JASIR, seed=3, count=60, longest=30):
        fresh = Judgement(JASIR).of(ARMIES[position.side], state_of(position))
        assert judgement.of(ARMIES[position.side], state_of(position)) == fresh
    assert all(len(views) <= 10 for views in judgement.views)
