"""Scanning through lgpio and the kernel: any board reads back exactly, and faults show as told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from boardpi.boards.gpio.fitness import survey
from boardpi.boards.gpio.header import PinHeader, PinWiring, open_header
from boardpi.boards.gpio.machine import HardwareError, Machine
from boardpi.rules import Hole
from tests.kernel.pins import count, put

ALL = (1 << 25) - 1


def bits(text: str) -> int:
    return sum(Hole(name).bit for name in text.split())


@pytest.fixture
def header() -> Iterator[PinHeader]:
    opened = open_header(PinWiring(), Machine())
    yield opened
    opened.close()


def seen(header: PinHeader) -> int:
    return header.scan()[0]


def test_this_is_a_pi_4_that_is_ready() -> None:
    here = survey(Machine(), 10)
    assert (here.model, here.soc) == ("Raspberry Pi 4 Model B Rev 1.4", "BCM2711")
    assert here.reeds_missing == ()
    assert here.driver == "spidev"


def test_any_board_reads_back_exactly(header: PinHeader) -> None:
    chance = Random(17)
    for mask in (0, ALL, *(chance.getrandbits(25) for _ in range(200))):
        put(mask=mask)
        assert seen(header) == mask
    assert count("row_pulls") == 5 * 202, "each row is pulled once a scan"


def test_other_pins_will_do() -> None:
    wiring = PinWiring(rows=(26, 19, 13, 6, 5), columns=(25, 12, 21, 20, 16))
    header = open_header(wiring, Machine())
    put(mask=bits("a1 b1 e4"))
    assert seen(header) == bits("e5 d5 a2")
    header.close()


def test_three_corners_without_diodes_make_a_fourth(header: PinHeader) -> None:
    put(no_diode=ALL, mask=bits("a1 e1 a5"))
    assert seen(header) == bits("a1 e1 a5 e5")


def test_a_turned_diode_hides_its_archer(header: PinHeader) -> None:
    put(turned=bits("c3"), mask=bits("c3 b2"))
    assert seen(header) == bits("b2")


def test_the_pis_own_pull_ups_stand_in_for_missing_ones(header: PinHeader) -> None:
    put(no_pullup=31, mask=bits("a1 e5"))
    assert {seen(header) for _ in range(20)} == {bits("a1 e5")}


def test_columns_that_rise_too_slowly_show_an_archer_twice(header: PinHeader) -> None:
    put(rise_us=500_000, mask=bits("a1"))
    column = bits("a1 a2 a3 a4 a5")
    assert seen(header) & column == column


def test_nobody_can_take_the_pins_of_an_open_board(header: PinHeader) -> None:
    with pytest.raises(HardwareError, match="another program holds a pin of the board"):
        open_header(PinWiring(), Machine())


def test_they_are_free_after_it() -> None:
    for _ in range(3):
        open_header(PinWiring(), Machine()).close()


@pytest.mark.parametrize("core_mhz", [200, 250])
def test_a_core_clock_that_has_fallen_is_measured_and_refused(core_mhz: int) -> None:
    put(core_mhz=core_mhz)
    with pytest.raises(HardwareError, match="at which pixels show wrong colours"):
        open_header(PinWiring(), Machine())
