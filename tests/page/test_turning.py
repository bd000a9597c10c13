"""After a game: its turning points, and what was given away, move by move and in a match."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.hands import play_the_other_game
from tests.page.places.test_axe import look
from tests.page.tables import Running

SHORT_GAME = "c1-d3 e5xd3 b1-d2 d3xd2 e1-c2 d2xc2 d1-b2 c2xb2 a1-b3 a5xb3"


def test_the_turning_points_of_a_game(sit: Sit, table: Running) -> None:
    """The coach looks for them when the game has ended; they count as the list of moves does."""
    hands = sit()
    page = hands.page
    hands.play(SHORT_GAME)
    game = table.read("/table")["match"]["game_id"]
    play_the_other_game(page, game)
    expect(page.locator(".table-view .given")).to_contain_text(
        "In the whole match: North gave away"
    )
    page.get_by_role("link", name="Turning points").click()
    points = page.locator(".turning-points li")
    expect(points).not_to_have_count(0)
    expect(points.first).to_contain_text("Better: ")
    given = table.read(f"/games/{game}/review")["given"]
    mine, theirs = given["w"]["points"] + 250, given["b"]["points"] + 100
    both = [(hundredths + 5) // 10 / 10 for hundredths in (mine, theirs)]
    told = f"In the whole match: North gave away {both[0]:g}, South {both[1]:g}."
    expect(page.locator(".turning .given").last).to_have_text(told)
    page.get_by_text("Move by move").click()
    losses = [one for one in table.read(f"/games/{game}/review")["losses"] if one["loss"]]
    expect(page.locator(".losses li")).to_have_count(len(losses))
    proven = sum(one["is_exact"] for one in losses)
    assert proven, "the opening is"
    expect(page.locator(".losses .proven")).to_have_count(proven)
    expect(points.locator(".proven, .estimated")).to_have_count(points.count())
    assert look(page) == []
    screen = sit("/show").page
    expect(screen.locator(".given")).to_contain_text("Points given away: White ")
    expect(screen.locator(".given")).to_contain_text("Proven moves: ")
    ply = table.read(f"/games/{game}/review")["points"][0]["ply"] + 1
    place = "one => [...one.parentElement.children].indexOf(one) + 1"
    turn = page.locator(f".plies li:has([data-ply='{ply}'])").evaluate(place)
    expect(points.first.get_by_role("button")).to_have_text(re.compile(rf"^Move {turn}…?:"))
    points.first.get_by_role("button").click()
    expect(page.locator(".caption")).not_to_be_empty()
    page.get_by_role("button", name="Step through them on the board").click()
    hands.give_pin()
    expect(page.locator(".guest h2")).to_have_text("Turning points")
