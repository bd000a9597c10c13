"""The first evening of a club: six people, nine results, one of them corrected."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.tables import Running

PEOPLE = ("Ayşe", "Émile", "Farid", "Gölnara", "Jan", "Zofia")
EVENING = (
    (("Ayşe", "Émile"), "wb"),
    (("Farid", "Gölnara"), "ww"),
    (("Jan", "Zofia"), "bb"),
    (("Ayşe", "Farid"), "wb"),
    (("Zofia", "Émile"), "b"),
)
"""Who met whom, and which side gave up in each game: nine results."""


def add_people(hands: Hands) -> None:
    """The organiser writes six names down."""
    page = hands.page
    for number, name in enumerate(reversed(PEOPLE), 1):
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Add").click()
        if number == 1:
            hands.give_pin()
        expect(page.locator(".entries li")).to_have_count(number)
    expect(page.locator(".entries strong")).to_have_text(list(PEOPLE))


def start(page: Page, white: str, black: str) -> None:
    """Two of them sit down."""
    page.get_by_role("link", name="Match", exact=True).click()
    form = page.locator(".match-form")
    form.get_by_label("White").fill(white)
    form.get_by_label("Black").fill(black)
    form.get_by_role("button", name="Start the match").click()
    expect(page.locator(".seat.white .who")).to_have_text(white)


def give_up(page: Page, side: str) -> None:
    """A game ends before its time, and the next one is there if it was the first."""
    page.get_by_role("link", name="Match", exact=True).click()
    name = page.locator(".versus span").nth("wb".index(side)).inner_text()
    page.locator(".now").get_by_role("button", name=f"{name} resigns").click()
    page.get_by_role("dialog").get_by_role("button", name=f"{name} resigns").click()
    expect(page.locator(".now")).to_contain_text(f"{name} resigned.")


def test_six_people_nine_results_one_corrected(sit: Sit, table: Running) -> None:
    hands = sit("/book/players")
    page = hands.page
    add_people(hands)
    for pair, sides in EVENING:
        start(page, *pair)
        for number, side in enumerate(sides):
            hands.play("b1-d2")
            give_up(page, side)
            page.get_by_role("link", name="Table", exact=True).click()
            if number == 0 and len(sides) == 2:
                page.get_by_role("button", name="Set up the next game").click()
                expect(page.locator(".under .facts")).to_contain_text("game 2 of 2")
    look_into_the_book(page)
    correct(page)
    page.get_by_role("link", name="Book", exact=True).click()
    page.get_by_role("link", name="Standings").click()
    expect(page.locator(".standings tbody th a")).to_have_text(
        ["Farid", "Zofia", "Émile", "Gölnara", "Jan", "Ayşe"]
    )
    expect(page.locator("td.points")).to_have_text(["15", "10", "8", "5", "5", "0"])
    expect(page.get_by_role("heading", level=2)).to_have_text("Jasir")
    assert len(table.read("/games?state=over")["games"]) == 9


def look_into_the_book(page: Page) -> None:
    """Day by day, the games of a match together, each with its time and its number."""
    page.get_by_role("link", name="Book", exact=True).click()
    expect(page.locator(".entry")).to_have_count(9)
    expect(page.locator(".day")).to_have_count(1)
    heads = page.locator(".match-head")
    expect(heads).to_have_text(
        [
            "Match Ayşe – Farid: 0 – 10",
            "Match Jan – Zofia: 5 – 5",
            "Match Farid – Gölnara: 5 – 5",
            "Match Ayşe – Émile: 0 – 10",
        ]
    )
    first = page.locator(".entry .quiet").last
    expect(first).to_have_text(re.compile(r"^\d\d:\d\d · No\. \d+ · game 1 of 2 · .* · 1 move$"))


def correct(page: Page) -> None:
    """Émile had won the first game with three points, not with five."""
    page.locator(".match", has_text="Ayşe – Émile").locator(".entry").last.click()
    page.get_by_text("Corrections and history").click()
    form = page.locator(".corrections form").nth(1)
    form.get_by_label("Black’s points").fill("3")
    form.get_by_role("button", name="Correct the result").click()
    expect(page.locator(".facts-list")).to_contain_text("0 – 3")
    page.get_by_text("Corrections and history").click()
    expect(page.locator(".history li small")).to_have_text(
        "0 – 5 · Winner: Black · The other side resigned. → "
        "0 – 3 · Winner: Black · The other side resigned."
    )
    expect(page.locator(".history li")).to_contain_text("an organiser · result")
