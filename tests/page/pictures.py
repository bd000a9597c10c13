"""Take the pictures of the documentation anew: `python -m tests.page.pictures docs/pictures`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.page.conftest import WAIT_MS
from tests.page.hands import Hands
from tests.page.tables import Running
from tests.page.test_check import clear, spot, start, touch
from tests.page.test_match import BLACK_WINS, WHITE_WINS

DESK, PHONE, SCREEN = (1180, 760), (390, 844), (1280, 720)


class Photographer:
    """Windows onto one table, and where pictures of them go."""

    def __init__(self, browser: Browser, table: Running, folder: Path) -> None:
        self.browser, self.table, self.folder = browser, table, folder

    def open(
        self, path: str, size: tuple[int, int], *, is_new: bool = False, **facts: Any
    ) -> Hands:
        """A window of somebody who has played before, or who is new."""
        view: ViewportSize = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=view, **{"locale": "en-GB", **facts})
        if not is_new:
            context.add_init_script("localStorage.setItem('boardpi.has_moved', 'yes')")
        return Hands(context.new_page(), self.table).sit_down(path)

    def take(self, hands: Hands, name: str) -> None:
        """A picture when everything stands still."""
        hands.page.evaluate("document.fonts.ready")
        hands.page.wait_for_timeout(500)
        hands.page.screenshot(path=self.folder / f"{name}.png")


def play_a_match(hands: Hands) -> None:
    """Two games between players with names, then the opening of a third."""
    page = hands.page
    form = page.locator(".match-form")
    form.get_by_label("White").fill("North")
    form.get_by_label("Black").fill("South")
    form.get_by_role("button", name="Start the match").click()
    hands.give_pin()
    for moves, then, game in (
        (BLACK_WINS, "Set up the next game", "game 2 of 2"),
        (WHITE_WINS, "Same players again", "game 1 of 2"),
    ):
        hands.zone("c1").focus()
        hands.play(moves, how="type")
        page.get_by_role("button", name=then).click()
        expect(page.locator(".under .facts")).to_contain_text(game)
    expect(page.locator(".note")).to_have_count(0)
    hands.play("b1-d2 d5-b4 c1-d3")


def photograph(photos: Photographer) -> None:
    """Every picture, in the order in which the table allows them."""
    photos.take(photos.open("/", DESK, is_new=True), "start")
    hands = photos.open("/match", DESK)
    page = hands.page
    play_a_match(hands)
    phone = photos.open("/", PHONE)
    expect(phone.page.locator(".archer.white[data-place=d3]")).to_be_visible()

    page.mouse.click(*hands.spot("e5"))
    page.mouse.move(*hands.spot("e4"), steps=3)
    hands.expect_light("d3", "capture")
    photos.take(hands, "lift")
    page.keyboard.press("Escape")

    hands.drag("a5", "a4")
    expect(phone.message).to_have_text("That is not possible")
    photos.take(phone, "refused")
    page.get_by_role("button", name="Put it back").click()
    expect(hands.message).to_contain_text("to move")

    page.get_by_text("Faults to try").click()
    page.get_by_label("Sweep so smoothly").check()
    hands.drag("e5", "d3")
    expect(phone.message).to_have_text("Was it this?")
    photos.take(phone, "ask")
    page.get_by_role("button", name="e5 takes d3").click()
    page.get_by_label("Sweep so smoothly").uncheck()
    hands.play("d2xd3 b4xd3 e1xd3")
    page.get_by_text("Faults to try").click()
    page.mouse.move(0, 0)
    photos.take(photos.open("/", PHONE, color_scheme="dark", locale="it-IT"), "phone")
    photos.take(photos.open("/show?look=wood", SCREEN), "show")
    photos.take(photos.open("/show?look=night", SCREEN), "show-night")
    photos.take(photos.open("/book/standings", DESK), "standings")
    photos.take(photos.open("/book", DESK), "book")
    black = photos.open("/", PHONE)
    black.page.get_by_role("button", name="Turn the board").click()
    black.page.evaluate("scrollTo(0, 0)")
    photos.take(black, "turned")
    photograph_learning(photos, hands)
    check_a_board(photos)


def photograph_learning(photos: Photographer, hands: Hands) -> None:
    """A lesson, a vote and the coach, with hands that have given the PIN."""
    page = hands.page
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.locator(".lesson")).not_to_have_count(0)
    photos.take(hands, "learn")
    begin = page.locator("[data-lesson=jasir-lines]").get_by_role("button", name="Begin")
    begin.click()
    hands.expect_light("e2", "hint")
    hands.drag("e1", "e2")
    expect(hands.message).to_have_text("Right!")
    photos.take(hands, "lesson")
    page.get_by_role("button", name="End the lesson").click()
    photograph_class(photos, hands)

    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Class", exact=True).click()
    page.get_by_role("button", name="With the game on the table").click()
    page.get_by_role("button", name="Let them vote").click()
    phone = photos.open("/", PHONE)
    phone.page.locator(".votes button").first.click()
    phone.page.locator(".ballot").scroll_into_view_if_needed()
    photos.take(phone, "vote")
    page.get_by_role("button", name="Back to the game").click()

    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Coach", exact=True).click()
    page.get_by_role("button", name="Play against the coach").click()
    page.get_by_role("dialog").get_by_role("button", name="Play against the coach").click()
    expect(page.locator(".seat.black .who")).to_have_text("Coach 1")
    photos.table.tell("/table/by-hand", by_hand=True)  # as on wood: the coach has no hands
    expect(page.locator(".note")).to_have_count(0)
    hands.play("b1-d2")
    expect(hands.message).to_contain_text("The coach: ")
    page.mouse.move(0, 0)
    photos.take(hands, "coach")


def photograph_class(photos: Photographer, hands: Hands) -> None:
    """A lesson on a phone, and the rules as they are printed."""
    page = hands.page
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Class", exact=True).click()
    page.get_by_label("Allow it without the PIN").check()
    phone = photos.open("/learn", PHONE)
    lesson = phone.page.locator("[data-lesson=jasir-lines]")
    lesson.get_by_role("button", name="On this device").click()
    for hole in ("e1", "e2", "e1"):
        phone.page.locator(f".phone-view .zone[data-place={hole}]").click()
    phone.expect_light("c2", "target")
    photos.take(phone, "phone-lesson")
    paper = photos.open("/learn/sheets", (718, 1046))
    expect(paper.page.locator(".card-games")).to_be_visible()
    paper.page.emulate_media(media="print")
    photos.take(paper, "sheet-rules")


def check_a_board(photos: Photographer) -> None:
    """Three holes of a board whose columns b and c are swapped."""
    photos.table.stop()
    with tempfile.TemporaryDirectory() as place:
        photos.table = Running(Path(place))
        hands = photos.open("/check", DESK)
        start(hands.page, photos.table, "all")
        clear(hands.page)
        for lit, hole, state in (
            ("a1", "a1", "right"),
            ("b1", "c1", "wrong"),
            ("c1", "b1", "wrong"),
        ):
            touch(hands.page, lit, hole, state)
        expect(spot(hands.page, "d1")).to_have_attribute("data-light", "missing")
        photos.take(hands, "check")
        photos.table.stop()


def main() -> None:
    """A table of its own, left as it was found."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=WAIT_MS)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        table = Running(Path(place), inhand_ms=2500, astray_ms=600)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            photograph(Photographer(browser, table, folder))
        finally:
            browser.close()
            table.stop()


if __name__ == "__main__":
    main()
