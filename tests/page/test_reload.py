"""The archers belong to the table: no reload and no second device loses one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Sit
from tests.page.hands import Hands, unlit
from tests.page.tables import Running

OPENING = "b1-d2 d5-b4 c1-d3"


def reload(hands: Hands) -> None:
    """As somebody does whose page seems stuck."""
    hands.page.reload()
    expect(hands.message).to_be_visible()
    expect(hands.page.locator(".archer")).to_have_count(10)


def in_air(table: Running) -> list[str]:
    places = table.read("/table")["board"]["archers"].values()
    return [place for place in places if place.startswith("air")]


def lift(hands: Hands, hole: str) -> None:
    """A tap, and the table knows of it."""
    hands.page.mouse.click(*hands.spot(hole))
    hands.expect_light(hole, "origin")


def test_a_reload_at_every_point_of_a_move(sit: Sit, table: Running) -> None:
    """Lifted, put back, lifted again, carried with the mouse: each time it can be taken."""
    hands = sit()
    lift(hands, "d1")
    reload(hands)
    expect(hands.page.locator(".archer.flying")).to_have_count(1)
    hands.page.mouse.click(*hands.spot("d1"))
    expect(hands.zone("d1")).to_have_attribute("aria-label", "d1, White archer")
    lift(hands, "b1")
    reload(hands)
    hands.page.mouse.click(*hands.spot("d2"))
    hands.expect_moves("b1-d2")
    lift(hands, "d5")
    reload(hands)
    hands.drag("d5", "b4")
    hands.expect_moves("b1-d2", "d5-b4")
    hands.page.mouse.move(*hands.spot("c1"))
    hands.page.mouse.down()
    hands.page.mouse.move(*hands.spot("d3"), steps=4)
    hands.expect_light("c1", "origin")
    reload(hands)
    hands.page.keyboard.press("Escape")
    hands.page.mouse.up()
    hands.page.mouse.click(*hands.spot("d3"))
    hands.expect_moves(*OPENING.split())
    reload(hands)
    hands.expect_moves(*OPENING.split())
    assert in_air(table) == []


def test_a_capture_is_finished_on_another_device(sit: Sit, table: Running) -> None:
    """The victim is off the board, the taker in the air, the first window is gone."""
    one = sit()
    one.play(OPENING)
    one.drag("d3", "white")
    one.expect_light("e5", "taker")
    lift(one, "e5")
    one.page.close()
    other = sit(size=(390, 844), has_touch=True)
    other.tap("d3")
    other.expect_moves(*OPENING.split(), "e5xd3")
    assert in_air(table) == []
    assert table.position == "bbb2/1b3/3B1/3w1/w2ww w w0b0 w0b0 -"


def test_a_new_match_in_mid_game_sets_itself_up(sit: Sit, table: Running) -> None:
    """With an archer in the air and others dead: all ten stand in their rows at once."""
    hands = sit()
    hands.play(f"{OPENING} e5xd3 d2xd3")
    lift(hands, "b4")
    page = hands.page
    page.goto(f"{table.url}/match")
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("dialog").get_by_role("button", name="Start the match").click()
    hands.give_pin()
    expect(hands.message).to_have_text("Either side may begin")
    for hole, player in (("e1", "White"), ("b1", "White"), ("e5", "Black"), ("d5", "Black")):
        expect(hands.zone(hole)).to_have_attribute("aria-label", unlit(f"{hole}, {player} archer"))
    assert in_air(table) == []
    hands.play("b1-d2")


def test_the_dead_stay_in_their_tray(sit: Sit, table: Running) -> None:
    """Nobody is in hand: touching the tray says so instead of lifting a dead archer."""
    hands = sit()
    hands.play(f"{OPENING} e5xd3")
    hands.page.mouse.click(*hands.spot("white"))
    expect(hands.page.locator("#notes")).to_contain_text("The archers in this tray are dead")
    assert in_air(table) == []


def test_a_capture_that_is_taken_back_has_its_colours_again(sit: Sit, table: Running) -> None:
    """The archers go back; d3 is White's again, on every screen."""
    hands, other = sit(), sit(size=(390, 844))
    hands.play(f"{OPENING} e5xd3")
    expect(hands.zone("d3")).to_have_attribute("aria-label", "d3, Black chosen archer, last move")
    hands.page.get_by_role("button", name="Take back").click()
    hands.give_pin()
    for screen in (hands, other):
        expect(screen.zone("d3")).to_have_attribute("aria-label", "d3, White archer, last move")
        expect(screen.zone("e5")).to_have_attribute("aria-label", unlit("e5, Black archer"))
        expect(screen.message).to_have_text("Black to move")
    hands.play("e5xd3")


def test_by_hand_the_lights_guide_as_on_wood(sit: Sit, table: Running) -> None:
    """Switched on the page; then a take-back waits for hands, and `Put it back` ends it."""
    hands = sit("/match")
    page = hands.page
    page.get_by_label("Set the archers up by hand").check()
    hands.give_pin()
    page.get_by_role("link", name="Table", exact=True).click()
    hands.play(f"{OPENING} e5xd3")
    page.get_by_role("button", name="Take back").click()
    hands.expect_light("e5", "missing")
    hands.expect_light("d3", "extra")
    said = "Black: the archer from d3 back to e5. White: the archer back on d3."
    expect(page.locator(".message p")).to_have_text(said)
    page.get_by_role("button", name="Put it back").click()
    hands.expect_light("d3", "missing")
    page.get_by_role("button", name="Put it back").click()
    expect(hands.message).to_have_text("Black to move")
    expect(hands.zone("d3")).to_have_attribute("aria-label", "d3, White archer, last move")
    assert table.read("/table")["board"]["by_hand"] is True
