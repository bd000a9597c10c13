"""Every sentence of the coach, held against a count that shares nothing with it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boardpi.coach.engine.search import Limits
from boardpi.coach.hints import advise, explain_move, hint, threats, turns_needed
from boardpi.coach.reasons import Reason
from boardpi.coach.review import review
from boardpi.daemon.coach.endgames import perfect_play
from boardpi.rules import DEFAULT, RULE_SETS, Game, Side, parse_position, rule_set
from boardpi.rules.holes import GOAL_ROW
from tests.coach.minimax import random_positions
from tests.coach.telling import Telling, is_true_threat, walked_turns
from tests.rules import naive

POSITIONS = {
    "jasir-pergioco": 900,
    "jasir-oca": 200,
    "jarmo-pergioco": 400,
    "jarmo-wikipedia": 250,
    "jarmo-oca": 250,
}
SEED = 15
TRIED = 3  # moves of a position


def test_there_are_two_thousand_positions_of_every_rule_set() -> None:
    assert sum(POSITIONS.values()) == 2000
    assert POSITIONS.keys() == RULE_SETS.keys()


@pytest.mark.parametrize("name", POSITIONS)
def test_every_reason_is_true(name: str) -> None:
    rules, dice = rule_set(name), Random(SEED)
    false, told = [], 0
    for position in random_positions(rules, SEED, POSITIONS[name], longest=50):
        game, line = Game(rules, position), str(position)
        moves = game.legal_moves()
        for move in dice.sample(moves, min(TRIED, len(moves))):
            telling = Telling(name, line, str(move))
            for reason in explain_move(game, move):
                told += 1
                if not telling.is_true(reason):
                    false.append((line, str(move), reason.code, reason.sentence()))
        for reason in threats(game):
            told += 1
            if not is_true_threat(name, line, reason):
                false.append((line, "threat", reason.code, reason.sentence()))
    assert false == []
    assert told > 3 * POSITIONS[name]
    print(f"{name}: {told} sentences, none false")


@pytest.mark.parametrize("name", POSITIONS)
def test_the_first_reason_of_a_move_is_never_a_cost(name: str) -> None:
    """Unless the move ends the game, and loses it."""
    rules = rule_set(name)
    for position in random_positions(rules, SEED + 1, 60, longest=50):
        game = Game(rules, position)
        for move in game.legal_moves():
            first = explain_move(game, move)[0]
            assert not first.is_cost or game.play(move).outcome is not None, (position, move)


# ── what a move is for, held against the solution of Jasir ───────────────────────────────────────

DATA = Path(__file__).parent / "data"
SOLVED = [line.split("\t") for line in (DATA / "solved.tsv").read_text("utf-8").splitlines()]
"""Positions of at most five archers alive with White's points less Black's after every move: all
such lines of `moves.tsv` of the solution (2026-11-16)."""


def test_what_a_move_is_for_is_true() -> None:
    perfect, codes = perfect_play(DEFAULT), set()
    for line, _, pairs in SOLVED:
        game = Game(DEFAULT, parse_position(line))
        sign = 1 if game.position.side is Side.WHITE else -1
        values = {m: sign * int(v) for m, v in (pair.split("=") for pair in pairs.split())}
        for move in game.legal_moves():
            for reason in advise(game, move, perfect):
                codes.add(reason.code)
                assert is_true_aim(line, str(move), reason, values), (line, str(move), reason)
    assert codes >= {"aim_win", "aim_hold", "aim_only", "aim_least", "proof", "proof_begins"}
    assert codes >= {"not_loses", "not_draws", "not_wins_less"}


def is_true_aim(line: str, move: str, reason: Reason, values: dict[str, int]) -> bool:
    value, others = values[move], [v for m, v in values.items() if m != move]
    match reason.code:
        case "aim_win":
            return value == reason.number > 0
        case "aim_hold":
            return value == 0
        case "aim_only":
            return max(others) < 0 <= value
        case "aim_least":
            return value == -reason.number == max(values.values()) < 0
        case "not_loses" | "not_draws" | "not_wins_less":
            [capture] = map(str, reason.moves)
            lost = values[capture]
            kind = "not_loses" if lost < 0 else "not_wins_less" if lost else "not_draws"
            return (
                "x" in capture
                and lost < value
                and (reason.code, reason.number)
                == (
                    kind,
                    abs(lost),
                )
            )
        case "proof" | "proof_begins":
            return is_true_line(line, [move, *map(str, reason.moves)], reason, value)
    return Telling("jasir-pergioco", line, move).is_true(reason)


def is_true_line(line: str, moves: list[str], reason: Reason, value: int) -> bool:
    """Legal to its end; the points are those of the solution, and of the end if it is shown."""
    for move in moves:
        line = naive.after("jasir-pergioco", line, move)
    ended = naive.over("jasir-pergioco", line)
    return reason.number - reason.other == value and (ended is not None) == (reason.code == "proof")


def test_a_hint_begins_with_its_aim_and_keeps_the_cost_for_the_end() -> None:
    perfect = perfect_play(DEFAULT)
    for line, _, _ in SOLVED[:60]:
        game = Game(DEFAULT, parse_position(line))
        found = hint(game, Limits(nodes=500), tables=perfect)
        told = found.reasons
        if game.play(found.move).outcome is None:
            assert told[0].code.startswith("aim_") or told[0].code == "pass"
        costs = [number for number, reason in enumerate(told) if reason.is_cost]
        assert not costs or min(costs) >= len(told) - 2


def test_turning_points_never_praise_the_blunder() -> None:
    """First what the move allowed, then what was better and what speaks for it."""
    seen = 0
    for seed in range(6):
        dice, game = Random(seed), Game(DEFAULT)
        while game.outcome is None and len(game.moves) < 24:
            game = game.play(dice.choice(game.legal_moves()))
        for point in review(game, Limits(nodes=400)):
            codes = [reason.code for reason in point.reasons]
            cut = codes.index("better")
            assert point.reasons[cut].moves == (point.better,)
            blamed = point.reasons[:cut]
            assert all(reason.is_cost or reason.code.startswith("allows") for reason in blamed)
            assert not any(reason.is_cost for reason in point.reasons[cut:])
            seen += bool(blamed)
    assert seen > 6


def test_the_turns_to_the_goal_are_those_of_archers_that_really_walk() -> None:
    """With their hands, and in each other's way: the reader found 52 of 252 false."""
    seen = 0
    for position in random_positions(DEFAULT, SEED, 500, longest=60):
        for side in Side:
            away = (position.archers(side) & ~GOAL_ROW[side]).bit_count() + position.hand[side]
            if away <= 2:
                holes = frozenset(naive.holes_of(naive.read(str(position)), "wb"[side]))
                walked = walked_turns("jasir-pergioco", "wb"[side], holes, position.hand[side])
                assert turns_needed(DEFAULT, position, side) == walked, position
                seen += 1
    assert seen > 100
