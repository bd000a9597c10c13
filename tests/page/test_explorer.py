"""The openings on the page: what each move is worth, beside what the club has played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import Sit
from tests.page.places.test_axe import look
from tests.page.tables import Running

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


def row(page: Page, move: str) -> Locator:
    """The cells behind a move."""
    name = page.get_by_role("rowheader", name=move, exact=True)
    return page.locator(".openings tbody tr").filter(has=name).locator("td")


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_true_values_stand_beside_the_games_of_the_club(
    sit: Sit, table: Running, size: tuple[int, int]
) -> None:
    hands = sit()
    hands.play("b1-d2 d5-b4")
    table.tell("/table/resign", side="b")
    page = sit("/analysis", size=size).page
    title, moves = page.locator(".openings p").first, page.locator(".openings tbody th")
    expect(title).to_have_text("With the best play White wins by 1. This is proven.")
    expect(row(page, "b1-d2")).to_have_text(["±0 proven", "1", "1", "0", "0"])
    expect(row(page, "c1-d3").first).to_have_text("+1 proven")
    expect(row(page, "a1-c2").first).to_have_text("−1 proven")
    told = moves.all_text_contents()
    assert set(told[:4]) == {"a1-b3", "c1-d3", "d1-b2", "e1-c2"}, "the best ones first"
    assert set(told[9:11]) == {"a1-c2", "d1-c3"}
    assert len(told) == 22, "Black may begin, too"
    assert look(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="a1-c2", exact=True).click()
    expect(title).to_have_text("With the best play Black wins by 1. This is proven.")
    expect(moves.first).to_have_text("e5-d3")  # the only answer that wins
    expect(row(page, "e5-c4")).to_have_text(["+1 proven"])  # nobody played it: no counts


def test_what_is_not_proven_is_estimated_and_what_is_played_is_not_told(
    sit: Sit, table: Running
) -> None:
    hands = sit("/analysis")
    page = hands.page
    page.get_by_text("Set a position").click()
    page.get_by_label("position line").fill("b2bb/4b/w4/1wwB1/w4 b w0b0 w0b0 -")
    page.get_by_role("button", name="Look at this position").click()
    expect(page.locator(".caption")).to_contain_text("Black to move")
    expect(page.locator(".openings")).to_be_hidden()
    page.get_by_role("button", name="Ask the coach").click()
    hands.give_pin()
    title = page.locator(".openings p").first
    expect(title).to_contain_text("Nobody has proven what this position is worth.")
    worth = page.locator(".openings tbody td")
    expect(worth.first.locator(".estimated")).to_be_visible()
    expect(page.locator(".openings .proven")).to_have_count(0)
    assert look(page) == []
    hands.sit_down("/").play("c1-d3")
    hands.sit_down("/analysis")
    page.get_by_role("button", name="c1-d3", exact=True).last.click()
    expect(title).to_contain_text("This position is being played")
    expect(page.locator(".openings .proven")).to_have_count(0)
