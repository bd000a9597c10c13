"""Won games are won by values alone: the habit, and a proof where it would go in circles."""

from __future__ import annotations

from functools import cache
from random import Random

from boardpi.coach.endgames.places import place_of
from boardpi.coach.endgames.progress import WinningWay
from boardpi.coach.endgames.tables import Tables
from boardpi.rules import DEFAULT, Game, Move, Position, legal_moves, outcome
from boardpi.rules.turns import after
from tests.coach.forcing import random_positions
from tests.coach.shipped import tables
from tests.coach.test_tables_file import one_sided

LONGEST = 99  # plies


def has_choice(position: Position) -> bool:
    """Whether the shipped file says that the habit would go in circles here."""
    place = place_of(position)
    return place is not None and tables()._file.choice(place, position.side) > 0


@cache
def circling() -> tuple[Position, ...]:
    """Won positions of three archers where the habit goes in circles."""
    found = [p for p in random_positions(5, 30_000, most_alive=3) if has_choice(p)]
    assert len(found) > 5
    return tuple(found)


def plies(way: dict[Position, Move], position: Position) -> int:
    """The longest game by this way against every defence; it must end, and never circle."""
    winner, value = position.side, tables().probe(position)
    known: dict[Position, int] = {}
    path: set[Position] = set()

    def longest(standing: Position) -> int:
        if standing in known:
            return known[standing]
        assert standing not in path, standing
        ended = outcome(DEFAULT, standing)
        if ended is not None:
            assert value is not None
            assert ended.points[winner] - ended.points[winner.other] >= value
            return 0
        path.add(standing)
        is_ours = standing.side is winner
        moves = [way[standing]] if is_ours else legal_moves(DEFAULT, standing)
        found = 1 + max(longest(after(DEFAULT, standing, move)) for move in moves)
        path.remove(standing)
        known[standing] = found
        return found

    return longest(position)


def test_a_proof_ends_every_game_whatever_the_defence() -> None:
    found = Tables(one_sided(), DEFAULT)
    for position in circling():
        way = WinningWay(DEFAULT, found._keeping, found.is_proven_to_end).prove(position)
        assert way, position
        assert 0 < plies(way, position) <= LONGEST


def test_a_proof_that_would_be_too_large_is_not_made() -> None:
    found = Tables(one_sided(), DEFAULT)
    prover = WinningWay(DEFAULT, found._keeping, found.is_proven_to_end)
    assert prover.prove(circling()[0], most=2) == {}


def test_won_games_are_won_against_perfect_and_random_defence() -> None:
    dice, won = Random(4), 0
    positions = [*circling()[:20], *random_positions(12, 200, most_alive=3)]
    for position in positions:
        if outcome(DEFAULT, position) is None and (tables().probe(position) or 0) > 0:
            for is_perfect in (True, False):
                play_out(Tables(one_sided(), DEFAULT), position, dice, is_perfect)
                won += 1
    assert won > 100


def play_out(found: Tables, position: Position, dice: Random, is_perfect: bool) -> None:
    game, side, value = Game(start=position), position.side, tables().probe(position)
    while game.outcome is None:
        assert game.repetitions < 3, position
        assert len(game.moves) < LONGEST
        if game.position.side is side:
            best = found.best(game)
            assert best is not None
            game = game.play(best[0])
        elif is_perfect:
            held = tables().best(game)
            assert held is not None
            game = game.play(held[0])
        else:
            game = game.play(dice.choice(game.legal_moves()))
    points = game.outcome.points
    assert value is not None
    assert points[side] - points[side.other] >= value
