"""Archers in the browser: a whole game at two devices, undone, refused, replayed, read aloud."""

from __future__ import annotations

import re
import signal

from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.places import OUTSIDE
from tests.page.places.test_axe import look
from tests.page.tables import Running

QUIET = ("e7>,e7-f7", "f7-e7,e7v")
"""What Black does meanwhile: to and fro, where it disturbs nobody."""


def square(page: Page, name: str) -> Locator:
    return page.locator(f"[data-square={name}]")


def archer(page: Page, name: str, says: str) -> None:
    """Wait until a square is read so."""
    expect(square(page, name)).to_have_attribute("aria-label", re.compile(f"^{name}, {says}"))


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def expect_turns(page: Page, *turns: str) -> None:
    expect(page.locator(".archers-turns .ply")).to_have_text(list(turns))


def drag(page: Page, origin: str, target: str) -> None:
    """Carry an archer with the mouse."""
    for name in (origin, target):
        box = square(page, name).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        page.mouse.down() if name == origin else page.mouse.up()


def black(table: Running, at: int) -> None:
    table.tell("/archers/games/1/turn", at=at, turn=QUIET[at // 2 % 2])


def test_a_whole_game(sit: Sit, table: Running) -> None:
    """White plays with mouse and keys at the screen; Black's turns come from another device."""
    hands = sit("/archers")
    page = hands.page
    begin(page)
    first_turn_undone_and_made_again(hands)
    black(table, 1)
    expect_turns(page, "c1←, c1–b1", "e7→, e7–f7")
    expect(page.locator("#say")).to_contain_text("South: e7 faces right, e7 to f7")

    drag_and_be_refused(page)
    expect_turns(page, "c1←, c1–b1", "e7→, e7–f7", "b1↑, b1–b2")
    black(table, 3)
    turns_by_keys(page)
    black(table, 5)
    for number, turn in ((6, "b4-b5,b5-b6"), (8, "b6-b7,b7>")):
        expect(page.locator("[data-do=finish]")).to_be_visible()
        table.tell("/archers/games/1/turn", at=number, turn=turn)
        black(table, number + 1)
    expect(page.locator(".archers-turns .ply")).to_have_count(10)

    shoot_and_win(page)
    game = table.read("/archers/games/1")
    assert (game["state"], game["reason"], game["winner"]) == ("over", "wood", "w")
    assert game["turns"][-1] == "b7xc7,b7-c7"
    replay(page)
    assert look(page) == []


def begin(page: Page) -> None:
    form = page.locator(".archers-form")
    expect(page.get_by_text("No source gives it").first).to_be_visible()
    form.get_by_label("White").fill("North")
    form.get_by_label("Black").fill("South")
    form.get_by_label("Size").select_option("7")
    form.get_by_role("button", name="Begin").click()
    expect(page.locator(".archers-message h2")).to_have_text("North to move")
    expect(page.locator(".shots")).to_contain_text("c3 shoots c5")


def first_turn_undone_and_made_again(hands: Hands) -> None:
    page = hands.page
    square(page, "c1").click()
    archer(page, "c1", "White archer, faces up, White’s wood, chosen")
    press(page, "Turn left")
    archer(page, "c1", "White archer, faces left")
    expect(page.locator("[data-do=finish]")).to_be_disabled()
    assert look(page) == []
    press(page, "Undo")
    archer(page, "c1", "White archer, faces up")
    expect(page.locator("#say")).to_have_text("Undone. Two manoeuvres to make")
    square(page, "c1").click()
    press(page, "Turn left")
    archer(page, "b1", "empty, free to step")
    square(page, "b1").click()
    archer(page, "b1", "White archer, faces left")
    expect(page.locator(".archers-message p")).to_contain_text("Finish the turn, or undo")
    press(page, "Finish the turn")
    expect_turns(page, "c1←, c1–b1")


def drag_and_be_refused(page: Page) -> None:
    """Sideways is not straight; then the archer turns, and the same drag is a step."""
    archer(page, "b1", "White archer, faces left")
    drag(page, "b1", "b2")
    expect(page.locator(".note")).to_contain_text("steps one square straight ahead")
    expect(page.locator("#alarm")).to_contain_text("not to b2")
    square(page, "b1").click()
    press(page, "Turn right")
    archer(page, "b1", "White archer, faces up")
    drag(page, "b1", "b2")
    archer(page, "b2", "White archer, faces up")
    press(page, "Finish the turn")


def turns_by_keys(page: Page) -> None:
    """b2 to b3 to b4 without a mouse; zones on request; F finishes."""
    expect(page.locator(".archers-turns .ply")).to_have_count(4)
    square(page, "b2").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    expect(square(page, "b3")).to_be_focused()
    page.keyboard.press("Enter")
    archer(page, "b3", "White archer")
    page.keyboard.press("l")
    archer(page, "b3", "White archer, faces left")
    page.keyboard.press("Backspace")
    archer(page, "b3", "White archer, faces up")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    archer(page, "b4", "White archer")
    page.keyboard.press("z")
    archer(page, "b5", "empty, White’s zone")
    page.keyboard.press("z")
    page.keyboard.press("f")
    expect(page.locator(".archers-turns .ply")).to_have_count(5)


def shoot_and_win(page: Page) -> None:
    archer(page, "c7", "Black archer, faces down, Black’s wood, under attack")
    square(page, "b7").click()
    archer(page, "c7", "Black archer, faces down, Black’s wood, under attack, can be shot")
    square(page, "c7").click()
    archer(page, "c7", "empty, Black’s wood, free to step")
    square(page, "c7").click()
    expect(page.locator(".archers-message p")).to_contain_text("This turn wins: finish it")
    press(page, "Finish the turn")
    expect(page.locator(".archers-message h2")).to_have_text("North has reached the wood and wins.")
    expect(page.locator("#say")).to_contain_text("b7 shoots c7, b7 to c7. North has reached")


def replay(page: Page) -> None:
    """From the book, turn by turn; the field answers no hands there."""
    page.locator(".archers-entry").first.click()
    expect(page).to_have_url(re.compile("/archers/1$"))
    expect(page.locator(".archers-turns .ply")).to_have_count(11)
    press(page, "To the start")
    expect(page.locator(".archers-message h2")).to_have_text("The start")
    archer(page, "c1", "White archer")
    press(page, "One turn on")
    archer(page, "b1", "White archer, faces left")
    expect(page.locator(".archers-message h2")).to_contain_text("After turn 1 of 11")
    expect(square(page, "b1")).to_have_attribute("aria-disabled", "true")
    square(page, "b1").click(force=True)
    expect(page.locator("[data-marks~=chosen]")).to_have_count(0)
    expect(page.locator("[data-do=finish]")).to_be_hidden()


def test_a_device_that_only_looks(sit: Sit, table: Running) -> None:
    """It follows the game; the PIN lets it play, also after a power cut. All of it fits a phone."""
    table.tell("/archers/games", size=15)
    stranger = sit("/archers", size=(360, 740), extra_http_headers={"x-real-ip": "203.0.113.9"})
    page = stranger.page
    expect(page.get_by_role("button", name="Play on this device")).to_be_visible()
    square(page, "g3").click(force=True)
    expect(page.locator("[data-marks~=chosen]")).to_have_count(0)
    table.tell("/archers/games/1/turn", at=0, turn="g3<,g3-f3")
    archer(page, "f3", "White archer, faces left")
    assert page.evaluate(OUTSIDE) == []
    press(page, "Play on this device")
    stranger.give_pin()
    expect(page.get_by_role("button", name="Play on this device")).to_have_count(0)
    square(page, "g13").click()
    press(page, "Turn right")
    archer(page, "g13", "Black archer, faces left")
    cut_the_power(table)
    assert table.read("/archers")["game"]["turns"] == ["g3<,g3-f3"]
    expect(page.locator("#away")).to_have_count(0)
    square(page, "g13").click()
    page.keyboard.press("r")
    archer(page, "g13", "Black archer, faces up")
    press(page, "Finish the turn")
    expect_turns(page, "g3←, g3–f3", "g13←, g13↑")


def cut_the_power(table: Running) -> None:
    """No farewell, no flush; then it starts again."""
    table.process.kill(signal.SIGKILL)
    table.process.wait()
    table.start()
