"""A Swiss evening with eight tables: the organiser at a phone, the wall, a table's own page."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from aiomqtt import Client, ProtocolVersion
from playwright.sync_api import Browser, Page, expect

from boardpi.hub.broker import Logins
from boardpi.hub.release_file import mark_of_key
from boardpi.web.secret_file import SecretFile, beside
from tests.hub.test_release_file import pack
from tests.page.paper import Sheet, print_out
from tests.patience import PATIENCE_S
from tests.ports import free_port
from tools.evening.evening import ClubEvening, wait_for
from tools.release import make_key, public_key

TABLES = 8
WAIT_MS = PATIENCE_S * 1000


class Table:
    """A table whose players give up at once: a match in three requests."""

    def __init__(self, evening: ClubEvening, number: int) -> None:
        log = (evening.folder / f"table{number}.log").read_text()
        found = re.search(r"The PIN of this table is (\d+)", log)
        assert found is not None
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self._browser = urllib.request.build_opener(jar)
        self._url = f"http://127.0.0.1:{evening.port(number)}/api/v1"
        self.ask("/session", {"pin": found[1]})

    def ask(self, path: str, body: dict[str, object]) -> None:
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self._url + path, json.dumps(body).encode(), headers)
        self._browser.open(request, timeout=PATIENCE_S).read()

    def play_match(self) -> None:
        """Who has White first wins both games."""
        self.ask("/table/resign", {"side": "b"})
        self.ask("/table/next", {})
        self.ask("/table/resign", {"side": "w"})


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ClubEvening]:
    hub, broker, *ports = (free_port() for _ in range(TABLES + 2))
    club = ClubEvening(tmp_path, TABLES, hub, broker, ports)
    try:
        club.start()
        yield club
    finally:
        club.stop()


def plan(phone: Page, evening: ClubEvening) -> None:
    """Sign in, plan, check sixteen players in."""
    phone.goto(f"{evening.url}/desk")
    phone.get_by_role("button", name="Enter the PIN").click()
    phone.fill("#pin", evening.pin)
    phone.locator(".dialog button[type=submit]").click()
    phone.get_by_label("Name of the evening").fill("Friday")
    phone.get_by_label("Rounds").fill("2")
    phone.get_by_role("button", name="Plan it").click()
    phone.get_by_text("Names from a list").click()
    names = "\n".join(f"Player {n:02},{'North' if n % 2 else 'South'}" for n in range(1, 17))
    phone.locator("textarea").fill(names)
    phone.locator(".check-in details").get_by_role("button", name="Add").click()
    expect(phone.get_by_text("Players here: 16")).to_be_visible(timeout=WAIT_MS)


def play_round(phone: Page, evening: ClubEvening, tables: list[Table], number: int) -> None:
    """Pair, play at seven tables, rule at the eighth."""
    phone.get_by_role("button", name="Pair the next round").click()
    expect(phone.locator(".match")).to_have_count(TABLES, timeout=WAIT_MS)
    evening_seats(evening)
    for table in tables[:-1]:
        table.play_match()
    expect(phone.get_by_text("Results still missing: 1")).to_be_visible(timeout=WAIT_MS)
    open_one = phone.locator(".match", has_text="being played")
    open_one.locator("summary").click()
    open_one.get_by_label("Reason").fill("went home")
    open_one.get_by_role("button", name="Correct").click()
    expect(phone.get_by_text("Results still missing")).to_have_count(0, timeout=WAIT_MS)
    assert evening.ask("/evening")["event"]["number"] == number


def evening_seats(evening: ClubEvening) -> None:
    """Until every table has sat its players down."""

    def are_seated() -> bool:
        told = evening.ask("/evening")["pairings"][-1]
        tables = evening.ask("/tables")
        names = {(p["table"], p["one"], p["two"]) for p in told}
        shown = {
            (name, table["picture"]["match"]["white"], table["picture"]["match"]["black"])
            for name, table in tables.items()
            if table["picture"]
        }
        return names <= shown

    wait_for("the seats", are_seated)


def show_the_joining_code(page: Page, evening: ClubEvening) -> None:
    """On a screen that nobody has given a PIN yet."""
    page.goto(f"{evening.url}/tables")
    page.get_by_role("button", name="Let a table join").click()
    page.fill("#pin", evening.pin)
    page.locator(".dialog button[type=submit]").click()
    expect(page.locator(".join .code")).to_have_text(re.compile("^[A-Z2-9]{4}-[A-Z2-9]{4}$"))
    expect(page.get_by_role("button", name="Let a table join")).to_be_hidden()


def bring_a_release(phone: Page, evening: ClubEvening) -> None:
    """By the page; the first table says that it takes none, and the others are left alone."""
    key = evening.folder / "release.pem"
    make_key(key)
    release = pack(evening.folder / "new.release", key, version="9.0.0")
    phone.goto(f"{evening.url}/tables")
    phone.get_by_role("link", name="Update").click()
    phone.get_by_label("Bring a release").set_input_files(release)
    expect(phone.get_by_role("heading", name="Release 9.0.0")).to_be_visible(timeout=WAIT_MS)
    expect(phone.get_by_text("No table takes releases with this mark.")).to_be_visible()
    mark = mark_of_key(public_key(key))
    with ThreadPoolExecutor() as beside_playwright:  # whose loop runs in this thread
        for name in ("t01", "t02"):
            beside_playwright.submit(asyncio.run, claim_to_take(evening, name, mark)).result()
    start = phone.get_by_role("button", name="Start the update")
    expect(start).to_be_disabled(timeout=WAIT_MS)
    phone.get_by_label("goes first: Table 1").check()
    phone.screenshot(path=str(evening.folder / "update.png"), full_page=True)
    start.click()
    expect(phone.get_by_text("because a table failed")).to_be_visible(timeout=WAIT_MS)
    rows = phone.locator("tbody tr")
    expect(rows.nth(0)).to_contain_text("failed: This table lets no hub install anything.")
    expect(rows.nth(1)).to_contain_text("waits for its turn")
    expect(rows.nth(2)).to_contain_text("takes no releases with this mark")
    phone.screenshot(path=str(evening.folder / "update-failed.png"), full_page=True)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"


async def claim_to_take(evening: ClubEvening, name: str, mark: str) -> None:
    """Say as a table that it takes releases; it says itself what it takes when it is told."""
    login = Logins(SecretFile(beside(evening.folder / "hub.sqlite"))).of(name)
    assert login is not None
    told = json.dumps({"accepts": mark})
    async with Client(
        "127.0.0.1",
        evening.broker_port,
        username=login.user,
        password=login.password,
        protocol=ProtocolVersion.V5,
        timeout=PATIENCE_S,
    ) as client:
        await client.publish(f"boardpi/club/{name}/updated", told, qos=1, retain=True)


def print_lists(phone: Page, evening: ClubEvening) -> None:
    """For the wall of the room: a sheet that says of which evening it is, and nothing cut."""
    standings = Sheet.of(print_out(phone, evening.folder / "standings.pdf"))
    phone.goto(f"{evening.url}/pairings")
    expect(phone.locator(".pairings tr")).to_have_count(2 * TABLES)
    pairings = Sheet.of(print_out(phone, evening.folder / "pairings.pdf"))
    for sheet in (standings, pairings):
        assert sheet.words.startswith("Friday:Round2of2")
        assert "Print" not in sheet.words
        assert sheet.is_within_its_margins
        assert 0.002 < sheet.ink < 0.2
    phone.goto(f"{evening.url}/standings")
    expect(phone.locator(".standings").first).to_be_visible()


def test_a_swiss_evening_with_eight_tables(chromium: Browser, evening: ClubEvening) -> None:
    phone = chromium.new_page(viewport={"width": 390, "height": 844}, locale="en-GB")
    wall = chromium.new_page(viewport={"width": 1920, "height": 1080}, locale="en-GB")
    errors: list[str] = []
    for page in (phone, wall):
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
    plan(phone, evening)
    wall.goto(evening.url)
    expect(wall.locator(".tile:visible")).to_have_count(TABLES, timeout=WAIT_MS)
    tables = [Table(evening, number) for number in range(1, TABLES + 1)]
    play_round(phone, evening, tables, 1)
    play_round(phone, evening, tables, 2)
    expect(wall.get_by_role("heading", name="Friday: Round 2 of 2")).to_be_visible(timeout=WAIT_MS)
    wall.screenshot(path=str(evening.folder / "wall.png"))
    wide = wall.evaluate("[document.body.scrollHeight, innerHeight, document.body.scrollWidth]")
    assert wide[0] <= wide[1] + 1, "the wall does not fit on the screen"
    phone.goto(f"{evening.url}/standings")
    rows = phone.locator(".standings").first.locator("tbody tr")
    expect(rows).to_have_count(16, timeout=WAIT_MS)
    told = evening.ask("/evening")
    assert sum(place["halves"] for place in told["standings"]) == 2 * 2 * TABLES
    assert told["standings"][0]["halves"] == 4
    print_lists(phone, evening)
    met = [frozenset((p["one"], p["two"])) for made in told["pairings"] for p in made]
    assert len(set(met)) == len(met) == 2 * TABLES
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "too wide"
    show_the_joining_code(wall, evening)
    bring_a_release(phone, evening)
    assert errors == []
    phone.close()
    wall.close()
