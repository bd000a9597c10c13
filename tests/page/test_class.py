"""A class with two phones and the big screen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.tables import Running
from tests.page.test_learn import begin_class
from tests.page.test_spectator import watch


def test_two_phones_vote_and_the_room_sees_it(sit: Sit, table: Running) -> None:
    """One touches the board, one the list; counts stay hidden until the teacher ends the vote."""
    teacher = begin_class(sit("/learn/class"))
    phones = [watch(sit, table), watch(sit, table)]
    screen = sit("/show").page
    teacher.get_by_label("Hide the counts until the end").check()
    teacher.locator(".guest label.check", has_text="router").get_by_role("checkbox").check()
    teacher.get_by_label("Time").select_option("60 s")
    teacher.get_by_role("button", name="Let them vote").click()
    for phone in phones:
        expect(phone.message).to_have_text("Vote now")
    order = (
        phones[1]
        .page.locator(".votes [data-move]")
        .evaluate_all("all => all.map((one) => one.dataset.move)")
    )
    for hole in ("c1", "d3"):
        phones[0].page.mouse.click(*phones[0].spot(hole))
    chosen = "[data-move='c1-d3']"
    expect(phones[0].page.locator(chosen)).to_have_attribute("aria-pressed", "true")
    phones[1].page.locator(chosen).click()
    expect(phones[1].page.locator(".ballot .quiet")).to_contain_text("2 votes")
    expect(phones[1].page.locator(".votes meter")).to_have_count(0)
    after = phones[1].page.locator(".votes [data-move]")
    assert after.evaluate_all("all => all.map((one) => one.dataset.move)") == order
    expect(screen.locator(".headline")).to_contain_text("Which move?")
    expect(screen.locator(".headline")).to_contain_text("s left")
    expect(screen.locator(".bars li")).to_have_count(0)
    assert table.read("/table")["guest"]["vote"]["counts"] == []
    teacher.get_by_role("button", name="End the vote").click()
    expect(screen.locator(".bars li b")).to_have_text("2")
    expect(screen.locator(".headline")).to_have_text("The vote is over")
    expect(phones[0].page.locator("dialog")).to_have_count(0)
