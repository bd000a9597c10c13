"""Small ways that used to end nowhere: addresses, codes, arrows, names of tables."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.tables import Running


@pytest.mark.parametrize("table", [{"name": "North hall"}], indirect=True)
def test_nothing_leads_nowhere(sit: Sit, table: Running) -> None:
    """An unknown address says so; no code leads phones to their own localhost; arrows step."""
    hands = sit()
    page = hands.page
    expect(page.locator(".under .facts")).to_contain_text("North hall")
    page.get_by_text("On other screens").click()
    expect(page.locator(".share")).to_contain_text("set host to 0.0.0.0")
    expect(page.locator(".share img")).to_be_hidden()
    hands.play("b1-d2 d5-b4")
    page.locator("h1").first.evaluate("one => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ply[aria-current=step]")).to_have_attribute("data-ply", "1")
    page.keyboard.press("End")
    page.get_by_text("Faults to try").click()
    page.get_by_role("button", name="Pull the cable").click()
    expect(page.locator(".message")).to_have_attribute("data-kind", "trouble")
    page.get_by_role("button", name="Mend everything").click()
    expect(hands.message).to_have_text("White to move")
    page.goto(f"{table.url}/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    expect(page.locator("main")).to_contain_text("/nowhere")
    page.locator("main").get_by_role("link", name="Table").click()
    expect(hands.message).to_have_text("White to move")
