"""A whole match through the page: names, two games, sides switched, points."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.conftest import Sit
from tests.page.hands import Hands
from tests.page.tables import Running

BLACK_WINS = "c1-d3 e5xd3 b1-d2 d3xd2 e1-c2 d2xc2 d1-b2 c2xb2 a1-b3 a5xb3"
WHITE_WINS = "c5-b3 a1xb3 d5-b4 b3xb4 a5-c4 b4xc4 e5-d3 c1xd3 b5-d4 d3xd4"
"""In the second game Black begins, as the rules allow."""
EVIL = "<img src=x onerror=alert(1)>"


def test_a_whole_match_of_two_games(sit: Sit, table: Running) -> None:
    """Ten moves each, played with the keyboard; the second game has the sides switched."""
    hands = sit("/match")
    page = hands.page
    form = page.locator(".match-form")
    form.get_by_label("White").fill("North")
    form.get_by_label("Black").fill(EVIL)
    form.get_by_role("button", name="Start the match").click()
    hands.give_pin()
    expect(page.locator(".seat.black .who")).to_have_text(EVIL)

    hands.zone("c1").focus()
    hands.play(BLACK_WINS, how="type")
    expect(hands.message).to_have_text(f"{EVIL} wins 5–0")
    expect(hands.alarm).to_contain_text("North has no archers left.")
    expect(page.locator(".seat.black .score")).to_have_text("5")
    page.get_by_role("button", name="Set up the next game").click()

    expect(page.locator(".seat.white .who")).to_have_text(EVIL)
    expect(page.locator(".seat.white .score")).to_have_text("5")
    expect(page.locator(".under .facts")).to_contain_text("game 2 of 2")
    hands.zone("c1").focus()
    hands.play(WHITE_WINS, how="type")
    expect(page.locator(".seat.white .score")).to_have_text("10")
    expect(page.locator(".seat.black .score")).to_have_text("0")

    expect(hands.message).to_have_text(f"{EVIL} wins the match 10–0")
    story = page.locator(".message p")
    expect(story).to_contain_text(f"Game 1: {EVIL} – North 5–0. Game 2: {EVIL} – North 5–0.")
    expect(story).to_contain_text("North has no archers left.")
    expect(page.get_by_role("link", name="Next pair")).to_be_visible()

    match = table.read("/table")["match"]
    assert (match["is_over"], match["winner"], match["score"]) == (True, EVIL, [10, 0])
    page.get_by_role("link", name="Match", exact=True).click()
    expect(page.locator(".now")).to_contain_text(f"{EVIL} wins the match 10–0.")
    read_book(page)


def read_book(page: Page) -> None:
    """Both games, the standings, and the page of the winner."""
    page.get_by_role("link", name="Book", exact=True).click()
    expect(page.locator(".entry")).to_have_count(2)
    page.get_by_label("Search names").fill("nobody of this name")
    expect(page.locator(".entry")).to_have_count(0)
    page.get_by_label("Search names").fill("nor")
    expect(page.locator(".entry")).to_have_count(2)
    page.get_by_role("link", name="Standings").click()
    row = page.get_by_role("row", name=re.compile("North"))
    expect(row.locator(".points")).to_have_text("0")
    page.get_by_role("link", name=EVIL).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(EVIL)
    expect(page.get_by_role("img", name="Won 2, Drawn 0, Lost 0")).to_be_visible()
    expect(page.locator(".chart.points .own")).to_have_count(2)


def test_a_game_is_replayed_corrected_and_deleted(sit: Sit, table: Running, tmp_path: Path) -> None:
    """The slider walks through it; the record is a file; a deletion can be undone."""
    hands = sit()
    hands.play("b1-d2 d5-b4")
    page = hands.page
    page.get_by_role("link", name="Players, rules, resign…").click()
    page.get_by_role("button", name="White resigns").click()
    page.get_by_role("dialog").get_by_role("button", name="White resigns").click()
    hands.give_pin()
    expect(page.locator(".now")).to_contain_text("White resigned.")
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(".now")).to_contain_text("game 2 of 2")
    page.get_by_role("link", name="Book", exact=True).click()
    page.locator(".entry", has_text="0 – 5").click()

    slider = page.get_by_label("Position in the game")
    expect(page.locator(".caption")).to_contain_text("2 of 2: d5 to b4")
    page.keyboard.press("Home")
    expect(page.locator(".caption")).to_have_text("0 of 2: start")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".caption")).to_contain_text("1 of 2: b1 to d2")
    page.keyboard.press("End")
    moves = table.read("/games/1")["moves"]
    seconds = (moves[1]["ms"] - moves[0]["ms"]) // 1000  # by the clock, which the first move starts
    expect(page.locator(".caption")).to_have_text(f"2 of 2: d5 to b4 (0:{seconds:02})")
    with page.expect_download() as download:
        page.get_by_role("link", name="Game record (.jas)").click()
    record = tmp_path / "game.jas"
    download.value.save_as(record)
    assert "1. b1-d2 d5-b4" in record.read_text()

    page.get_by_text("Corrections and history").click()
    names = page.locator(".corrections form").first
    names.get_by_label("White").fill("Sofia")
    names.get_by_role("button", name="Set the names").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sofia – Black")
    page.get_by_role("button", name="Delete this game").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete this game").click()
    with page.expect_response("**/restore"):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Delete this game")).to_be_visible()
    assert [game["deleted"] for game in table.read("/games")["games"]] == [None, None]


def test_names_help_and_lights_can_change_during_a_game(sit: Sit, table: Running) -> None:
    """Nothing of this disturbs the game."""
    hands = sit()
    hands.play("b1-d2")
    page = hands.page
    page.goto(table.url + "/match")
    page.get_by_label("Everything").check()
    hands.give_pin()
    page.locator("[name=theme]").select_option("contrast")
    page.get_by_text("Who is playing?").click()
    page.locator(".names-form").get_by_label("Black").fill("Jan")
    page.locator(".names-form").get_by_role("button", name="Save").click()
    expect(page.locator(".versus")).to_contain_text("Jan")
    page.get_by_role("link", name="Table", exact=True).click()
    hands.expect_light("a5", "movable")
    snapshot = table.read("/table")
    assert (snapshot["help"], snapshot["theme"]) == ("full", "contrast")
    hands.expect_moves("b1-d2")


def test_a_person_written_down_twice_becomes_one(sit: Sit, table: Running) -> None:
    """The organiser says so on the player's page; the games go to the entry that is left."""
    hands = sit("/match")
    page = hands.page
    form = page.locator(".match-form")
    form.get_by_label("White").fill("Nort")
    form.get_by_label("Black").fill("South")
    form.get_by_role("button", name="Start the match").click()
    hands.give_pin()
    expect(page.locator(".seat.white .who")).to_have_text("Nort")
    page.goto(f"{table.url}/book/players")
    page.get_by_label("Name").fill("North")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("link", name="Nort", exact=True).click()
    page.get_by_text("The same person, written down twice").click()
    page.get_by_label("Is the same as").select_option("North")
    page.get_by_role("button", name="Make them one").click()
    page.get_by_role("dialog").get_by_role("button", name="Make them one").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("North")
    assert table.read("/table")["match"]["white"] == "North"
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nort")
    assert table.read("/table")["match"]["white"] == "Nort"
    table.tell("/players/1/merge", into=3)
    page.goto(f"{table.url}/book/players/3")
    page.get_by_text("Also written down as").click()
    page.get_by_role("button", name="Separate them again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nort")


def test_the_same_two_play_again(sit: Sit, table: Running) -> None:
    """After the match one press begins the next, sides switched; the board sets itself up."""
    hands = sit("/match")
    page = hands.page
    form = page.locator(".match-form")
    form.get_by_label("White").fill("North")
    form.get_by_label("Black").fill("South")
    form.get_by_role("button", name="Start the match").click()
    hands.give_pin()
    for _ in range(2):
        hands.play("b1-d2")
        resign(hands)
    expect(hands.message).to_have_text("The match is drawn, 5–5")
    page.get_by_role("button", name="Same players again").click()
    expect(hands.message).to_have_text("Either side may begin")
    match = table.read("/table")["match"]
    assert (match["white"], match["black"], match["game"]) == ("North", "South", 1)
    expect(hands.zone("b1")).to_have_attribute("aria-label", "b1, White archer")


def resign(hands: Hands) -> None:
    """White gives up, and the next game is set up unless that was the last."""
    page = hands.page
    page.get_by_role("link", name="Match", exact=True).click()
    page.locator(".now").get_by_role(
        "button", name=re.compile("^(North|South) resigns")
    ).first.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("resigns")).click()
    expect(page.locator(".now")).to_contain_text("resigned.")
    page.get_by_role("link", name="Table", exact=True).click()
    if page.get_by_role("button", name="Set up the next game").is_visible():
        page.get_by_role("button", name="Set up the next game").click()
        expect(page.locator(".under .facts")).to_contain_text("game 2 of 2")


def test_the_coach_asks_before_it_ends_a_game(sit: Sit, table: Running) -> None:
    """A game of two named people is on the table: no press ends it without a question."""
    hands = sit()
    hands.play("b1-d2")
    page = hands.page
    page.goto(f"{table.url}/learn/coach")
    page.get_by_role("button", name="Play against the coach").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("A game is being played")
    dialog.get_by_role("button", name="Cancel").click()
    assert table.moves == ["b1-d2"]
    page.get_by_role("button", name="Play against the coach").click()
    dialog.get_by_role("button", name="Play against the coach").click()
    hands.give_pin()
    expect(page.locator(".seat.black .who")).to_have_text("Coach 1")
    assert table.moves == []
    assert table.read("/games")["games"][1]["state"] == "unfinished"
