"""Every place of the page, and a club that fills them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.page.tables import Running

PLACES: Final = {
    "/": ".message h2",
    "/match": ".match-form select",
    "/learn": ".lesson",
    "/learn/puzzles": ".puzzle",
    "/learn/coach": ".coach-form select",
    "/learn/class": ".editor .board",
    "/book": ".entry",
    "/book/standings": ".standings td",
    "/book/players": "main li, main td",
    "/book/games/1": ".game-view .board",
    "/book/players/1": ".charts",
    "/health": ".facts-list dd",
    "/check": ".spot",
}
"""Each with something that is there when it has come."""


def fill(folder: Path) -> Running:
    """A table with a finished match between two people, and another game under way."""
    running = Running(folder)
    running.tell("/table/match", white="Mieczysława Brzęczyszczykiewicz", black="Гөлнара Җәлилова")
    for side in ("w", "b"):
        running.tell("/table/resign", side=side)
        running.tell("/table/next")
    return running


def go(page: Page, path: str) -> None:
    """Walk there as a link would, and wait until it has come."""
    page.evaluate(
        "path => document.dispatchEvent(new CustomEvent('boardpi:go', { detail: path }))", path
    )
    expect(page.locator(PLACES[path]).first).to_be_visible()
