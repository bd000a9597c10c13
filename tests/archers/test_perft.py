"""The engine and the naive program find the same turns, on every size."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.archers import (
    SIZES,
    Facing,
    FacingArcher,
    Formation,
    legal_turns,
    new_battle,
    parse_formation,
    perft,
    start_formation,
)
from boardpi.rules import RulesError, Side
from tests.archers import naive

FIRST_TURNS = {7: 2670, 9: 318, 11: 432, 13: 432, 15: 432}
FEW = {
    "2b<4/3bv3/7/7/7/1w^w>4/7 w": (44, 2),
    "bv6/7/3B<3/7/4W^2/7/7 b": (34, 2),
    "9/9/4bv4/9/9/9/4w^4/9/9 w": (9, 3),
    "11/11/11/5b<5/4b^6/11/6w<4/11/5w^5/11/11 w": (56, 2),
}


@pytest.mark.parametrize("size", SIZES)
def test_the_first_turn(size: int) -> None:
    start = start_formation(size)
    assert naive.perft(str(start), 1) == perft(start, 1) == FIRST_TURNS[size]


@pytest.mark.parametrize(("line", "found"), FEW.items(), ids=lambda value: str(value)[:20])
def test_few_archers_go_deeper(line: str, found: tuple[int, int]) -> None:
    first, depth = found
    formation = parse_formation(line)
    assert perft(formation, 1) == first
    assert perft(formation, depth) == naive.perft(line, depth)


@pytest.mark.parametrize("kings", [False, True])
def test_along_a_game(kings: bool) -> None:
    """Random turns, shots more often than not: every tenth position is compared turn by turn."""
    random, battle = Random(22 + kings), new_battle(7, kings=kings)
    for number in range(30):
        turns = list(legal_turns(battle.now))
        if number % 10 == 5:
            named = {str(turn): str(after) for turn, after in turns}
            assert len(named) == len(turns)
            assert named == naive.turns(str(battle.now))
        shots = [turn for turn, _ in turns if turn.shots]
        battle = battle.play(random.choice(shots or [turn for turn, _ in turns]))
        if battle.ending is not None:
            assert naive.turns(str(battle.now)) == {}
            break


@st.composite
def formations(draw: st.DrawFn) -> Formation:
    """A few archers of both sides anywhere on a field, where that can stand."""
    size = draw(st.sampled_from(SIZES[:3]))
    squares = draw(st.lists(st.integers(0, size * size - 1), min_size=2, max_size=6, unique=True))
    kings = draw(st.booleans())
    archers = [
        (
            square,
            FacingArcher(Side(number % 2), draw(st.sampled_from(Facing)), kings and number < 2),
        )
        for number, square in enumerate(squares)
    ]
    made = Formation(size, tuple(sorted(archers)), draw(st.sampled_from(Side)))
    try:
        return parse_formation(str(made))
    except RulesError:
        return start_formation(9)


@given(formations())
@settings(max_examples=40, deadline=None)
def test_anywhere(formation: Formation) -> None:
    named = {str(turn): str(after) for turn, after in legal_turns(formation)}
    assert named == naive.turns(str(formation))
