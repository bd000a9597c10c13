"""The report: what it says, what its fingerprint is made of, and what a later start reads in it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.check.plan import CheckPlan
from boardpi.check.report import (
    BadReport,
    CheckReport,
    Identity,
    compare,
    print_report,
    read_report,
    write_report,
)
from boardpi.rules import Hole
from boardpi.sim.simulated_check import simulate_check
from boardpi.sim.wiring_faults import miswire

PLAN = CheckPlan(has_probe=True)
BOARD = Identity("serial", 7, "0.1.0", ("A0", "A1"))
AT = "2026-11-16T10:00:00Z"


def report_of(*faults: str, identity: Identity = BOARD) -> dict[str, Any]:
    wiring = miswire(faults[0]) if faults else miswire("colours:GRB")
    for fault in faults[1:]:
        wiring = miswire(fault, wiring)
    return write_report(simulate_check(PLAN, wiring), identity, AT, "0.0")


SOUND = report_of()


def last(**changes: object) -> CheckReport:
    return read_report(json.dumps(SOUND | changes))


def test_a_sound_board_has_a_short_report() -> None:
    assert SOUND["is_sound"]
    assert SOUND["is_complete"]
    assert SOUND["dead"] == []
    assert SOUND["holes"]["c3"] == {"state": "right", "answers": ["c3"]}
    assert "Everything is right." in print_report(SOUND)


def test_dead_holes_are_offered_and_named() -> None:
    report = report_of("dead:c3", "stuck:e5")
    assert report["dead"] == ["c3", "e5"]
    assert 'dead = ["c3", "e5"]' in print_report(report)


def test_the_same_wiring_has_the_same_fingerprint_with_another_firmware() -> None:
    again = report_of(identity=replace(BOARD, firmware="0.2.0"))
    assert again["fingerprint"] == SOUND["fingerprint"]


@pytest.mark.parametrize(
    "other",
    [
        report_of("dead:c3"),
        report_of("swap-columns:c,d"),
        report_of("no-diode:c3"),
        report_of("colours:RGB"),
        report_of(identity=replace(BOARD, board_id=8)),
        report_of(identity=replace(BOARD, wires=("A1", "A0"))),
    ],
)
def test_another_wiring_has_another_fingerprint(other: dict[str, Any]) -> None:
    assert other["fingerprint"] != SOUND["fingerprint"]


def test_a_report_is_read_as_it_was_written() -> None:
    read = read_report(json.dumps(report_of("no-diode:c3")))
    assert (read.identity, read.bare, read.faults, read.at) == (BOARD, Hole("c3").bit, 1, AT)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[1]",
        "nonsense",
        "[" * 100_000,
        "x" * 200_000,
        json.dumps(SOUND | {"boardpi_check": 2}),
        json.dumps(SOUND | {"board": None}),
        json.dumps(SOUND | {"board": SOUND["board"] | {"id": "7"}}),
        json.dumps(SOUND | {"board": SOUND["board"] | {"wires": "A0"}}),
        json.dumps(SOUND | {"findings": [1]}),
        json.dumps(SOUND | {"fingerprint": "\x1b[2J"}),
        json.dumps(SOUND)[:-20],
    ],
)
def test_what_is_no_report_is_refused(text: str) -> None:
    with pytest.raises(BadReport):
        read_report(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from(sorted(SOUND)), JSON, max_size=3))
def test_a_damaged_report_never_raises_anything_else(changes: dict[str, Any]) -> None:
    with suppress(BadReport):
        last(**changes)


def test_nothing_has_changed() -> None:
    assert compare(last(), BOARD) == []


@pytest.mark.parametrize(
    ("kind", "told"), [("serial", ["never_checked"]), ("gpio", ["never_checked"]), ("virtual", [])]
)
def test_only_real_boards_should_have_been_checked(kind: str, told: list[str]) -> None:
    assert [code for code, _ in compare(None, Identity(kind))] == told


@pytest.mark.parametrize(
    ("now", "code"),
    [
        (replace(BOARD, board_id=8), "board_changed"),
        (replace(BOARD, wires=("A1", "A0")), "wires_changed"),
        (replace(BOARD, firmware="0.2.0"), "firmware_changed"),
    ],
)
def test_another_board_is_noticed(now: Identity, code: str) -> None:
    assert [change for change, _ in compare(last(), now)] == [code]


def test_new_faults_of_the_wiring_are_noticed_and_old_ones_are_not() -> None:
    bad, column = Hole("c3").bit, 0b100
    known = read_report(json.dumps(report_of("no-diode:c3")))
    assert compare(known, BOARD, backward=bad) == []
    told = compare(last(), BOARD, backward=bad, grounded=column)
    assert told == [("diode_changed", {"holes": "c3"}), ("column_changed", {"columns": "c"})]
