"""Whole games by the virtual hands through the real firmware, the pty and the real daemon."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count, groupby
from pathlib import Path

import pytest

from boardpi.boards.board import DARK
from boardpi.rules import HOLES, parse_position, rule_set
from boardpi.sim.expectations import Told
from boardpi.sim.habits import CLEAN, Habits
from boardpi.sim.reeds import Scan
from boardpi.sim.sessions import SessionPlan, SimulatedSession, simulate
from boardpi.sim.touches import LIFT
from boardpi.sim.verdict import judge
from tests.end_to_end.chip import Chip, Lit, chip
from tests.end_to_end.table import Table, becomes, table

GAMES = ("jasir-pergioco", "jarmo-pergioco")
PLIES = 6
SOON_US = 1_000_000
BOUNCE_US = 800
HABITS = replace(
    CLEAN,
    adjust=0.05,
    hesitate=0.1,
    swapfirst=0.3,
    sweep=0.5,
    flip=0.3,
    late=0.0,
    again=0.0,
    pause_ms=(400, 500),
    carry_ms=(250, 350),
    sweep_ms=(15, 25),
)
"""What does not depend on the milliseconds of a machine that may be busy."""

PAUSE_MS = 380  # longer than an archer is carried, shorter than any pause between turns

Fault = Callable[[Chip, list[Scan], SimulatedSession, float], None]


def bounce(chip: Chip, turn: list[Scan], session: SimulatedSession, begin_us: float) -> None:
    """The reeds do it anyway."""


def reset(chip: Chip, turn: list[Scan], session: SimulatedSession, begin_us: float) -> None:
    """While an archer is in the air, by each cause in turn."""
    lifts = [touch for touch in session.touches if touch.verb == LIFT][1::2]
    for touch, cause in zip(lifts, ("brownout", "watchdog", "external") * PLIES, strict=False):
        if turn[0].ms <= touch.ms <= turn[-1].ms:
            at_us = begin_us + (touch.ms + 60) * 1000
            chip.order("reset", cause=cause, hold_ms=20, at_us=at_us)


def corrupt(chip: Chip, turn: list[Scan], session: SimulatedSession, begin_us: float) -> None:
    """Every hundredth byte, both ways."""
    if turn[0] is session.scans[0]:
        chip.order("seed", seed=5)
        chip.order("corrupt", percent=1)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("fault", [bounce, reset, corrupt])
def test_a_game_is_read_and_lit_rightly(tmp_path: Path, rules: str, fault: Fault) -> None:
    session = find_session(rules)
    with chip(tmp_path) as board, table(tmp_path, f"serial:{board.link}", rules) as daemon:
        becomes(lambda: daemon.has_board and len(board.shown) > 0, lambda: daemon.lines)
        play(board, daemon, session, fault)
        becomes(lambda: len(moves(daemon.facts)) >= len(moves(session.told)), lambda: daemon.facts)
        becomes(lambda: is_lit(board, daemon), lambda: (board.shown[-1], board.asked[-1]))
        if fault is reset:
            expect_new_light(board, daemon)
        verdict = judge(session.told, daemon.facts)
        assert verdict.is_right, verdict
        assert verdict.asked == 0, "every victim was seen to leave"
        assert [move["move"] for move in daemon.ask("table")["moves"]] == moves(session.told)
    check_lights(board, fault)
    assert board.faults == []
    assert (len(board.resets) > 2) == (fault is reset)


def find_session(rules: str, habits: Habits = HABITS) -> SimulatedSession:
    """The first one from the start that takes two archers, one of them swept out."""
    plan = SessionPlan(rule_set(rules), habits, plies=PLIES)
    for seed in count():
        session = simulate(plan, seed)
        taken = [move for move in moves(session.told) if "x" in move]
        is_whole = session.header.any_first and len(moves(session.told)) == PLIES
        if is_whole and len(taken) > 1 and "sweep" in session.habits:
            return replace(session, told=tuple(map(untimed, session.told)))
    raise AssertionError("seeds do not end")


def untimed(event: Told) -> Told:
    """A daemon has a clock of its own."""
    return {key: value for key, value in event.items() if key != "ms"}


def moves(told: Iterable[dict[str, object]]) -> list[str]:
    return [str(each["move"]) for each in told if each["event"] == "move"]


def play(board: Chip, daemon: Table, session: SimulatedSession, fault: Fault) -> None:
    """Give the chip the touches of one turn after the other, each with its emulated moment.

    The next turn begins when the host has heard the last one: the chip keeps real time and has
    room for a turn, but a host on a busy machine may be late by more than that.
    """
    for turn in turns_of(session):
        begin_us = board.now_us + SOON_US - turn[0].ms * 1000
        fault(board, turn, session, begin_us)
        for scan in turn:
            at_us = begin_us + scan.ms * 1000
            board.order("reeds", mask=scan.mask, at_us=at_us, bounce_us=BOUNCE_US)
        last = turn[-1]
        becomes(
            lambda at_us=at_us, mask=last.mask: (  # type: ignore[misc]
                board.us > at_us and daemon.ask("table")["raw"] == mask
            ),
            lambda: daemon.facts,
        )


def turns_of(session: SimulatedSession) -> list[list[Scan]]:
    """The scans, parted where all archers stand as after a move and hands pause."""
    told = [parse_position(str(each["position"])) for each in session.told if "position" in each]
    rests = {position.occupied for position in told}
    turns: list[list[Scan]] = [[]]
    for scan, after in zip(session.scans, [*session.scans[1:], None], strict=True):
        turns[-1].append(scan)
        if after is not None and scan.mask in rests and after.ms - scan.ms >= PAUSE_MS:
            turns.append([])
    return turns


def is_lit(board: Chip, daemon: Table) -> bool:
    """The pixels show the last frame that was asked for, and the holes that the table means."""
    shown = board.shown[-1].colours
    lit = {str(hole) for hole in HOLES if any(shown[3 * hole : 3 * hole + 3])}
    return shown == board.asked[-1].colours and lit == set(daemon.ask("table")["lights"])


def expect_new_light(board: Chip, daemon: Table) -> None:
    """A reset while nobody moves: the same picture comes back by itself."""
    resets = len(board.resets)
    board.order("reset", cause="watchdog", hold_ms=20)
    becomes(
        lambda: (
            len(board.resets) > resets
            and board.shown[-1].us > board.resets[-1]
            and is_lit(board, daemon)
        ),
        lambda: (board.shown[-1], board.resets),
    )


def check_lights(board: Chip, fault: Fault) -> None:
    """The pixels showed what was asked for, in that order; without a fault, all of it."""
    asked = list(board.asked)
    shown = [lit for lit in board.shown if lit.us > asked[0].us]
    own = DARK if fault is reset else None  # what a chip shows when it wakes up
    place = 0
    for lit in shown:
        while lit.colours not in (asked[place].colours, own):
            place += 1
            assert place < len(asked), f"never asked for: {lit.colours.hex()}"
        assert asked[place].us < lit.us, "shown before it was asked for"
    if fault is bounce:
        assert pictures(shown) == pictures(asked[: place + 1])


def pictures(lights: list[Lit]) -> list[bytes]:
    """Frames without their repetitions."""
    return [colours for colours, _ in groupby(lit.colours for lit in lights)]
