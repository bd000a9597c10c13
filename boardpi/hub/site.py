"""The pages of the hub and its API: everybody looks, organiser and arbiter change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from boardpi import __version__
from boardpi.config import Config
from boardpi.hub.broker import JoiningCode, Logins
from boardpi.hub.letters import Letters
from boardpi.hub.post import Post
from boardpi.web.address import Address
from boardpi.web.app import V1, Handle, Site, careful, on_http_error, session_routes
from boardpi.web.crowd import Crowd
from boardpi.web.guards import Guard
from boardpi.web.lock import Lock
from boardpi.web.page_files import PageFiles
from boardpi.web.requests import JsonAnswer, read_body
from boardpi.web.service import Api, VoteJson
from boardpi.web.shapes import record, text

JOIN: Final = record({"code": text(20), "name": text(40, shortest=1)})


@dataclass(frozen=True, slots=True)
class Club:
    """All that the pages show."""

    config: Config
    letters: Letters
    post: Post
    logins: Logins
    code: JoiningCode

    def status(self) -> dict[str, Any]:
        """How the hub is, for programs and `boardpi hub status`."""
        tables, cursors = self.post.tables, self.letters.cursors()
        return {
            "version": __version__,
            "club": self.config.hub.club,
            "broker": {
                "address": f"{self.config.hub.broker}:{self.config.hub.broker_port}",
                "is_online": self.post.is_online,
            },
            "letters": self.letters.count(),
            "refused": self.letters.refused.total() + self.post.refused.total(),
            "tables": {
                name: {
                    "title": tables[name].title if name in tables else "",
                    "is_online": name in tables and tables[name].is_online,
                    "cursor": cursors.get(name, 0),
                }
                for name in sorted({*tables, *cursors})
            },
        }

    # ── what the sessions of `web` ask of a service ──────────────────────────────────────────────

    api = Api({}, (), None, None)
    hands = None

    async def vote(self, voter: str, address: str, move: str) -> VoteJson:
        """Nobody votes here."""
        raise NotImplementedError

    def snapshot(self) -> Mapping[str, object]:
        """The same for the live connection."""
        return self.status()

    def health(self, spectators: int) -> Mapping[str, object]:
        """Nothing more."""
        return {}


@dataclass(frozen=True, slots=True)
class Doors:
    """The two roles: each has a PIN, sessions and cookies of its own."""

    organiser: Site
    arbiter: Site

    def may_organise(self, request: Request) -> bool:
        """Whether the organiser's PIN was given."""
        return self.organiser.may_change(request)


def open_doors(club: Club, locks: tuple[Lock, Lock], address: Address) -> Doors:
    """A site for each role; they share everything but the lock and the cookie's name."""
    crowd, files = Crowd(club.snapshot, club.health), PageFiles()
    organiser, arbiter = (
        Site(club, crowd, lock, _with_cookie(address, role), files)
        for lock, role in zip(locks, ("organiser", "arbiter"), strict=True)
    )
    return Doors(organiser, arbiter)


def _with_cookie(address: Address, role: str) -> Address:
    from dataclasses import replace

    return replace(address, cookie=f"{address.cookie}-{role}")


def build_hub_app(club: Club, doors: Doors) -> Starlette:
    """The whole of it, behind the same guard as a table's page."""
    routes: list[BaseRoute] = [
        Route("/status", careful(status_route(club))),
        Route("/join", careful(join_route(club, doors)), methods=["POST"]),
        Mount("/organiser", routes=session_routes(doors.organiser)),
        Mount("/arbiter", routes=session_routes(doors.arbiter)),
    ]
    return Starlette(
        routes=[Mount(V1, routes=routes)],
        exception_handlers={HTTPException: on_http_error},
        middleware=[Middleware(Guard, hosts=doors.organiser.address.hosts)],
    )


def status_route(club: Club) -> Handle:
    """How the hub is."""

    async def show(request: Request) -> Response:
        return JsonAnswer(club.status())

    return show


def join_route(club: Club, doors: Doors) -> Handle:
    """A table comes with the code and gets its login."""

    async def join(request: Request) -> Response:
        values = await read_body(request, JOIN)
        club.code.check(values["code"], doors.organiser.caller_of(request))
        online = [name for name, seen in club.post.tables.items() if seen.is_online]
        name, login = club.logins.give(values["name"], online)
        hub = club.config.hub
        told = {
            "host": broker_host(hub.broker, request),
            "port": hub.broker_port,
            "club": hub.club,
            "name": name,
            "user": login.user,
            "password": login.password,
        }
        return JsonAnswer(told)

    return join


def broker_host(configured: str, request: Request) -> str:
    """As the table can reach it: a broker beside the hub has the hub's own address."""
    if configured in ("127.0.0.1", "localhost", "::1"):
        return request.url.hostname or configured
    return configured
