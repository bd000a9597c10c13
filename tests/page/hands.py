"""Hands on the page: mouse, finger and keys, as a player would use them."""

from __future__ import annotations

import re
import time
from typing import Final

from playwright.sync_api import Locator, Page, expect

from tests.page.tables import Running
from tests.patience import PATIENCE_S

POLL_MS: Final = 20
TRAYS = {"white": "w", "black": "b"}


def unlit(label: str) -> re.Pattern[str]:
    """This label of a hole; corners also say whose turn it is once all is quiet."""
    return re.compile(f"{re.escape(label)}(, to move)?$")


class Hands:
    """What one player does with one browser window."""

    def __init__(self, page: Page, table: Running) -> None:
        self.page = page
        self.table = table

    def sit_down(self, path: str = "/") -> Hands:
        """Open the page and wait until the table is there."""
        self.page.goto(self.table.url + path)
        if path == "/":
            expect(self.message).to_be_visible()
        return self

    @property
    def message(self) -> Locator:
        """What the table says."""
        return self.page.locator(".message h2")

    @property
    def said(self) -> Locator:
        """What a screen reader reads when there is a pause."""
        return self.page.get_by_role("status").locator("p").first

    @property
    def alarm(self) -> Locator:
        """What a screen reader reads at once."""
        return self.page.locator("#alarm")

    def wait(self, condition: str) -> None:
        """Until an expression is true in the page. Playwright's `wait_for_function` would look a
        second time from inside the page, and there the page's own policy forbids it to.
        """
        end = time.monotonic() + PATIENCE_S
        while not self.page.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < end, f"never came: {condition}"
            self.page.wait_for_timeout(POLL_MS)

    def module(self, path: str) -> str:
        """The address of a module, as this page has it: `await import(address)` finds that one."""
        app = self.page.locator("script[type=module]").get_attribute("src")
        assert app is not None
        return app.rpartition("/")[0] + "/" + path

    def pretend(self, **parts: object) -> None:
        """Show a snapshot with these parts, a dictionary on top of what is there; from now on the
        table's own snapshots are not heard: one of them would end the pretence at any moment.
        """
        self.page.evaluate(
            """async ([address, parts]) => {
                const { live } = await import(address);
                live.dispatchEvent = (event) =>
                    (event.type === "table" && !event.detail.isMade)
                    || EventTarget.prototype.dispatchEvent.call(live, event);
                const made = { ...live.snapshot, isMade: true };
                for (const [name, part] of Object.entries(parts))
                    made[name] = Array.isArray(part) ? part : { ...made[name], ...part };
                live.take(made);
            }""",
            [self.module("connection/live.js"), parts],
        )

    def zone(self, place: str) -> Locator:
        """A hole or a tray."""
        return self.page.locator(f".zone[data-place={TRAYS.get(place, place)}]")

    def light(self, hole: str) -> str | None:
        """The role that the page shows on a hole."""
        return self.page.locator(f".lamp[data-hole={hole}]").get_attribute("data-role")

    def expect_light(self, hole: str, role: str) -> None:
        """Wait for a role on a hole."""
        expect(self.page.locator(f".lamp[data-hole={hole}]")).to_have_attribute("data-role", role)

    def expect_moves(self, *moves: str) -> None:
        """Wait until the move list shows exactly these."""
        shown = [move.replace("x", "×").replace("-", "–") for move in moves]
        expect(self.page.locator(".ply[data-ply]")).to_have_text(shown)

    def spot(self, place: str) -> tuple[float, float]:
        """The middle of a hole or tray on the screen."""
        box = self.zone(place).locator(".touch").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, origin: str, target: str) -> None:
        """Carry an archer with the mouse."""
        self.page.mouse.move(*self.spot(origin))
        self.page.mouse.down()
        self.page.mouse.move(*self.spot(target), steps=4)
        self.page.mouse.move(*self.spot(target))  # what the table says to a lift may move the board
        self.page.mouse.up()

    def tap(self, place: str) -> None:
        """Touch a hole or a tray with a finger."""
        self.page.touchscreen.tap(*self.spot(place))

    def swipe(self, origin: str, target: str) -> None:
        """Carry an archer with a finger that stays on the glass."""
        glass = self.page.context.new_cdp_session(self.page)
        (x1, y1), (x2, y2) = self.spot(origin), self.spot(target)
        for part in (0.0, 0.3, 0.7, 1.0):
            point = {"x": x1 + part * (x2 - x1), "y": y1 + part * (y2 - y1)}
            kind = "touchMove" if part else "touchStart"
            glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def type(self, place: str) -> None:
        """Walk to a hole by typing its name, or to a tray, and press Enter."""
        for key in {"white": "w", "black": "x"}.get(place, place):
            self.page.keyboard.press(key)
        self.page.keyboard.press("Enter")

    def play(self, moves: str, how: str = "drag") -> None:
        """Play moves one after the other; each is waited for."""
        before = len(self.table.moves)
        for number, move in enumerate(moves.split(), before + 1):
            origin, target = ("", move[1:3]) if move[0] == "@" else (move[:2], move[3:5])
            origin = origin or ("black" if target[1] == "5" else "white")
            if how == "drag":
                self.drag(origin, target)
            else:
                for place in (origin, target):
                    getattr(self, how)(place)
            expect(self.page.locator(f".ply[data-ply='{number}']")).to_be_visible()

    def give_pin(self) -> None:
        """Answer the dialogue."""
        self.page.get_by_label("PIN", exact=True).fill(self.table.pin)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("dialog")).to_have_count(0)


def play_the_other_game(page: Page, game: int) -> None:
    """The book has the match's other game, sides switched, with what was given away in it."""
    other = {"id": 999, "match": "m", "number": 1, "white": "South", "black": "North"}
    own = {"id": game, "match": "m", "number": 2, "white": "North", "black": "South"}
    given = {side: {"points": p, "moves": 9, "proven": 9} for side, p in (("w", 100), ("b", 250))}
    listed, review = {"games": [other, own], "more": False}, {"given": given}
    page.route("**/api/v1/games?limit=50", lambda route: route.fulfill(json=listed))
    page.route("**/api/v1/games/999/review", lambda route: route.fulfill(json=review))
