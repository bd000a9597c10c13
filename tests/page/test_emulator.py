"""The page's hands on the emulated chip: masks become reeds, the firmware reports them."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.tables import Running
from tests.patience import PATIENCE_S

EMULATOR = pytest.mark.parametrize("table", [{"board": "emulator"}], indirect=True)


@EMULATOR
def test_the_page_plays_on_the_emulated_chip(sit: Sit, table: Running) -> None:
    wait_for_chip(table)
    hands = sit()
    hands.play("b1-d2 d5-b4 c1-d3")
    take(hands, "e5", "d3")
    hands.expect_moves("b1-d2", "d5-b4", "c1-d3", "e5xd3")
    assert table.position == "bbb2/1b3/3B1/3w1/w2ww w w0b0 w0b0 -"
    hands.page.locator(".faults summary").click()
    hands.page.get_by_role("button", name="Pull the cable").click()
    expect(hands.message).to_have_text("The board is not connected")
    hands.page.get_by_role("button", name="Plug the cable in").click()
    expect(hands.message).not_to_have_text("The board is not connected")
    take(hands, "d2", "d3")
    hands.expect_moves("b1-d2", "d5-b4", "c1-d3", "e5xd3", "d2xd3")
    hands.page.get_by_role("button", name="Press the button", exact=True).click()
    hands.expect_moves("b1-d2", "d5-b4", "c1-d3", "e5xd3")


def take(hands: Hands, origin: str, victim: str) -> None:
    """Take the victim off, wait until a chip that may be slow has seen it, then take its place."""
    side = "white" if "White" in (hands.zone(victim).get_attribute("aria-label") or "") else "black"
    hands.drag(victim, side)
    hands.expect_light(victim, "capture")
    hands.drag(origin, victim)


def wait_for_chip(table: Running) -> None:
    """The bootloader takes its time."""
    end = time.monotonic() + PATIENCE_S
    while not table.read("/table")["board"]["what"]:
        assert time.monotonic() < end, table.log.read_text()
        time.sleep(0.05)
