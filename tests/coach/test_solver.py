"""The solver in C plays by boardpi's rules, and the shipped tables are what it finds.

`make solver` builds it; `make test` does so before the tests.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from boardpi.coach.endgames.places import CLASSES, PlaceInClass, place_of
from boardpi.coach.endgames.tables_file import number_of
from boardpi.rules import DEFAULT, Position, RuleSet, Side, mask_of, rule_set, survey
from boardpi.rules.rulesets import variant
from boardpi.rules.turns import after
from tests.coach.forcing import random_positions
from tests.coach.shipped import JASIR, tables
from tests.proofs import IS_FULL
from tools.solve.solution import Unsolvable
from tools.tables.build import describe, solve
from tools.tables.proof_index import SIZES, index_of, position_at

SOLVER = Path(__file__).parents[2] / "build" / "tables" / "tables"


def crowded_positions(seed: int, count: int) -> list[Position]:
    """Up to five archers each, chosen or not, anywhere."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        white, black = rng.randint(0, 5), rng.randint(0, 5)
        holes = rng.sample(range(25), white + black)
        chosen = mask_of(hole for hole in holes if rng.random() < 0.3)
        hand = rng.randint(0, 5 - white), rng.randint(0, 5 - black)
        masks = mask_of(holes[:white]), mask_of(holes[white:])
        found.append(Position(*masks, chosen, rng.choice(list(Side)), hand))
    return found


def in_numbers(p: Position) -> str:
    return f"{p.white} {p.black} {p.chosen} {int(p.side)} {p.hand[0]} {p.hand[1]}"


def expected_answer(rules: RuleSet, position: Position) -> str:
    moves, ended = survey(rules, position)
    if ended is not None:
        return f"over {ended.points[position.side] - ended.points[position.side.other]}"
    return "".join(in_numbers(after(rules, position, move)) + ";" for move in moves)


@pytest.mark.parametrize("rules", JASIR, ids=str)
def test_it_moves_as_the_rules_do(rules: RuleSet) -> None:
    asked = [*crowded_positions(1, 3000), *random_positions(2, 2000, most_alive=5)]
    text = describe(rules, 5) + "\n".join(map(in_numbers, asked)) + "\n"
    run = subprocess.run([SOLVER, "moves"], input=text, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [expected_answer(rules, p) for p in asked]


@pytest.mark.parametrize("rules", JASIR, ids=str)
def test_the_shipped_tables_of_three_archers_are_what_it_finds(rules: RuleSet) -> None:
    compare(rules, 3)


@pytest.mark.proof
@pytest.mark.parametrize("rules", JASIR if IS_FULL else [DEFAULT], ids=str)
def test_the_shipped_tables_of_four_archers_are_what_it_finds(rules: RuleSet) -> None:
    compare(rules, 4)


def compare(rules: RuleSet, alive: int) -> None:
    """Values of random positions, and all choices: no more of them, no fewer."""
    raw = solve(SOLVER, rules, alive)
    shipped = tables(rules)
    for position in random_positions(11, 20_000, most_alive=alive):
        index = index_of(position)
        assert shipped.probe(position) == (raw.values[index >> 1] >> 4 * (index & 1) & 15) - 4
    found = {}
    for index, choice in raw.choices.items():
        position = position_at(index)
        assert index_of(position) == index
        place = place_of(position)
        assert place is not None
        found[number_of(place, position.side)] = choice
    numbers, choices = shipped._file._choices
    end = number_of(PlaceInClass(next(of for of in CLASSES if sum(of) > alive), 0), Side.WHITE)
    known = {n: c for n, c in zip(numbers, choices, strict=True) if n < end}
    assert known == found


def test_both_count_positions_alike() -> None:
    """Every position of three archers has a number of its own, below the size of their table."""
    seen: dict[int, Position] = {}
    for position in random_positions(3, 5000, most_alive=3):
        number = index_of(position)
        assert 0 <= number < SIZES[3]
        assert seen.setdefault(number, position) == position


def test_a_game_that_it_cannot_solve_is_refused() -> None:
    with pytest.raises(Unsolvable, match="jarmo-oca: the solver needs backward"):
        describe(rule_set("jarmo-oca"), 5)
    with pytest.raises(Unsolvable, match="captured_simple"):
        describe(variant(DEFAULT, captured_simple="hand"), 5)


def test_it_says_how_it_is_used() -> None:
    run = subprocess.run([SOLVER], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "make tables" in run.stderr
