"""The pages of the hub and its API: everybody looks, organiser and arbiter change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from boardpi.errors import NoSuch, NothingToDo
from boardpi.hub.club_actions import DO, HubActions, Role
from boardpi.hub.tournament.event import BadFact
from boardpi.web.address import Address, draw_code
from boardpi.web.app import (
    V1,
    Handle,
    Site,
    careful,
    file_route,
    give_session,
    on_http_error,
    session_routes,
)
from boardpi.web.crowd import Crowd, pack
from boardpi.web.errors import PinNeeded, WrongPin
from boardpi.web.guards import Guard, is_here
from boardpi.web.live import MOST, TOO_FAST
from boardpi.web.lock import Caller, Lock
from boardpi.web.openapi import SESSION_BODY
from boardpi.web.page_files import PageFiles
from boardpi.web.requests import JsonAnswer, answer_with, read_body
from boardpi.web.service import Api, VoteJson
from boardpi.web.shapes import record, text

JOIN: Final = record({"code": text(20), "name": text(40, shortest=1)})
WALL_SECONDS: Final = 0.1  # changes of many tables travel together
MOST_WORDS: Final = 50  # messages of a client, which has nothing to say


class Watchers:
    """Everybody who watches the wall: each has the newest picture of every table waiting."""

    def __init__(self) -> None:
        self._waiting: dict[int, set[str]] = {}
        self._something: dict[int, asyncio.Event] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def tell(self, what: str) -> None:
        """A table, or the evening (""), looks different."""
        for watcher, waiting in self._waiting.items():
            waiting.add(what)
            self._something[watcher].set()

    def join(self, watcher: int, tables: list[str]) -> None:
        """Begin with everything."""
        self._waiting[watcher] = {"", *tables}
        self._something[watcher] = asyncio.Event()
        self._something[watcher].set()

    def leave(self, watcher: int) -> None:
        """Gone."""
        self._waiting.pop(watcher, None)
        self._something.pop(watcher, None)

    async def next(self, watcher: int) -> set[str]:
        """What has changed since."""
        await self._something[watcher].wait()
        self._something[watcher].clear()
        changed, self._waiting[watcher] = self._waiting[watcher], set()
        return changed


class Visited:
    """What the sessions of `web` ask of a service; a hub has neither hands nor votes."""

    api = Api({}, (), None, None)
    hands = None

    async def vote(self, voter: str, address: str, move: str) -> VoteJson:
        """Nobody votes here."""
        raise NothingToDo("Nobody votes at a hub.")

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
        """One field for both PINs: who gives the arbiter's has made no mistake at the other."""
        values = await read_body(request, SESSION_BODY)
        place = self.organiser.caller_of(request).place
        caller = Caller(place, is_here(request.scope))
        try:
            opened = await self.organiser.lock.open(values["pin"], caller)
            return give_session(self.organiser, request, opened)
        except WrongPin:
            opened = await self.arbiter.lock.open(values["pin"], caller)
        who = "this machine" if caller.is_local else place
        self.organiser.lock.tries.forgive(who, is_stranger=not caller.is_local)
        return give_session(self.arbiter, request, opened)


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
        Route("/code", careful(code_route(club, doors))),
        Route("/qr.svg", careful(qr_route(club, doors))),
        Route("/session", careful(role_route(doors)), methods=["GET"]),
        Route("/session", careful(doors.open), methods=["POST"]),
        Mount("/organiser", routes=session_routes(doors.organiser)),
        Mount("/arbiter", routes=session_routes(doors.arbiter)),
        WebSocketRoute("/live", wall_route(club, doors)),
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
        return JsonAnswer({"role": role, "is_open": role != "all", "may_move": False})

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
        file = await asyncio.to_thread(club.export, request.path_params["name"])
        return answer_with(file, doors.organiser.pace)

    return show


# ── joining ───────────────────────────────────────────────────────────────────────────────────────


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


# ── the wall ──────────────────────────────────────────────────────────────────────────────────────


def wall_route(club: HubActions, doors: Doors) -> Callable[[WebSocket], Any]:
    """All tables and the evening, live; a slow client gets the newest of each."""

    async def serve(socket: WebSocket) -> None:
        watchers = doors.watchers
        if len(watchers) >= MOST:
            await socket.close(TOO_FAST, "too many connections")
            return
        await socket.accept()
        if not doors.may_look(socket):
            await socket.close(TOO_FAST, "pin_needed")
            return
        watchers.join(id(socket), list(club.post.tables))
        sender = asyncio.create_task(send(socket))
        try:
            for _ in range(MOST_WORDS):
                if (await socket.receive())["type"] == "websocket.disconnect":
                    break
            else:
                await socket.close(TOO_FAST, "too many words")
        finally:
            sender.cancel()
            watchers.leave(id(socket))

    async def send(socket: WebSocket) -> None:
        with suppress(RuntimeError, WebSocketDisconnect, OSError, KeyError):
            while True:
                changed = await doors.watchers.next(id(socket))
                if "" in changed:
                    await socket.send_text(pack({"type": "evening", **club.evening.picture()}))
                tables = club.tables(changed - {""})
                if tables:
                    await socket.send_text(pack({"type": "tables", "tables": tables}))
                await asyncio.sleep(WALL_SECONDS)

    return serve
