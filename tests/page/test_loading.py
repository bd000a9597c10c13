"""A page that loads badly, or that grew old while it was open: nobody is left with a blank one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import WAIT_MS, Sit
from tests.page.tables import Running


@pytest.fixture
def window(chromium: Browser) -> Iterator[Page]:
    """A window whose console may complain: something is missing."""
    context = chromium.new_context(locale="pl-PL")
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    yield page
    context.close()


def test_a_missing_language_becomes_english(window: Page, table: Running) -> None:
    window.route("**/texts/pl.json", lambda route: route.abort())
    window.goto(table.url)
    expect(window.locator(".message h2")).to_have_text("Either side may begin")
    assert window.evaluate("document.documentElement.lang") == "en"


def test_without_any_text_the_page_offers_to_load_again(window: Page, table: Running) -> None:
    """In every language, for none has been chosen."""
    window.route("**/texts/*.json", lambda route: route.abort())
    window.goto(table.url)
    expect(window.locator(".unloaded.failed")).to_be_visible()
    window.unroute("**/texts/*.json")
    window.get_by_role("link", name="Load it again").click()
    expect(window.locator(".message h2")).to_have_text("Zaczyna, kto chce")


def test_without_its_modules_the_page_offers_it_too(window: Page, table: Running) -> None:
    """No script runs; what the HTML says appears after a while."""
    window.route("**/parts/dom.js", lambda route: route.abort())
    window.goto(table.url)
    expect(window.locator(".unloaded [lang=pl]")).to_be_visible()


def test_a_place_that_does_not_load_says_so(window: Page, table: Running) -> None:
    window.route("**/views/book.js", lambda route: route.abort())
    window.goto(table.url)
    window.locator("nav [data-place=book]").click()
    expect(window.locator("h1")).to_have_text("Strona nie wczytała się w całości.")
    window.unroute("**/views/book.js")
    window.get_by_role("button", name="Wczytaj ponownie").click()
    expect(window.locator(".book h1")).to_be_visible()


def test_a_page_older_than_its_table_offers_to_reload(sit: Sit) -> None:
    """After an upgrade an open page would go on with old code."""
    hands = sit()
    page = hands.page
    expect(page.locator("#renewed")).to_have_count(0)
    newer = {"is_open": False, "may_move": True, "page": "0123456789ab"}
    page.route("**/api/v1/session", lambda route: route.fulfill(json=newer))
    hands.table.stop()
    hands.table.start()
    expect(page.locator("#renewed")).to_contain_text("The table has a newer page.")
    page.unroute("**/api/v1/session")
    page.get_by_role("button", name="Load it again").click()
    expect(hands.message).to_be_visible()
    expect(page.locator("#renewed")).to_have_count(0)
