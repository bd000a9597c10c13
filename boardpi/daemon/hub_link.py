"""How a table reaches its hub: asked for once with a joining code, kept beside the PIN."""

from __future__ import annotations

import http.client
import json
import ssl
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass, field
from typing import Final

from boardpi.club import Book
from boardpi.documents import read_object
from boardpi.errors import BadRequest, NothingToDo
from boardpi.web.secret_file import SecretFile
from boardpi.web.shapes import check, number, record, text

JOIN_SECONDS: Final = 10.0
LARGEST_ANSWER: Final = 16_384  # bytes


@dataclass(frozen=True, slots=True)
class Link:
    """How the broker is reached, and as whom. `ca` is the authority of its certificate, if any."""

    host: str
    port: int
    club: str
    name: str  # of the table in topics; usually its user's
    user: str
    password: str = field(repr=False)
    ca: str = ""

    def tls(self) -> ssl.SSLContext | None:
        """The hub's own authority and no other; its brokers are called by any address."""
        if not self.ca:
            return None
        context = ssl.create_default_context(cadata=self.ca)
        context.check_hostname = False
        return context


LINK: Final = record(
    {
        "host": text(200, shortest=1),
        "port": number(1, 65_535),
        "club": text(40, pattern="^[a-z0-9-]{1,40}$"),
        "name": text(40, pattern="^[a-z0-9-]{1,40}$"),
        "user": text(100),
        "password": text(100),
    },
    ca=text(10_000),
)


def read_link(file: SecretFile) -> Link | None:
    """The link that was kept when the table joined, if there is one."""
    told = file.read().get("hub")
    try:
        check(LINK, told, "hub")
    except BadRequest:
        return None
    assert isinstance(told, dict)
    return Link(**told)


def keep_link(file: SecretFile, link: Link | None) -> None:
    """Keep it, or forget it."""
    with file.changing() as values:
        values.pop("hub", None)
        if link is not None:
            values["hub"] = asdict(link)


def join_by(link: Link, book: Book, file: SecretFile) -> None:
    """From now on the outbox is filled, and a running table connects by itself."""
    book.outbox.join(link.club, link.name)
    keep_link(file, link)


def ask_for_link(address: str, code: str, name: str) -> Link:
    """Ask a hub's page for a login. In a thread."""
    url = address if "://" in address else f"http://{address}"
    if not url.startswith(("http://", "https://")):
        raise BadRequest(f"address: {address[:60]!r} is not the address of a hub")
    if ":" not in url.partition("://")[2]:
        url = f"{url.rstrip('/')}:8026"
    body = json.dumps({"code": code, "name": name}).encode()
    request = urllib.request.Request(
        f"{url.rstrip('/')}/api/v1/join", body, {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=JOIN_SECONDS) as answer:
            told = answer.read(LARGEST_ANSWER)
    except urllib.error.HTTPError as error:
        raise NothingToDo(_why(error)) from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise NothingToDo(f"No hub answers at {address[:60]}: {error}") from None
    values = read_object(told, BadRequest)
    check(LINK, values, "")
    return Link(**values)


def _why(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read(LARGEST_ANSWER))["error"]["message"])[:200]
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        return f"The hub refuses: {error.reason}"
