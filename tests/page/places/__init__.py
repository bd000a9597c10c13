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
    "/learn/stars": ".stars-table td",
    "/learn/sheets": ".sheet li",
    "/how": ".how-lights .lamp.lit",
    "/phone": ".phone-view .message a",
    "/archers": ".archers-turns .ply",
    "/book": ".entry",
    "/book/standings": ".standings td",
    "/book/players": "main li, main td",
    "/book/new": ".result-form select",
    "/book/games/1": ".game-view .board",
    "/book/games/1/analysis": ".analysis .choices summary",
    "/analysis": ".analysis .choices summary",
    "/book/players/1": ".charts",
    "/health": ".facts-list dd",
    "/backup": ".backup button",
    "/settings": ".settings-place button",
    "/welcome": ".welcome form button",
    "/device": "main .card p",
    "/check": ".spot",
}
"""Each with something that is there when it has come."""
OUTSIDE: Final = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  const isFree = ({ overflowX, clipPath }) => /auto|scroll/.test(overflowX) || clipPath !== "none";
  const scrolls = (one) => one && (isFree(getComputedStyle(one)) || one.matches(".skip, svg")
    || scrolls(one.parentElement));
  for (const one of document.querySelectorAll(".tabs"))
    if (one.scrollWidth > one.clientWidth) found.push("some tabs are out of sight");
  for (const one of document.querySelectorAll("body *")) {
    if (!one.checkVisibility() || scrolls(one)) continue;
    const name = `${one.tagName}.${one.className} ${one.textContent.slice(0, 30)}`;
    const box = one.getBoundingClientRect();
    if (box.width && (box.left < -0.5 || box.right > innerWidth + 0.5))
      found.push(`${name}: from ${box.left} to ${box.right}`);
    const style = getComputedStyle(one);
    const isCut = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
    if (isCut && one.scrollWidth > one.clientWidth + 1) found.push(`${name}: is cut`);
    if (style.overflowY === "hidden" && one.scrollHeight > one.clientHeight + 3)
      found.push(`${name}: is cut below`);
  }
  return found;
}"""
"""What sticks out of the window, or is cut, in words."""


def fill(folder: Path) -> Running:
    """A table with a finished match between two people who take turns in class, and a new game."""
    running = Running(folder)
    clock = {"main_s": 5400, "increment_s": 30, "flag": "ends"}  # the widest
    names = {"white": "Mieczysława Brzęczyszczykiewicz", "black": "Гөлнара Җәлилова"}
    running.tell("/table/match", **names, clock=clock)
    for side in ("w", "b"):
        running.tell("/table/resign", side=side)
        running.tell("/table/next")
    running.tell("/table/rota", players=[1, 2])
    names = {"white": "Mieczysława Brzęczyszczykiewicz", "black": "Гөлнара Җәлилова"}
    running.tell("/archers/games", **names)
    running.tell("/archers/games/1/turn", at=0, turn="d3<,d3-c3")
    running.tell("/archers/games/1/end", at=1)
    running.tell("/archers/games", kings=True, **names)
    running.tell("/archers/games/2/turn", at=0, turn="d3<,d3-c3")
    running.tell("/phone", puzzle="jasir-3", player=1)
    running.tell("/phone/act", do="skip")
    return running


def go(page: Page, path: str) -> None:
    """Walk there as a link would, and wait until it has come."""
    page.evaluate(
        "path => document.dispatchEvent(new CustomEvent('boardpi:go', { detail: path }))", path
    )
    expect(page.locator(PLACES[path]).first).to_be_visible()
