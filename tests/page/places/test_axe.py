"""axe-core looks at every place and at what can happen there: nothing serious is wrong with any."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.places import PLACES, go
from tests.page.tables import Running

AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
LOOK = """async () => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, any }) =>
      `${id}: ${html.slice(0, 160)} ${any.map(({ message }) => message).join("; ")}`));
}"""


def look(page: Page) -> list[str]:
    """What axe finds serious, in words."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(LOOK)
    return found


def look_in_all_colours(page: Page) -> list[str]:
    """Light, dark, and colours of the reader's own on either ground. Chromium does not colour notes
    anew that stand there already: they are waited for, and looked at where colours are as set.
    """
    found = look(page)
    expect(page.locator(".note")).to_have_count(0)
    for forced in ("none", "active"):
        for scheme in ("light", "dark"):
            page.emulate_media(
                color_scheme="dark" if scheme == "dark" else "light",
                forced_colors="active" if forced == "active" else "none",
            )
            found += [f"{scheme}, forced {forced}: {one}" for one in look(page)]
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


@pytest.mark.parametrize("paper", ["light", "dark"])
def test_every_place(window: Page, club: Running, paper: str) -> None:
    window.set_viewport_size({"width": 1280, "height": 800})
    window.goto(club.url)
    expect(window.locator(".message h2")).to_be_visible()
    window.emulate_media(color_scheme="dark" if paper == "dark" else "light")
    found = []
    titles = []
    for place in PLACES:
        go(window, place)
        titles.append(window.title())
        found += [f"{place}: {one}" for one in look(window)]
    assert found == []
    assert "boardpi" not in titles, "every place has a name of its own"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_big_screen(sit: Sit, scheme: Literal["light", "dark"]) -> None:
    page = sit("/show", size=(1920, 1080)).page
    page.emulate_media(color_scheme=scheme)
    expect(page.locator(".headline")).not_to_be_empty()
    assert look(page) == []
    assert page.title() == "Big screen · boardpi"


def test_what_happens_at_the_table(sit: Sit, table: Running) -> None:
    """A refusal, the way back, an earlier position, a question, the PIN, a table that is away."""
    hands = sit(size=(390, 844))
    page = hands.page
    hands.play("a1-b3 d5-b4 c1-d3")
    found = {"moves": look(page)}
    page.get_by_label("One move back").click()
    found["an earlier position"] = look(page)
    page.get_by_label("To the last move").click()
    page.evaluate("scrollTo(0, 0)")
    hands.drag("a5", "a4")
    expect(hands.message).to_have_text("That is not possible")
    found["a refusal"] = look(page)
    page.get_by_role("button", name="Put it back").click()
    expect(hands.message).to_contain_text("to move")
    page.get_by_text("Faults to try").click()
    page.get_by_label("Sweep so smoothly").check()
    page.evaluate("scrollTo(0, 0)")
    hands.drag("b4", "b3")
    expect(hands.message).to_have_text("Which one was it?")
    found["a question"] = look(page)
    page.locator(".message button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["the PIN"] = look(page)
    hands.give_pin()
    table.stop()
    expect(page.locator("#away")).to_be_visible()
    found["away"] = look(page)
    table.start()
    expect(page.locator("#away")).to_have_count(0)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_guests_of_the_board(sit: Sit, table: Running) -> None:
    """A lesson, a class that votes, the check."""
    hands = sit()
    page = hands.page
    found = {}
    for name, (begin, seen, end) in {
        "lesson": (("lesson", {"id": "jasir-lines"}), ".guest[data-kind=lesson]", "lesson-end"),
        "class": (("class", {}), ".guest[data-kind=class]", "leave"),
        "check": (("check", {}), ".guest", ""),
    }.items():
        table.tell(f"/table/{begin[0]}", **begin[1])
        if name == "check":
            look_at_check(hands)
            found[name] = look_in_all_colours(page)
            continue
        expect(page.locator(seen)).to_be_visible()
        if name == "class":
            table.tell("/table/vote", is_open=True)
            expect(page.locator(".votes button").first).to_be_visible()
        found[name] = look_in_all_colours(page)
        table.tell(f"/table/{end}")
        expect(page.locator(seen)).to_be_hidden()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def look_at_check(hands: Hands) -> None:
    """Walk to the check that is under way."""
    go(hands.page, "/check")
    expect(hands.page.locator("[data-answer=stop]")).to_be_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_places_in_forced_colours(window: Page, club: Running, colours: str) -> None:
    window.goto(club.url)
    expect(window.locator(".message h2")).to_be_visible()
    window.emulate_media(
        color_scheme="dark" if colours == "dark" else "light", forced_colors="active"
    )
    found = []
    for place in PLACES:
        go(window, place)
        found += [f"{place}: {one}" for one in look(window)]
    window.emulate_media(forced_colors="none")
    assert found == []


def test_looking_after_the_table(sit: Sit, table: Running, tmp_path: Path) -> None:
    """What is seen with the PIN: every setting, a code for a device, what a way back would lose."""
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(table.send("/backup.sqlite"))
    table.tell("/table/match", white="Ayşe", black="Émile", clock={"main_s": 600, "flag": "loses"})
    table.tell("/table/resign", side="w")
    hands = sit("/settings")
    page = hands.page
    page.get_by_role("button", name="Enter the PIN").click()
    hands.give_pin()
    expect(page.locator("[data-group=clocks]")).to_be_visible()
    page.locator("[data-group=clocks]").get_by_label("Clocks").select_option("increment")
    page.get_by_label("Who speaks").select_option("espeak-ng")
    page.get_by_label("Name of the table").fill("Elm")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".save-bar .warning")).to_be_visible()
    page.get_by_role("button", name="Show a QR code for one device").click()
    expect(page.locator(".device-code p")).to_be_visible()
    found = {"settings": look_in_all_colours(page)}
    hands.sit_down("/backup")
    page.get_by_label("A backup on this device").set_input_files(copy)
    expect(page.get_by_role("button", name="Go back to this backup")).to_be_visible()
    found["restore"] = look_in_all_colours(page)
    page.get_by_role("button", name="Go back to this backup").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["are you sure"] = look_in_all_colours(page)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    go(page, "/health")
    page.get_by_role("button", name="Last lines of the log").click()
    expect(page.locator(".log li").first).to_be_visible()
    found["log"] = look_in_all_colours(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_looking_at_a_game(sit: Sit, table: Running) -> None:
    """Moves of its own, the coach's lines, a variation with a comment, what is taken away."""
    hands = sit()
    page = hands.page
    hands.play("a1-b3 d5-b4 c1-d3")
    table.tell("/table/resign", side="b")
    game = table.read("/games")["games"][0]["id"]
    hands.sit_down(f"/book/games/{game}")
    page.get_by_text("Take it away").click()
    expect(page.get_by_text("<iframe")).to_be_visible()
    found = {"game": look_in_all_colours(page)}
    page.get_by_role("link", name="Analyse").click()
    page.locator(".tree .ply").first.click()
    page.get_by_text("All moves").click()
    page.locator(".choices button").first.click()
    page.get_by_label("Comment on this position").fill("Better?")
    page.get_by_role("button", name="Ask the coach").click()
    hands.give_pin()
    expect(page.locator(".coach-lines li").first).to_be_visible()
    page.get_by_role("button", name="Go through the game").click()
    expect(page.locator(".graph .chart")).to_be_visible()
    page.get_by_text("Take it away").click()
    found["analysis"] = look_in_all_colours(page)
    page.keyboard.press("Home")
    expect(page.locator(".openings td").first).to_be_visible()
    expect(page.get_by_text("<iframe")).to_be_visible()  # what was opened stays open
    found["openings"] = look_in_all_colours(page)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
