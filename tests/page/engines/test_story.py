"""The core story in Firefox and in WebKit; Chromium plays it in the other tests of the page."""

from __future__ import annotations

import time
from collections.abc import Iterator

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


@pytest.fixture(scope="module", params=[Firefox, WebKit])
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """A browser whose console is heard: a deliberate error proves it."""
    found: Engine = request.param(tmp_path_factory.mktemp("engine"))
    try:
        yield found
    finally:
        found.close()


@pytest.fixture(scope="module")
def club(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A table with a book, for each engine; the stories go on with one game."""
    running = fill(tmp_path_factory.mktemp("club"))
    yield running
    running.stop()


@pytest.fixture
def at_table(engine: Engine, club: Running) -> Iterator[Engine]:
    """Sits down; whatever the console complains about meanwhile fails the story."""
    before = len(engine.troubles)
    engine.goto(club.url)
    engine.see(".message h2")
    yield engine
    assert engine.troubles[before:] == []


def walk(engine: Engine, place: str) -> None:
    """Go there as a link would."""
    engine.run(f"document.dispatchEvent(new CustomEvent('boardpi:go', {{ detail: '{place}' }}))")
    engine.see(PLACES[place])


def test_the_console_is_heard(engine: Engine, club: Running) -> None:
    engine.goto(club.url)
    engine.run("setTimeout(() => { throw new Error('on purpose') })")
    end = time.monotonic() + PATIENCE_S
    while not any("on purpose" in line for line in engine.troubles):
        assert time.monotonic() < end, engine.troubles
        time.sleep(POLL_S)


@pytest.mark.parametrize("size", SIZES)
def test_every_place_fits(at_table: Engine, size: tuple[int, int]) -> None:
    at_table.size(*size)
    wrong = []
    for place in PLACES:
        walk(at_table, place)
        wrong += [f"{place}: {one}" for one in at_table.run(f"return ({OUTSIDE})()")]
        if place == "/":
            card = at_table.run("return document.querySelector('.message').offsetHeight")
            assert card <= HIGHEST_CARD_PX
    assert wrong == []


def test_mouse_finger_and_keys_play(at_table: Engine, club: Running) -> None:
    """A move by each of them; a move that is none is refused and put back; a reload keeps all."""
    at_table.size(1280, 800)
    at_table.drag("b1", "d2")
    at_table.see(".ply[data-ply='1']", "b1–d2")
    at_table.tap("d5", "b4")
    at_table.see(".ply[data-ply='2']", "d5–b4")
    at_table.run("document.querySelector('.zone[data-place=a1]').focus()")
    at_table.type(f"c1{ENTER}d3{ENTER}")
    at_table.see(".ply[data-ply='3']", "c1–d3")
    at_table.drag("a5", "a4")
    at_table.see(".message[data-kind=refusal]")
    at_table.press(".message button")
    at_table.see(".message[data-kind=turn]")
    at_table.goto(club.url)
    at_table.see(".ply[data-ply='3']", "c1–d3")
    assert club.moves == ["b1-d2", "d5-b4", "c1-d3"]


def test_a_second_window_follows_and_the_pin_opens(at_table: Engine, club: Running) -> None:
    """One plays, the other sees it, and takes the move back with the PIN."""
    at_table.size(1280, 800)
    first = at_table.window
    at_table.open_window()
    at_table.size(390, 844)
    at_table.goto(club.url)
    at_table.see(".message h2")
    second = at_table.window
    at_table.use(first)
    at_table.drag("e5", "d3")
    at_table.use(second)
    at_table.see(".ply[data-ply='4']", "e5×d3")
    at_table.press(".side .actions button", "Take back")
    at_table.see("dialog #pin-title")
    at_table.type(club.pin + ENTER)
    gone = "!document.querySelector('.ply[data-ply=\"4\"]')"
    at_table.wait(gone)
    at_table.use(first)
    at_table.wait(gone)


def test_a_lesson_begins_and_ends(at_table: Engine, club: Running) -> None:
    walk(at_table, "/learn")
    at_table.press("[data-lesson=jasir-lines] button")
    at_table.wait("document.querySelector('dialog, .guest:not([hidden])')")
    if at_table.run("return Boolean(document.querySelector('dialog'))"):
        at_table.type(club.pin + ENTER)
    walk(at_table, "/")
    at_table.see(".guest[data-kind=lesson]")
    at_table.see(".message h2")
    club.tell("/table/lesson-end")
    at_table.wait("!document.querySelector('.guest[data-kind=lesson]')")


def test_dark_paper_and_every_language(at_table: Engine, club: Running) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    at_table.run("localStorage.setItem('boardpi.paper', 'light')")
    at_table.goto(club.url)
    at_table.wait(f"document.querySelector('.message h2') && {ground} === 'rgb(245, 237, 221)'")
    at_table.press(".tools button:last-child")
    at_table.wait(f"{ground} === 'rgb(22, 16, 11)'")
    for language in LANGUAGES:
        at_table.run(
            f"""const choice = document.querySelector(".language select");
            choice.value = "{language}";
            choice.dispatchEvent(new Event("change", {{ bubbles: true }}));"""
        )
        at_table.wait(f"document.documentElement.lang === '{language}'")
        at_table.see("nav a", str(TEXTS.of(language)["nav.book"]))
