"""A class of three phones, each with a board of its own, while the board leads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from boardpi.daemon.activities.catalogue import open_puzzles
from boardpi.texts.languages import LANGUAGES
from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.tables import Running
from tests.page.test_spectator import watch

PUPILS = ("Anna", "Ben", "Chiara")
LONGEST = 150  # moves of a ladder


def open_class(sit: Sit) -> Hands:
    """The teacher names three pupils, allows phones and begins with Anna."""
    teacher = sit("/book/players")
    page = teacher.page
    for name in PUPILS:
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Add").click()
        if name == PUPILS[0]:
            teacher.give_pin()
        expect(page.get_by_role("link", name=name)).to_be_visible()
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Class", exact=True).click()
    page.get_by_label("Allow it without the PIN").check()
    page.get_by_role("button", name="Add everybody").click()
    expect(page.locator(".turns li")).to_have_count(3)
    return teacher


def tap(page: Page, *holes: str) -> None:
    for hole in holes:
        page.locator(f".phone-view .zone[data-place={hole}]").click()


def test_three_phones_learn_while_the_board_leads(sit: Sit, table: Running) -> None:
    """One follows the board, one does a lesson, one a puzzle; all see stars, nobody has a PIN."""
    teacher = open_class(sit).page
    teacher.get_by_role("link", name="Puzzles", exact=True).click()
    teacher.locator("[data-puzzle=jasir-3]").click()
    expect(teacher.locator(".rota-now")).to_contain_text("At the board: Anna. Next: Ben.")
    one, two, three = (watch(sit, table).page for _ in PUPILS)

    solution = next(p for p in open_puzzles() if p.name == "jasir-3").solution
    one.get_by_role("button", name="On this device").click()
    expect(one.locator(".message p")).to_contain_text("Only one move wins.")
    tap(one, str(solution.origin), str(solution.target))
    expect(one.locator(".message h2")).to_contain_text("★★★")

    two.get_by_role("link", name="Learn", exact=True).click()
    two.get_by_label("Who learns?").select_option("Ben")
    lesson = two.locator("[data-lesson=jasir-lines]")
    lesson.get_by_role("button", name="On this device").click()
    tap(two, "e1", "e2")
    expect(two.locator(".message p")).to_contain_text("no line leads from e1 to e2")
    expect(two.locator(".lead")).to_contain_text("On the board now: Puzzle jasir-3")
    tap(two, "e1", "c2")
    tap(two, "d5", "b4")
    tap(two, "c2", "e1")
    tap(two, "c2", "b2")
    two.get_by_role("button", name="Go on").click()
    expect(two.locator(".message h2")).to_have_text("Done! ★★★")

    three.get_by_role("link", name="Learn", exact=True).click()
    three.get_by_role("link", name="Puzzles", exact=True).click()
    three.locator("[data-puzzle=jasir-1]").click()
    expect(three.locator(".phone-view .guest h2")).to_have_text("Puzzle jasir-1")

    assert table.read("/table")["guest"]["id"] == "puzzle-jasir-3", "the board leads"
    teacher.goto(table.url + "/learn/stars")
    expect(teacher.locator(".stars-table tbody tr")).to_have_count(1)
    expect(teacher.locator(".stars-table tbody")).to_contain_text("Ben★★★")


def test_phones_do_nothing_without_the_teacher(sit: Sit, table: Running) -> None:
    """Nobody is asked for a PIN; a lesson waits while the teacher has closed the phones."""
    phone = watch(sit, table).page
    phone.goto(table.url + "/phone")
    closed = "Lessons on phones are closed just now."
    expect(phone.locator(".message p")).to_contain_text(closed)
    table.tell("/table/phones", is_open=True)
    expect(phone.locator(".message p")).to_contain_text("Choose a lesson or a puzzle.")
    phone.goto(table.url + "/learn")
    phone.locator("[data-lesson=jasir-corner]").get_by_role("button", name="On this dev").click()
    expect(phone.locator(".message p")).to_contain_text("Find the best move.")
    table.tell("/table/phones", is_open=False)
    expect(phone.locator(".message p")).to_contain_text(closed)
    expect(phone.locator(".phone-view .stage")).to_be_hidden()
    table.tell("/table/phones", is_open=True)
    expect(phone.locator(".message p")).to_contain_text("Find the best move.")
    expect(phone.get_by_role("dialog")).to_have_count(0)


def test_the_whole_ladder_on_a_phone(sit: Sit, table: Running) -> None:
    """Four games against the coach, each played to its end by fingers."""
    open_class(sit)
    page = watch(sit, table).page
    page.get_by_role("link", name="Learn", exact=True).click()
    page.locator("[data-lesson=jasir-first]").get_by_role("button", name="On this device").click()
    expect(page.locator(".message p")).to_contain_text("The goal: be first")
    for _ in range(LONGEST):
        lesson: Any = page.evaluate("fetch('/api/v1/phone').then((r) => r.json())")["lesson"]
        if lesson["do"] == "done":
            break
        if lesson["do"] == "touch":
            tap(page, "d5")
        else:
            play_on(page, lesson["legal"])
        expect(page.locator(".phone-view")).not_to_have_attribute("data-told", str(lesson["told"]))
    expect(page.locator(".message h2")).to_contain_text("Done! ★")


def play_on(page: Page, legal: list[str]) -> None:
    """Home where that is near."""
    move = next((one for one in legal if one.endswith("5")), legal[0])
    if move.startswith("@"):
        tap(page, "w", move[1:])
    else:
        tap(page, move[:2], move[3:5])


def test_two_teams_consult(sit: Sit, table: Running) -> None:
    """Each phone plays for one side; whoever waits is told so; the board plays."""
    teacher = open_class(sit)
    page = teacher.page
    page.get_by_role("button", name="With the game on the table").click()
    page.locator(".guest label.check", has_text="router").get_by_role("checkbox").check()
    page.get_by_role("button", name="Two teams").click()
    white, black = (watch(sit, table).page for _ in "wb")
    white.locator("[data-team=w]").click()
    black.locator("[data-team=b]").click()
    expect(page.locator("[data-team=b]")).to_contain_text("1 device")
    expect(black.locator(".votes [data-move='c1-d3']")).to_have_count(0)
    white.locator(".votes [data-move='c1-d3']").click()
    expect(page.locator(".votes [data-move='c1-d3'] b")).to_have_text("1")
    teacher.play("c1-d3")
    black.locator(".votes [data-move='e5xd3']").click()
    expect(page.locator(".votes [data-move='e5xd3'] b")).to_have_text("1")
    expect(white.locator(".ballot")).to_contain_text("The other team is to move.")
    expect(white.locator(".votes [data-move]")).to_have_count(0)
    page.get_by_role("button", name="One class again").click()
    expect(white.locator(".ballot")).to_be_hidden()


PAGES = re.compile(rb"/Type\s*/Page[^s]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_fit_one_page_in_every_language(sit: Sit, language: str) -> None:
    page = sit("/learn/sheets", locale=language).page
    expect(page.locator(".sheet li")).to_have_count(15)
    assert len(PAGES.findall(page.pdf(prefer_css_page_size=True))) == 1
    assert not re.search(r"sheet\.\w", page.locator(".sheet").inner_text()), "a text is missing"


def test_puzzles_and_the_star_chart_fit_one_page_each(sit: Sit) -> None:
    page = open_class(sit).page
    page.get_by_role("link", name="Sheets", exact=True).click()
    page.get_by_label("Which sheet?").select_option("Puzzles")
    expect(page.locator(".sheet figure")).to_have_count(6)
    assert len(PAGES.findall(page.pdf(prefer_css_page_size=True))) == 1
    first = page.locator(".sheet figcaption small").first.inner_text()
    page.locator("select[name=page]").select_option(index=1)
    expect(page.locator(".sheet figcaption small").first).not_to_have_text(first)
    page.get_by_label("Which sheet?").select_option("Star chart")
    expect(page.locator(".sheet .chart tbody th", has_text="Chiara")).to_be_visible()
    expect(page.locator(".sheet .chart tbody tr")).to_have_count(20)
    assert len(PAGES.findall(page.pdf(prefer_css_page_size=True))) == 1
