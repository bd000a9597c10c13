"""Which archers have weak magnets: on discs a reed closes, flickers or stays open."""

from __future__ import annotations

import math

import pytest

from boardpi.check.events import Counted
from boardpi.check.plan import ARCHERS, DISCS, CheckPlan
from boardpi.check.prompts import sentence
from boardpi.rules import Hole
from boardpi.sim.miswired_board import EDGE, OPERATE_AT, PULL_AT, SOUND, Wiring
from boardpi.sim.simulated_check import simulate_check
from boardpi.sim.wiring_faults import BadFault, miswire
from boardpi.table.events import Sensed
from tests.check.stories import Story
from tests.drawings.test_magnets import OPERATE_AT as LEAST_SENSITIVE_AT
from tests.drawings.test_magnets import WEAK_T, ampere_turns, aside, reed

REACH = CheckPlan(parts=frozenset({"reach"}))
FIRMWARE = CheckPlan(parts=frozenset({"reach"}), has_probe=True)
plans = pytest.mark.parametrize("plan", [FIRMWARE, REACH], ids=["firmware", "direct"])
C3 = Hole("c3").bit


def weak(*faults: str) -> Wiring:
    wiring = SOUND
    for fault in faults:
        wiring = miswire(f"weak:{fault}", wiring)
    return wiring


def faults_of(plan: CheckPlan, wiring: Wiring) -> list[str]:
    return [sentence(finding) for finding in simulate_check(plan, wiring).findings]


@plans
def test_ten_sound_archers_are_right(plan: CheckPlan) -> None:
    check = simulate_check(plan)
    assert check.findings == ()
    assert [(tried.archer, tried.discs) for tried in check.notes.reach] == [
        (archer, DISCS) for archer in range(1, ARCHERS + 1)
    ]


@plans
def test_weak_magnets_are_named(plan: CheckPlan) -> None:
    assert faults_of(plan, weak("3,50", "7,64", "9,20")) == [
        "Archer 3 lets go of the reed below 6 mm: its magnet is weak.",
        "Archer 7 lets go of the reed below 6 mm: its magnet is weak.",
        "Archer 9 lets go of the reed below 3 mm: its magnet is very weak.",
    ]


@plans
def test_a_reed_at_the_end_of_the_reach_flickers_and_is_no_bad_reed(plan: CheckPlan) -> None:
    check = simulate_check(plan, weak("7,64"))
    (tried,) = [tried for tried in check.notes.reach if (tried.archer, tried.discs) == (7, DISCS)]
    assert tried.flickers >= 8
    assert check.notes.chatter == 0


@plans
def test_when_most_archers_fail_it_is_the_hole(plan: CheckPlan) -> None:
    told = faults_of(plan, weak(*(f"{archer},50" for archer in range(1, 8))))
    assert (
        told[0]
        == "7 of ten archers do not reach the reed from 6 mm: it is the hole and not the magnets."
    )


def test_a_check_of_everything_does_not_ask_for_discs() -> None:
    assert simulate_check(CheckPlan()).notes.reach == ()


def test_it_is_done_in_the_hole_that_is_asked_for() -> None:
    story = Story(CheckPlan(holes=(Hole("a1"),), parts=frozenset({"reach"}))).wait(1000)
    assert (story.asked, story.lights) == ("reach a1 1", {"a1": "missing"})


def test_an_archer_that_holds_turns_green_and_the_next_is_asked_for() -> None:
    story = Story(REACH).wait(1000).set("c3").wait(1000)
    assert (story.asked, story.lights) == ("held c3 1", {"c3": "target"})
    assert story.lift("c3").wait(1000).asked == "reach c3 2"


def test_the_button_says_that_nothing_happens() -> None:
    story = Story(REACH).wait(1000).press()
    assert (story.asked, story.lights) == ("let_go c3 1", {"c3": "dead"})


def test_a_press_while_the_reed_is_closed_is_too_early_to_count() -> None:
    story = Story(REACH).wait(1000)
    story._tell(Sensed(story.ms + 1, C3))
    assert story.wait(100).press().asked == "reach c3 1"
    assert story.wait(2000).asked == "held c3 1"


def test_what_the_firmware_counts_and_does_not_tell_is_a_flicker_too() -> None:
    story = Story(FIRMWARE).wait(1000)
    counts = tuple(30 * (hole == Hole("c3")) for hole in range(25))
    story._tell(Counted(story.ms + 100, counts))
    assert story.asked == "let_go c3 1"
    story._tell(Counted(story.ms + 700, tuple(2 * count for count in counts)))
    assert story.wait(500).asked == "let_go c3 1", "it still stands there and flickers"
    assert story.wait(500).asked == "reach c3 2"


def test_counts_from_before_do_not_count() -> None:
    story = Story(FIRMWARE)
    story._tell(Counted(1, (500,) * 25))
    assert story.wait(1000).asked == "reach c3 1"


def test_those_that_failed_come_back_on_one_disc() -> None:
    story = Story(REACH).wait(1000).press().wait(1000)
    for _ in range(ARCHERS - 1):
        story.set("c3").wait(1000).lift("c3").wait(1000)
    assert (story.asked, story.lights) == ("nearer c3 1", {"c3": "ask"})
    story.set("c3").wait(1000).lift("c3").wait(1000)
    assert story.told == ["Archer 1 lets go of the reed below 6 mm: its magnet is weak."]


@pytest.mark.parametrize(
    "text", ["weak", "weak:3", "weak:11,50", "weak:0,50", "weak:3,101", "weak:x,1"]
)
def test_a_magnet_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadFault, match="weak"):
        miswire(text)


def test_the_simulated_pull_is_that_of_the_drawn_plates() -> None:
    """Of the weakest magnet on the list of parts, in the middle of its hole."""
    for discs, pull in enumerate(PULL_AT):
        found = ampere_turns([(0, 0)], WEAK_T, [reed(sag=3 * discs)]).item()
        assert found == pytest.approx(pull, rel=0.02)
    assert PULL_AT[DISCS] / OPERATE_AT - 1 > EDGE


def test_two_discs_are_no_trap_for_a_sound_archer() -> None:
    """It closes the least sensitive reed where it is set in the middle, give or take 1.5 mm."""
    on_discs = reed(sag=3 * DISCS)
    places = [(0.75 * x, 0.75 * y) for x, y in aside(0, 0)]
    assert max(math.hypot(x, y) for x, y in places) == pytest.approx(1.5)
    assert ampere_turns(places, WEAK_T, [on_discs]).min() > LEAST_SENSITIVE_AT


def test_half_a_magnet_does_not_close_the_least_sensitive_reed_from_two_discs() -> None:
    whole = ampere_turns([(0, 0)], WEAK_T, [reed(sag=3 * DISCS)]).item()
    assert whole / 2 < LEAST_SENSITIVE_AT
