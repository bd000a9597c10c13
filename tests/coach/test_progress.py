"""Won games are won where values and detours are known, but no way: a measure only falls."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boardpi.coach.endgames.places import MIDDLE_ROWS, alive, place_of
from boardpi.coach.endgames.progress import WinnersWay
from boardpi.coach.endgames.tables import Tables
from boardpi.rules import DEFAULT, Game, Move, Position, Side, legal_moves, outcome, parse_position
from boardpi.rules.holes import holes_in
from boardpi.rules.turns import after
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
    return Tables(file.read_bytes(), DEFAULT, cached_blocks=100)


def won_positions(seed: int, count: int, most_alive: int) -> list[Position]:
    found = random_positions(seed, count, most_alive)
    return [p for p in found if outcome(DEFAULT, p) is None and (tables().probe(p) or 0) > 0]


def has_choice(position: Position) -> bool:
    """Whether the shipped file says that the habit would go in circles here."""
    place = place_of(position)
    return place is not None and tables()._file.choice(place, position.side) > 0


def rows_ahead(position: Position) -> int:
    """Rows that all archers have before them; those in a hand have five."""
    white = sum(5 - hole.row for hole in holes_in(position.white)) + 5 * position.hand[0]
    return white + sum(hole.row - 1 for hole in holes_in(position.black)) + 5 * position.hand[1]


def measure(found: Tables, way: WinnersWay, position: Position) -> tuple[int, ...]:
    """What every turn of the winner, who is to move, must lower."""
    value = found.probe(position)
    assert value is not None
    chosen = position.chosen & MIDDLE_ROWS
    is_out = any(step.is_progress for step in way._steps(position))
    return (
        -value,
        alive(position),
        chosen.bit_count(),
        found.detours(position),
        (chosen & position.archers(position.side)).bit_count(),
        rows_ahead(position),
        0 if is_out else way._turns_out(position)[position],
    )


def test_every_turn_of_the_winner_lowers_the_measure(four: Tables) -> None:
    """Whatever the answer: so every won game ends, and no position stands twice."""
    way = WinnersWay(DEFAULT, four._keeping, four.detours)
    idle = detours = 0
    circling = [p for p in won_positions(5, 30_000, 3) if has_choice(p)]
    assert len(circling) > 5
    for position in [*circling, *won_positions(2, 700, 4)]:
        before = measure(four, way, position)
        idle, detours = idle + (before[-1] > 0), detours + (before[3] > 0)
        standing = after(DEFAULT, position, way.move(position))
        for answer in legal_moves(DEFAULT, standing):
            following = after(DEFAULT, standing, answer)
            ended = outcome(DEFAULT, following)
            if ended is None:
                assert measure(four, way, following) < before, (position, answer)
            else:
                side = position.side
                assert ended.points[side] - ended.points[side.other] >= -before[0]
    assert idle > 5
    assert detours > 5


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


class Defences:
    """The longest game from a won position against every defence; it must end, and never circle."""

    def __init__(self, found: Tables) -> None:
        self.way = WinnersWay(DEFAULT, found._keeping, found.detours)
        self.known: dict[tuple[Position, Side], int] = {}

    def longest(self, position: Position, winner: Side, path: frozenset[Position]) -> int:
        if outcome(DEFAULT, position) is not None:
            return 0
        assert position not in path, position
        if (position, winner) not in self.known:
            moves: list[Move] = legal_moves(DEFAULT, position)
            if position.side is winner:
                moves = [self.way.move(position)]
            further = path | {position}
            found = (self.longest(after(DEFAULT, position, m), winner, further) for m in moves)
            self.known[position, winner] = 1 + max(found)
        return self.known[position, winner]


def test_every_game_is_won_whatever_the_defence(four: Tables) -> None:
    defences = Defences(four)
    positions = won_positions(12, 120, 3)
    assert len(positions) > 40
    longest = max(defences.longest(p, p.side, frozenset()) for p in positions)
    assert 8 < longest <= LONGEST


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
