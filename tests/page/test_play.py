"""Playing on the virtual board: the page is the board, the daemon sees masks only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.hands import unlit
from tests.page.tables import Running

OPENING = "b1-d2 d5-b4 c1-d3"
EXCHANGE = "e5xd3 d2xd3 b4xd3 e1xd3"


def test_the_worked_game_with_the_mouse(sit: Sit, table: Running) -> None:
    """Rules.md: White's d3 is chosen, each side has archers in hand, and e5 is protected."""
    hands = sit()
    expect(hands.message).to_have_text("Either side may begin")
    expect(hands.page.locator(".guide")).to_be_visible()
    hands.play(OPENING)
    expect(hands.page.locator(".guide")).to_be_hidden()
    hands.play(EXCHANGE)
    assert table.position == "bbb2/5/3W1/5/w2w1 b w1b2 w0b0 -"
    hands.play("@e5")
    assert table.position == "bbb1b/5/3W1/5/w2w1 w w1b1 w0b0 -"
    expect(hands.page.locator(".seat.black .state")).to_have_text("1 in hand")
    expect(hands.page.locator(".seat.white .state")).to_have_text("1 in hand · 1 dead")
    assert hands.zone("d3").get_attribute("aria-label") == "d3, White chosen archer"
    hands.drag("d3", "e5")
    expect(hands.alarm).to_contain_text("e5 stands on its own first row")
    assert table.moves == [*OPENING.split(), *EXCHANGE.split(), "@e5"]


def test_the_victim_is_taken_first(sit: Sit, table: Running) -> None:
    """The lights then show who can take it."""
    hands = sit()
    hands.play(OPENING)
    hands.drag("d3", "white")
    hands.expect_light("d3", "capture")
    hands.expect_light("e5", "taker")
    hands.expect_light("b4", "taker")
    expect(hands.page.locator(".message p")).to_have_text("Now take with one of the lit archers.")
    hands.drag("b4", "d3")
    hands.expect_moves(*OPENING.split(), "b4xd3")
    assert table.position == "bbb1b/5/3B1/3w1/w2ww w w0b0 w0b0 -"


def test_taps_take_the_victim_first_too(sit: Sit, table: Running) -> None:
    """Tap the victim, then its taker, then the hole."""
    hands = sit(has_touch=True)
    hands.play("b1-d2 d5-b4", how="tap")
    hands.play("c1-d3", how="tap")
    for place in ("d3", "e5", "d3"):
        hands.tap(place)
    hands.expect_moves(*OPENING.split(), "e5xd3")
    assert table.read("/table")["dead"] == [1, 0]


def test_an_ambiguous_capture_is_asked_and_answered(sit: Sit, table: Running) -> None:
    """Swept so smoothly that no reed saw the victim leave: b4 may have taken b3 or d3."""
    hands = sit()
    hands.play("a1-b3 d5-b4 c1-d3")
    hands.page.get_by_text("Faults to try").click()
    hands.page.get_by_label("Sweep so smoothly").check()
    hands.drag("b4", "d3")
    expect(hands.message).to_have_text("Which one was it?")
    expect(hands.alarm).to_contain_text("Which one was it?")
    hands.expect_light("b3", "ask")
    hands.expect_light("d3", "ask")
    hands.page.get_by_role("button", name=re.compile("b4 takes d3")).click()
    hands.give_pin()
    hands.expect_moves("a1-b3", "d5-b4", "c1-d3", "b4xd3")
    assert hands.zone("d3").get_attribute("aria-label") == "d3, Black chosen archer, last move"


def test_a_nudge_answers_as_well(sit: Sit, table: Running) -> None:
    """Lifting and setting back the archer on the true hole needs no button and no PIN."""
    hands = sit()
    hands.play("a1-b3 d5-b4 c1-d3")
    hands.page.get_by_text("Faults to try").click()
    hands.page.get_by_label("Sweep so smoothly").check()
    hands.drag("b4", "b3")
    expect(hands.message).to_have_text("Which one was it?")
    for _ in ("lift", "set back"):
        hands.page.mouse.click(*hands.spot("b3"))
    hands.expect_moves("a1-b3", "d5-b4", "c1-d3", "b4xb3")


def test_a_refusal_is_read_aloud_and_put_right(sit: Sit, table: Running) -> None:
    """c1-c2 is no line: the sentence goes to the live region, one press mends it."""
    hands = sit()
    hands.play("b1-d2 d5-b4")
    hands.drag("c1", "c2")
    sentence = "There is no line from c1 to c2."
    expect(hands.alarm).to_contain_text(sentence)
    assert hands.alarm.get_attribute("role") == "alert"
    expect(hands.page.locator(".message")).to_contain_text(sentence)
    hands.expect_light("c2", "refused")
    hands.page.get_by_role("button", name="Put it back").click()
    expect(hands.message).to_have_text("White to move")
    assert table.moves == ["b1-d2", "d5-b4"]


def test_astray_shows_the_way_back(sit: Sit, table: Running) -> None:
    """Two archers swept into the trays: one pair after the other, or all at once."""
    hands = sit()
    for hole in ("a1", "e5", "c1"):
        hands.drag(hole, "white")
    expect(hands.message).to_have_text("The board does not match the game")
    expect(hands.page.locator(".message p")).to_contain_text("Then 2 more.")
    hands.page.get_by_role("button", name="Put all back").click()
    expect(hands.message).to_have_text("Either side may begin")
    assert table.read("/table")["raw"] == 32505887


@pytest.mark.parametrize("table", [{"rules": "jarmo-wikipedia"}], indirect=True)
def test_an_archer_comes_back_in_the_same_turn(sit: Sit, table: Running) -> None:
    """Jarmo: a chosen archer arrives, and the table waits for the one that it brings back."""
    hands = sit()
    expect(hands.page.locator(".line.dotted")).to_have_count(0)
    hands.play("a1-b3 b5-a3 b3xa5")
    hands.drag("a3", "b1")
    expect(hands.message).to_have_text("Black may bring an archer back")
    expect(hands.page.locator(".message p")).to_contain_text("Set one on b5.")
    hands.expect_light("b5", "reentry")
    expect(hands.page.locator(".seat.black .turn")).to_have_text("may bring one back")
    expect(hands.page.locator(".ply.open")).to_have_text("a3×b1 …")
    hands.drag("black", "b5")
    hands.expect_moves("a1-b3", "b5-a3", "b3xa5", "a3xb1@b5")
    assert table.position == "Wbbbb/5/5/5/1Bwww w w1b0 w0b0 -"


def test_keys_play_too(sit: Sit, table: Running) -> None:
    """Arrows walk, Enter lifts and places, Escape thinks again."""
    hands = sit()
    hands.zone("c1").focus()
    press = hands.page.keyboard.press
    press("ArrowLeft")
    expect(hands.zone("b1")).to_be_focused()
    press("Enter")
    hands.expect_light("d2", "target")
    assert hands.zone("d2").get_attribute("aria-label") == "d2, empty, may go here"
    press("Escape")
    expect(hands.zone("b1")).to_have_attribute("aria-label", "b1, White archer")
    press("Enter")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "Enter"):
        press(key)
    hands.expect_moves("b1-d2")
    expect(hands.said).to_have_text("White: b1 to d2.")
    hands.play("d5-b4 c1-d3", how="type")
    hands.type("d3")
    press("Delete")
    hands.type("e5")
    hands.type("d3")
    hands.expect_moves("b1-d2", "d5-b4", "c1-d3", "e5xd3")


def test_two_archers_do_not_fit_into_one_hole(sit: Sit) -> None:
    """The hand comes back, and a sentence says why."""
    hands = sit()
    hands.drag("a1", "b1")
    expect(hands.alarm).to_have_text("A hole holds one archer: b1 is taken.")
    expect(hands.message).to_have_text("Either side may begin")
    expect(hands.zone("a1")).to_have_attribute("aria-label", unlit("a1, White archer"))


def test_earlier_positions_can_be_looked_at(sit: Sit) -> None:
    """Stepping back shows them; hands reach only the present."""
    hands = sit()
    hands.play(OPENING)
    hands.page.get_by_label("To the start").click()
    expect(hands.zone("b1")).to_have_attribute("aria-label", "b1, White archer")
    hands.page.get_by_label("One move on").click()
    expect(hands.zone("d2")).to_have_attribute("aria-label", "d2, White archer, last move")
    hands.drag("a5", "c4")
    hands.page.get_by_label("To the last move").click()
    expect(hands.zone("d3")).to_have_attribute("aria-label", "d3, White archer, last move")
    expect(hands.zone("a5")).to_have_attribute("aria-label", unlit("a5, Black archer"))


def test_two_windows_see_the_same_hands(sit: Sit) -> None:
    """A second screen follows archers that the first one moves, and may move them itself."""
    one, two = sit(), sit()
    one.play("b1-d2")
    two.expect_moves("b1-d2")
    expect(two.zone("d2")).to_have_attribute("aria-label", "d2, White archer, last move")
    two.play("d5-b4")
    one.expect_moves("b1-d2", "d5-b4")
    one.play("c1-d3")
    two.expect_moves(*OPENING.split())
    for window in (one, two):  # once all is quiet, without a word from the table
        window.expect_light("a5", "turn")
    two.play("e5xd3")
    one.expect_light("a1", "turn")
    one.expect_light("a5", "")


def test_the_page_comes_back_after_the_table(sit: Sit, table: Running) -> None:
    """The daemon restarts: the page says so and goes on with the same game."""
    hands = sit()
    hands.play("b1-d2")
    table.stop()
    expect(hands.page.locator("#away")).to_be_visible()
    table.start()
    expect(hands.page.locator("#away")).to_have_count(0)
    hands.play("d5-b4")
    hands.expect_moves("b1-d2", "d5-b4")


def test_a_pulled_cable_is_said(sit: Sit) -> None:
    """And the game goes on when it is back."""
    hands = sit()
    hands.play("b1-d2")
    hands.page.get_by_text("Faults to try").click()
    hands.page.get_by_role("button", name="Pull the cable").click()
    expect(hands.message).to_have_text("The board is not connected")
    hands.page.get_by_role("button", name="Plug the cable in").click()
    hands.play("d5-b4")


def test_a_real_board_is_shown_and_not_touched(sit: Sit, table: Running) -> None:
    """Its archers move by hand alone: the page offers no trays, no faults and no mending."""
    hands = sit()
    hands.pretend(board={"kind": "serial", "has_hands": False})
    expect(hands.page.locator(".message p")).to_contain_text("Lift an archer and set it down")
    expect(hands.page.get_by_text("Faults to try")).to_be_hidden()
    expect(hands.zone("b1")).to_have_attribute("aria-disabled", "true")
    hands.drag("b1", "d2")
    expect(hands.zone("b1")).to_have_attribute("aria-label", "b1, White archer")
    assert table.read("/table")["raw"] == 32505887
