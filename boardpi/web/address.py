"""Where the page is found: names that we answer to, addresses for people, and their QR code."""

from __future__ import annotations

import io
import socket
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import segno

LOCAL: Final = ("localhost", "127.0.0.1", "::1")
ANY: Final = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Address:
    """How the table is called."""

    host: str
    port: int
    allowed: tuple[str, ...]
    hosts: frozenset[str]
    cookie: str
    fingerprint: str | None = None  # of the certificate, where there is one

    @property
    def urls(self) -> tuple[str, ...]:
        """The one for other devices first. Asked anew: a Pi's network may come after its table."""
        names = [self.host]
        if self.host in LOCAL:
            names = ["localhost"]
        elif self.host in ANY:
            names = [*self.allowed, *lan_addresses(), "localhost"]
        return tuple(
            dict.fromkeys(f"{self.scheme}://{in_url(name)}:{self.port}/" for name in names)
        )

    @property
    def scheme(self) -> str:
        """How the addresses begin."""
        return "http" if self.fingerprint is None else "https"

    @property
    def code_url(self) -> str:
        """For the QR code: with the fingerprint, which a phone shows before it goes there."""
        mark = "" if self.fingerprint is None else f"#sha256={self.fingerprint.replace(':', '')}"
        return self.urls[0] + mark


def find_address(
    host: str, port: int, allowed: tuple[str, ...] = (), fingerprint: str | None = None
) -> Address:
    """All names of a page that listens there."""
    name = socket.gethostname().lower()
    hosts = {*LOCAL, host.lower(), name, f"{name.partition('.')[0]}.local"}
    hosts |= {other.lower() for other in allowed}
    return Address(host, port, allowed, frozenset(hosts), f"boardpi-{port}", fingerprint)


def in_url(name: str) -> str:
    """An address of IPv6 stands in brackets."""
    return f"[{name}]" if ":" in name else name


def lan_addresses() -> list[str]:
    """The address of this machine on its network, of the way out, if any; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # an address for documentation, RFC 5737
            found = str(line.getsockname()[0])
        except OSError:
            return []
    return [] if found.startswith(("127.", "0.")) else [found]


@lru_cache(maxsize=4)
def draw_code(url: str) -> str:
    """A QR code as SVG."""
    drawing = io.BytesIO()
    segno.make(url, error="m", micro=False).save(drawing, kind="svg", scale=8, border=2)
    return drawing.getvalue().decode()


def print_code(url: str) -> str:
    """A QR code for the terminal, two rows of squares a line."""
    text = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(text, border=2, compact=True)
    return text.getvalue()
