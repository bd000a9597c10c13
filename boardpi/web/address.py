"""Where the page is found: names that we answer to, addresses for people, and their QR code."""

from __future__ import annotations

import io
import socket
from dataclasses import dataclass
from typing import Final

import segno

LOCAL: Final = ("localhost", "127.0.0.1", "::1")
ANY: Final = ("0.0.0.0", "::")


@dataclass(frozen=True, slots=True)
class Address:
    """How the table is called."""

    hosts: frozenset[str]
    urls: tuple[str, ...]  # the one for other devices first
    cookie: str


def find_address(host: str, port: int, allowed: tuple[str, ...] = ()) -> Address:
    """All names of a page that listens there."""
    name = socket.gethostname().lower()
    hosts = {*LOCAL, host.lower(), name, f"{name.partition('.')[0]}.local"}
    hosts |= {other.lower() for other in allowed}
    names = [*allowed, lan_address(), "localhost"] if host in ANY else [host]
    if host in LOCAL:
        names = ["localhost"]
    urls = tuple(dict.fromkeys(f"http://{in_url(each)}:{port}/" for each in names if each))
    return Address(frozenset(hosts), urls, f"boardpi-{port}")


def in_url(name: str) -> str:
    """An address of IPv6 stands in brackets."""
    return f"[{name}]" if ":" in name else name


def lan_address() -> str | None:
    """The address of this machine on its network: of the way out; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # an address for documentation, RFC 5737
            found = str(line.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith(("127.", "0.")) else found


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
