"""Small ways that used to end nowhere: addresses, codes, arrows, names of tables."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.tables import Running


@pytest.mark.parametrize("table", [{"name": "North hall"}], indirect=True)
def test_nothing_leads_nowhere(sit: Sit, table: Running) -> None:
    """An unknown address says so; no code leads phones to their own localhost; arrows step."""
    hands = sit()
    page = hands.page
    expect(page.locator(".under .facts")).to_contain_text("North hall")
    page.get_by_text("On other screens").click()
    expect(page.locator(".share")).to_contain_text("set host to 0.0.0.0")
    expect(page.locator(".share img")).to_be_hidden()
    hands.play("b1-d2 d5-b4")
    page.locator("h1").first.evaluate("one => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ply[aria-current=step]")).to_have_attribute("data-ply", "1")
    page.keyboard.press("End")
    page.get_by_text("Faults to try").click()
    page.get_by_role("button", name="Pull the cable").click()
    expect(page.locator(".message")).to_have_attribute("data-kind", "trouble")
    page.get_by_role("button", name="Mend everything").click()
    expect(hands.message).to_have_text("White to move")
    page.goto(f"{table.url}/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    expect(page.locator("main")).to_contain_text("/nowhere")
    page.locator("main").get_by_role("link", name="Table").click()
    expect(hands.message).to_have_text("White to move")


HEARD = """() => {
  window.heard = [];
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push(this.frequency.value);
    return begin.apply(this, when);
  };
  const loud = AudioParam.prototype.setValueAtTime;
  window.loudest = 0;
  AudioParam.prototype.setValueAtTime = function (value, when) {
    window.loudest = Math.max(window.loudest, value);
    return loud.call(this, value, when);
  };
}"""


def test_sounds_are_off_and_quiet(sit: Sit) -> None:
    """Nothing is heard until somebody wants it; then a move knocks, and a capture twice."""
    hands = sit()
    page = hands.page
    page.evaluate(HEARD)
    hands.play("b1-d2 d5-b4")
    assert page.evaluate("window.heard") == []
    page.get_by_role("button", name="The page is silent").click()
    hands.wait("window.heard.length === 1")
    hands.play("c1-d3")
    hands.wait("window.heard.length === 2")
    hands.play("e5xd3")
    hands.wait("window.heard.length === 4")
    assert page.evaluate("window.loudest") < 0.1
    page.reload()
    expect(page.get_by_role("button", name="Quiet sounds")).to_be_visible()


def test_the_board_is_turned_for_black(sit: Sit, table: Running) -> None:
    """Black's row lies below; mouse, finger and arrows go where they point; it is remembered."""
    for size in ((1280, 800), (390, 844)):
        hands = sit(size=size, has_touch=True)
        page = hands.page
        before = {place: hands.spot(place) for place in ("a1", "e5", "white", "black")}
        page.get_by_role("button", name="Turn the board").click()
        page.evaluate("scrollTo(0, 0)")
        for one, other in (("a1", "e5"), ("white", "black")):
            assert hands.spot(one)[1] == pytest.approx(before[other][1], abs=1)
        assert hands.spot("a1")[0] > hands.spot("e1")[0]
        seats = [page.locator(f".seat.{side}").bounding_box() for side in ("white", "black")]
        assert seats[0] is not None
        assert seats[1] is not None
        assert seats[0]["x"] < seats[1]["x"] or seats[0]["y"] < seats[1]["y"]
        hands.play("b1-d2 d5-b4" if not table.moves else "c1-d3 e5xd3", how="drag")
        hands.zone("c5").focus()
        page.keyboard.press("ArrowUp")
        expect(hands.zone("c4")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(hands.zone("b4")).to_be_focused()
        page.reload()
        expect(hands.message).to_be_visible()
        assert hands.spot("a1")[0] > hands.spot("e1")[0]
        letters = page.locator(".names .name")
        boxes = [letters.nth(number).bounding_box() for number in range(5)]
        assert all(box is not None and box["y"] > hands.spot("c5")[1] for box in boxes)
        page.get_by_role("button", name="Turn the board").click()
        assert hands.spot("a1")[0] < hands.spot("e1")[0]
    page.evaluate("scrollTo(0, 0)")
    hands.tap("d2")
    hands.tap("d3")
    hands.expect_moves("b1-d2", "d5-b4", "c1-d3", "e5xd3", "d2xd3")
