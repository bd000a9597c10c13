"""All parts of a hub put together, run, and closed in the right order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boardpi.club import Book, open_book, read_book
from boardpi.config import Config, hub_path
from boardpi.hub.broker import HUB, Logins
from boardpi.hub.club_actions import HubActions
from boardpi.hub.letters import Letters
from boardpi.hub.post import BrokerLink, Post
from boardpi.hub.site import Doors, build_hub_app, open_doors
from boardpi.hub.wall import follow_sessions
from boardpi.web.address import ANY, find_address
from boardpi.web.certificate import Certificate, certificate_path, own_certificate
from boardpi.web.lock import Lock
from boardpi.web.secret_file import SecretFile, beside
from boardpi.web.server import PageServer, build_server, listen

log = logging.getLogger("boardpi.hub")
ROUND_SECONDS = 30.0  # between two tellings of what is left


@dataclass(frozen=True, slots=True)
class BuiltHub:
    """All parts of a running hub."""

    book: Book
    reader: Book
    post: Post
    club: HubActions
    doors: Doors
    server: PageServer
    socket: socket.socket


def arbiter_file(path: Path) -> SecretFile:
    """The arbiter's PIN lies beside the organiser's."""
    return SecretFile(path.with_name(f"{path.name}.arbiter.secret"))


def hub_certificate(config: Config) -> Certificate | None:
    """The hub's own, for its pages and its broker, if TLS is wanted; made where there is none."""
    if config.hub.tls == "off":
        return None
    names = find_address(config.hub.host, config.hub.port, config.page.allowed_hosts).hosts
    path = certificate_path(hub_path(config))
    return own_certificate(path, (name for name in names if name not in ANY))


def build_hub(config: Config) -> BuiltHub:
    """Put everything together; nothing runs yet. Inside a running loop."""
    path, hub = hub_path(config), config.hub
    file = SecretFile(beside(path))
    Logins(file).check()
    line = listen(hub.host, hub.port)
    try:
        book = open_book(path, alone=True)
    except BaseException:
        line.close()
        raise
    logins, letters = Logins(file), Letters(book)
    login, certificate = logins.of(HUB), hub_certificate(config)
    public = "" if certificate is None else certificate.public
    link = BrokerLink(
        hub.broker,
        hub.broker_port,
        hub.club,
        login.user if login else None,
        login.password if login else None,
        "" if logins.is_shared else public,  # another's broker has its own ways
    )
    post = Post(link, letters, hub.club if hub.federation else "")
    reader = read_book(path)
    club = HubActions(config, book, letters, post, logins, public, reader)
    port, mark = (
        int(line.getsockname()[1]),
        None if certificate is None else certificate.fingerprint,
    )
    address = find_address(hub.host, port, config.page.allowed_hosts, mark)
    locks = Lock(file), Lock(arbiter_file(path))
    doors = open_doors(locks, address, config.page.reading)
    post.is_announcing = hub.home_assistant
    post.arrived = club.evening.refresh
    post.changed = doors.watchers.tell
    club.evening.changed = partial(doors.watchers.tell, "")
    club.updates.urls = lambda: address.urls
    tls = None if certificate is None else certificate.context()
    server = build_server(build_hub_app(club, doors), tls)
    return BuiltHub(book, reader, post, club, doors, server, line)


async def run_post(built: BuiltHub) -> None:
    """The line to the tables, and the clock of the round, which is told again and again."""
    async with asyncio.TaskGroup() as group:
        group.create_task(built.post.run())
        if not built.club.config.hub.federation:
            group.create_task(built.club.updates.run())
        while True:
            built.club.evening.tell_round()
            await asyncio.sleep(ROUND_SECONDS)


async def serve_hub(built: BuiltHub) -> None:
    """Run until SIGTERM or Ctrl+C."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stop.set)
    page = asyncio.create_task(built.server.serve(sockets=[built.socket]))
    beside = (run_post(built), follow_sessions(built.doors.watchers))
    tasks = [page, *map(asyncio.create_task, beside)]
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([*tasks, stopping], return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():
                task.result()  # a bug ends the hub; systemd starts it again
    finally:
        built.server.end()
        stopping.cancel()
        for task in tasks[1:]:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
        for site in (built.doors.organiser, built.doors.arbiter):
            site.lock.close()
        built.club.close()
        built.reader.close()
        built.book.close()
    log.info("Stopped; everything is in the book.")
