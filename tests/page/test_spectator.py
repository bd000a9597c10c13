"""Who only looks on: no buttons that need the PIN, no dialogue that asks for it."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.tables import Running


def from_elsewhere(page: Page) -> None:
    """The table takes this browser for one of another machine."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        is_open = told.get("is_open", False)
        told.update(is_here=False, may_move=is_open)
        route.fulfill(body=json.dumps(told), content_type="application/json")

    page.route("**/api/v1/session", answer)


def watch(sit: Sit, table: Running) -> Hands:
    """A phone in the audience."""
    hands = sit(size=(390, 844))
    from_elsewhere(hands.page)
    hands.page.goto(table.url)
    expect(hands.page.get_by_role("button", name="I play here")).to_be_visible()
    return hands


def test_a_spectator_sees_the_game_and_nothing_to_press(sit: Sit, table: Running) -> None:
    player = sit()
    phone = watch(sit, table)
    page = phone.page
    expect(page.locator(".guide")).to_be_hidden()
    expect(page.locator(".message p")).to_have_count(0)
    expect(player.page.locator(".message p")).to_contain_text("Drag a white or a black archer")
    player.play("b1-d2")
    phone.expect_moves("b1-d2")
    for name in ("Take back", "Hint"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    for place in ("Match", "Health"):
        expect(page.get_by_role("link", name=place, exact=True)).to_be_hidden()
    expect(page.get_by_text("Faults to try")).to_be_hidden()
    phone.drag("d5", "b4")
    page.mouse.click(*phone.spot("a5"))
    player.drag("a5", "c3")
    expect(player.page.get_by_role("button", name="Put it back")).to_be_visible()
    expect(phone.page.locator(".message")).to_have_attribute("data-kind", "refusal")
    expect(page.locator(".message button")).to_have_count(0)
    expect(page.locator("dialog")).to_have_count(0)
    assert table.moves == ["b1-d2"]


def test_a_spectator_becomes_a_player_with_the_pin(sit: Sit, table: Running) -> None:
    player = sit()
    player.play("b1-d2")
    phone = watch(sit, table)
    phone.page.get_by_role("button", name="I play here").click()
    phone.give_pin()
    expect(phone.page.get_by_role("button", name="Take back")).to_be_visible()
    expect(phone.page.get_by_role("link", name="Match", exact=True)).to_be_visible()
