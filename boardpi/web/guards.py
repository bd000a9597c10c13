"""The door: by which name we are called, which page asks, how fast, and what browsers may do.

A browser that was lured to another site must not reach the table: its requests carry a foreign
`Origin`, or a `Host` that is not ours (DNS rebinding).
"""

from __future__ import annotations

import ipaddress
import json
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardpi.errors import NotDone, TooMany
from boardpi.web.connections import HERE, place_of
from boardpi.web.errors import ForeignOrigin, UnknownHost, code_of, error_json, status_of
from boardpi.web.patience import Buckets, Clock, Turns

API: Final = "/api/"
PROXY_HEADERS: Final = frozenset(
    b"x-forwarded-for x-forwarded-proto x-forwarded-host x-real-ip forwarded via".split()
)
MOST_UNDER_WAY: Final = 12  # requests of one place at a time; a browser has six
PART_BYTES: Final = 16_384  # of a body, written at once
SAFE: Final = ("GET", "HEAD", "OPTIONS")
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def host_of(value: str) -> str:
    """The name in a `Host` header, without its port.

    >>> host_of("Board.local:8025"), host_of("[::1]:8025")
    ('board.local', '::1')
    """
    try:
        return urlsplit(f"//{value}").hostname or ""
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    """A name in a browser's address bar can be made to point anywhere; an address cannot."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_local(address: str) -> bool:
    """Whether somebody at this machine asks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def is_here(scope: Scope) -> bool:
    """Whether somebody at this machine asks, not through a proxy on it.

    A proxy says by its headers that it is one; whoever stands behind it is not at this machine,
    whatever those headers tell of the address.
    """
    names = {name for name, _ in scope["headers"]}
    return is_local(address_of(scope)) and names.isdisjoint(PROXY_HEADERS)


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def is_same_site(headers: Headers) -> bool:
    """Whether our own page asks, or a program, which has no origin."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin, host = headers.get("origin"), headers.get("host", "").lower()
    return origin is None or origin.lower() in (f"http://{host}", f"https://{host}")


class Guard:
    """Stands before everything else."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str],
        clock: Clock = time.monotonic,
        *,
        turns: Turns | None = None,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._turns = turns or Turns()
        self._reads = Buckets(100, 400, clock)
        self._changes = Buckets(10, 40, clock)
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let in or refuse."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        await self._turns.wait()
        place = place_of(address_of(scope))
        try:
            self._check(scope, place)
        except NotDone as refused:
            await refuse(scope, receive, send, refused)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, with_headers(scope, send))
            return
        self._under_way[place] += 1
        try:
            await self._app(scope, receive, with_headers(scope, send))
        finally:
            self._under_way[place] -= 1
            if not self._under_way[place]:
                del self._under_way[place]

    def _check(self, scope: Scope, place: str) -> None:
        headers = Headers(scope=scope)
        name = host_of(headers.get("host", ""))
        if name not in self._hosts and not is_address(name):
            raise UnknownHost(
                f"This table is not called {name[:80]!r}: add the name to page.allowed_hosts."
            )
        is_live = scope["type"] == "websocket"
        changes = not is_live and scope["method"] not in SAFE
        if (is_live or changes) and not is_same_site(headers):
            raise ForeignOrigin("Only the table's own page may do that.")
        if not scope["path"].startswith(API):
            return
        if self._under_way[place] >= MOST_UNDER_WAY and place not in HERE:
            raise TooMany("Too many requests at once: wait a little.", retry_after=1)
        if not is_here(scope):
            (self._changes if changes else self._reads).take(place)


def with_headers(scope: Scope, send: Send) -> Send:
    """Add what browsers must know to every answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            is_api = scope["path"].startswith(API)
            headers.setdefault("cache-control", "no-store" if is_api else "no-cache")
        for part in parts_of(message):
            await send(part)

    return send_with_headers


def parts_of(message: Message) -> Iterator[Message]:
    """A long body goes out in parts, each when the one before is under way.

    What is written at once is kept for as long as a client does not read; parts wait outside, and
    the files of the page are the same for all.
    """
    body = message.get("body", b"")
    if len(body) <= PART_BYTES:
        yield message
        return
    for first in range(0, len(body), PART_BYTES):
        part, end = body[first : first + PART_BYTES], first + PART_BYTES
        has_more = end < len(body) or message.get("more_body", False)
        yield {"type": message["type"], "body": part, "more_body": has_more}


async def refuse(scope: Scope, receive: Receive, send: Send, refused: NotDone) -> None:
    """Answer with the refusal; a live connection is not opened."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": code_of(refused)})
        return
    body = json.dumps(error_json(refused)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if refused.retry_after is not None:
        headers.append((b"retry-after", b"%d" % refused.retry_after))
    start: Message = {
        "type": "http.response.start",
        "status": status_of(refused),
        "headers": headers,
    }
    await with_headers(scope, send)(start)
    await send({"type": "http.response.body", "body": body})
