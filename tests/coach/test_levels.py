"""Opponents of all levels: what they overlook, and what they never do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.coach.engine.levels import LEVELS, Level, choose, length, level
from boardpi.rules import RULE_SETS, START, Game, Move, Side, parse_move, parse_position, rule_set
from boardpi.rules.lines import parse_line
from boardpi.texts.languages import LANGUAGES
from tests.coach.minimax import points_of, random_positions


def at(line: str) -> Game:
    return Game(rule_set("jasir-pergioco"), parse_position(line))


def test_there_are_six_to_eight_levels_each_with_a_title_in_every_language() -> None:
    assert 6 <= len(LEVELS) <= 8
    for language in LANGUAGES:
        assert len({found.title(language) for found in LEVELS}) == len(LEVELS)


def test_a_level_is_found_by_its_name() -> None:
    assert level("3") is LEVELS[2]
    with pytest.raises(ValueError, match="no level '9': levels are 1 to 7"):
        level("9")


@settings(max_examples=40)
@given(
    seed=st.integers(0, 1 << 30),
    name=st.sampled_from(sorted(RULE_SETS)),
    number=st.integers(0, 3),
)
def test_every_level_plays_by_the_rules(seed: int, name: str, number: int) -> None:
    rules = rule_set(name)
    game = Game(rules, next(random_positions(rules, seed, count=1, longest=60)))
    advice = choose(game, LEVELS[number], seed=seed)
    assert advice.move in game.legal_moves()
    assert advice.line[0] == advice.move


def test_the_same_seed_plays_the_same_game() -> None:
    for found in LEVELS[:4]:
        assert choose(Game(), found, seed=4) == choose(Game(), found, seed=4)


def test_beginners_do_not_always_play_alike() -> None:
    assert len({choose(Game(), LEVELS[0], seed=seed).move for seed in range(10)}) > 1


@pytest.mark.parametrize("number", range(5))
def test_nobody_overlooks_the_last_step_home(number: int) -> None:
    game = at("1w1w1/2w2/5/2b2/b1b1b w w0b0 w0b0 -")
    homes = {parse_move("c4-a5"), parse_move("c4-e5")}
    for seed in range(5):
        assert choose(game, LEVELS[number], seed=seed).move in homes


@pytest.mark.parametrize("side", Side)
def test_while_either_side_may_begin_it_plays_its_own(side: Side) -> None:
    move = choose(Game(any_first=True), LEVELS[1], seed=1, side=side).move
    assert move.origin is not None
    assert START.owner(move.origin) is side


def test_with_a_clock_its_patience_is_limited() -> None:
    ticks = iter(range(0, 10_000_000, 400))
    advice = choose(Game(), LEVELS[6], seed=1, clock=lambda: next(ticks))
    assert advice.nodes < 10_000


def chosen(found: Level, games: list[Game]) -> list[Move]:
    return [choose(game, found, seed=seed).move for seed, game in enumerate(games)]


def with_habit(habit: str, times: int) -> Level:
    changed: dict[str, Any] = {habit: times * getattr(LEVELS[0], habit)}
    return replace(LEVELS[0], **changed)


def some_games() -> list[Game]:
    rules = rule_set("jasir-pergioco")
    every = random_positions(rules, seed=20, count=150, longest=24)
    return [game for game in (Game(rules, p) for p in every) if len(game.legal_moves()) > 3]


@pytest.mark.parametrize(
    ("habit", "does"),
    [
        ("greed", lambda move: move.takes),
        ("hurry", lambda move: rows(move) == 2),
        ("forgets", lambda move: move.reentry is None),
    ],
)
def test_a_habit_of_the_first_evening_is_seen(habit: str, does: Callable[[Move], bool]) -> None:
    """The same player without it takes less, goes ahead less, and brings more archers back."""
    games = some_games()
    sober, marked = (with_habit(habit, times) for times in (0, 3))
    if habit == "forgets":
        games = [game for game in games if game.position.hand[game.position.side]]
    more, less = (sum(map(does, chosen(found, games))) for found in (marked, sober))
    assert more > less


def test_nobody_wanders_to_the_side() -> None:
    games = some_games()
    steps = [move for move in chosen(LEVELS[0], games) if move.origin is not None]
    legal = [move for game in games for move in game.legal_moves() if move.origin is not None]
    strolls, possible = (sum(rows(move) == 0 for move in moves) for moves in (steps, legal))
    assert strolls / len(steps) < 0.8 * possible / len(legal)


def rows(move: Move) -> int:
    if move.origin is None or move.target is None:
        return 0
    return abs(move.target.row - move.origin.row)


def test_long_lines_are_overlooked_short_ones_never() -> None:
    assert length(parse_line("d2-d3")) == 0
    assert length(parse_line("d3-e1")) == 1


def test_a_blind_player_does_not_claim_to_be_perfect() -> None:
    game = at("1w1w1/2w2/5/2b2/b1b1b w w0b0 w0b0 -")
    assert not choose(game, LEVELS[1], seed=1).is_exact
    assert choose(game, LEVELS[6], seed=1).is_exact


def test_a_better_player_beats_a_beginner() -> None:
    points = 0
    for seed in range(6):
        side = Side(seed % 2)
        game = Game(rule_set("jasir-pergioco"), START.with_side(Side(seed // 2 % 2)))
        while game.outcome is None and len(game.moves) < 100:
            found = LEVELS[5] if game.position.side is side else LEVELS[0]
            game = game.play(choose(game, found, seed=seed).move)
        points += 0 if game.outcome is None else points_of(game.outcome, side)
    assert points >= 8
