"""On a home screen: a manifest with icons, and an honest sentence while the table is away."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Response, expect

import boardpi
from tests.page.conftest import Sit
from tests.page.places.test_axe import look
from tests.page.tables import Running
from tests.patience import PATIENCE_S, patiently
from tools.icons import HOME, ICONS, draw_icon

SHELL = {"/away", "away.css", "away.js", "icon.svg"}
KEPT = """async () => {
  const names = await caches.keys();
  const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return found.flat().map(({ url }) => new URL(url).pathname);
}"""


def wait_for_worker(page: Page) -> None:
    """Until it has the page in its care."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(
        """() => navigator.serviceWorker.controller
          || new Promise((done) => navigator.serviceWorker.addEventListener(
            "controllerchange", () => done(true), { once: true }))"""
    )


def test_the_icons_are_drawn_by_the_project() -> None:
    for name in ("180.png", "192.png"):
        assert (HOME / name).read_bytes() == draw_icon(*ICONS[name]), "python -m tools.icons"


def test_a_browser_reads_the_manifest(sit: Sit) -> None:
    page = sit().page
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/home/manifest.webmanifest")
    manifest = told["manifest"]
    assert [icon["sizes"] for icon in manifest["icons"]] == ["192x192", "512x512", "512x512"]
    for icon in manifest["icons"]:
        assert page.request.get(icon["url"]).headers["content-type"] == "image/png"
    assert not page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")


def test_a_page_on_the_home_screen_says_that_the_table_is_away(sit: Sit, table: Running) -> None:
    """It comes back with the table; no code of the page is ever kept beside the table's."""
    page = sit("/?home", size=(390, 844), locale="it-IT").page
    expect(page.locator(".message h2")).to_be_visible()
    wait_for_worker(page)
    kept = page.evaluate(KEPT)
    assert {path if path == "/away" else path.rpartition("/")[2] for path in kept} == SHELL
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.reload()
    expect(page.locator(".message h2")).to_be_visible()
    code = [one for one in answers if one.url.endswith((".js", ".css", ".json"))]
    assert len(code) > 20
    assert [one.url for one in code if one.from_service_worker] == []
    table.stop()
    page.goto(f"{table.url}/book")
    expect(page.get_by_text("Il tavolo non risponde")).to_be_visible()
    expect(page.get_by_text("The table is away")).to_be_hidden()
    assert look(page) == []
    table.start()
    expect(page.get_by_role("heading", level=1)).to_have_text("Registro")


@contextmanager
def updated(table: Running, folder: Path) -> Iterator[None]:
    """The same table after an update: another program, whose page says that it is another."""
    package = folder / "newer" / "boardpi"
    shutil.copytree(Path(boardpi.__file__).parent, package, ignore=shutil.ignore_patterns("*.pyc"))
    app = package / "web" / "page" / "app.js"
    app.write_text(f'{app.read_text()}\ndocument.documentElement.dataset.made = "newer";\n')
    table.stop()
    with table.log.open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "boardpi", "run", "--config", str(table.config)],
            cwd=package.parent,
            env={**os.environ, "PYTHONPATH": str(package.parent)},
            stdout=log,
            stderr=log,
        )
    try:
        patiently(lambda: table.answers)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
    table.start()


def test_no_old_code_is_served_after_an_update(sit: Sit, table: Running, tmp_path: Path) -> None:
    """The worker of the version before has the page in its care, and gives way to the new one."""
    page = sit("/?home").page
    expect(page.locator(".message h2")).to_be_visible()
    wait_for_worker(page)
    names = "caches.keys()"
    older = page.evaluate(names)
    with updated(table, tmp_path):
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-made", "newer")
        expect(page.locator(".message h2")).to_be_visible()
        patiently(lambda: older[0] not in page.evaluate(names))
        kept = page.evaluate(KEPT)
        assert {path if path == "/away" else path.rpartition("/")[2] for path in kept} == SHELL
        assert older[0].split("/")[2] not in " ".join(kept), "nothing of the older version is left"
