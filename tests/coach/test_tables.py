"""Perfect play in Jasir: the values are exact, and a won game is won."""

from __future__ import annotations

import random

import pytest

from boardpi.coach.endgames.tables import Tables
from boardpi.daemon.coach.endgames import perfect_play, shipped_tables
from boardpi.rules import (
    DEFAULT,
    START,
    Game,
    Position,
    RuleSet,
    legal_moves,
    outcome,
    parse_move,
    parse_position,
    rule_set,
)
from boardpi.rules.turns import after
from tests.coach.forcing import random_positions, solve
from tests.coach.shipped import JASIR, OCA, tables

both_rule_sets = pytest.mark.parametrize("rules", JASIR, ids=str)


def value(rules: RuleSet, position: Position) -> int:
    found = tables(rules).probe(position)
    assert found is not None
    return found


@both_rule_sets
def test_every_position_of_two_archers_is_worth_what_can_be_forced(rules: RuleSet) -> None:
    solved = solve(rules, random_positions(1, 400, most_alive=2))
    assert len(solved) > 1000
    assert {p: value(rules, p) for p in solved} == solved


@both_rule_sets
def test_three_archers_are_worth_what_can_be_forced(rules: RuleSet) -> None:
    solved = solve(rules, random_positions(11, 12, most_alive=3))
    assert len(solved) > 10_000
    assert {p: value(rules, p) for p in solved} == solved


@both_rule_sets
def test_five_archers_near_the_end_are_worth_what_can_be_forced(rules: RuleSet) -> None:
    lines = ("W1w2/5/1b1B1/5/2b2 w w0b0 w0b0 -", "w1w2/2W2/3b1/5/b4 b w0b0 w0b0 -")
    solved = solve(rules, map(parse_position, lines))
    assert max(p.occupied.bit_count() for p in solved) == 5
    assert {p: value(rules, p) for p in solved} == solved


@both_rule_sets
def test_a_position_is_worth_its_best_move(rules: RuleSet) -> None:
    for position in random_positions(2, 3000, most_alive=5):
        if outcome(rules, position) is None:
            best = max(
                -value(rules, after(rules, position, m)) for m in legal_moves(rules, position)
            )
            assert value(rules, position) == best, position


@both_rule_sets
def test_a_game_that_is_over_is_worth_its_points(rules: RuleSet) -> None:
    ended = 0
    for position in random_positions(3, 2000, most_alive=4):
        result = outcome(rules, position)
        if result is not None:
            ended += 1
            white, black = result.points
            assert value(rules, position) == (white - black) * (1 - 2 * position.side), position
    assert ended > 100


def test_an_eliminated_player_has_lost_the_other_ones_archers() -> None:
    position = parse_position("5/2W2/5/1w3/5 b w2b0 w0b0 -")
    assert tables().probe(position) == -2
    assert tables(OCA).probe(position) == -4


@pytest.mark.parametrize(
    "line",
    [
        str(START),
        "5/2w2/1ww2/5/b1bb1 w w0b0 w0b0 -",
        "5/2w2/5/1b3/2W2 w w0b0 w0b0 -",
        "5/2w2/5/1b3/5 w w3b1 w0b0 -",
    ],
    ids=["ten archers", "six archers", "a chosen archer that never left", "four in hand"],
)
def test_what_the_tables_do_not_hold_is_unknown(line: str) -> None:
    position = parse_position(line)
    assert tables().probe(position) is None
    assert tables().best(Game(start=position)) is None


def test_chosen_archers_on_the_goal_row_are_like_simple_ones() -> None:
    simple = parse_position("w4/2b2/1w3/5/b4 w w0b0 w0b0 -")
    chosen = parse_position("W4/2b2/1w3/5/B4 w w0b0 w0b0 -")
    assert tables().probe(simple) == tables().probe(chosen) is not None


def won_positions(rules: RuleSet, seed: int, count: int) -> list[Position]:
    running = (p for p in random_positions(seed, 40 * count, 5) if outcome(rules, p) is None)
    return [p for p in running if value(rules, p) > 0][:count]


def play_out(rules: RuleSet, start: Position, defence: str, rng: random.Random) -> Game:
    game = Game(rules, start)
    while game.outcome is None:
        best = tables(rules).best(game)
        assert best is not None
        is_winner = game.position.side is start.side
        move = best[0] if is_winner or defence == "perfect" else rng.choice(game.legal_moves())
        game = game.play(move)
        assert len(game.moves) <= tables(rules).longest_win, start
    return game


@both_rule_sets
@pytest.mark.parametrize("defence", ["perfect", "random"])
def test_a_won_game_is_won(rules: RuleSet, defence: str) -> None:
    rng = random.Random(5)
    for start in won_positions(rules, 4, 150):
        game = play_out(rules, start, defence, rng)
        assert game.outcome is not None
        points = game.outcome.points[start.side] - game.outcome.points[start.side.other]
        promised = value(rules, start)
        assert points == promised if defence == "perfect" else points >= promised
        assert len(set(game.positions)) == len(game.positions), "it went in circles"


def stood_twice(line: str, circle: str) -> Game:
    """A game that went round this circle, and is about to close it for the second time."""
    game = Game(start=parse_position(line))
    for move in (circle.split() * 2)[:-1]:
        game = game.play(move)
    return game


def test_a_winner_does_not_repeat_a_third_time() -> None:
    game = stood_twice("3b1/5/2b2/1w3/1b3 b w0b0 w0b0 -", "c3-b3 b2-c2 b3-c3 c2-b2")
    fresh = Game(start=game.position)
    assert tables().best(fresh) == (parse_move("c2-b2"), 1)
    assert tables().best(game) == (parse_move("c2-d2"), 1)


def test_a_winner_takes_less_rather_than_a_draw() -> None:
    game = stood_twice("5/1b3/5/2wW1/5 b w0b0 w0b0 -", "b4-c4 c2-b2 c4-b4 b2-c2")
    fresh = Game(start=game.position)
    assert tables().best(fresh) == (parse_move("b2-c2"), 2)
    assert tables().best(game) == (parse_move("b2-c4"), 1)


def test_a_loser_saves_himself_by_the_third_repetition() -> None:
    game = stood_twice("b4/2b2/5/2w2/5 w w0b0 w0b0 -", "c2-b2 c4-b4 b2-c2 b4-c4")
    assert tables().probe(game.position) == -1
    assert tables().best(game) == (parse_move("b4-c4"), 0)


def test_perfect_play_knows_openings_tables_and_races() -> None:
    perfect = perfect_play(DEFAULT)
    in_tables = parse_position("5/2b2/5/2w2/5 w w0b0 w0b0 -")
    race = parse_position("ww1w1/5/1ww2/5/1bbb1 w w0b0 w0b0 -")
    assert perfect.probe(in_tables) == tables().probe(in_tables)
    assert perfect.best(Game(start=in_tables)) == tables().best(Game(start=in_tables))
    assert perfect.probe(race) is not None
    assert perfect.probe(START) == 1
    assert perfect.probe(parse_position("4b/1bbb1/1b1w1/1w1w1/w3w w w0b0 w0b0 -")) is None
    assert perfect.best(Game()) is None


def test_nothing_is_perfect_in_jarmo() -> None:
    perfect = perfect_play(rule_set("jarmo-oca"))
    assert perfect.tables is None
    assert perfect.probe(parse_position("w4/5/5/5/3bb w w0b0 w0b0 -")) is None


def test_few_chunks_are_enough_to_play() -> None:
    small = Tables(shipped_tables(), DEFAULT, cached_bytes=1 << 16)
    for position in random_positions(6, 20, most_alive=5):
        assert small.probe(position) == tables().probe(position)


def test_a_loser_leaves_the_fewest_right_answers() -> None:
    looked_at = 0
    for position in random_positions(14, 200, most_alive=4):
        value = tables().probe(position)
        if outcome(DEFAULT, position) is not None or value is None or value > 0:
            continue
        found = tables().best(Game(start=position))
        assert found is not None
        answers = {}
        for move in legal_moves(DEFAULT, position):
            standing = after(DEFAULT, position, move)
            worth = tables().probe(standing)
            if worth == -value:
                replies = legal_moves(DEFAULT, standing)
                values = [tables().probe(after(DEFAULT, standing, reply)) for reply in replies]
                answers[move] = values.count(value)
        assert answers[found[0]] == min(answers.values())
        looked_at += len(answers) > 1
    assert looked_at > 20
