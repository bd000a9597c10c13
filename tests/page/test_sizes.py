"""A phone, a tablet, a big screen; fingers, weak eyes, people whom motion troubles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import boardpi.web
from tests.page.conftest import Sit
from tests.page.hands import unlit
from tests.page.tables import Running

BASE_CSS = Path(boardpi.web.__file__).parent / "page" / "styles" / "base.css"
SMALL_TARGETS = """() => [...document.querySelectorAll(
    "main :is(a, button, select, summary), header :is(a, button, select)")]
  .filter(one => one.checkVisibility() && getComputedStyle(one).display !== "inline")
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 40 || box.height < 40)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""


def assert_no_sideways_scroll(page: Page) -> None:
    """Nothing sticks out of the window."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("path", ["/", "/match", "/book", "/book/standings", "/health"])
def test_every_place_fits_a_phone(sit: Sit, path: str) -> None:
    hands = sit(path, size=(390, 844), has_touch=True)
    expect(hands.page.get_by_role("navigation").first).to_be_visible()
    expect(hands.page.locator("main > *")).to_be_visible()
    assert_no_sideways_scroll(hands.page)
    assert hands.page.evaluate(SMALL_TARGETS) == []


def test_a_phone_plays_with_one_finger(sit: Sit, table: Running) -> None:
    """Board and trays are in view without scrolling; holes are wide enough to hit."""
    hands = sit(size=(390, 844), has_touch=True)
    for place in ("a5", "e1", "white", "black"):
        expect(hands.zone(place)).to_be_in_viewport(ratio=0.9)
    box = hands.zone("c3").locator(".touch").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    top = hands.spot("a5")
    hands.play("b1-d2 d5-b4 c1-d3 e5xd3 d2xd3 b4xd3 e1xd3 @e5", how="tap")
    assert table.position == "bbb1b/5/3W1/5/w2w1 w w1b1 w0b0 -"
    assert_no_sideways_scroll(hands.page)
    hands.swipe("d1", "c3")
    expect(hands.page.locator(".ply[data-ply='9']")).to_have_text("d1–c3")
    hands.swipe("a5", "a4")
    expect(hands.message).to_have_text("That is not possible")
    assert hands.spot("a5") == top, "the board must not jump under the fingers"


def test_the_big_screen_shows_and_asks_nothing(sit: Sit, table: Running) -> None:
    """Names and score in large type, in several looks, without a single control."""
    hands = sit()
    screen = sit("/show?look=night&language=it", size=(1920, 1080)).page
    expect(screen.locator(".headline")).to_have_text("Comincia chi vuole")
    hands.play("b1-d2")
    expect(screen.locator(".headline")).to_have_text("Muove: Nero")
    expect(screen.locator(".last-moves")).to_have_text("Bianco: da b1 a d2")
    expect(screen.locator(".archer.white[data-place=d2]")).to_be_visible()
    controls = screen.locator("button, select, input, textarea, a[href], [tabindex='0']")
    expect(controls).to_have_count(0)
    assert (
        screen.evaluate("parseFloat(getComputedStyle(document.querySelector('.who')).fontSize)")
        >= 40
    )
    assert_no_sideways_scroll(screen)
    assert screen.evaluate("document.documentElement.scrollHeight <= window.innerHeight")
    expect(screen.locator(".qr")).to_have_js_property("complete", True)


def test_lights_move_as_the_theme_says_and_rest_for_whom_motion_troubles(sit: Sit) -> None:
    """A capture pulses in 1.2 s; with reduced motion it swells slowly instead."""
    period = "lamp => lamp.getAnimations().map(one => one.effect.getTiming().duration)"
    for motion, expected in (("no-preference", [1200]), ("reduce", [4000])):
        hands = sit(reduced_motion=motion)
        if not hands.table.moves:
            hands.play("b1-d2 d5-b4 c1-d3")
        hands.page.mouse.click(*hands.spot("e5"))
        hands.expect_light("d3", "capture")
        assert hands.page.locator(".lamp[data-hole=d3]").evaluate(period) == expected
        hands.page.keyboard.press("Escape")
        expect(hands.zone("e5")).to_have_attribute("aria-label", unlit("e5, Black archer"))


def tokens(block: str) -> dict[str, str]:
    """The colours that a block of CSS names."""
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    """WCAG 2's relative luminance."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """WCAG 2's contrast ratio."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def test_ink_on_paper_has_contrast() -> None:
    """WCAG AA asks for 4.5 to 1 in light and in dark."""
    css = BASE_CSS.read_text()
    light = tokens(css[css.index(":root {") : css.index(":root[data-paper")])
    dark = tokens(css[css.index(":root[data-paper") : css.index("@media")])
    device = tokens(css[css.index("@media (prefers-color-scheme") : css.index("*, ::before")])
    assert dark == device
    for paper in (light, dark):
        for ink in ("ink", "soft", "accent", "gold", "trouble", "good"):
            for ground in ("paper", "sheet"):
                assert contrast(paper[ink], paper[ground]) >= 4.5, (ink, ground)
        assert contrast(paper["on-accent"], paper["accent"]) >= 4.5
