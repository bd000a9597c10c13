"""The core story in Firefox and in WebKit; Chromium plays it in the other tests of the page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardpi.texts import PAGE as TEXTS
from boardpi.texts.languages import LANGUAGES
from tests.page.engines.engine import ENTER, POLL_S, Engine
from tests.page.engines.firefox import Firefox
from tests.page.engines.webkit import WebKit
from tests.page.places import OUTSIDE, PLACES, fill
from tests.page.tables import Running
from tests.patience import PATIENCE_S

SIZES = ((390, 844), (820, 1180), (1280, 800))
HIGHEST_CARD_PX = 260


@pytest.fixture(params=[Firefox, WebKit])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A browser with a profile of its own."""
    found: Engine = request.param(tmp_path)
    try:
        yield found
    finally:
        found.close()


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A table with a book."""
    running = fill(tmp_path_factory.mktemp("club"))
    yield running
    running.stop()


def test_the_core_story(engine: Engine, club: Running) -> None:
    """One browser and one table for all of it: to start either takes longer than to play."""
    prove_that_the_console_is_heard(engine, club)
    before = len(engine.troubles)
    sit_down(engine, club)
    for size in SIZES:
        look_at_every_place(engine, size)
    play_with_mouse_finger_and_keys(engine, club)
    follow_in_a_second_window(engine, club)
    begin_a_lesson(engine, club)
    change_paper_and_language(engine, club)
    assert engine.troubles[before:] == []


def sit_down(engine: Engine, club: Running) -> None:
    """Load the page."""
    engine.goto(club.url)
    engine.see(".message h2")


def walk(engine: Engine, place: str) -> None:
    """Go there as a link would."""
    engine.run(f"document.dispatchEvent(new CustomEvent('boardpi:go', {{ detail: '{place}' }}))")
    engine.see(PLACES[place])


def prove_that_the_console_is_heard(engine: Engine, club: Running) -> None:
    """By a deliberate error."""
    engine.goto(club.url)
    engine.run("setTimeout(() => { throw new Error('on purpose') })")
    end = time.monotonic() + PATIENCE_S
    while not any("on purpose" in line for line in engine.troubles):
        assert time.monotonic() < end, engine.troubles
        time.sleep(POLL_S)


def look_at_every_place(engine: Engine, size: tuple[int, int]) -> None:
    """Nothing sticks out; the card of the table is as high as what it says."""
    engine.size(*size)
    wrong = []
    for place in PLACES:
        walk(engine, place)
        wrong += [f"{place}: {one}" for one in engine.run(f"return ({OUTSIDE})()")]
        if place == "/":
            card = engine.run("return document.querySelector('.message').offsetHeight")
            assert card <= HIGHEST_CARD_PX
    assert wrong == []


def play_with_mouse_finger_and_keys(engine: Engine, club: Running) -> None:
    """A move by each of them; a move that is none is refused and put back; a reload keeps all."""
    engine.size(1280, 800)
    sit_down(engine, club)
    engine.drag("b1", "d2")
    engine.see(".ply[data-ply='1']", "b1–d2")
    engine.tap("d5", "b4")
    engine.see(".ply[data-ply='2']", "d5–b4")
    engine.run("document.querySelector('.zone[data-place=a1]').focus()")
    engine.type(f"c1{ENTER}d3{ENTER}")
    engine.see(".ply[data-ply='3']", "c1–d3")
    engine.drag("a5", "a4")
    engine.see(".message[data-kind=refusal]")
    engine.press(".message button")
    engine.see(".message[data-kind=turn]")
    sit_down(engine, club)
    engine.see(".ply[data-ply='3']", "c1–d3")
    assert club.moves == ["b1-d2", "d5-b4", "c1-d3"]


def follow_in_a_second_window(engine: Engine, club: Running) -> None:
    """One plays, the other sees it, and takes the move back with the PIN."""
    first = engine.window
    engine.open_window()
    engine.size(390, 844)
    sit_down(engine, club)
    second = engine.window
    engine.use(first)
    engine.drag("e5", "d3")
    engine.use(second)
    engine.see(".ply[data-ply='4']", "e5×d3")
    engine.press(".side .actions button", "Take back")
    engine.see("dialog #pin-title")
    engine.type(club.pin + ENTER)
    gone = "!document.querySelector('.ply[data-ply=\"4\"]')"
    engine.wait(gone)
    engine.use(first)
    engine.wait(gone)


def begin_a_lesson(engine: Engine, club: Running) -> None:
    """The PIN was given; the board goes to the lesson, and back to the game."""
    walk(engine, "/learn")
    engine.press("[data-lesson=jasir-lines] button")
    engine.see(".guest[data-kind=lesson]")
    engine.see(".message h2")
    club.tell("/table/lesson-end")
    engine.wait("!document.querySelector('.guest[data-kind=lesson]')")


def change_paper_and_language(engine: Engine, club: Running) -> None:
    """Light, dark, and every language."""
    ground = "getComputedStyle(document.body).backgroundColor"
    engine.run("localStorage.setItem('boardpi.paper', 'light')")
    engine.goto(club.url)
    engine.wait(f"document.querySelector('.message h2') && {ground} === 'rgb(245, 237, 221)'")
    engine.press(".tools button:last-child")
    engine.wait(f"{ground} === 'rgb(22, 16, 11)'")
    for language in LANGUAGES:
        engine.run(
            f"""const choice = document.querySelector(".language select");
            choice.value = "{language}";
            choice.dispatchEvent(new Event("change", {{ bubbles: true }}));"""
        )
        engine.wait(f"document.documentElement.lang === '{language}'")
        engine.see("nav a", str(TEXTS.of(language)["nav.book"]))
