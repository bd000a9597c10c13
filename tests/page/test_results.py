"""Results by hand: a second board in the room tells nothing, and its match counts all the same."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.page.conftest import Sit
from tests.page.places.test_axe import look
from tests.page.tables import Running


def fill(form: Locator, points: tuple[tuple[int, int], ...]) -> None:
    """Both players' points, game by game."""
    for game, pair in zip(form.locator(".hand-game").all(), points, strict=True):
        for field, value in zip(game.locator(".points input").all(), pair, strict=True):
            field.fill(str(value))


def test_a_match_of_another_board(sit: Sit, table: Running, tmp_path: Path) -> None:
    """Jan has White first and wins, then loses; a forfeit needs its reason; a file brings more."""
    table.tell("/table/match", white="Jan", black="Zofia")
    table.tell("/table/resign", side="b")
    hands = sit("/book", size=(390, 844))
    page = hands.page
    page.get_by_role("link", name="Result by hand").click()
    form = page.locator(".result-form")
    form.get_by_label("First player", exact=True).fill("Jan")
    form.get_by_label("Second player", exact=True).fill("Farid")
    expect(form.get_by_label("Points: Farid")).to_have_count(2)
    fill(form, ((4, 0), (0, 6)))
    form.get_by_role("button", name="Write it down").click()
    hands.give_pin()
    expect(page.locator(".note")).to_contain_text("write down the reason")
    assert look(page) == []
    fill(form, ((4, 0), (0, 3)))
    form.get_by_label("Which board?").fill("Window")
    form.get_by_role("button", name="Write it down").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jan – Farid")
    expect(page.locator(".facts-list")).to_contain_text("4 – 0")
    expect(page.get_by_text("Written down by hand")).to_be_visible()
    assert look(page) == []
    page.get_by_text("Corrections and history").click()
    expect(page.locator(".history li")).to_contain_text("by hand")
    page.get_by_role("link", name="Book", exact=True).click()
    expect(page.locator(".match-head")).to_contain_text("Jan – Farid: 4 – 3")
    page.get_by_role("link", name="Standings").click()
    expect(page.locator(".standings tbody th a")).to_have_text(["Jan", "Farid", "Zofia"])
    expect(page.locator("td.points")).to_have_text(["9", "3", "0"])
    written = table.read("/games?text=Window")["games"]
    assert [(game["white"], game["outcome"]["points"]) for game in written] == [
        ("Farid", [3, 0]),
        ("Jan", [4, 0]),
    ]
    file = tmp_path / "games.json"
    file.write_text(json.dumps(table.read("/games.json")))
    page.goto(f"{table.url}/book/new")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Bring in").click()
    expect(page.locator(".note")).to_have_text("0 new games; here already: 3.")
