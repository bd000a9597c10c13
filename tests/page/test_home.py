"""On a home screen: a manifest with icons, and an honest sentence while the table is away."""

from __future__ import annotations

from playwright.sync_api import Page, Response, expect

from tests.page.conftest import Sit
from tests.page.places.test_axe import look
from tests.page.tables import Running
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
