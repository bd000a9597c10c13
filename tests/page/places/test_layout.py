"""Every place in every language at all sizes: nothing sticks out, nothing is cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from boardpi.texts.languages import LANGUAGES
from tests.page.places import OUTSIDE, PLACES, go
from tests.page.tables import Running

SIZES = (
    (320, 640),
    (360, 740),
    (390, 844),
    (721, 1000),
    (768, 1024),
    (820, 1180),
    (917, 1000),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
)
SIDEWAYS = (844, 390)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_at_any_size(window: Page, club: Running, language: str) -> None:
    window.evaluate("code => localStorage.setItem('boardpi.language', code)", language)
    window.goto(club.url)
    expect(window.locator("html")).to_have_attribute("lang", language)
    expect(window.locator(".message h2")).to_be_visible()
    wrong = []
    for place in PLACES:
        go(window, place)
        for width, height in (*SIZES, SIDEWAYS):
            window.set_viewport_size({"width": width, "height": height})
            wrong += [f"{place} at {width}: {one}" for one in window.evaluate(OUTSIDE)]
    assert wrong == []


@pytest.mark.parametrize("size", [(320, 640), (844, 390), (427, 267), (320, 200), (1024, 768)])
def test_the_board_is_large_enough(window: Page, size: tuple[int, int]) -> None:
    """Also on a phone on its side, and for who zooms to 400 %: holes as wide as a finger."""
    window.set_viewport_size({"width": size[0], "height": size[1]})
    go(window, "/")
    box = window.locator(".zone[data-place=c3] .touch").bounding_box()
    assert box is not None
    assert box["width"] >= 44
    go(window, "/check")
    box = window.locator(".spot").first.bounding_box()
    assert box is not None
    assert box["width"] >= 44
