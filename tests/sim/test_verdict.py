"""The judge: it must find every fault, or all that rests on it is worth nothing."""

from __future__ import annotations

from typing import Any

import pytest

from boardpi.sim.expectations import ANYTHING
from boardpi.sim.verdict import ReadingVerdict, judge


def move(text: str, **more: Any) -> dict[str, Any]:
    return {"event": "move", "move": text, **more}


BACK = {"event": "takeback", "moves": 1}
REFUSED = {"event": "refused", "from": "a1", "to": "a2", "reason": "no_line"}
ASK = {"event": "ask", "candidates": ["b1-d2", "b1-a3"]}


def test_the_right_events_in_order_are_right() -> None:
    told = [move("b1-d2"), REFUSED, move("d5-b4")]
    assert judge(told, [{**event, "ms": 7} for event in told]) == ReadingVerdict(moves=2)


@pytest.mark.parametrize("kind", ["ask", "astray", "restored", "repetition", "lights", "suspect"])
def test_some_events_may_come_between(kind: str) -> None:
    between = {"event": kind, "candidates": []}
    assert judge([move("b1-d2")], [between, move("b1-d2"), between]).is_right


def test_a_move_after_a_question_counts_as_asked() -> None:
    assert judge([move("b1-d2")], [ASK, move("b1-d2")]) == ReadingVerdict(moves=1, asked=1)


def test_an_amendment_is_a_takeback_and_a_move() -> None:
    amend = {"event": "amend", "move": "b1-a3"}
    told = [move("b1-d2"), amend]
    assert judge(told, [move("b1-d2"), BACK, move("b1-a3")]).is_right
    assert judge([move("b1-d2"), BACK, move("b1-a3")], told).is_right


def test_a_takeback_of_two_is_two_of_one() -> None:
    two = {"event": "takeback", "moves": 2, "position": "p"}
    assert judge([BACK, {**BACK, "position": "p"}], [two]).is_right
    assert judge([BACK, {**BACK, "position": "q"}], [two]).wrong


@pytest.mark.parametrize(
    "got",
    [
        [move("b1-a3")],
        [move("b1-d2"), move("d5-b4"), move("c1-a2")],
        [BACK, move("b1-d2")],
        [move("b1-d2", position="another")],
    ],
)
def test_what_never_happened_is_wrong(got: list[dict[str, Any]]) -> None:
    verdict = judge([move("b1-d2", position="p"), move("d5-b4")], got)
    assert verdict.wrong
    assert not verdict.is_right


def test_what_is_not_told_is_lost() -> None:
    assert judge([move("b1-d2")], []).lost
    assert judge([move("b1-d2"), move("d5-b4")], [move("d5-b4")]).lost
    assert judge([move("b1-d2")], [REFUSED]).lost


def test_what_is_told_out_of_order_is_late_only_if_it_had_happened() -> None:
    told = [move("b1-d2", ms=100), move("d5-b4", ms=200), move("c1-a2", ms=300)]
    assert judge(told, [move("c1-a2", ms=310)]).lost
    assert judge(told, [move("c1-a2", ms=290)]).wrong
    assert judge(told, [move("c1-a2", ms=310)], is_lenient=True).is_right
    assert judge(told, [move("c1-a2", ms=290)], is_lenient=True).wrong
    assert judge(told, [move("b1-d2", ms=90)]).wrong
    rest = {**REFUSED, "ms": 400}  # told while it lasts
    assert judge([*told, rest], [{**rest, "ms": 350}], is_lenient=True).is_right


def test_a_question_with_the_truth_in_it_is_only_unanswered() -> None:
    assert judge([move("b1-d2")], [ASK]).unanswered
    assert judge([move("b1-a3"), move("d5-b4")], [ASK, REFUSED]).unanswered
    assert judge([move("c1-a2")], [ASK]).lost
    assert judge([move("b1-d2")], [ASK, move("c1-a2")]).wrong


def test_a_question_of_two_turns_stays_open_for_the_second() -> None:
    ask = {"event": "ask", "candidates": ["b1-d2 d5-b4", "b1-a3 d5-b4"]}
    assert judge([move("b1-d2"), move("d5-b4")], [ask, move("b1-d2")]).unanswered
    assert judge([move("b1-d2"), move("c5-a4")], [ask, move("b1-d2")]).lost


def test_with_a_dead_reed_events_may_be_missing_but_not_wrong() -> None:
    told = [move("b1-d2"), move("d5-b4"), REFUSED]
    assert judge(told, [move("d5-b4")], is_lenient=True).is_right
    assert judge(told, [move("d5-b4"), move("b1-d2")], is_lenient=True).wrong
    assert judge(told, [move("a1-a2")], is_lenient=True).wrong
    assert judge(told, [REFUSED, move("d5-b4")], is_lenient=True).is_right
    assert judge(told, [REFUSED, move("d5-b4"), REFUSED], is_lenient=True).lost
    placed = [move("b1-d2", position="p"), ANYTHING, {"event": "new_game", "position": "p"}]
    elsewhere = [move("b1-d2", position="q"), {"event": "new_game", "position": "q"}]
    assert judge(placed, elsewhere, is_lenient=True).is_right


def test_while_a_game_is_abandoned_anything_may_be_told() -> None:
    new_game = {"event": "new_game", "previous": "unfinished"}
    told = [move("b1-d2"), ANYTHING, new_game, move("d5-b4")]
    got = [move("b1-d2"), BACK, REFUSED, new_game, move("d5-b4")]
    assert judge(told, got).is_right
    assert judge(told, got[:-1]).lost
    assert judge(told, [move("b1-d2"), new_game, move("c5-a4")]).wrong
    assert judge(told, [move("b1-d2"), BACK]).lost
