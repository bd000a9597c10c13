"""Looking after the table on the page: copies of the book, settings, the first start."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from boardpi.web.address import draw_code
from tests.page.conftest import Sit
from tests.page.places.test_axe import look
from tests.page.tables import Running


def test_a_disaster_and_the_way_back(sit: Sit, table: Running, tmp_path: Path) -> None:
    """An evening is saved, the card fails, and the page brings the evening back."""
    table.tell("/table/match", white="First player", black="Second player")
    table.tell("/table/resign", side="w")
    hands = sit("/backup", size=(390, 844))
    page = hands.page
    page.get_by_role("button", name="Enter the PIN").click()
    hands.give_pin()
    expect(page.locator(".backup")).to_contain_text("It was never saved elsewhere.")
    assert look(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a backup").click()
    copy = tmp_path / "evening.sqlite"
    saved.value.save_as(copy)
    expect(page.locator(".backup")).to_contain_text("Last saved")
    table.stop()
    (tmp_path / "book.sqlite").write_bytes(b"\xff" * 9000)
    table.start()
    page.goto(table.url)
    expect(page.locator(".warnings")).to_contain_text("The score book is damaged")
    page.goto(table.url + "/backup")
    page.get_by_label("A backup on this device").set_input_files(copy)
    expect(page.locator(".backup")).to_contain_text("evening.sqlite: 1 games, 2 players")
    expect(page.locator(".backup")).to_contain_text("cannot be read")
    assert look(page) == []
    page.get_by_role("button", name="Go back to this backup").click()
    page.get_by_role("dialog").get_by_role("button", name="Go back to this backup").click()
    expect(page.locator(".backup")).to_contain_text("The backup is in place")
    table.wait_for_start(3)
    page.goto(table.url + "/book")
    expect(page.locator(".entry")).to_contain_text("First player")


def test_what_would_be_lost_is_shown_before(sit: Sit, table: Running, tmp_path: Path) -> None:
    """And who would rather not, changes nothing; a photo is no backup."""
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(table.send("/backup.sqlite"))
    table.tell("/table/match", white="Third player")
    table.tell("/table/resign", side="w")
    hands = sit("/backup")
    page = hands.page
    page.get_by_role("button", name="Enter the PIN").click()
    hands.give_pin()
    page.get_by_label("A backup on this device").set_input_files(copy)
    shown = page.locator(".backup")
    expect(shown).to_contain_text("1 game is not in the backup and would be lost:")
    expect(shown).to_contain_text("Third player – Black 0–5")
    expect(shown).to_contain_text("Players who are not in it (1): Third player")
    page.get_by_role("button", name="Cancel").click()
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8 a sunny day")
    page.get_by_label("A backup on this device").set_input_files(photo)
    expect(page.locator("#notes")).to_contain_text("This file is not a score book of boardpi.")
    assert [player["name"] for player in table.read("/players")["players"]] == ["Third player"]


PHONE: dict[str, Any] = {
    "size": (390, 844),
    "has_touch": True,
    "extra_http_headers": {"x-forwarded-for": "192.0.2.7"},
}
"""Another device: what comes through a proxy is not this machine."""


@pytest.mark.parametrize("table", [{"is_new": True, "lock_play": False}], indirect=True)
def test_a_first_start_to_a_game_on_a_phone(sit: Sit, table: Running) -> None:
    """Name, language, network and PIN; then the phone scans a code and plays."""
    hands = sit()
    page = hands.page
    expect(page.locator(".side")).to_contain_text("A new table")
    assert look(page) == []
    page.get_by_role("link", name="Set it up").click()
    form = page.locator(".welcome")
    form.get_by_label("Name of the table").fill("Oak by the window")
    form.get_by_label("Everybody in the network").check()
    form.get_by_label("Current PIN").fill(table.pin)
    form.get_by_label("A PIN of your own").fill("246801")
    assert look(page) == []
    form.get_by_role("button", name="Save and go on").click()
    expect(form).to_contain_text("The table is ready")
    code = form.locator("img.qr")
    expect(code).to_be_visible()
    assert look(page) == []
    said = table.config.read_text()
    assert 'name = "Oak by the window"' in said
    assert 'host = "0.0.0.0"' in said
    address = code.get_attribute("data-url")
    assert address is not None
    assert unquote(code.get_attribute("src") or "").endswith(draw_code(address))
    phone = sit(f"/device#{address.partition('#')[2]}", **PHONE)
    phone.page.get_by_role("button", name="Yes, it belongs to the table").click()
    expect(phone.message).to_be_visible()
    phone.tap("b1")
    phone.tap("d2")
    phone.expect_moves("b1-d2")
    hands.page.get_by_role("link", name="Game", exact=True).click()
    hands.expect_moves("b1-d2")
    expect(page.locator(".side")).not_to_contain_text("A new table")
    page.get_by_role("button", name="Take back").click()
    phone.expect_moves()
    again = sit(f"/device#{address.partition('#')[2]}", **PHONE)
    again.page.get_by_role("button", name="Yes, it belongs to the table").click()
    expect(again.page.locator("#notes")).to_contain_text("This code was used already")


def test_settings_are_written_into_the_file(sit: Sit, table: Running) -> None:
    """Its comments stay; what counts later says so and offers it."""
    table.config.write_text(f"# our table\n{table.config.read_text()}")
    hands = sit("/settings", size=(390, 844))
    page = hands.page
    page.get_by_role("button", name="Enter the PIN").click()
    hands.give_pin()
    page.get_by_label("Name of the table").fill("Elm")
    page.get_by_label("Quiet before a move counts").fill("0.12")
    clocks = page.locator("[data-group=clocks]")
    clocks.get_by_label("Clocks").select_option("delay")
    clocks.get_by_label("Minutes for each player").fill("7.5")
    clocks.get_by_label("Seconds a move").fill("4")
    clocks.get_by_label("When no time is left").select_option("ends")
    expect(page.get_by_label("Words a minute")).to_be_hidden()  # nobody speaks
    page.get_by_role("button", name="Save").click()
    state = page.locator(".save-bar [role=status]")
    expect(state).to_contain_text(
        "Counts when the table starts anew: Name of the table, Clocks, Quiet before"
    )
    assert look(page) == []
    said = table.config.read_text()
    assert said.startswith("# our table\n")
    assert 'name = "Elm"\n' in said
    assert "dwell_ms = 120\n" in said
    page.get_by_role("button", name="Start the table anew").click()
    table.wait_for_start(2)
    told = table.read("/table")
    assert told["table"] == "Elm"
    control = {"main_s": 450, "increment_s": 0, "delay_s": 4, "flag": "ends"}
    assert told["clocks"]["control"] == told["next_clock"] == control
    hands.sit_down("/match")
    form = page.locator(".match-form")
    expect(form.get_by_label("Clocks")).to_have_value("delay")
    expect(form.get_by_label("Minutes for each player")).to_have_value("7.5")
    hands.sit_down("/settings")
    clocks.get_by_label("Clocks").select_option("none")
    page.get_by_role("button", name="Save").click()
    expect(state).to_contain_text("Clocks")
    assert "main_s = 0\n" in table.config.read_text()


def test_a_device_is_taken_off_the_list(sit: Sit, table: Running) -> None:
    """From then on it is asked for the PIN again."""
    hands = sit("/settings")
    page = hands.page
    page.get_by_role("button", name="Enter the PIN").click()
    hands.give_pin()
    page.get_by_role("button", name="Show a QR code for one device").click()
    expect(page.locator(".device-code")).to_contain_text("open to this computer alone")
    address = table.tell("/devices")["url"]
    phone = sit(f"/device#{address.partition('#')[2]}", **PHONE)
    phone.page.get_by_role("button", name="Yes, it belongs to the table").click()
    expect(phone.page.get_by_role("link", name="Match")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Take it off").click()
    expect(page.get_by_role("button", name="Take it off")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="I play here")).to_be_visible()
