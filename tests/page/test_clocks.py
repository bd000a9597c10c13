"""A club evening with clocks: chosen with the match, stopped while the table asks, and a flag."""

from __future__ import annotations

import re
import signal
import time

from playwright.sync_api import expect

from boardpi.daemon.game_clock import read_marks
from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.places import OUTSIDE
from tests.page.places.test_axe import look
from tests.page.tables import Running
from tests.patience import PATIENCE_S


def test_a_club_evening_with_clocks_and_a_flag(sit: Sit, table: Running) -> None:
    hands = sit("/match")
    page = hands.page
    form = page.locator(".match-form")
    form.get_by_label("White").fill("Ayşe")
    form.get_by_label("Black").fill("Émile")
    expect(form.get_by_label("Minutes for each player")).to_be_hidden()
    form.get_by_label("Clocks").select_option("increment")
    form.get_by_label("Minutes for each player").fill("5")
    form.get_by_label("Seconds a move").fill("3")
    form.get_by_label("When no time is left").select_option("loses")
    form.get_by_role("button", name="Start the match").click()
    hands.give_pin()
    white, black = page.locator(".seat.white .time"), page.locator(".seat.black .time")
    expect(white).to_have_text("5:00")
    expect(white).to_have_attribute("aria-label", "Time of Ayşe")
    screen = sit("/show", size=(1920, 1080)).page
    expect(screen.locator(".seat.black .time")).to_have_text("5:00")

    hands.play("b1-d2")
    expect(white).to_have_text("5:03")
    expect(black).to_have_attribute("data-running", "")
    expect(black).to_have_text(re.compile("^4:[0-5]"))  # the page counts by itself
    expect(screen.locator(".seat.black .time")).to_have_attribute("data-running", "")
    hands.drag("a5", "a4")  # no line leads there
    expect(page.locator(".stopped")).to_have_text("The clocks wait until the board is right.")
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator(".stopped")).to_be_hidden()

    rule(hands, table)
    expect(screen.locator(".headline")).to_have_text("Ayşe wins 5–0")
    look_into_the_book(hands, table)


def rule(hands: Hands, table: Running) -> None:
    """An arbiter stops the clocks, gives a minute, and takes nearly all of it away."""
    page = hands.page
    page.get_by_role("link", name="Match", exact=True).click()
    now = page.locator(".now")
    expect(now).to_contain_text("5 min + 3 s")
    now.get_by_role("button", name="Stop the clocks").click()
    now.get_by_role("button", name="One minute more: Émile").click()
    expect(now.get_by_role("button", name="Let the clocks go on")).to_be_visible()
    left = table.read("/table")["clocks"]["left_ms"][1]
    assert 60_000 < left < 360_000
    assert look(page) == []
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page.locator(".stopped")).to_have_text("The clocks are stopped.")
    assert look(page) == []
    for size in ((360, 740), (1920, 1080)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(OUTSIDE) == []
    table.tell("/table/clock", black_s=-(left // 1000) + 2, is_held=False)  # an arbiter's ruling
    expect(hands.message).to_have_text("Ayşe wins 5–0")
    expect(page.locator(".message")).to_contain_text("Émile ran out of time.")
    expect(page.locator(".seat.black .time")).to_have_attribute("data-low", "fallen")
    assert look(page) == []


def look_into_the_book(hands: Hands, table: Running) -> None:
    """How long each move took, and whose flag fell."""
    page = hands.page
    game = table.read("/games")["games"][0]["id"]
    told = table.read(f"/games/{game}")["clock"]
    assert told["control"] == "300+3 loses"
    assert told["flagged"] == [False, True]
    hands.sit_down(f"/book/games/{game}")
    expect(page.locator(".facts-list")).to_contain_text("The other side ran out of time.")
    expect(page.locator(".facts-list")).to_contain_text("5 min + 3 s")


def test_clocks_outlive_the_power(sit: Sit, table: Running) -> None:
    """What was marked before the cut is not given back."""
    hands = sit()
    table.tell("/table/match", clock={"main_s": 600, "delay_s": 2})
    hands.play("b1-d2")
    black = hands.page.locator(".seat.black .time")
    expect(black).to_have_text(re.compile("^9:"))  # the delay is over
    marks = table.folder / "book.sqlite.clock"
    end = time.monotonic() + PATIENCE_S
    while max([0, *(mark["used"] for mark in read_marks(marks))]) <= 2_000:
        assert time.monotonic() < end, "nothing was marked"
        hands.page.wait_for_timeout(100)
    used = max(mark["used"] for mark in read_marks(marks))
    table.process.kill(signal.SIGKILL)
    table.process.wait()
    table.start()
    after = table.read("/table")["clocks"]
    assert after["control"]["delay_s"] == 2
    assert after["left_ms"][1] <= 600_000 - (used - 2_000)
    expect(black).to_have_attribute("data-running", "")
