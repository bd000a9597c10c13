"""Hands play whole games: the same seed gives the same session, and each habit is really seen."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from boardpi.rules import RULE_SETS, Hole, rule_set
from boardpi.sim.faults import FAULTS, SOUND
from boardpi.sim.habits import CHANCES, CLEAN, HABITS, HARSH, only
from boardpi.sim.sessions import SessionPlan, SimulatedSession, simulate
from boardpi.sim.touches import LIFT, PLACE, SLIP, SWEEP, HandTouch
from boardpi.table.trace import parse_header, read_events

JASIR, JARMO = rule_set("jasir-pergioco"), rule_set("jarmo-wikipedia")


def sessions(habit: str, count: int = 12) -> list[SimulatedSession]:
    rules = sorted(RULE_SETS)
    plans = [SessionPlan(RULE_SETS[rules[seed % 5]], HABITS[habit], SOUND) for seed in range(count)]
    return [simulate(plan, seed) for seed, plan in enumerate(plans)]


def test_the_same_seed_gives_the_same_session_and_another_another() -> None:
    plan = SessionPlan(JASIR, HARSH)
    assert simulate(plan, 5) == simulate(plan, 5)
    assert simulate(plan, 5).scans != simulate(plan, 6).scans


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_session_is_a_trace_that_can_be_read(name: str) -> None:
    session = simulate(SessionPlan(rule_set(name), HARSH), 1)
    header, *rest = session.lines()
    assert parse_header(header) == session.header
    times = [event.ms for event in read_events(rest)]
    assert times == sorted(times)
    assert times[-1] == session.end_ms


@pytest.mark.parametrize("habit", CHANCES)
def test_every_habit_is_seen_in_a_few_games(habit: str) -> None:
    assert any(habit in session.habits for session in sessions(habit))


def test_clean_hands_have_no_habits() -> None:
    assert all(set(s.habits) <= {"late", "again", "nudge"} for s in sessions("clean"))


def gaps(session: SimulatedSession) -> list[tuple[HandTouch, HandTouch, int]]:
    return [(a, b, b.ms - a.ms) for a, b in pairwise(session.touches)]


def lifts_within_the_dwell(habit: str) -> int:
    """How often a lift follows a placing within the dwell."""
    return sum(
        (a.verb, b.verb) == (PLACE, LIFT) and gap < 250
        for session in sessions(habit)
        for a, b, gap in gaps(session)
    )


def test_fast_replies_begin_within_the_dwell() -> None:
    assert lifts_within_the_dwell("fast") > 10
    assert lifts_within_the_dwell("clean") == 0


def test_early_replies_begin_while_the_other_archer_is_in_the_air() -> None:
    early = [
        (a.hole, b.hole)
        for s in sessions("early")
        for a, b, _ in gaps(s)
        if a.verb == b.verb == LIFT
    ]
    assert early


def test_swept_victims_open_their_reed_for_15_to_70_ms() -> None:
    sweeps = [a for s in sessions("sweep") for a in s.touches if a.verb == SWEEP]
    assert sweeps
    assert all(15 <= touch.for_ms <= 70 for touch in sweeps)


def test_unseen_captures_are_nudged_or_proved_by_the_reply() -> None:
    slips = [a for s in sessions("invisible") for a in s.touches if a.verb == SLIP]
    assert slips


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("jasir-oca", {"not_your_archer", "arrived_stays", "no_line", "backward"}),
        ("jarmo-oca", {"not_your_archer", "arrived_stays", "no_line", "shuttle"}),
    ],
)
def test_forbidden_tries_show_every_reason_that_a_mask_can_show(name: str, seen: set[str]) -> None:
    plan = SessionPlan(rule_set(name), replace(only("illegal", 0.5), again=1.0), SOUND, plies=40)
    told = [event for seed in range(8) for event in simulate(plan, seed).told]
    assert {event["reason"] for event in told if event["event"] == "refused"} == seen


def test_games_end_and_the_next_one_is_set_up() -> None:
    plan = SessionPlan(JASIR, replace(CLEAN, again=1.0), SOUND, plies=80)
    events = [told["event"] for told in simulate(plan, 4).told]
    assert "over" in events
    assert events[events.index("over") + 1] == "new_game"


def test_a_dead_reed_is_stuck_or_chatters() -> None:
    dead = Hole("c3").bit
    plan = SessionPlan(JARMO, HARSH, FAULTS["bounce"], dead=dead)
    shown = [[scan.mask & dead for scan in simulate(plan, seed).scans] for seed in range(12)]
    assert {frozenset(bits) for bits in shown} == {
        frozenset({0}),
        frozenset({dead}),
        frozenset({0, dead}),
    }
    assert simulate(plan, 0).is_lenient
    assert '"dead": ["c3"]' in simulate(plan, 0).lines()[0]


def test_a_session_cut_between_two_turns_begins_with_its_position() -> None:
    session = simulate(SessionPlan(JASIR, CLEAN, SOUND), 3)
    mark = session.marks[-2]
    cut = session.cut(mark)
    assert cut.header.position == mark.game.position
    assert cut.told == session.told[mark.told :]
    assert cut.scans == tuple(scan for scan in session.scans if scan.ms >= mark.ms)


def test_acts_are_told_in_words() -> None:
    assert str(HandTouch(5, SWEEP, Hole("c3"), for_ms=20)) == "5 sweep c3 20"
    assert str(HandTouch(5, LIFT, Hole("c3"))) == "5 lift c3"
