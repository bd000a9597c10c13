"""The board made of software: what its reeds show when hands touch it and faults befall it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from boardpi.rules import START, Hole, Side, holes_in, mask_of
from boardpi.sim.faults import SOUND, Faults
from boardpi.sim.reeds import Scan, SimulatedReeds
from boardpi.sim.simulated_board import HandsEmpty, HoleEmpty, HoleTaken, SimulatedBoard

B1, D2, C3 = Hole("b1"), Hole("d2"), Hole("c3")
FULL = START.occupied


def changes(board: SimulatedBoard, ms: int) -> list[tuple[int, str]]:
    """What the reeds did until then: `(ms, "b1.")` opened, `(ms, "d2")` closed."""
    scans = [Scan(0, FULL), *board.advance(ms)]
    return [
        (scan.ms, str(hole) if scan.mask >> hole & 1 else f"{hole}.")
        for before, scan in pairwise(scans)
        for hole in holes_in(before.mask ^ scan.mask)
    ]


def test_a_sound_board_shows_each_touch_once_at_its_time() -> None:
    board = SimulatedBoard(START)
    board.lift(B1, 1000)
    board.place(D2, 1400)
    assert changes(board, 9000) == [(1000, "b1."), (1400, "d2")]


def test_archers_keep_their_identity_on_their_way() -> None:
    board = SimulatedBoard(START)
    archer = board.lift(B1, 10)
    board.place(D2, 20)
    assert board.archers[D2] is archer
    assert (archer.side, str(archer)) == (Side.WHITE, "w2")


def test_of_two_archers_in_hand_either_may_be_set_down() -> None:
    board = SimulatedBoard(START)
    first, second = board.lift(B1, 10), board.lift(Hole("b5"), 20)
    board.place(C3, 30, first)
    board.place(D2, 40)
    assert (board.archers[C3], board.archers[D2]) == (first, second)


def test_a_bouncing_reed_ends_in_the_right_state() -> None:
    board = SimulatedBoard(START, Faults(bounces=5, bounce_ms=8), seed=3)
    board.lift(B1, 100)
    told = changes(board, 1000)
    assert len(told) > 1
    assert [what for _, what in told] == ["b1.", "b1"] * (len(told) // 2) + ["b1."]
    assert all(0 < later - ms <= 8 for (ms, _), (later, _) in pairwise(told))


def test_a_slow_reed_opens_late_and_never_if_the_archer_is_back_before() -> None:
    board = SimulatedBoard(START, Faults(slow_release_ms=80))
    board.lift(B1, 100)
    assert changes(board, 300) == [(180, "b1.")]
    board.place(B1, 400)
    board.advance(400)
    board.lift(B1, 500)
    board.place(B1, 550)
    assert board.advance(1000) == []


def test_stuck_reeds_show_the_same_whatever_stands_there() -> None:
    board = SimulatedBoard(START, Faults(stuck_open=B1.bit, stuck_closed=C3.bit))
    assert board.mask == (FULL & ~B1.bit) | C3.bit
    board.lift(B1, 100)
    board.place(C3, 200)
    assert board.advance(500) == []
    assert board.occupied == (FULL & ~B1.bit) | C3.bit


def test_a_swept_victim_opens_its_reed_for_a_moment_and_a_slipped_one_never() -> None:
    board = SimulatedBoard(START)
    taker = board.lift(B1, 100)
    victim = board.sweep(Hole("b5"), 300, open_ms=40)
    assert changes(board, 500) == [(100, "b1."), (300, "b5."), (340, "b5")]
    board.set_aside(victim)
    assert board.archers[Hole("b5")] is taker
    assert victim in board.beside
    board.lift(Hole("c1"), 600)
    board.advance(600)
    board.slip(Hole("c5"), 700)
    assert board.advance(900) == []


def test_a_slow_reed_opens_late_for_a_swept_victim() -> None:
    board = SimulatedBoard(START, Faults(slow_release_ms=50))
    board.lift(B1, 100)
    board.sweep(Hole("b5"), 300, open_ms=40)
    assert changes(board, 500) == [(150, "b1."), (350, "b5."), (390, "b5")]


def test_a_passing_magnet_closes_an_empty_reed_and_leaves_a_full_one_alone() -> None:
    board = SimulatedBoard(START)
    board.brush(C3, 100, closed_ms=30)
    board.brush(B1, 200, closed_ms=30)
    assert changes(board, 500) == [(100, "c3"), (130, "c3.")]


def test_a_chattering_reed_changes_until_its_fault_is_cured() -> None:
    board = SimulatedBoard(START, Faults(chattering=C3.bit, chatter_ms=5))
    assert changes(board, 20) == [(5, "c3"), (10, "c3."), (15, "c3"), (20, "c3.")]
    board.reeds.faults = SOUND
    assert board.advance(1000) == []
    assert board.mask == FULL


def test_faults_may_come_while_the_board_is_in_use() -> None:
    board = SimulatedBoard(START)
    board.advance(100)
    board.reeds.faults = replace(SOUND, stuck_open=B1.bit)
    assert board.advance(100) == [Scan(100, FULL & ~B1.bit)]


def test_magnets_that_move_in_one_moment_are_one_scan() -> None:
    reeds = SimulatedReeds(FULL)
    reeds.follow(B1.bit | D2.bit, D2.bit, 70)
    assert reeds.advance(100) == [Scan(70, FULL & ~B1.bit | D2.bit)]


def test_the_board_says_when_it_will_change_by_itself() -> None:
    board = SimulatedBoard(START, Faults(slow_release_ms=80))
    assert board.due_ms is None
    board.lift(B1, 100)
    assert board.due_ms == 180


def test_what_cannot_be_done_is_refused_by_name() -> None:
    board = SimulatedBoard(START)
    with pytest.raises(HoleEmpty, match="c3"):
        board.lift(C3, 0)
    with pytest.raises(HandsEmpty):
        board.place(C3, 0)
    board.lift(B1, 0)
    with pytest.raises(HoleTaken, match="a1"):
        board.place(Hole("a1"), 0)
    with pytest.raises(HandsEmpty, match="'w'"):
        board.take_up(Side.WHITE)
    with pytest.raises(ValueError, match="run back"):
        board.advance(-1)


def test_archers_beside_the_board_can_be_taken_up() -> None:
    board = SimulatedBoard(START)
    board.set_aside(board.lift(B1, 0))
    back = board.take_up(Side.WHITE)
    board.place(B1, 10, back)
    board.advance(10)
    assert board.mask == FULL == mask_of(board.archers)
