"""Check: a maker walks through a new board on the page, with virtual hands."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import Sit
from tests.page.tables import Running


def spot(page: Page, hole: str) -> Locator:
    """A hole as the check draws it."""
    return page.locator(f".spot[data-hole={hole}]")


def start(page: Page, table: Running, part: str) -> None:
    """Give the PIN and begin; the virtual board still has its archers."""
    page.locator(f"[data-start={part}]").click()
    page.get_by_label("PIN", exact=True).fill(table.pin)
    page.keyboard.press("Enter")
    expect(page.locator(".asked")).to_contain_text("Take all archers off")


def clear(page: Page) -> None:
    """Take the archers of both first rows off."""
    for column in "abcde":
        for row in "15":
            spot(page, column + row).click()
            expect(spot(page, column + row)).to_have_attribute("data-filled", "no")


def answer(page: Page, what: str) -> None:
    page.locator(f"[data-answer={what}]").click()


def touch(page: Page, lit: str, hole: str, state: str) -> None:
    """Wait for a light, set an archer somewhere, and lift it when it was seen."""
    expect(spot(page, lit)).to_have_attribute("data-light", "missing")
    spot(page, hole).click()
    expect(spot(page, lit)).to_have_attribute("data-state", state)
    spot(page, hole).click()


def test_a_swapped_wire_and_a_dead_reed_are_named(sit: Sit, table: Running, tmp_path: Path) -> None:
    page = sit("/check").page
    expect(page.get_by_text("never checked")).to_be_visible()
    start(page, table, "reeds")
    clear(page)
    touch(page, "a1", "a1", "right")
    touch(page, "b1", "c1", "wrong")
    expect(page.locator(".findings")).to_contain_text("perhaps columns b and c are swapped")
    touch(page, "c1", "b1", "wrong")
    expect(spot(page, "d1")).to_have_attribute("data-light", "missing")
    answer(page, "go")
    expect(spot(page, "d1")).to_have_attribute("data-state", "silent")
    touch(page, "e1", "e1", "right")
    answer(page, "stop")
    expect(page.locator(".findings")).to_contain_text("d1 does not answer")
    answer(page, "go")
    expect(page.locator(".verdict")).to_have_attribute("data-sound", "no")
    page.locator("[data-act=dead]").click()
    expect(page.get_by_text("The table plays on without d1.").first).to_be_visible()
    assert table.read("/table")["dead_holes"] == ["d1"]
    with page.expect_download() as download:
        page.get_by_role("link", name="Save for programs").click()
    file = tmp_path / "check.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["dead"] == ["d1"]


def test_the_game_comes_back_after_the_pixels_were_looked_at(sit: Sit, table: Running) -> None:
    hands = sit()
    hands.play("b1-d2")
    page = sit("/check").page
    start(page, table, "pixels")
    expect(hands.message).to_have_text("The board is being checked")
    for hole in ["a1", "c1", "d1", "e1", "d2", "a5", "b5", "c5", "d5", "e5"]:
        spot(page, hole).click()
        expect(spot(page, hole)).to_have_attribute("data-filled", "no")
    for colour in ("green", "red", "blue"):
        expect(page.locator(f"[data-answer={colour}]")).to_be_visible()
        answer(page, colour)
    expect(page.locator(".asked")).to_contain_text("mA")
    answer(page, "go")
    expect(page.locator(".findings")).to_contain_text("in the order RGB")
    answer(page, "go")
    expect(page.locator(".verdict")).to_be_visible()
    assert table.read("/table")["guest"] is None
    hands.play("d5-b4")
    hands.expect_moves("b1-d2", "d5-b4")


def test_an_archer_with_a_weak_magnet_is_put_aside(sit: Sit, table: Running) -> None:
    """On discs: the first closes its reed and is quiet; for the second nothing happens."""
    page = sit("/check").page
    start(page, table, "reach")
    clear(page)
    asked = page.locator(".asked")
    expect(asked).to_contain_text("Two discs in c3. Set archer 1 on them, in the middle.")
    spot(page, "c3").click()
    expect(spot(page, "c3")).to_have_attribute("data-light", "target")
    spot(page, "c3").click()
    expect(asked).to_contain_text("Set archer 2 on them")
    answer(page, "go")
    expect(asked).to_contain_text("Set archer 3 on them")
    answer(page, "stop")
    expect(page.locator(".findings")).to_contain_text("Archer 2 lets go of the reed below 6 mm")
    answer(page, "go")
    expect(page.locator(".verdict")).to_have_attribute("data-sound", "no")
