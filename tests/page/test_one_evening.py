"""One evening of a club, from the first clock to the way back: all of it at one table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.paper import Sheet, print_out
from tests.page.tables import Running

GARBAGE: Final = b"\xff" * 9000
STANDINGS: Final = ["Ayşe", "Zofia", "Jan", "Émile"]


def test_clocks_a_flag_a_result_by_hand_a_backup_a_disaster_and_the_way_back(
    sit: Sit, table: Running, tmp_path: Path
) -> None:
    hands = sit()
    page = hands.page
    begin_with_clocks(hands)
    lose_on_time(hands, table)
    write_down_another_board(page)
    copy = save_a_backup(page, tmp_path / "evening.sqlite")
    lose_the_card(hands, table, tmp_path / "book.sqlite")
    go_back(page, copy, "evening.sqlite: 3 games, 4 players")
    table.wait_for_start(3)
    expect_the_evening(page, table)
    play_on_and_go_back_once_more(hands, table, copy)
    look_at_the_standings_on_paper(hands, tmp_path)


def begin_with_clocks(hands: Hands) -> None:
    """Half a minute for each, and who has none left loses."""
    page = hands.page
    page.get_by_role("link", name="Match", exact=True).click()
    form = page.locator(".match-form")
    form.get_by_label("White").fill("Ayşe")
    form.get_by_label("Black").fill("Émile")
    form.get_by_label("Clocks").select_option("sudden")
    form.get_by_label("Minutes for each player").fill("5")
    form.get_by_label("When no time is left").select_option("loses")
    form.get_by_role("button", name="Start the match").click()
    hands.give_pin()
    expect(page.locator(".seat.white .time")).to_have_text("5:00")


def lose_on_time(hands: Hands, table: Running) -> None:
    """Émile thinks; the arbiter takes most of his time, and the flag falls by itself."""
    hands.play("b1-d2")
    expect(hands.page.locator(".seat.black .time")).to_have_attribute("data-running", "")
    left = table.read("/table")["clocks"]["left_ms"][1]
    table.tell("/table/clock", black_s=-(left // 1000) + 2)
    expect(hands.message).to_have_text("Ayşe wins 5–0")
    expect(hands.page.locator(".message")).to_contain_text("Émile ran out of time.")


def write_down_another_board(page: Page) -> None:
    """Two games were played on wood that tells nothing."""
    page.get_by_role("link", name="Book", exact=True).click()
    page.get_by_role("link", name="Result by hand").click()
    form = page.locator(".result-form")
    form.get_by_label("First player", exact=True).fill("Zofia")
    form.get_by_label("Second player", exact=True).fill("Jan")
    for game, points in enumerate(((4, 0), (0, 2))):
        box = form.locator(".hand-game").nth(game)
        box.get_by_label("Points: Zofia").fill(str(points[0]))
        box.get_by_label("Points: Jan").fill(str(points[1]))
    form.get_by_role("button", name="Write it down").click()
    expect(page.locator(".facts-list")).to_contain_text("4 – 0")


def save_a_backup(page: Page, copy: Path) -> Path:
    page.get_by_role("link", name="Health", exact=True).click()
    page.get_by_role("link", name="Backup", exact=True).click()
    expect(page.locator(".backup")).to_contain_text("It was never saved elsewhere.")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a backup").click()
    saved.value.save_as(copy)
    expect(page.locator(".backup")).to_contain_text("Last saved")
    return copy


def lose_the_card(hands: Hands, table: Running, book: Path) -> None:
    table.stop()
    book.write_bytes(GARBAGE)
    table.start()
    hands.sit_down()
    expect(hands.page.locator(".warnings")).to_contain_text("The score book is damaged")


def go_back(page: Page, copy: Path, holds: str) -> None:
    """What the copy holds is told before; then the table starts again with it."""
    page.get_by_role("link", name="Health", exact=True).click()
    page.get_by_role("link", name="Backup", exact=True).click()
    page.get_by_label("A backup on this device").set_input_files(copy)
    shown = page.locator(".backup")
    expect(shown).to_contain_text(holds)
    page.get_by_role("button", name="Go back to this backup").click()
    page.get_by_role("dialog").get_by_role("button", name="Go back to this backup").click()
    expect(shown).to_contain_text("The backup is in place")


def expect_the_evening(page: Page, table: Running) -> None:
    page.goto(f"{table.url}/book")
    expect(page.locator(".match-head")).to_have_text("Match Zofia – Jan: 4 – 2")
    flagged = next(game for game in table.read("/games")["games"] if game["white"] == "Ayşe")
    assert flagged["outcome"]["points"] == [5, 0]
    assert table.read(f"/games/{flagged['id']}")["clock"]["flagged"] == [False, True]


def play_on_and_go_back_once_more(hands: Hands, table: Running, copy: Path) -> None:
    """The evening goes on with its clocks; a second way back in the middle of a game keeps them."""
    hands.sit_down()
    table.tell("/table/next")
    expect(hands.page.locator(".seat.black .who")).to_have_text("Ayşe")
    hands.play("b1-d2")
    table.tell("/table/clock", is_held=True, black_s=-100)
    before = table.read("/table")["clocks"]
    assert before["left_ms"][1] < 200_000
    go_back(hands.page, copy, "evening.sqlite: 3 games, 4 players")
    table.wait_for_start(4)
    hands.sit_down()
    hands.expect_moves("b1-d2")
    after = table.read("/table")["clocks"]
    assert after["control"] == before["control"]
    assert after["left_ms"] == before["left_ms"], "no time is lost or won"
    expect(hands.page.locator(".seat.black .time")).to_have_text(re.compile("^[123]:"))


def look_at_the_standings_on_paper(hands: Hands, tmp_path: Path) -> None:
    """One sheet, nothing cut, ink where it belongs; the order is that of the points."""
    hands.sit_down("/book/standings")
    expect(hands.page.locator(".standings tbody th")).to_have_text(STANDINGS)
    sheet = Sheet.of(print_out(hands.page, tmp_path / "standings.pdf"))
    assert all(name in sheet.words for name in STANDINGS)
    assert sheet.is_within_its_margins
    assert 0.002 < sheet.ink < 0.2
