"""The pages of the hub and its API: everybody looks, organiser and arbiter change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from boardpi.club import BookTrouble
from boardpi.club.transfer.outbox import LARGEST_RELEASE
from boardpi.errors import BookAway, NoSuch, NothingToDo, TooMany
from boardpi.hub.club_actions import DO, HubActions, Role
from boardpi.hub.tournament.event import BadFact
from boardpi.hub.updates import LARGEST_PART, portions
from boardpi.hub.wall import Wall, Watchers
from boardpi.web.address import Address, draw_code
from boardpi.web.app import (
    V1,
    Handle,
    Site,
    file_route,
    give_session,
    on_http_error,
    session_routes,
)
from boardpi.web.app import careful as careful_at_a_table
from boardpi.web.crowd import Crowd
from boardpi.web.errors import PinNeeded, WrongPin
from boardpi.web.guards import Guard, is_here
from boardpi.web.lock import Lock
from boardpi.web.openapi import SESSION_BODY
from boardpi.web.page_files import PageFiles
from boardpi.web.requests import JsonAnswer, answer_with, read_body, read_bytes, read_parameters
from boardpi.web.service import Api
from boardpi.web.shapes import number, record, text

PART: Final = record({"at": number(0, LARGEST_RELEASE), "bytes": number(1, LARGEST_RELEASE)})
JOIN: Final = record({"code": text(40), "name": text(40, shortest=1)})


class Visited:
    """What the sessions of `web` ask of a service; a hub has no hands."""

    api = Api({}, (), None, None)
    hands = None

    def snapshot(self) -> Mapping[str, object]:
        """Nothing."""
        return {}

    def health(self, spectators: int) -> Mapping[str, object]:
        """Nothing."""
        return {}


@dataclass(frozen=True, slots=True)
class Doors:
    """The two roles: each has a PIN, sessions and cookies of its own."""

    organiser: Site
    arbiter: Site
    watchers: Watchers = field(default_factory=Watchers)
    reading: str = "all"  # who may look: all, or who has given a PIN, as schools want it

    def may_look(self, connection: HTTPConnection) -> bool:
        """Whether this visitor may see names; the screen of this machine always does."""
        is_free = self.reading == "all" or is_here(connection.scope)
        return is_free or self.role(connection) != "all"

    def need_looking(self, connection: HTTPConnection) -> None:
        """Refuse who may not."""
        if not self.may_look(connection):
            raise PinNeeded("This club can be seen with a PIN only.")

    def role(self, connection: HTTPConnection) -> Role:
        """What somebody may do."""
        if self.organiser.may_change(connection):
            return "organiser"
        return "arbiter" if self.arbiter.may_change(connection) else "all"

    async def open(self, request: Request) -> Response:
        """One field for both PINs: who gives the arbiter's has made no mistake at the other.

        A device that either of them let in before is not under the common limit of strangers.
        """
        values = await read_body(request, SESSION_BODY)
        refused: list[WrongPin | TooMany] = []
        for site in (self.organiser, self.arbiter):
            try:
                opened = await site.lock.open(values["pin"], site.caller_of(request))
            except (WrongPin, TooMany) as error:
                refused.append(error)
                continue
            if refused and isinstance(refused[0], WrongPin):
                self.organiser.lock.forgive(self.organiser.caller_of(request))
            return give_session(site, request, opened)
        raise next((error for error in refused if isinstance(error, TooMany)), refused[0])

    @property
    def guesses(self) -> int:
        """How many wrong PINs there were in the last hour, if that looks like guessing."""
        return max(site.lock.tries.guesses for site in (self.organiser, self.arbiter))


def open_doors(locks: tuple[Lock, Lock], address: Address, reading: str = "all") -> Doors:
    """A site for each role; they share everything but the lock and the cookie's name."""
    service, files = Visited(), PageFiles()
    crowd = Crowd(service.snapshot, service.health)
    organiser, arbiter = (
        Site(service, crowd, lock, replace(address, cookie=f"{address.cookie}-{role}"), files)
        for lock, role in zip(locks, ("organiser", "arbiter"), strict=True)
    )
    return Doors(organiser, arbiter, reading=reading)


def build_hub_app(club: HubActions, doors: Doors) -> Starlette:
    """The whole of it, behind the same guard as a table's page."""
    api: list[BaseRoute] = [
        _get("/status", club.status, doors),
        _get("/evening", club.evening.picture, doors),
        _get("/tables", club.tables, doors),
        _get("/rules", club.rules, doors),
        _get("/log", lambda: {"log": club.log()}, doors),
        _get("/address", lambda: {"urls": list(doors.organiser.address.urls)}, doors),
        Route("/players", careful(players_route(club, doors))),
        Route("/export/{name}", careful(export_route(club, doors))),
        Route("/do", careful(do_route(club, doors)), methods=["POST"]),
        Route("/join", careful(join_route(club, doors)), methods=["POST"]),
        Route("/authority", careful(authority_route(club))),
        Route("/code", careful(code_route(club, doors))),
        Route("/update", careful(update_route(club, doors))),
        Route("/release", careful(upload_route(club, doors)), methods=["POST"]),
        Route("/release/{sum}", careful(release_route(club, doors))),
        Route("/qr.svg", careful(qr_route(club, doors))),
        Route("/session", careful(role_route(doors)), methods=["GET"]),
        Route("/session", careful(doors.open), methods=["POST"]),
        Mount("/organiser", routes=session_routes(doors.organiser)),
        Mount("/arbiter", routes=session_routes(doors.arbiter)),
        WebSocketRoute("/live", Wall(club, doors.watchers, doors.may_look).serve),
    ]
    return Starlette(
        routes=[
            Mount(V1, routes=api),
            Route("/page/{version}/{path:path}", careful(file_route(doors.organiser))),
            Route("/{path:path}", careful(hub_page_route(doors))),
        ],
        exception_handlers={HTTPException: on_http_error},
        middleware=[Middleware(Guard, hosts=doors.organiser.address.hosts)],
    )


def careful(handle: Handle) -> Handle:
    """Turn refusals into answers, and trouble with the book as well."""

    async def ask(request: Request) -> Response:
        try:
            return await handle(request)
        except BookTrouble as trouble:
            raise BookAway(str(trouble)) from None

    return careful_at_a_table(ask)


def hub_page_route(doors: Doors) -> Handle:
    """One page; it knows its own addresses."""

    async def show(request: Request) -> Response:
        path = request.path_params["path"]
        if "." in path or path.startswith(("api", "page/")):
            raise NoSuch("There is nothing at this address.")
        return doors.organiser.files.page(request, "hub.html")

    return show


def _get(path: str, tell: Callable[[], object], doors: Doors) -> Route:
    async def show(request: Request) -> Response:
        doors.need_looking(request)
        return JsonAnswer(tell())

    return Route(path, careful(show))


def need(doors: Doors, request: Request, *roles: Role) -> Role:
    """Refuse who may not."""
    role = doors.role(request)
    if role not in roles:
        raise PinNeeded(f"This needs the PIN of the {roles[-1]}.")
    return role


def do_route(club: HubActions, doors: Doors) -> Handle:
    """Everything that changes the evening: `what` says what, its shape says how."""

    async def do(request: Request) -> Response:
        values = await read_body(request, record({"what": text(20)}, **DO.any_shape))
        action = DO.find(values.pop("what"), values)
        who = need(doors, request, *action.roles)
        try:
            club.run(action, values, who)
        except BadFact as refusal:
            raise NothingToDo(f"{str(refusal)[:1].upper()}{str(refusal)[1:]}.") from None
        return JsonAnswer(club.evening.picture())

    return do


def role_route(doors: Doors) -> Handle:
    """What this browser may do."""

    async def look(request: Request) -> Response:
        role = doors.role(request)
        told = {"role": role, "is_open": role != "all", "may_move": False}
        return JsonAnswer(told if role == "all" else {**told, "guesses": doors.guesses})

    return look


def players_route(club: HubActions, doors: Doors) -> Handle:
    """Who came before: for the organiser's check-in."""

    async def show(request: Request) -> Response:
        need(doors, request, "arbiter", "organiser")
        return JsonAnswer({"players": club.players()})

    return show


def export_route(club: HubActions, doors: Doors) -> Handle:
    """Files for spreadsheets and programs."""

    async def show(request: Request) -> Response:
        doors.need_looking(request)
        file = await club.export(request.path_params["name"])
        return answer_with(file, doors.organiser.pace)

    return show


# ── updates ───────────────────────────────────────────────────────────────────────────────────────


def update_route(club: HubActions, doors: Doors) -> Handle:
    """Which table runs what, and how far the release is."""

    async def show(request: Request) -> Response:
        need(doors, request, "organiser")
        return JsonAnswer(club.updates.picture())

    return show


def upload_route(club: HubActions, doors: Doors) -> Handle:
    """A release in parts: each is a request with a deadline of its own."""

    async def take(request: Request) -> Response:
        need(doors, request, "organiser")
        values = read_parameters(request, PART)
        body = await read_bytes(request, LARGEST_PART)
        here = await asyncio.to_thread(club.updates.take, values["at"], values["bytes"], body)
        return JsonAnswer({"at": here})

    return take


def release_route(club: HubActions, doors: Doors) -> Handle:
    """For a table: its sum is told to tables alone, and is as hard to guess as a password."""

    async def show(request: Request) -> Response:
        size, file = club.updates.open(request.path_params["sum"])
        told = {"content-length": str(size)}
        sent = portions(file, doors.organiser.pace)
        return StreamingResponse(sent, media_type="application/octet-stream", headers=told)

    return show


# ── joining ───────────────────────────────────────────────────────────────────────────────────────


def authority_route(club: HubActions) -> Handle:
    """The hub's certificate: who has the code knows whether it is the right one."""

    async def show(request: Request) -> Response:
        if not club.certificate:
            raise NoSuch("This hub does not encrypt.")
        return JsonAnswer({"certificate": club.certificate})

    return show


def code_route(club: HubActions, doors: Doors) -> Handle:
    """The joining code, for the organiser alone."""

    async def show(request: Request) -> Response:
        need(doors, request, "organiser")
        code, seconds = club.code.show()
        return JsonAnswer({"code": code, "seconds": seconds, "url": _join_url(doors, code)})

    return show


def qr_route(club: HubActions, doors: Doors) -> Handle:
    """The address of the wall for everybody; the organiser's has the joining code in it."""

    async def show(request: Request) -> Response:
        url = doors.organiser.address.urls[0]
        if "join" in request.query_params:
            need(doors, request, "organiser")
            url = _join_url(doors, club.code.show()[0])
        return Response(draw_code(url), media_type="image/svg+xml")

    return show


def _join_url(doors: Doors, code: str) -> str:
    return f"{doors.organiser.address.urls[0]}join#{code}"


def join_route(club: HubActions, doors: Doors) -> Handle:
    """A table comes with the code and gets its login."""

    async def join(request: Request) -> Response:
        values = await read_body(request, JOIN)
        club.code.check(values["code"], doors.organiser.caller_of(request))
        hub = club.config.hub
        host = hub.broker
        if host in ("127.0.0.1", "localhost", "::1"):  # beside the hub: as the table calls it
            host = request.url.hostname or host
        return JsonAnswer({"host": host, "port": hub.broker_port, **club.give(values["name"])})

    return join
