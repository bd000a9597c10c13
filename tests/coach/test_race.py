"""The exact race: when the armies have passed, counting turns is enough."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from boardpi.coach.endgames.perfect import race_best, race_value, turns_home
from boardpi.coach.engine.judgement import worth
from boardpi.coach.engine.race import NEVER, Race
from boardpi.coach.engine.tree import INFINITE, Tree
from boardpi.coach.engine.worth import POINT
from boardpi.rules import (
    DEFAULT,
    START,
    Game,
    Position,
    Side,
    legal_moves,
    mask_of,
    outcome,
    parse_position,
    rule_set,
)
from boardpi.rules.armies import muster, state_of
from tests.coach.forcing import random_position, solve
from tests.coach.shipped import tables


def passed_armies(seed: int, count: int, most: int) -> Iterator[Position]:
    """Races of up to `most` archers each: White high, Black low."""
    rng = random.Random(seed)
    while count:
        white = rng.sample(range(10, 25), rng.randint(1, most))
        black = rng.sample(range(15), rng.randint(1, most))
        if set(white) & set(black):
            continue
        position = Position(mask_of(white), mask_of(black), 0, rng.choice(list(Side)))
        if race_value(DEFAULT, position) is not None:
            count -= 1
            yield position


def test_a_race_is_worth_what_can_be_forced() -> None:
    solved = solve(DEFAULT, passed_armies(1, 60, most=3))
    assert len(solved) > 2000
    assert {p: race_value(DEFAULT, p) for p in solved} == solved


def test_the_search_knows_a_race_as_it_would_play_it_out() -> None:
    """Points and distance: the score is that of a search to the end, which knows no races."""
    known, armies, count = Race(DEFAULT), muster(DEFAULT), 0
    for position in passed_armies(7, 60, most=2):
        if outcome(DEFAULT, position) is None:
            army, state = armies[position.side], state_of(position)
            score = known.score(state, army)
            tree = Tree(armies, worth(DEFAULT), is_stopped=lambda _: False, promising=100)
            found = tree.search(army, state, 12, -INFINITE, INFINITE)
            if score is not None and not found & 1:
                count += 1
                assert score == found, str(position)
    assert count > 20


def test_the_search_knows_armies_that_have_passed_whole() -> None:
    known, armies, large = Race(DEFAULT), muster(DEFAULT), 0
    for position in passed_armies(8, 300, most=5):
        score = known.score(state_of(position), armies[position.side])
        if score is not None and outcome(DEFAULT, position) is None:
            large += (position.white | position.black).bit_count() > 5
            assert round(score / POINT) == race_value(DEFAULT, position)
    assert large > 50


def test_in_a_race_nobody_can_ever_take() -> None:
    for start in passed_armies(2, 40, most=3):
        for position in solve(DEFAULT, [start]):
            assert not any(move.takes for move in legal_moves(DEFAULT, position))


def test_races_agree_with_the_tables() -> None:
    rng = random.Random(3)
    races = 0
    for _ in range(20_000):
        position = random_position(rng, 5, hands=False)
        value = race_value(DEFAULT, position)
        if value is not None:
            races += 1
            assert value == tables().probe(position), position
    assert races > 500


def test_five_against_five_are_played_home() -> None:
    for start in passed_armies(4, 30, most=5):
        game, value = Game(start=start), race_value(DEFAULT, start)
        while game.outcome is None and len(game.moves) < 100:
            best = race_best(game)
            assert best is not None
            game = game.play(best[0])
        if value:
            assert game.outcome is not None
            white, black = game.outcome.points
            assert (white - black) * (1 - 2 * start.side) == value


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("5/3w1/5/1b3/5 w w0b0 w0b0 -", 1),
        ("5/3w1/5/1b3/5 b w0b0 w0b0 -", 1),
        ("w1w2/3w1/5/5/1bb2 b w0b0 w0b0 -", 2),
        ("2w2/w4/5/1b3/5 w w0b0 w0b0 -", -1),
        ("2w2/w4/5/5/4b w w0b0 w0b0 -", -1),
    ],
    ids=["first to move", "first to move, Black", "home already", "stuck on a4", "over"],
)
def test_races_a_player_can_count(line: str, value: int) -> None:
    assert race_value(DEFAULT, parse_position(line)) == value


def test_two_stuck_armies_draw() -> None:
    position = parse_position("2w2/w4/5/2b2/1b1b1 w w0b0 w0b0 -")
    expected = solve(DEFAULT, [position])[position]
    assert race_value(DEFAULT, position) == expected


def test_a_stuck_archer_never_comes_home() -> None:
    position = parse_position("2w2/w4/5/5/4b w w0b0 w0b0 -")
    assert turns_home(DEFAULT, position, Side.WHITE) == NEVER
    assert turns_home(DEFAULT, position, Side.BLACK) == 0


@pytest.mark.parametrize(
    "line",
    [
        str(START),
        "5/3w1/5/1b3/5 w w0b1 w0b0 -",
        "5/5/2w2/2b2/5 w w0b0 w0b0 -",
        "5/2b2/5/2w2/5 w w0b0 w0b0 -",
    ],
    ids=["the start", "an archer in hand", "passed by one line only", "face to face"],
)
def test_no_race_while_contact_is_possible(line: str) -> None:
    position = parse_position(line)
    if line == "5/5/2w2/2b2/5 w w0b0 w0b0 -":
        assert race_value(DEFAULT, position) == solve(DEFAULT, [position])[position]
    else:
        assert race_value(DEFAULT, position) is None
        assert race_best(Game(start=position)) is None


def test_jarmo_has_no_races() -> None:
    jarmo = rule_set("jarmo-oca")
    assert race_value(jarmo, parse_position("5/3w1/5/1b3/5 w w0b0 w0b0 -")) is None


def test_a_race_that_is_over_has_no_best_move() -> None:
    game = Game(start=parse_position("2w2/5/5/5/4b w w0b0 w0b0 -"))
    assert outcome(DEFAULT, game.position) is not None
    assert race_best(game) is None
