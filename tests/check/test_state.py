"""What the check asks, shows and does, act by act; and that it always ends."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from boardpi.check.events import ANSWERS, Event, Probed, Told
from boardpi.check.plan import PARTS, CheckPlan
from boardpi.check.step import begin, step
from boardpi.rules import Hole
from boardpi.table.effects import WakeAt
from boardpi.table.events import BoardFound, BoardLost, Pressed, Sensed, Woke
from tests.check.stories import Story

REEDS = CheckPlan(parts=frozenset({"reeds"}))
PIXELS = CheckPlan(parts=frozenset({"pixels"}))
THREE = CheckPlan(holes=(Hole("c3"), Hole("d3"), Hole("e3")), parts=frozenset({"reeds"}))


def test_archers_must_leave_the_board_first() -> None:
    story = Story(REEDS, archers="a1 b1")
    assert story.asked == "empty"
    assert story.lights == {"a1": "extra", "b1": "extra"}
    story.lift("a1").lift("b1")
    assert story.asked == "place a1"


def test_a_right_hole_turns_green_and_the_next_waits_for_the_lift() -> None:
    story = Story(REEDS).wait(1000)
    assert story.lights == {"a1": "missing"}
    story.set("a1")
    assert (story.asked, story.lights) == ("right a1", {"a1": "target"})
    story.lift("a1")
    assert (story.asked, story.lights) == ("place b1", {"b1": "missing"})


def test_a_wrong_hole_is_shown_beside_the_lit_one() -> None:
    story = Story(REEDS).wait(1000).set("d3")
    assert (story.asked, story.lights) == ("wrong a1 d3", {"a1": "dead", "d3": "ask"})


def test_a_brush_in_passing_is_no_answer() -> None:
    story = Story(REEDS).wait(1000)
    story._tell(Sensed(story.ms + 1, Hole("e5").bit))
    story._tell(Sensed(story.ms + 120, 0))
    assert story.wait(1000).asked == "place a1"


def test_the_button_skips_what_does_not_answer() -> None:
    story = Story(THREE).wait(1000).press()
    assert (story.asked, story.lights) == ("unheard c3", {"c3": "dead"})
    assert story.wait(1000).asked == "place d3"


def test_patience_skips_it_as_well() -> None:
    story = Story(THREE).wait(46_000)
    assert story.asked == "unheard c3"


def test_a_long_press_ends_the_check_with_what_was_seen() -> None:
    story = Story(THREE).wait(1000).touch("c3").press(held_ms=2000)
    assert story.reports == 0, "a second or two asks for the sentence again"
    story.press(held_ms=3000)
    assert story.reports == 1
    assert story.told == ["The check was stopped before its end."]
    assert story.press().check.is_over


def test_a_reed_that_stays_closed_is_left_out_from_then_on() -> None:
    story = Story(THREE).wait(1000).set("c3").press()
    assert story.asked == "place d3"
    story.show(story.mask | Hole("d3").bit)
    assert story.asked == "right d3"


def test_reeds_that_are_closed_on_an_empty_board_are_stuck() -> None:
    story = Story(THREE, archers="b2").press()
    assert story.asked == "place c3"
    assert story.check.notes.stuck == Hole("b2").bit


def test_no_light_is_said_in_words() -> None:
    story = Story(THREE).wait(1000).say("dark").wait(1000).touch("d3", "e3")
    assert story.asked == "place_dark c3"
    assert set(story.lights) == {"c1", "c2", "c4", "c5", "a3", "b3", "d3", "e3"}
    story.touch("c3").wait(1000)
    assert story.told == ["The pixel of c3 is dark or has the wrong colour."]


def test_a_mismatch_sends_the_maker_to_the_wood() -> None:
    story = Story(THREE).wait(1000).touch("d3", "c3", "e3")
    assert story.asked == "anchor a1"
    assert set(story.lights.values()) == {"ask"}
    story.touch("a1", "b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5")
    assert story.asked == "anchor c3"


def test_colours_are_told_in_words_by_the_button_or_by_a_row() -> None:
    story = Story(PIXELS).wait(1000)
    assert story.flood == (255, 0, 0)
    story.press()
    assert story.flood == (0, 255, 0)
    story.say("blue")
    assert story.flood == (0, 0, 255)
    story.set("c2")
    assert story.asked == "lift"
    assert story.lift("c2").asked == "white 500"
    assert story.check.notes.colours == ("red", "blue", "green")


def test_archers_mark_what_is_not_white() -> None:
    story = Story(PIXELS).wait(1000).press().press().press().touch("b4", "d4").press()
    assert story.told == [
        "The pixel of b4 is dark or has the wrong colour.",
        "The pixel of d4 is dark or has the wrong colour.",
    ]


def test_a_board_lost_in_white_has_browned_out() -> None:
    story = Story(PIXELS).wait(1000).press().press().press().lose().find()
    assert story.told == ["The board went away when all pixels were white: the supply is too weak."]


def test_a_board_that_comes_back_is_lit_again() -> None:
    story = Story(REEDS).wait(1000).lose()
    assert story.asked == "lost"
    story.lights = {}
    assert story.find().lights == {"a1": "missing"}


def test_a_board_that_stays_away_ends_the_check() -> None:
    story = Story(REEDS).wait(1000).lose().wait(61_000)
    assert story.told[-1].startswith("The board went away and did not come back")


def test_the_firmware_has_time_to_look_at_a_diode() -> None:
    plan = CheckPlan(holes=(Hole("c3"),), has_probe=True)
    story = Story(plan).wait(1000).set("c3")
    assert story.asked == "place c3"
    assert story.probe(backward="c3").asked == "right c3"
    assert story.told[0] == "The diode of c3 is missing or bridged."


def test_a_firmware_that_says_nothing_is_not_waited_for() -> None:
    story = Story(CheckPlan(holes=(Hole("c3"),), has_probe=True)).wait(1000).set("c3").wait(2000)
    assert story.asked == "right c3"


def test_a_pattern_that_nobody_sets_up_is_left_out() -> None:
    story = Story(CheckPlan(parts=frozenset({"diodes"}))).wait(1000)
    assert story.asked == "fill 10"
    story.wait(3 * 150_000 + 10_000)
    assert story.check.is_over


def test_the_report_is_written_once() -> None:
    story = Story(THREE).wait(1000).touch("c3", "d3", "e3").wait(20_000)
    assert (story.reports, story.check.is_over, story.lights) == (1, True, {})


HAPPENINGS = st.one_of(
    st.builds(Sensed, st.just(0), st.integers(0, 2**25 - 1)),
    st.builds(Pressed, st.just(0), st.integers(0, 1400)),
    st.builds(Told, st.just(0), st.sampled_from([a for a in ANSWERS if a != "stop"])),
    st.builds(Probed, st.just(0), *[st.integers(0, 2**25 - 1)] * 2, st.integers(0, 31)),
    st.builds(BoardLost, st.just(0), st.just("gone")),
    st.builds(BoardFound, st.just(0), st.just("back")),
)
MOST_WAKES = 3000


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(0, 60_000), HAPPENINGS), max_size=60),
    st.sets(st.sampled_from(PARTS), min_size=1),
    st.booleans(),
)
def test_whatever_happens_the_check_ends(
    happenings: list[tuple[int, Event]], parts: set[str], has_probe: bool
) -> None:
    check, effects = begin(CheckPlan(parts=frozenset(parts), has_probe=has_probe), 0b1010101, 0)
    ms = 0
    for later, happening in happenings:
        ms += later
        check, more = step(check, replace(happening, ms=ms))
        effects += more
    for _ in range(MOST_WAKES):
        if check.is_over:
            return
        wake = [effect.ms for effect in effects if isinstance(effect, WakeAt)][-1]
        assert wake > check.ms
        check, effects = step(check, Woke(wake))
    raise AssertionError(f"still at {check.task} after {MOST_WAKES} wakes")


def test_reeds_that_never_rest_cannot_hold_the_check_up() -> None:
    check, _ = begin(THREE, 0, 0)
    for ms in range(0, 300_000, 80):
        check, _ = step(check, Sensed(ms, 0x1FFFFFF if ms // 80 % 2 else 0))
    assert check.is_done
