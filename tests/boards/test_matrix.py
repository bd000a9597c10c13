"""Scanning the matrix: with diodes and time to settle, any board reads back exactly."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.boards.gpio.header import Matrix, PinWiring
from boardpi.rules import Hole
from tests.boards.circuit import Circuit, CircuitPins, Flaws

ALL = (1 << 25) - 1
masks = st.integers(0, ALL)
OTHER_PINS = PinWiring(rows=(0, 1, 4, 14, 15), columns=(2, 3, 22, 23, 24))


def matrix_on(circuit: Circuit, settle_us: int = 30) -> Matrix:
    wiring = circuit.wiring
    return Matrix(
        wiring.rows,
        wiring.columns,
        CircuitPins(circuit),
        settle_us=settle_us,
        wait=circuit.wait,
    )


def seen(mask: int, flaws: Flaws | None = None, settle_us: int = 30) -> int:
    circuit = Circuit(flaws=flaws)
    matrix = matrix_on(circuit, settle_us)
    circuit.set_archers(mask)
    try:
        return matrix.scan()
    finally:
        matrix.close()


def bits(text: str) -> int:
    return sum(Hole(name).bit for name in text.split())


@given(masks)
def test_any_board_reads_back_exactly(mask: int) -> None:
    assert seen(mask) == mask


@given(masks)
def test_any_pins_will_do(mask: int) -> None:
    circuit = Circuit(OTHER_PINS)
    circuit.set_archers(mask)
    assert matrix_on(circuit).scan() == mask


def test_three_corners_without_diodes_make_a_fourth() -> None:
    corners = bits("a1 e1 a5")
    assert seen(corners, Flaws(no_diode=ALL)) == corners | bits("e5")
    assert seen(corners, Flaws(no_diode=bits("e1"))) == corners
    assert seen(corners, Flaws(no_diode=bits("a1"))) == corners | bits("e5")


def test_a_diode_turned_round_hides_its_reed() -> None:
    assert seen(bits("b2 c3"), Flaws(turned_diode=bits("c3"))) == bits("b2")


@given(masks, masks)
def test_missing_diodes_only_ever_add_archers(mask: int, no_diode: int) -> None:
    ghosts = seen(mask, Flaws(no_diode=no_diode))
    assert ghosts & mask == mask


@pytest.mark.parametrize(("magnets", "wrong"), [(4, 0.47), (10, 1.0)])
def test_diodes_are_not_optional(magnets: int, wrong: float) -> None:
    """A board reads wrong when it shows an archer that is not there."""
    chance = Random(magnets)
    circuit = Circuit(flaws=Flaws(no_diode=ALL))
    matrix = matrix_on(circuit)
    boards = [sum(1 << hole for hole in chance.sample(range(25), magnets)) for _ in range(1000)]
    ghosts = 0
    for mask in boards:
        circuit.set_archers(mask)
        ghosts += matrix.scan() != mask
    assert abs(ghosts / len(boards) - wrong) < 0.06


def test_a_stuck_reed_stays_as_it_is() -> None:
    flaws = Flaws(stuck_closed=bits("c3"), stuck_open=bits("a1"))
    assert seen(bits("a1 b1"), flaws) == bits("b1 c3")


def test_swapped_wires_answer_for_each_other() -> None:
    assert seen(bits("c3"), Flaws(swapped_columns=(2, 3))) == bits("d3")
    assert seen(bits("c3"), Flaws(swapped_rows=(2, 0))) == bits("c1")


def test_a_column_without_pull_up_is_noise() -> None:
    circuit = Circuit(flaws=Flaws(no_pull_up=frozenset({1})))
    matrix = matrix_on(circuit)
    column_b = bits("b1 b2 b3 b4 b5")
    readings = {matrix.scan() for _ in range(20)}
    assert len(readings) > 1
    assert all(mask & ~column_b == 0 for mask in readings)


@given(masks)
@settings(max_examples=30)
def test_a_long_cable_needs_its_time(mask: int) -> None:
    slow = Flaws(rise_us=50)
    assert seen(mask, slow, settle_us=60) == mask
    smeared = mask | mask << 5 & ALL
    assert seen(mask, slow, settle_us=30) == smeared


def test_reeds_bounce_and_come_to_rest() -> None:
    circuit = Circuit()
    matrix = matrix_on(circuit)
    matrix.scan()
    circuit.set_archers(bits("a1 b1 c1 d1 e1"), bounces=5)
    readings = [matrix.scan() for _ in range(7)]
    assert len(set(readings)) > 2
    assert readings[-2:] == [bits("a1 b1 c1 d1 e1")] * 2


def test_a_failure_in_mid_scan_leaves_no_row_low() -> None:
    circuit = Circuit()
    calls = 0

    def stumble(_: float) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(5, "Input/output error")

    wiring = circuit.wiring
    matrix = Matrix(wiring.rows, wiring.columns, CircuitPins(circuit), wait=stumble)
    with pytest.raises(OSError, match="Input/output"):
        matrix.scan()
    circuit.set_archers(bits("d4"))
    assert matrix.scan() == bits("d4")
