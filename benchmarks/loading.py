"""How long the page takes to load over a slow line, the first time and again.

Run it with `python -m benchmarks.loading`, on a machine that does nothing else. Chromium's own
throttle makes the line: 750 kb/s down and up, 40 ms there and back. Counted are requests and bytes
as they travel, and the time until the board stands and says whose turn it is.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, sync_playwright

from tests.chromium import CHROMIUM, FLAGS
from tests.page.conftest import WAIT_MS
from tests.page.tables import Running

KBIT_S, LATENCY_MS = 750, 40
PLACES = ("/", "/book", "/learn")


class Line:
    """A slow line that counts what goes through it."""

    def __init__(self, session: CDPSession) -> None:
        self.requests, self.bytes = 0, 0
        session.send("Network.enable")
        speed = KBIT_S * 1000 / 8
        session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": LATENCY_MS,
                "downloadThroughput": speed,
                "uploadThroughput": speed,
            },
        )
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._loaded)

    def _answered(self, event: dict[str, Any]) -> None:
        self.requests += not event["response"].get("fromDiskCache", False)

    def _loaded(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


def measure(context: BrowserContext, url: str, name: str) -> None:
    """One visit in a new window."""
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    line = Line(context.new_cdp_session(page))
    began = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("main :is(.message h2, h1)").filter(has_text=" ").or_(
        page.locator("main h1:not(.unseen)")
    ).first.wait_for()
    shown = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    whole = time.perf_counter() - began
    print(
        f"{name:24} {line.requests:4} requests {line.bytes / 1000:7.1f} kB"
        f"   shown after {shown:5.2f} s, all there after {whole:5.2f} s"
    )
    page.close()


def main() -> None:
    """Each place for a newcomer and for somebody who was there before."""
    print(__doc__)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Running(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for place in PLACES:
                context = browser.new_context(locale="en-GB")
                measure(context, table.url + place, f"{place}, first visit")
                measure(context, table.url + place, f"{place}, again")
                context.close()
        finally:
            browser.close()
            table.stop()


if __name__ == "__main__":
    main()
