"""How a table reaches its hub, by a link that it asks for once; and what it may hear there."""

from __future__ import annotations

import http.client
import json
import re
import ssl
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from boardpi.club import Book
from boardpi.club.transfer.outbox import LARGEST_RELEASE
from boardpi.documents import read_object
from boardpi.errors import BadRequest, NothingToDo
from boardpi.web.certificate import mark_of, trusting
from boardpi.web.secret_file import SecretFile
from boardpi.web.shapes import FLAG, Shape, check, choice, many, maybe, number, record, text

JOIN_SECONDS: Final = 10.0
CODE_SIGNS: Final = 8
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
        """The hub's own certificate and no other; its brokers are called by any address."""
        return trusting(self.ca) if self.ca else None


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
    """Ask a hub's page for a login. In a thread.

    A longer code is that of a hub that encrypts: it tells by which certificate it is known. The
    address may be what the QR code says, which has the code in it.
    """
    address, _, scanned = address.strip().partition("#")
    address, code = address.rstrip("/").removesuffix("/join"), code.strip() or scanned
    signs = re.sub("[^A-Z0-9]", "", code.upper())
    scheme = "https" if len(signs) > CODE_SIGNS else "http"
    url = address if "://" in address else f"{scheme}://{address}"
    if not url.startswith(("http://", "https://")):
        raise BadRequest(f"address: {address[:60]!r} is not the address of a hub")
    if ":" not in url.partition("://")[2]:
        url = f"{url.rstrip('/')}:8026"
    url = f"{url.rstrip('/')}/api/v1"
    trusts = _meet(url, signs[CODE_SIGNS:]) if len(signs) > CODE_SIGNS else None
    body = json.dumps({"code": signs[:CODE_SIGNS], "name": name}).encode()
    values = _ask(f"{url}/join", body, trusts)
    check(LINK, values, "")
    return Link(**values)


def _meet(url: str, mark: str) -> ssl.SSLContext:
    """Nothing is said to a hub before its certificate is the one that the code tells."""
    if not url.startswith("https://"):
        raise BadRequest("This code is of a hub that encrypts: its address begins with https://")
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    told = _ask(f"{url}/authority", None, anybody).get("certificate")
    try:
        is_right = isinstance(told, str) and mark_of(told) == mark
    except ValueError:
        is_right = False
    if not is_right or not isinstance(told, str):
        raise NothingToDo("That hub has another certificate than the code tells: look again.")
    return trusting(told)


def _ask(url: str, body: bytes | None, trusts: ssl.SSLContext | None) -> dict[str, Any]:
    try:
        request = urllib.request.Request(url, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=JOIN_SECONDS, context=trusts) as answer:
            return read_object(answer.read(LARGEST_ANSWER), BadRequest)
    except urllib.error.HTTPError as error:
        raise NothingToDo(_why(error)) from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise NothingToDo(f"No hub answers at {url[:60]}: {error}") from None


def _why(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read(LARGEST_ANSWER))["error"]["message"])[:200]
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        return f"The hub refuses: {error.reason}"


# ── what a hub and other tables say ───────────────────────────────────────────────────────────────

LARGEST_ORDER: Final = 4_096  # bytes
NAME: Final = text(40, shortest=1)
SEAT: Final = record(
    {"match": text(32, pattern="^[0-9a-f]{8,32}$"), "white": NAME, "black": NAME},
    rules=text(60),
    help=choice("off", "lift", "full"),
    event=text(60),
    round=number(1, 999),
    clock=number(1, 600),  # minutes of the round
)
RULINGS: Final = record(
    {
        "rulings": many(
            record(
                {
                    "match": text(32, pattern="^[0-9a-f]{8,32}$"),
                    "halves": maybe(many(number(0, 2), 2, 2)),
                    "reason": text(200),
                }
            ),
            200,
        )
    }
)
ROUND: Final = record(
    {"number": number(0, 999)},
    of=number(0, 999),
    left_s=maybe(number(0, 86_400)),
    is_running=FLAG,
)
ACK: Final = record({"seq": number(0, 2**53)})
ONLINE: Final = record(
    {"online": FLAG}, name=text(40), first=number(0, 2**53), last=number(0, 2**53), v=text(40)
)
FAR: Final = record(
    {"with": NAME, "match": text(12, pattern="^[0-9a-f]{12}$"), "is_first": FLAG, "player": NAME},
    rules=text(60),
    game=number(1, 2),
    moves=many(text(20), 5_000),
    ask=maybe(record({"id": number(1, 2**31), "to": number(0, 5_000)})),
    refuses=number(0, 2**31),
    draw=maybe(number(0, 5_000)),
    resigned=FLAG,
)
"""What a table says of a game with another: all of it each time, so that nothing can be missed."""
LARGEST_FAR: Final = 131_072  # bytes
ORDER: Final = record(
    {
        "release": text(64, pattern="^[0-9a-f]{64}$"),
        "attempt": number(1, 2**31),
        "version": text(40),
        "bytes": number(1, LARGEST_RELEASE),
        "urls": many(text(200, pattern="^https?://"), 8),
    }
)
"""A release that the hub wants installed: the sum of its file, and where it is to be had."""


def read_order(shape: Shape, payload: bytes, largest: int = LARGEST_ORDER) -> dict[str, Any]:
    """A message of this shape, or a refusal."""
    values = read_object(payload, BadRequest, largest)
    check(shape, values, "")
    return values
