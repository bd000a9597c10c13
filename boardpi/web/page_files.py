"""The page as browsers get it: read once, packed once, and kept by them for good.

Every file lies below `/page/VERSION/`, and VERSION is made of what is in all of them. So a browser
never has to ask whether a file is still the same, and a file of another version is never mixed in.
Only the HTML, which names the version, is asked for again. Nothing is compressed for a request:
a stranger who asks a thousand times costs no more than the sending.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from boardpi.errors import NoSuch
from boardpi.texts import PAGE as PAGE_TEXTS
from boardpi.texts import PAGE_SUBJECTS
from boardpi.texts.files import package_folder
from boardpi.texts.languages import LANGUAGES, NAMES

PAGE: Final = Path(__file__).with_name("page")
FOR_GOOD: Final = "public, max-age=31536000, immutable"
KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
WORKER: Final = "home/worker.js"
"""Served beside the HTML, by an address without a version: browsers look there for a newer one."""
_IMPORT: Final = re.compile(r'^import\s[^"]*"(\.[^"]+)"', re.MULTILINE)
_SCRIPT: Final = re.compile(r'<script type="module" src="/page/([^"]+)"')


@dataclass(frozen=True, slots=True)
class Kept:
    """A file as it travels: plain, and packed where that is smaller."""

    body: bytes
    packed: bytes | None
    kind: str

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        """The file, as this browser wants it."""
        is_packed = self.packed is not None and takes_gzip(request)
        body = self.packed if self.packed is not None and is_packed else self.body
        more = {"content-encoding": "gzip"} if is_packed else {}
        headers = {"vary": "accept-encoding", **headers, **more}
        return Response(body, media_type=self.kind, headers=headers)


class PageFiles:
    """All files of the page in memory: less than a megabyte."""

    def __init__(self, folder: Path = PAGE) -> None:
        self._folder = folder
        # In a checkout somebody may be editing them; an installed page is that of its daemon.
        self._is_edited = (folder.parents[2] / "pyproject.toml").exists()
        self._read()

    def _read(self) -> None:
        self._edited_at = self._newest()
        sources = read_sources(self._folder)
        self.version = version_of(sources)
        self._files = {path: keep(path, body) for path, body in sources.items()}
        self._pages = {
            path: keep(path, self._dress(body.decode(), sources))
            for path, body in sources.items()
            if path.endswith(".html") or path == WORKER
        }

    def _newest(self) -> float:
        files = (*self._folder.rglob("*"), *package_folder().glob("*/*.json"))
        return max(file.stat().st_mtime for file in files)

    def _dress(self, html: str, sources: dict[str, bytes]) -> bytes:
        """Name the version, the modules to fetch at once, the languages, and a way out."""
        script = _SCRIPT.search(html)
        modules = modules_of(script[1], sources) if script else []
        fetch = "".join(f'<link rel="modulepreload" href="/page/{one}">\n' for one in modules)
        names = escape(json.dumps(NAMES, ensure_ascii=False))
        html = html.replace("<!-- modules -->", fetch)
        html = html.replace("<!-- unloaded -->", unloaded(sources))
        html = html.replace("<!-- away -->", unloaded(sources, "home.away"))
        html = html.replace("<!-- no script -->", in_every_language(sources, "load.no_script"))
        html = html.replace("<html ", f'<html data-languages="{names}" ', 1)
        return html.replace('"/page/', f'"/page/{self.version}/').encode()

    def file(self, request: Request, version: str, path: str) -> Response:
        """A file of this version."""
        kept = self._files.get(path)
        if version != self.version or kept is None or path in self._pages:
            raise NoSuch("This file is not part of the page's newest version.")
        return kept.answer(request, {"cache-control": FOR_GOOD})

    def page(self, request: Request, path: str) -> Response:
        """The HTML of the page or of the big screen."""
        if self._is_edited and self._newest() != self._edited_at:
            self._read()
        if path not in self._pages:
            raise NoSuch("The page is not installed; the API is at /api/v1/.")
        etag = f'"{self.version}"'
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers={"etag": etag})
        return self._pages[path].answer(request, {"etag": etag})


def read_sources(folder: Path) -> dict[str, bytes]:
    """Every file by its path, and the texts of every language beside them."""
    found = {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.suffix in KINDS
    }
    for language in LANGUAGES:
        for subject in PAGE_SUBJECTS:
            name = language if subject is PAGE_TEXTS else f"{subject.subject}.{language}"
            found[f"texts/{name}.json"] = subject.file(language).read_bytes()
    return found


def version_of(sources: dict[str, bytes]) -> str:
    """Another one for every change of any file.

    >>> version_of({"app.js": b"1"}) == version_of({"app.js": b"2"})
    False
    """
    whole = hashlib.sha256()
    for path, body in sources.items():
        whole.update(b"%s\0%d\0" % (path.encode(), len(body)))
        whole.update(body)
    return whole.hexdigest()[:12]


def keep(path: str, body: bytes) -> Kept:
    """A file, packed if it is worth it: fonts are packed already."""
    packed = gzip.compress(body, mtime=0)
    is_worth = len(packed) < 0.9 * len(body)
    return Kept(body, packed if is_worth else None, KINDS[PurePosixPath(path).suffix])


def modules_of(first: str, sources: dict[str, bytes]) -> list[str]:
    """All modules that one needs before it can run, itself first.

    Told in the HTML, they come side by side; else a browser learns of each from the one before.
    """
    found = [first]
    for path in found:
        folder = PurePosixPath(path).parent
        for name in _IMPORT.findall(sources[path].decode()):
            needed = plain_path(folder / name)
            if needed not in found:
                found.append(needed)
    return found


def plain_path(path: PurePosixPath) -> str:
    """A path without `..`.

    >>> plain_path(PurePosixPath("views/../parts/dom.js"))
    'parts/dom.js'
    """
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def in_every_language(sources: dict[str, bytes], key: str) -> str:
    """A sentence for a browser of which nobody knows the language."""
    texts = {language: json.loads(sources[f"texts/{language}.json"]) for language in LANGUAGES}
    return "".join(
        f'<p lang="{language}">{escape(said[key])}</p>\n' for language, said in texts.items()
    )


def unloaded(sources: dict[str, bytes], key: str = "load.failed") -> str:
    """What stands on the page until its modules have run, in every language, and a way out."""
    lines = []
    for language in LANGUAGES:
        texts = json.loads(sources[f"texts/{language}.json"])
        failed, again = escape(texts[key]), escape(texts["load.again"])
        lines.append(f'<p lang="{language}">{failed} <a href="">{again}</a></p>\n')
    return "".join(lines)


def takes_gzip(request: Request) -> bool:
    """Whether a browser unpacks."""
    wishes = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return any(wish == "gzip" or re.fullmatch(r"gzip;q=(1|0\.0*[1-9].*)", wish) for wish in wishes)
