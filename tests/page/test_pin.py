"""Reading is open, changing needs the PIN."""

from __future__ import annotations

import json

from playwright.sync_api import WebSocketRoute, expect

from tests.page.conftest import Sit
from tests.page.tables import Running


def test_the_pin_is_asked_for_once(sit: Sit, table: Running) -> None:
    """A wrong one is said to be wrong; the right one opens the table for all that follows."""
    hands = sit()
    hands.play("b1-d2 d5-b4")
    page = hands.page
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("dialog")).to_contain_text("The table’s PIN")
    expect(page.get_by_role("dialog")).to_contain_text("shown in the terminal")
    page.get_by_label("PIN", exact=True).fill("000000" if table.pin != "000000" else "111111")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("That is not the PIN.")
    hands.give_pin()
    hands.expect_moves("b1-d2")
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
    page.get_by_role("button", name="I play here").click()
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


def test_a_device_forgets_it(sit: Sit, table: Running) -> None:
    """What the next one changes there needs the PIN again."""
    hands = sit()
    hands.play("b1-d2 d5-b4")
    page = hands.page
    page.get_by_role("button", name="Take back").click()
    hands.give_pin()
    hands.expect_moves("b1-d2")
    page.get_by_role("link", name="Health").click()
    page.get_by_text("Change the PIN").click()
    page.get_by_role("button", name="Forget the PIN on this device").click()
    page.get_by_role("link", name="Table", exact=True).click()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("dialog")).to_contain_text("The table’s PIN")


def test_a_table_that_is_seen_with_the_pin_only(sit: Sit, table: Running) -> None:
    """The page asks once and waits; who gives up sees why there is nothing, and may try again.

    This machine always sees the table; so the refusal is played here.
    """
    hands = sit()  # with its live line: one that this visit opened later would be refused, too
    page = hands.page
    refused: list[WebSocketRoute] = []

    def refuse(line: WebSocketRoute) -> None:
        told = {"type": "error", "code": "pin_needed", "message": "With its PIN only."}
        refused.append(line)
        line.send(json.dumps(told))
        line.close(code=1008, reason="pin_needed")

    page.route_web_socket("**/api/v1/live", refuse)
    page.goto(table.url + "/book")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The table’s PIN")
    page.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#away")).to_contain_text("This table can only be seen with its PIN.")
    page.wait_for_timeout(1500)  # three times as long as the page waits for one that is away
    assert len(refused) == 1, "the page does not come again without the PIN"
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Enter the PIN").click()
    page.unroute_all()
    page.route_web_socket("**/api/v1/live", lambda line: line.connect_to_server())
    hands.give_pin()
    expect(page.locator("#away")).to_have_count(0)
    assert len(refused) == 1
