"""The table's line to a hub: whatever comes over it, the table plays on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from boardpi.club import Book, BookDamaged, open_book
from boardpi.club.transfer.outbox import Membership
from boardpi.daemon.hub_link import Link, ask_for_link, keep_link
from boardpi.daemon.uplink import Uplink
from boardpi.errors import BadRequest, NotDone
from boardpi.web.secret_file import SecretFile
from tests.patience import PATIENCE_S
from tests.ports import free_port

GOOD = Link("127.0.0.1", 1, "club", "t01", "t01", "secret")


def uplink_by(link: Link, book: Book, folder: Path) -> Uplink:
    file = SecretFile(folder / "secret")
    keep_link(file, link)
    return Uplink(book, file, lambda: book)


@pytest.mark.parametrize(
    "link",
    [
        replace(GOOD, host="a" * 70),
        replace(GOOD, host="a..b"),
        replace(GOOD, host="\u2028"),
        replace(GOOD, host="x\0y"),
        replace(GOOD, ca="no certificate"),
        replace(GOOD, ca="ceртификат"),
        replace(GOOD, ca="-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n"),
        replace(GOOD, user="\0", port=free_port()),
    ],
    ids=lambda link: repr((link.host, link.ca, link.user))[:40],
)
def test_a_hub_that_tells_nonsense_does_not_end_the_table(tmp_path: Path, link: Link) -> None:
    """It is kept beside the book: a table that ended of it would do so at every start."""

    async def story() -> None:
        with open_book(tmp_path / "book.sqlite") as book:
            uplink = uplink_by(link, book, tmp_path)
            if uplink.link is not None:
                async with asyncio.timeout(60):
                    assert await uplink._stay(link) is False
            await uplink.close()

    asyncio.run(story())


@pytest.mark.parametrize(
    "address", ["[", "[::1", "http://[x]", "ftp://hub", "hub:port", "\0", "\ud800:1", "a..b:1", ""]
)
def test_what_is_no_address_of_a_hub_is_refused(address: str) -> None:
    with pytest.raises(NotDone):
        ask_for_link(address, "ABCD-EFGH", "Window")


def test_trouble_with_the_book_does_not_end_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        with open_book(tmp_path / "book.sqlite") as book:
            uplink = uplink_by(GOOD, book, tmp_path)

            async def fail(*told: object) -> None:
                raise BookDamaged("book.sqlite", "it is rotten")

            uplink._greet = fail  # type: ignore[method-assign,assignment]
            uplink._connected = never_mind  # type: ignore[method-assign,assignment]
            assert await uplink._stay(GOOD) is True
            assert not uplink.is_online
            await uplink.close()

    asyncio.run(story())


class never_mind:  # noqa: N801  it stands in for a function
    """A connection to nowhere."""

    def __init__(self, link: Link) -> None:
        self.link = link

    async def __aenter__(self) -> object:
        return object()

    async def __aexit__(self, *why: object) -> None:
        """Nothing to close."""


@pytest.mark.parametrize("kind", ["ack", "seat", "club/round"])
def test_hostile_words_of_a_hub_are_refused(tmp_path: Path, kind: str) -> None:
    async def story() -> None:
        with open_book(tmp_path / "book.sqlite") as book:
            uplink = uplink_by(GOOD, book, tmp_path)
            for payload in (b"\xff", b"[]", b"{" * 3000, b"9" * 4000, b'{"seq": "\\ud800"}'):
                with pytest.raises(BadRequest):
                    await uplink._hear(kind, payload)
            await uplink.close()

    asyncio.run(story())


class Answering:
    """A broker's answer to everything, which comes a moment later."""

    async def publish(self, *told: object, **more: object) -> None:
        answer = asyncio.Event()
        asyncio.get_running_loop().call_soon(answer.set)
        await asyncio.wait_for(answer.wait(), PATIENCE_S)  # as aiomqtt waits


@pytest.mark.parametrize("moment", range(8))
@pytest.mark.parametrize("kind", ["letters", "calls"])
def test_a_line_that_breaks_at_any_moment_is_left(tmp_path: Path, kind: str, moment: int) -> None:
    """Also when news or an answer come in the same instant: a table that overheard the end of its
    line never came back to its hub.
    """

    async def story() -> None:
        with open_book(tmp_path / "book.sqlite") as book:
            uplink = uplink_by(GOOD, book, tmp_path)
            send = {"letters": uplink._send_letters, "calls": uplink._send_calls}[kind]
            sending = asyncio.create_task(send(Answering(), Membership("club", "t01")))
            await turns(10)
            uplink.call("help")
            uplink._news.set()
            await turns(moment)
            sending.cancel()
            await asyncio.wait([sending], timeout=PATIENCE_S)
            assert sending.done()
            await uplink.close()

    asyncio.run(story())


async def turns(count: int) -> None:
    """So many turns of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)
