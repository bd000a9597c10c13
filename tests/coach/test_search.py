"""What the coach promises to whoever asks it for a move."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.coach.engine.search import Advice, Limits, claims_draw, think
from boardpi.rules import (
    PASS,
    RULE_SETS,
    START,
    Game,
    Move,
    Position,
    Side,
    parse_move,
    parse_position,
    replay,
    rule_set,
)
from tests.coach.minimax import Solver, Unsolvable, points_of, random_positions

JASIR = rule_set("jasir-pergioco")


def at(line: str, rules: str = "jasir-pergioco") -> Game:
    return Game(rule_set(rules), parse_position(line))


# What it is asked


def test_a_game_that_is_over_has_no_move() -> None:
    with pytest.raises(ValueError, match="over"):
        think(at("wwwww/5/5/5/1bbb1 b w0b0 w0b0 -"), Limits(depth=1))


def test_a_limit_in_ms_needs_a_clock() -> None:
    with pytest.raises(ValueError, match="clock"):
        think(Game(), Limits(ms=10))


def test_where_only_a_pass_is_legal_it_passes() -> None:
    stuck = at("w1w2/w4/5/b4/1b3 w w0b0 w0b0 -")
    assert think(stuck, Limits(depth=3)).move == PASS


def test_while_either_side_may_begin_both_share_the_turns() -> None:
    looked_at: dict[Side, int] = {}
    game = Game(any_first=True)
    advice = think(
        game,
        Limits(nodes=3_000),
        report=lambda told: looked_at.update({mover(game, told): told.nodes}),
    )
    assert set(looked_at) == set(Side)
    assert all(100 < nodes < 1_700 for nodes in looked_at.values())
    assert 1_500 <= advice.nodes < 1_700


@pytest.mark.parametrize("any_first", [False, True])
def test_there_is_one_deadline_whoever_may_begin(any_first: bool) -> None:
    ticks = iter(range(10**9))  # every look at the clock is a millisecond
    think(Game(any_first=any_first), Limits(ms=80), clock=lambda: next(ticks))
    assert next(ticks) <= 90


def mover(game: Game, advice: Advice) -> Side:
    return game.play(advice.move).position.side.other


def test_while_either_side_may_begin_it_thinks_for_the_one_asked() -> None:
    for side in Side:
        move = think(Game(any_first=True), Limits(depth=2), side=side).move
        assert move.origin is not None
        assert START.owner(move.origin) is side


def test_while_either_side_may_begin_and_nobody_is_named_it_takes_the_better_side() -> None:
    both = [think(Game(any_first=True), Limits(depth=3), side=side).score for side in Side]
    assert think(Game(any_first=True), Limits(depth=3)).score == max(both)


# When it stops


def test_told_to_stop_at_once_it_still_knows_a_legal_move() -> None:
    advice = think(Game(), Limits(), stop=lambda: True)
    assert advice.move in Game().legal_moves()
    assert advice.depth == 1


def test_interrupted_in_the_middle_it_keeps_the_best_so_far() -> None:
    calls = iter(range(10_000))
    advice = think(Game(), Limits(), stop=lambda: next(calls) > 40)
    assert advice.move in Game().legal_moves()
    assert advice.depth > 1
    assert len(advice.ranked) == len(Game().legal_moves())


@pytest.mark.parametrize("nodes", [1, 500, 3000])
def test_it_looks_at_no_more_turns_than_allowed(nodes: int) -> None:
    assert think(Game(), Limits(nodes=nodes)).nodes <= nodes + 200


def test_it_looks_no_further_than_allowed() -> None:
    assert think(Game(), Limits(depth=4)).depth == 4


def test_it_stops_when_its_time_is_up() -> None:
    clock = iter(range(0, 100_000, 5))
    seen = [0]

    def tick() -> int:
        seen[0] = next(clock)
        return seen[0]

    think(Game(), Limits(ms=100), clock=tick)
    assert seen[0] <= 105


# What it answers


def test_equal_seeds_give_equal_advice() -> None:
    assert think(Game(), Limits(nodes=4000), seed=3) == think(Game(), Limits(nodes=4000), seed=3)


def test_seeds_choose_among_equal_moves() -> None:
    """The last archer is home on a5 as on c5."""
    both = at("5/5/1w3/2b2/b2b1 w w0b0 w0b0 -")
    moves = {str(think(both, Limits(depth=1), seed=seed).move) for seed in range(12)}
    assert moves == {"b3-a5", "b3-c5"}


def test_every_depth_is_reported() -> None:
    heard: list[Advice] = []
    think(Game(), Limits(depth=4), report=heard.append)
    assert [advice.depth for advice in heard] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_line_begins_with_the_move_and_can_be_played(name: str) -> None:
    advice = think(Game(rule_set(name)), Limits(depth=5))
    assert advice.line[0] == advice.move
    assert len(replay(advice.line, rule_set(name)).moves) >= 2


def test_all_moves_are_ranked_best_first() -> None:
    advice = think(Game(), Limits(depth=4), spread=1000)
    scores = [score for _, score in advice.ranked]
    assert {move for move, _ in advice.ranked} == set(Game().legal_moves())
    assert scores == sorted(scores, reverse=True)
    assert advice.ranked[0] == (advice.move, advice.score)


def test_within_the_spread_ranked_scores_are_those_of_the_moves_alone() -> None:
    position = next(random_positions(JASIR, seed=8, count=1, longest=12))
    advice = think(Game(JASIR, position), Limits(depth=3), spread=1000)
    for move, score in advice.ranked:
        after = Game(JASIR, position).play(move)
        if after.outcome is None:
            assert abs(think(after, Limits(depth=2)).score + score) <= 1


@settings(max_examples=40)
@given(seed=st.integers(0, 1 << 30), name=st.sampled_from(sorted(RULE_SETS)))
def test_its_move_is_always_legal(seed: int, name: str) -> None:
    rules = rule_set(name)
    position = next(random_positions(rules, seed, count=1, longest=60))
    game = Game(rules, position)
    advice = think(game, Limits(nodes=300), seed=seed)
    assert advice.move in game.legal_moves()
    for move in advice.line:
        game = game.play(move)


# Ends that it sees


def solved_endings(seed: int, count: int) -> Iterator[tuple[Position, int]]:
    """Positions of Jasir with few archers, and what a plain solver makes of them."""
    for position in random_positions(JASIR, seed, count=100_000, longest=50):
        if position.occupied.bit_count() + sum(position.hand) <= 6 and count:
            with contextlib.suppress(Unsolvable):
                yield position, Solver(JASIR).solve(position)
                count -= 1
        if not count:
            return


def test_it_solves_endings_as_a_plain_solver_does() -> None:
    for position, points in solved_endings(seed=21, count=12):
        advice = think(Game(JASIR, position), Limits(nodes=50_000))
        assert (advice.score, advice.is_exact) == (100 * points, True), str(position)


def test_of_two_wins_it_takes_the_shorter() -> None:
    advice = think(at("1w1w1/2w2/5/2b2/2b2 w w0b0 w0b0 -"), Limits(depth=8))
    assert advice.is_exact
    assert len(advice.line) == 1
    assert advice.score == 300


def test_capturing_the_last_runner_may_lose() -> None:
    """The enemy's other archers all stand on their goal row: it would have arrived."""
    game = at("5/5/3b1/3w1/bb2w w w0b0 w0b0 -")
    assert think(game, Limits(depth=6)).move != parse_move("d2xd3")


@pytest.mark.parametrize("name", RULE_SETS)
def test_two_coaches_bring_a_game_to_its_end(name: str) -> None:
    game = Game(rule_set(name))
    while game.outcome is None and len(game.moves) < 300:
        advice = think(game, Limits(nodes=600), seed=len(game.moves))
        if claims_draw(game, advice) or game.repetitions > 4:
            game = game.agree_draw()
        else:
            game = game.play(advice.move)
    assert game.outcome is not None


def test_a_won_ending_is_won() -> None:
    """Whatever the loser tries, at least the promised points come, and soon."""
    won = [(position, points) for position, points in solved_endings(5, 12) if points > 0]
    for number, (position, points) in enumerate(won):
        game, dice = Game(JASIR, position), Random(number)
        while game.outcome is None:
            assert len(game.moves) < 40, str(position)
            mine = game.position.side is position.side
            moves = game.legal_moves()
            move = think(game, Limits(nodes=20_000)).move if mine else dice.choice(moves)
            game = game.play(move)
        assert points_of(game.outcome, position.side) >= points


# Repetition

SHUTTLE = "a1-c2 c5-b3 c2-a1 b3-c5 a1-c2 c5-b3 c2-a1 b3-c5"


def test_a_draw_is_claimed_only_by_who_stands_worse() -> None:
    game = replay(SHUTTLE.split(), rule_set("jarmo-pergioco"))
    advice = think(game, Limits(depth=2))
    assert game.repetitions == 3
    assert claims_draw(game, Advice(advice.move, -10, 2, 1, False, (), ()))
    assert not claims_draw(game, Advice(advice.move, 10, 2, 1, False, (), ()))
    assert not claims_draw(game.take_back(), Advice(advice.move, -10, 2, 1, False, (), ()))


def test_a_move_to_the_third_repetition_is_worth_a_draw() -> None:
    game = replay(SHUTTLE.split()[:-1], rule_set("jarmo-pergioco"))
    ranked = dict(think(game, Limits(depth=3), spread=1000).ranked)
    assert ranked[parse_move("b3-c5")] == 0
    assert any(score != 0 for score in ranked.values())


# Tables


class FakeTables:
    """Says that Black wins unless White's archer stands on d3."""

    def __init__(self, wanted: Move | None = None) -> None:
        self.asked: list[Position] = []
        self.wanted = wanted

    def probe(self, position: Position) -> int | None:
        if position.occupied.bit_count() > 5:
            return None
        self.asked.append(position)
        sign = 1 if position.side is Side.WHITE else -1
        return sign * (2 if position.white >> 13 & 1 or position.side is Side.WHITE else -1)

    def best(self, game: Game) -> tuple[Move, int] | None:
        return None if self.wanted is None else (self.wanted, 2)


@pytest.mark.parametrize("text", ["d2-d3", "e1-d3"])
def test_of_moves_that_keep_a_win_the_one_is_played_that_gets_on(text: str) -> None:
    """Both are worth the same; only the tables know which one makes progress."""
    move, game = parse_move(text), at("5/3b1/5/3w1/1b2w w w0b0 w0b0 -")
    advice = think(game, Limits(depth=3), tables=FakeTables(wanted=move))
    assert (advice.move, advice.score, advice.line[0]) == (move, 200, move)
    assert {move for move, score in advice.ranked if score == 200} >= {
        parse_move("d2-d3"),
        parse_move("e1-d3"),
    } - {move}


def test_tables_decide_which_moves_are_good() -> None:
    game = at("5/3b1/5/3w1/1b3 w w0b0 w0b0 -")
    advice = think(game, Limits(depth=4), tables=FakeTables())
    assert advice.move == parse_move("d2-d3")
    assert (advice.score, advice.is_exact) == (200, True)
    assert dict(advice.ranked)[parse_move("d2-b3")] == -100


def test_tables_are_asked_for_few_archers_only() -> None:
    tables = FakeTables()
    think(Game(), Limits(depth=3), tables=tables)
    assert tables.asked == []
    think(at("5/3b1/5/3w1/bb3 w w0b0 w0b0 -"), Limits(depth=3), tables=tables)
    assert tables.asked != []
