"""Health: what every reed says, a hole marked as broken, a wrong move reported."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.places.test_axe import look
from tests.page.tables import Running


def test_a_chattering_reed_is_seen_and_marked(sit: Sit, table: Running) -> None:
    """Faults are set on one screen and seen on another."""
    hands, health = sit(), sit("/health").page
    hands.page.get_by_text("Faults to try").click()
    hands.page.get_by_label("Hole", exact=True).select_option("c3")
    hands.page.get_by_label("Fault", exact=True).select_option("chatter")
    hands.page.get_by_role("button", name="Set", exact=True).click()
    hands.page.get_by_label("Hole", exact=True).select_option("e3")
    hands.page.get_by_label("Fault", exact=True).select_option("closed")
    hands.page.get_by_role("button", name="Set", exact=True).click()
    other = sit()
    other.page.get_by_text("Faults to try").click()
    listed = other.page.locator(".fault-list li")
    expect(listed).to_have_count(2)
    expect(listed.nth(0)).to_contain_text("e3")
    expect(listed.nth(1)).to_contain_text("c3")
    reed = health.locator(".reed[data-hole=e3]")
    expect(reed).to_have_attribute("data-state", "strange")
    reed.click()
    health.get_by_label("PIN", exact=True).fill(table.pin)
    health.keyboard.press("Enter")
    expect(reed).to_have_attribute("data-state", "dead")
    expect(reed).to_have_attribute("aria-pressed", "true")
    left_out = set(table.read("/table")["dead_holes"])
    assert left_out - {"c3"} == {"e3"}  # a chattering reed may be left out before anybody marks it
    other.page.get_by_role("button", name="Mend everything").click()
    expect(hands.page.locator(".fault-list li")).to_have_count(0)
    hands.play("b1-d2")


def test_a_wrong_move_is_reported_in_one_press(sit: Sit, tmp_path: Path) -> None:
    """The file is a trace of this game, as `boardpi replay` reads it."""
    hands = sit()
    hands.play("b1-d2 d5-b4")
    hands.page.get_by_role("link", name="Health", exact=True).click()
    with hands.page.expect_download() as download:
        hands.page.get_by_role("link", name="Save what the board saw").click()
    file = tmp_path / "report.trace"
    download.value.save_as(file)
    header, *lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert header["trace"] == 1
    assert len(lines) >= 4


def test_who_looks_after_the_table_sees_its_computer(sit: Sit, table: Running) -> None:
    """Nothing is asked for by a clock; the log asks for the PIN; the table starts anew."""
    table.tell("/table/match", white="Jan", black="Zofia")
    asked: list[str] = []
    hands = sit("/health", size=(390, 844))
    page = hands.page
    care = page.locator(".care")
    expect(care.locator("[data-fact=disk] dd")).to_contain_text("GB free")
    page.on("request", lambda request: asked.append(request.url))
    expect(care.locator("[data-fact=who] dd")).to_have_text("Jan – Zofia")
    expect(care.locator("[data-fact=model] dd")).to_have_text("not a Raspberry Pi")
    expect(care.locator("[data-fact=slowed]")).to_have_count(0)  # what only a Pi can tell
    table.tell("/table/lesson", id="jasir-lines", player=1)
    expect(care.locator("[data-fact=who] dd")).to_have_text("A lesson: Jan")
    assert not [url for url in asked if "/machine" in url], "looked at once, when the place came"
    care.get_by_role("button", name="Last lines of the log").click()
    hands.give_pin()
    expect(care.locator(".log li").first).to_be_visible()
    assert look(page) == []
    care.get_by_role("button", name="Start the table anew").click()
    page.get_by_role("dialog").get_by_role("button", name="Start the table anew").click()
    expect(page.locator(".note")).to_contain_text("The table starts anew.")
    table.wait_for_start(2)
