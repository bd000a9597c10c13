"""Won games are won where values and detours are known, but no way: a measure only falls."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.winning import OPPONENTS, Defences, play_whole_games, prove_turns
from boardpi.coach.endgames.places import place_of
from boardpi.coach.endgames.tables import Tables
from boardpi.rules import DEFAULT, Game, Position, outcome, parse_position
from tests.coach.forcing import random_positions
from tests.coach.shipped import tables
from tests.coach.test_tables_file import one_sided
from tools.solve.__main__ import SOLVER
from tools.solve.pack import QUICK, Extent, write_tables
from tools.solve.solution import Solution

LONGEST = 99  # plies of any defence against the choices that ship


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Four archers and less, with detours, as larger files have them."""
    folder = tmp_path_factory.mktemp("four")
    solution = Solution(SOLVER, DEFAULT, folder)
    solution.solve(4, jobs=1)
    file = folder / "four.tables"
    write_tables(file, Extent([solution], 4, preset=QUICK), jobs=1)
    return Tables(file.read_bytes(), DEFAULT)


def won_positions(seed: int, count: int, most_alive: int) -> list[Position]:
    found = random_positions(seed, count, most_alive)
    return [p for p in found if outcome(DEFAULT, p) is None and (tables().probe(p) or 0) > 0]


def has_choice(position: Position) -> bool:
    """Whether the shipped file says that the habit would go in circles here."""
    place = place_of(position)
    return place is not None and tables()._file.choice(place, position.side) > 0


def test_every_turn_of_the_winner_lowers_the_measure(four: Tables) -> None:
    """Whatever the answer: so every won game ends, and no position stands twice."""
    circling = [p for p in won_positions(5, 30_000, 3) if has_choice(p)]
    assert len(circling) > 5
    positions = [*circling, *won_positions(2, 700, 4)]
    turns = prove_turns(four, iter(positions), len(positions))
    assert turns.raised == 0
    assert turns.answers > 1000
    assert turns.idle > 5
    assert turns.most_detours > 0


def test_a_wrong_number_of_detours_raises_the_measure(
    four: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(four, "detours", lambda position: position.white % 3)
    positions = won_positions(2, 100, 4)
    with pytest.raises((AssertionError, IndexError, ValueError)):
        assert prove_turns(four, iter(positions), len(positions)).raised == 0


def test_detours_of_the_side_that_is_not_stored_are_one_ply_away(tmp_path: Path) -> None:
    solution = Solution(SOLVER, DEFAULT, tmp_path)
    solution.solve(3, jobs=1)
    halves = []
    for sides in (1, 2):
        write_tables(tmp_path / "three", Extent([solution], 3, sides, preset=QUICK), jobs=1)
        halves.append(Tables((tmp_path / "three").read_bytes(), DEFAULT))
    one, both = halves
    missing = some = 0
    for position in random_positions(3, 4000, most_alive=3):
        place = place_of(position)
        if place is not None and not one._file.has(place.of, position.side):
            missing += 1
            some += both.detours(position) > 0
            assert one.detours(position) == both.detours(position), position
    assert missing > 1000
    assert some > 10


def test_every_game_is_won_whatever_the_defence(four: Tables) -> None:
    positions = won_positions(12, 120, 3)
    assert len(positions) > 40
    longest = max(Defences(four).plies(p, p.side) for p in positions)
    assert 8 < longest <= LONGEST


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_coach_gives_nothing_away(four: Tables, opponent: str) -> None:
    positions = random_positions(17, 200, most_alive=4)
    standing = (p for p in positions if outcome(DEFAULT, p) is None)
    played = play_whole_games(four, OPPONENTS[opponent], standing, 40)
    assert played.games == 40
    assert (played.given_away, played.below_value, played.repeated) == (0, 0, 0)


def test_without_detours_the_habit_avoids_what_has_stood() -> None:
    """Files of an older boardpi have values alone."""
    found = Tables(one_sided(), DEFAULT)
    assert not found.is_proven_to_end(parse_position("5/2b2/5/2w2/5 w w0b0 w0b0 -"))
    dice = Random(4)
    for position in won_positions(7, 40, 3):
        game = Game(start=position)
        while game.outcome is None and len(game.moves) < LONGEST:
            best = found.best(game)
            assert best is not None
            is_ours = game.position.side is position.side
            game = game.play(best[0] if is_ours else dice.choice(game.legal_moves()))
        assert game.outcome is not None
        points = game.outcome.points
        value = tables().probe(position)
        assert value is not None
        assert points[position.side] - points[position.side.other] >= value
