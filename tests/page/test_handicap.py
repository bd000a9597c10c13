"""Uneven players on the page: a handicap is chosen, set up, told, and kept in the record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from boardpi.coach.handicaps import STARTS
from boardpi.rules import read_record
from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.places.test_axe import look
from tests.page.tables import Running

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Running]:
    """A board that hands set up, as on wood."""
    running = Running(tmp_path, by_hand=True)
    yield running
    running.stop()


def choose(hands: Hands, handicap: str) -> None:
    """On the page of the match."""
    page = hands.page
    form = page.locator(".match-form")
    form.get_by_label("White").fill("Ayşe")
    form.get_by_label("Black").fill("Émile")
    form.get_by_label("Handicap").select_option(handicap)
    assert look(page) == []
    form.get_by_role("button", name="Start the match").click()
    hands.give_pin()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_handicap_is_chosen_set_up_and_kept(
    sit: Sit, table: Running, size: tuple[int, int], tmp_path: Path
) -> None:
    hands = sit("/match", size=size)
    page = hands.page
    choose(hands, "White ahead by 2")
    expect(page.locator(".message")).to_contain_text("Empty c1, e1, b5.")
    expect(page.locator(".guest h2")).to_have_text("Handicap · White ahead by 2")
    hands.expect_light("c1", "extra")
    hands.expect_light("d3", "missing")
    assert look(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for origin, target in (("c1", "d3"), ("e1", "c2"), ("b5", "a3")):
        hands.drag(origin, target)
    expect(page.locator(".guest")).to_be_hidden()
    expect(page.locator(".under .facts")).to_contain_text("White ahead by 2")
    assert table.read("/table")["match"]["handicap"] == 2
    hands.play("d5-b4 b1-d2")
    table.tell("/table/resign", side="b")
    game = table.read("/games")["games"][0]["id"]
    hands.sit_down(f"/book/games/{game}")
    with page.expect_download() as download:
        page.locator("a[href$='.jas']").click()
    download.value.save_as(tmp_path / "game.jas")
    record = read_record((tmp_path / "game.jas").read_text("utf-8"))
    assert record.game.start == STARTS[2]
    assert [str(move) for move in record.game.moves] == ["d5-b4", "b1-d2"]


def test_other_rules_have_none(sit: Sit, table: Running) -> None:
    page = sit("/match").page
    form = page.locator(".match-form")
    expect(form.get_by_label("Handicap")).to_be_visible()
    form.get_by_label("Rules").select_option("jarmo-oca")
    expect(form.get_by_label("Handicap")).to_have_count(0)


def test_a_board_on_the_screen_sets_itself_up_if_asked(sit: Sit, table: Running) -> None:
    hands = sit("/match")
    choose(hands, "Black ahead by 1")
    hands.page.get_by_role("button", name="Set it up for me").click()
    expect(hands.page.locator(".under .facts")).to_contain_text("Black ahead by 1")
    expect(hands.message).to_have_text("Ayşe to move")
    hands.play("b1-d2")
    table.tell("/table/resign", side="w")
    hands.page.get_by_role("button", name="Set up the next game").click()
    expect(hands.page.locator(".guest h2")).to_have_text("Handicap · White ahead by 1")
    hands.page.get_by_role("button", name="Set it up for me").click()
    expect(hands.page.locator(".under .facts")).to_contain_text("game 2 of 2 · White ahead by 1")
    expect(hands.page.locator(".seat.white .who")).to_have_text("Émile")  # the help is his
