"""How many presses a newcomer needs: `python -m benchmarks.clicks URL PIN` asks a table that runs.

Counted is what hands do to the page, from its first view: presses of buttons and links, fields that
are filled in, and moves of archers. The table must be fresh: nothing played, nobody written down.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.page.conftest import WAIT_MS

BLACK_WINS = "c1-d3 e5xd3 b1-d2 d3xd2 e1-c2 d2xc2 d1-b2 c2xb2 a1-b3 a5xb3"
WHITE_WINS = "c5-b3 a1xb3 d5-b4 b3xb4 a5-c4 b4xc4 e5-d3 c1xd3 b5-d4 d3xd4"
HELP = "Set it up for me"
WAIT_FOR_COMPLAINTS_MS = 4000  # a table says after 1.5 s that its archers are astray


class Newcomer:
    """Somebody who opens the page for the first time, and whose deeds are counted."""

    def __init__(self, browser: Browser, url: str, pin: str) -> None:
        self.page: Page = browser.new_context(locale="en-GB").new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.page.goto(url)
        self.pin = pin
        self.deeds: Counter[str] = Counter()
        expect(self.page.locator(".message h2")).to_be_visible()

    def press(self, what: Locator) -> None:
        """A click or a tap."""
        what.click()
        self.deeds["presses"] += 1

    def link(self, name: str) -> None:
        """A place of the page."""
        self.press(self.page.get_by_role("link", name=name, exact=True))

    def button(self, name: str, within: Locator | None = None) -> None:
        """A button by its words."""
        self.press((within or self.page.locator("main")).get_by_role("button", name=name).first)

    def fill(self, what: Locator, text: str) -> None:
        """A field that is filled in."""
        what.fill(text)
        self.deeds["fields"] += 1

    def give_pin(self) -> None:
        """The PIN is asked for the first time that something is changed."""
        self.fill(self.page.get_by_label("PIN", exact=True), self.pin)
        self.press(self.page.get_by_role("button", name="Go on"))
        expect(self.page.locator("dialog")).to_have_count(0)

    def play(self, moves: str) -> None:
        """Moves are made with the mouse; each is waited for."""
        for number, move in enumerate(moves.split(), 1):
            for place, deed in ((move[:2], "down"), (move[3:5], "up")):
                box = self.page.locator(f".zone[data-place={place}] .touch").bounding_box()
                assert box is not None
                spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                self.page.mouse.move(*spot, steps=3)
                getattr(self.page.mouse, deed)()
            self.deeds["moves"] += 1
            expect(self.page.locator(f".ply[data-ply='{number}']")).to_be_visible()


def make_a_move(newcomer: Newcomer) -> None:
    """The first move."""
    newcomer.play("b1-d2")


def play_a_match(newcomer: Newcomer) -> None:
    """Two names, two games, the winner told."""
    page = newcomer.page
    newcomer.link("Match")
    form = page.locator(".match-form")
    newcomer.fill(form.get_by_label("White"), "North")
    newcomer.fill(form.get_by_label("Black"), "South")
    newcomer.button("Start the match", form)
    if page.get_by_role("dialog").get_by_role("button", name="Start the match").is_visible():
        newcomer.button("Start the match", page.get_by_role("dialog"))
    newcomer.give_pin()
    expect(page.locator(".seat.white .who")).to_have_text("North")
    settle(newcomer)
    newcomer.play(BLACK_WINS)
    newcomer.button("Set up the next game")
    expect(page.locator(".under .facts")).to_contain_text("game 2 of 2")
    settle(newcomer)
    newcomer.play(WHITE_WINS)
    expect(page.locator(".seat.white .score")).to_have_text("10")


def settle(newcomer: Newcomer) -> None:
    """Where the board does not set itself up, its buttons are pressed until it is right."""
    begin = newcomer.page.locator(".message h2", has_text="Either side may begin")
    newcomer.page.wait_for_timeout(WAIT_FOR_COMPLAINTS_MS)
    while not begin.is_visible():
        for name in ("Put all back", "Put it back"):
            button = newcomer.page.get_by_role("button", name=name)
            if button.is_visible():
                newcomer.press(button)
                break
        newcomer.page.wait_for_timeout(WAIT_FOR_COMPLAINTS_MS)


def correct_a_result(newcomer: Newcomer) -> None:
    """The last game had another score."""
    page = newcomer.page
    newcomer.link("Book")
    newcomer.press(page.locator(".entry").first)
    newcomer.press(page.locator(".corrections summary"))
    newcomer.fill(page.locator("[name=white_points]"), "3")
    form = page.locator("form", has=page.locator("[name=reason]"))
    newcomer.press(form.get_by_role("button").first)
    newcomer.give_pin()
    expect(page.locator(".game-view")).to_contain_text("corrected by")


def begin_a_lesson(newcomer: Newcomer) -> None:
    """Until the first question waits for an answer on the board."""
    page = newcomer.page
    newcomer.link("Learn")
    newcomer.press(page.locator(".lesson button").first)
    newcomer.give_pin()
    expect(page.locator(".guest")).to_be_visible()
    page.wait_for_timeout(WAIT_FOR_COMPLAINTS_MS)
    if page.get_by_role("button", name=HELP).is_visible():
        newcomer.button(HELP)
    expect(page.locator(".message")).to_have_attribute("data-kind", "ask")


ERRANDS: dict[str, Callable[[Newcomer], None]] = {
    "first move": make_a_move,
    "finished named match": play_a_match,
    "corrected result": correct_a_result,
    "lesson": begin_a_lesson,
}


def main() -> None:
    """Each errand by somebody who is new, one after the other at the same table."""
    expect.set_options(timeout=WAIT_MS)
    _, url, pin = sys.argv
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, errand in ERRANDS.items():
            newcomer = Newcomer(browser, url, pin)
            errand(newcomer)
            deeds = ", ".join(f"{count} {what}" for what, count in sorted(newcomer.deeds.items()))
            print(f"{name}: {deeds}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
