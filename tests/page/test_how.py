"""How to play: without the PIN, in every language; true pictures, and lights that move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import boardpi.web
from boardpi.rules import Game, rule_set
from boardpi.rules.holes import HOLES, Hole
from boardpi.table.lights import ROLES
from boardpi.table.script import ScriptPlayer
from boardpi.table.table import new_table
from boardpi.texts import HOW
from tests.page.conftest import Sit
from tests.page.tables import Running

SOURCE = (Path(boardpi.web.__file__).parent / "page/views/learning/pictures.js").read_text()
PICTURES: dict[str, Any] = json.loads(SOURCE[SOURCE.index("{") : SOURCE.rindex("}") + 1])


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_what_the_table_shows(name: str) -> None:
    picture = PICTURES[name]
    game = Game(rule_set(picture["rules"]), any_first=True)
    for move in picture["moves"].split():
        game = game.play(move)
    player = ScriptPlayer(new_table(game))
    for word in picture["hands"].split():
        player.do(word)
    position = player.table.game.position
    assert picture["position"] == str(position)
    lights = {str(hole): player.table.lights[hole] for hole in HOLES if player.table.lights[hole]}
    assert picture["lights"] == lights
    standing = {hole for hole in HOLES if position.owner(hole) is not None}
    standing -= {Hole(hole) for hole in picture["places"]}
    standing |= {Hole(hole) for hole in picture["places"].values() if hole != "air"}
    assert {hole for hole in HOLES if player.raw >> hole & 1} == standing


def test_every_light_of_a_game_is_told() -> None:
    told = {key.removeprefix("how.light.") for key in HOW.of("en") if key.startswith("how.light.")}
    assert told >= set(ROLES)


def test_how_to_play_is_one_press_away(sit: Sit, table: Running) -> None:
    """A newcomer reads it on a phone, without the PIN; the lights move as the theme has them."""
    page = sit(size=(390, 844)).page
    page.get_by_role("link", name="How to play").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play")
    expect(page.locator("figure[data-picture]")).to_have_count(len(PICTURES))
    lights = page.locator(".how-lights li")
    expect(lights).to_have_count(len(ROLES) + 1)  # and a choice of the menu
    theme = table.read("/themes")["themes"][table.read("/table")["theme"]]
    for role in ("capture", "target", "ask"):
        motion = theme["motions"][theme["roles"][role]["motion"]]["period_ms"]
        moving = f"[...document.querySelectorAll('[data-role={role}] .lamp')].flatMap(one => "
        found = page.evaluate(
            moving + "one.getAnimations().map(a => a.effect.getTiming().duration))"
        )
        assert found == [motion] * bool(motion), role
    page.get_by_role("main").get_by_role("link", name="Lessons").click()
    expect(page.locator(".lesson").first).to_be_visible()
    assert not table.read("/session")["is_open"]


def test_who_is_troubled_by_motion_sees_slow_swells(sit: Sit) -> None:
    page = sit("/how", reduced_motion="reduce").page
    expect(page.locator("[data-role=refused] .lamp.lit")).to_be_visible()
    periods = page.evaluate(
        "[...document.querySelectorAll('.how .lamp')].flatMap(one => "
        "one.getAnimations().map(a => a.effect.getTiming().duration))"
    )
    assert set(periods) == {4000}
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", level=1)).to_have_text("So wird gespielt")
    expect(page.get_by_text(str(HOW.of("de")["how.light.ask"]))).to_be_visible()
