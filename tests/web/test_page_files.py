"""The page's files: named by their content, packed once, kept by browsers for good."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from boardpi.texts import PAGE as TEXTS
from boardpi.texts.languages import LANGUAGES, NAMES
from boardpi.web.page_files import PAGE, PageFiles
from tests.web.serving import Serving

ADDRESSES = re.compile(r'(?:href|src)="(/page/[^"]+)"')


def html(club: Serving, path: str = "/") -> str:
    """The page as a browser gets it."""
    return httpx.get(club.url + path).raise_for_status().text


def folder(club: Serving) -> str:
    """Where the files of this version are."""
    found = re.search(r'"(/page/[0-9a-f]{12})/app.js"', html(club))
    assert found
    return club.url + found[1]


@pytest.mark.parametrize("path", ["/", "/book/games/7", "/show"])
def test_the_page_names_files_that_are_there(club: Serving, path: str) -> None:
    addresses = ADDRESSES.findall(html(club, path))
    assert len(addresses) > 20
    for address in addresses:
        assert httpx.get(club.url + address).status_code == 200, address


def test_all_modules_that_are_needed_at_once_are_named(club: Serving) -> None:
    """A browser learns of none only after another one has come."""
    named = {Path(address).name for address in ADDRESSES.findall(html(club))}
    for module in named & {file.name for file in PAGE.rglob("*.js")}:
        source = next(PAGE.rglob(module)).read_text()
        for needed in re.findall(r'^import [^"]*"([^"]+)";|^} from "([^"]+)";', source, re.M):
            assert Path("".join(needed)).name in named, f"{module} needs {needed}"


def test_files_are_kept_for_good_and_the_page_is_asked_for(club: Serving) -> None:
    script = httpx.get(folder(club) + "/app.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    page = httpx.get(club.url)
    assert page.headers["cache-control"] == "no-cache"
    again = httpx.get(club.url, headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_texts_and_code_travel_packed_where_a_browser_unpacks(club: Serving) -> None:
    for path in ("app.js", "styles/views.css", "texts/pl.json"):
        packed = httpx.get(f"{folder(club)}/{path}", headers={"accept-encoding": "br, gzip;q=0.5"})
        plain = httpx.get(f"{folder(club)}/{path}", headers={"accept-encoding": "gzip;q=0"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < 0.6 * len(plain.content)
        assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"


def test_nothing_is_packed_for_a_request(club: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stranger asks for a thousand times costs the sending alone."""
    address = folder(club) + "/app.js"

    def refuse(*args: Any, **more: Any) -> bytes:
        raise AssertionError("packed again")

    monkeypatch.setattr(gzip, "compress", refuse)
    assert httpx.get(address).status_code == 200
    assert httpx.get(club.url + "/book").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "../../web/lock.py",
        "%2e%2e/lock.py",
        "/etc/passwd",
        "index.html",
        "texts/xx.json",
        "texts/en/rules.json",
        "texts/..%2ffiles.py",
        "",
    ],
)
def test_only_files_of_the_page_are_served(club: Serving, path: str) -> None:
    assert httpx.get(f"{folder(club)}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["/page/app.js", "/page/000000000000/app.js", "/page/app"])
def test_files_of_another_version_are_not(club: Serving, path: str) -> None:
    """Code of two versions must not meet in one window."""
    assert httpx.get(club.url + path).status_code == 404


def test_files_are_only_read(club: Serving) -> None:
    assert httpx.post(folder(club) + "/app.js").status_code == 405


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_every_language(club: Serving, language: str) -> None:
    found = httpx.get(f"{folder(club)}/texts/{language}.json")
    assert found.json() == TEXTS.of(language)
    assert str(TEXTS.of(language)["load.failed"]).replace("'", "&#x27;") in html(club)


def test_the_page_is_told_the_languages(club: Serving) -> None:
    told = re.search('data-languages="([^"]+)"', html(club))
    assert told
    assert json.loads(told[1].replace("&quot;", '"')) == NAMES


def test_an_edited_file_is_seen_in_a_checkout_alone(tmp_path: Path) -> None:
    """There a reload shows it; an installed page stays that of its daemon until that restarts."""
    request = Request({"type": "http", "headers": []})
    for name, is_seen in (("checkout", True), ("installed", False)):
        place = tmp_path / name / "boardpi" / "web" / "page"
        place.mkdir(parents=True)
        if name == "checkout":
            (tmp_path / name / "pyproject.toml").touch()
        (place / "index.html").write_text('<html lang="en">')
        (place / "app.js").write_text("let one = 1;")
        files = PageFiles(place)
        before = files.version
        (place / "app.js").write_text("let one = 2;")
        os.utime(place / "app.js", (2**31, 2**31))
        files.page(request, "index.html")
        assert (files.version != before) is is_seen
        assert PageFiles(place).version != before


def test_the_session_tells_the_version(club: Serving) -> None:
    """So a page that stayed open hears of a newer one."""
    with club.client() as browser:
        assert browser.get("/session").json()["page"] == folder(club).rpartition("/")[2]
