"""Reading is open, changing needs the PIN."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.tables import Running


def test_the_pin_is_asked_for_once(sit: Sit, table: Running) -> None:
    """A wrong one is said to be wrong; the right one opens the table for all that follows."""
    hands = sit()
    hands.play("b1-d2 d5-b4")
    page = hands.page
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("dialog")).to_contain_text("The table’s PIN")
    page.get_by_label("PIN", exact=True).fill("000000" if table.pin != "000000" else "111111")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("That is not the PIN.")
    hands.give_pin()
    hands.expect_moves("b1-d2")
    expect(page.locator(".message p")).to_have_text("Put the archer from b4 back on d5.")
    page.get_by_role("button", name="Put it back").click()
    page.get_by_role("button", name="Take back").click()
    hands.expect_moves()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_who_does_not_know_it_may_leave(sit: Sit, table: Running) -> None:
    """Escape closes the dialogue and nothing has changed."""
    hands = sit()
    hands.play("b1-d2")
    hands.page.get_by_role("button", name="Take back").click()
    expect(hands.page.get_by_role("dialog")).to_be_visible()
    hands.page.keyboard.press("Escape")
    expect(hands.page.get_by_role("dialog")).to_have_count(0)
    assert table.moves == ["b1-d2"]


def test_hands_on_another_device_need_it_too(sit: Sit, table: Running) -> None:
    """Only this machine moves archers without it; another one is played here by the session."""
    hands = sit()
    page = hands.page
    page.route(
        "**/api/v1/session",
        lambda route: (
            route.fulfill(json={"is_open": False, "may_move": False})
            if route.request.method == "GET"
            else route.continue_()
        ),
    )
    page.reload()
    expect(hands.message).to_be_visible()
    hands.drag("b1", "d2")
    expect(page.get_by_role("dialog")).to_contain_text("The table’s PIN")
    page.unroute("**/api/v1/session")
    hands.give_pin()
    hands.play("b1-d2")


def test_an_organiser_changes_it(sit: Sit, table: Running) -> None:
    """The old PIN is asked for; from then on only the new one opens the table."""
    hands = sit("/health")
    page = hands.page
    page.get_by_text("Change the PIN").click()
    form = page.locator(".change-pin form")
    form.get_by_label("Current PIN").fill(table.pin)
    form.get_by_label("New PIN").fill("246801")
    form.get_by_role("button", name="Save").click()
    hands.give_pin()
    expect(page.locator("#notes")).to_contain_text("The PIN is changed.")
    other = sit()
    other.play("b1-d2")
    other.page.get_by_role("button", name="Take back").click()
    other.page.get_by_label("PIN", exact=True).fill("246801")
    other.page.keyboard.press("Enter")
    other.expect_moves()
