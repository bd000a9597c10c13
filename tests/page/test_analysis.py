"""An analysis: variations tried, asked about, kept, taken away as one file, read without a net."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.paper import Sheet, print_out
from tests.page.places.test_axe import look
from tests.page.tables import Running

OPENING = "b1-d2 d5-b4 c1-d3 e5xd3 d2xd3"


def try_moves(hands: Hands) -> None:
    """A variation by the board, its answer by the list, and a comment."""
    page = hands.page
    page.locator(".tree .ply").nth(2).click()
    expect(page.locator(".caption")).to_have_text("c1 to d3. Black to move")
    hands.zone("b4").click()
    hands.expect_light("d3", "capture")
    hands.zone("d3").click()
    expect(page.locator(".variation .ply")).to_have_text(["4. b4×d3"])
    page.get_by_text("All moves").click()
    page.locator(".choices").get_by_role("button", name="e1xd3").click()
    expect(page.locator(".variation .ply")).to_have_text(["4. b4×d3", "5. e1×d3"])
    page.get_by_label("Comment on this position").fill("Better for White <b>?")


def ask_the_coach(hands: Hands) -> None:
    """Three lines at most, each proven or estimated; the PIN is asked for once."""
    page = hands.page
    page.get_by_role("button", name="Ask the coach").click()
    hands.give_pin()
    lines = page.locator(".coach-lines li")
    expect(lines.first).to_be_visible()
    assert 1 <= lines.count() <= 3
    for line in lines.all():
        expect(line.locator(".proven, .estimated")).to_be_visible()
    assert look(page) == []


def take_away(page: Page, folder: Path) -> Path:
    """The whole analysis as one file."""
    page.get_by_text("Take it away").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="As one file (HTML)").click()
    path = folder / "game.html"
    download.value.save_as(path)
    return path


def test_an_analysis_is_kept_taken_away_and_played_by_keys(
    sit: Sit, table: Running, tmp_path: Path
) -> None:
    hands = sit()
    page = hands.page
    table.tell("/table/match", white="Ayşe", black="Émile")
    hands.play(OPENING)
    table.tell("/table/resign", side="b")
    game = table.read("/games")["games"][0]["id"]
    hands.sit_down(f"/book/games/{game}")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".tree .ply")).to_have_count(5)
    expect(page.locator(".openings th[scope=col]")).to_have_text(
        ["Move", "Value"]
    )  # nobody played on
    try_moves(hands)
    ask_the_coach(hands)
    page.get_by_role("button", name="Save with the game").click()
    expect(page.locator(".note")).to_contain_text("Saved.")
    kept = table.read(f"/games/{game}/analysis")
    assert [node["move"] for node in kept["nodes"]] == ["b4xd3", "e1xd3"]
    path = take_away(page, tmp_path)
    read_the_file(sit, path)


def read_the_file(sit: Sit, path: Path) -> None:
    """From the disk, by keys alone; nothing is asked of any network."""
    context = sit("/health").page.context
    page = context.new_page()  # one that has never seen the table
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    expect(page.locator("h1")).to_have_text("Ayşe – Émile")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    caption, here = page.locator(".caption"), page.locator("[aria-current]")
    expect(here).to_have_text("4. e5×d3")
    page.keyboard.press("ArrowDown")
    expect(caption).to_contain_text("b4 takes d3")
    page.keyboard.press("ArrowRight")
    expect(caption).to_contain_text("Better for White <b>?")
    page.keyboard.press("Home")
    expect(caption).to_contain_text("start")
    page.keyboard.press("End")
    expect(caption).to_contain_text("d2 takes d3")
    assert asked == [path.as_uri()]
    assert look(page) == []
    page.emulate_media(color_scheme="dark")
    assert look(page) == []
    page.emulate_media(forced_colors="active")
    assert look(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_any_position_is_looked_at(sit: Sit, table: Running) -> None:
    """The start, another rule set, and a position set by hand."""
    hands = sit("/analysis")
    page = hands.page
    expect(page.locator(".caption")).to_contain_text("start")
    page.keyboard.press("Tab")
    page.get_by_text("All moves").click()
    page.locator(".choices").get_by_role("button", name="b1-d2").click()
    expect(page.locator(".tree .ply")).to_have_text("1. b1–d2")
    page.get_by_text("Set a position").click()
    page.get_by_label("position line").fill("5/w4/5/4b/5 w w0b0 w0b0 -")
    page.get_by_role("button", name="Look at this position").click()
    expect(page.locator(".tree .ply")).to_have_count(0)
    page.get_by_text("All moves").click()
    expect(page.locator(".choices").get_by_role("button", name="a4-c5")).to_be_visible()
    page.get_by_text("Set a position").click()
    page.get_by_label("position line").fill("wwwwww/5/5/5/5 w w0b0 w0b0 -")
    page.get_by_role("button", name="Look at this position").click()
    expect(page.locator(".note")).to_be_visible()  # and says why it cannot be


def test_standings_and_score_sheet_go_on_paper(sit: Sit, table: Running, tmp_path: Path) -> None:
    hands = sit()
    page = hands.page
    table.tell("/table/match", white="Ayşe", black="Émile", clock={"main_s": 300})
    hands.play(OPENING)
    table.tell("/table/resign", side="b")
    hands.sit_down("/book/standings")
    expect(page.locator(".standings td").first).to_be_visible()
    standings = Sheet.of(print_out(page, tmp_path / "standings.pdf"))
    assert "Standings" in standings.words
    assert "1Ayşe41100" in standings.words
    assert "Search" not in standings.words
    assert standings.is_within_its_margins
    assert 0.002 < standings.ink < 0.1
    game = table.read("/games")["games"][0]["id"]
    hands.sit_down(f"/book/games/{game}")
    expect(page.locator(".printed tbody tr")).to_have_count(3)
    sheet = Sheet.of(print_out(page, tmp_path / "sheet.pdf"))
    for part in ("White:Ayşe", "Black:Émile", "5min", "e5×d3", "Theothersideresigned."):
        assert part in sheet.words
    assert "Download" not in sheet.words
    assert sheet.is_within_its_margins
    assert 0.05 < sheet.ink < 0.3  # the board is on it
