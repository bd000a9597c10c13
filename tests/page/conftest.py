"""Debian's Chromium and a daemon for every story; a story with an error in the console fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.page.hands import Hands
from tests.page.places import fill
from tests.page.tables import Running
from tests.patience import PATIENCE_S

WAIT_MS = PATIENCE_S * 1000
REFUSED = re.compile(
    r"Failed to load resource: .* status of (400|401|403|404|409|429)"
    r"|(WebSocket .*|Failed to load resource:) net::ERR_CONNECTION_REFUSED"
)
"""Answers that a story provokes; Chromium writes them into the console by itself."""

Sit = Callable[..., Hands]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all stories."""
    assert CHROMIUM.exists(), "run `.ci/apt-install page`, as `make test` does"
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=WAIT_MS)
        yield browser
        browser.close()


@pytest.fixture
def table(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    """A daemon; `@pytest.mark.parametrize("table", [{…}], indirect=True)` sets keys of [table]."""
    running = Running(tmp_path, **getattr(request, "param", {}))
    yield running
    running.stop()


@pytest.fixture
def sit(chromium: Browser, table: Running) -> Iterator[Sit]:
    """Sit down at the table with a browser window of its own, e.g. `sit(size=(390, 844))`."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_window(
        path: str = "/", size: tuple[int, int] = (1280, 800), locale: str = "en-GB", **facts: Any
    ) -> Hands:
        width, height = size
        context = chromium.new_context(
            viewport={"width": width, "height": height}, locale=locale, **facts
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        listen(page, troubles)
        return Hands(page, table).sit_down(path)

    yield open_window
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One table for many looks at it; its names are long and of two alphabets."""
    running = fill(tmp_path_factory.mktemp("club"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def window(chromium: Browser, club: Running) -> Iterator[Page]:
    """One window for all of them."""
    context = chromium.new_context(locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    troubles: list[str] = []
    listen(page, troubles)
    page.goto(club.url)
    yield page
    context.close()
    assert troubles == []


def listen(page: Page, troubles: list[str]) -> None:
    """Write down what goes wrong in a window; violations of the CSP are console errors too."""
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda line: (
            troubles.append(line.text)
            if line.type in ("error", "warning") and not REFUSED.search(line.text)
            else None
        ),
    )
