"""The application: the API, the live connection and the page."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from boardpi.errors import NoSuch, NotDone
from boardpi.web.address import Address, draw_code
from boardpi.web.crowd import Crowd
from boardpi.web.errors import PinNeeded
from boardpi.web.guards import Guard, address_of, is_local
from boardpi.web.live import Live
from boardpi.web.lock import SESSION_SECONDS, Lock
from boardpi.web.openapi import (
    PIN_BODY,
    SESSION_BODY,
    VOTE_BODY,
    AddressJson,
    SessionJson,
    describe,
)
from boardpi.web.page_texts import PageTexts
from boardpi.web.requests import JsonAnswer, answer_with, read_body, read_parameters, refuse_with
from boardpi.web.service import Action, ApiRequest, Endpoint, Service

V1: Final = "/api/v1"
PAGE: Final = Path(__file__).with_name("page")
VOTER: Final = re.compile("[A-Za-z0-9_-]{22}", re.ASCII)
Handle = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Site:
    """All that the application serves."""

    service: Service
    crowd: Crowd
    lock: Lock
    address: Address

    def session_of(self, connection: HTTPConnection) -> str | None:
        """The session in a request."""
        return connection.cookies.get(self.address.cookie)

    def may_change(self, connection: HTTPConnection) -> bool:
        """Whether the PIN was given."""
        return self.lock.is_open(self.session_of(connection))

    def need_pin(self, connection: HTTPConnection) -> None:
        """Refuse who has not given it."""
        if not self.may_change(connection):
            raise PinNeeded("Changing the table needs its PIN.")


def build_app(site: Site) -> Starlette:
    """The whole of it, behind the guard."""
    api: list[BaseRoute] = [
        *(route_of(endpoint, site) for endpoint in site.service.api.endpoints),
        *(action_route(action, site) for action in site.service.api.actions.values()),
        *session_routes(site),
        Route("/vote", careful(vote_route(site)), methods=["POST"]),
        Route("/address", careful(lambda r: tell_address(site))),
        Route("/qr.svg", careful(lambda r: show_code(site))),
        Route("/openapi.json", careful(description_route(site))),
        WebSocketRoute("/live", live_route(site)),
    ]
    return Starlette(
        routes=[
            Mount(V1, routes=api),
            Mount("/page/texts", PageTexts()),
            Mount("/page", StaticFiles(directory=PAGE, check_dir=False)),
            Route("/{path:path}", careful(show_page)),
        ],
        exception_handlers={HTTPException: on_http_error},
        middleware=[Middleware(Guard, hosts=site.address.hosts)],
    )


async def on_http_error(request: Request, error: Exception) -> Response:
    """Unknown addresses and methods, told like every other refusal."""
    assert isinstance(error, HTTPException)
    codes = {404: "not_found", 405: "wrong_method"}
    told = {"code": codes.get(error.status_code, "bad_request"), "message": error.detail}
    return JsonAnswer({"error": told}, error.status_code, error.headers)


def careful(handle: Handle) -> Handle:
    """Turn refusals into answers."""

    async def answer(request: Request) -> Response:
        try:
            return await handle(request)
        except NotDone as refused:
            return refuse_with(refused)

    return answer


def route_of(endpoint: Endpoint, site: Site) -> Route:
    """The route of one endpoint."""

    async def handle(request: Request) -> Response:
        if endpoint.changes:
            site.need_pin(request)
        if endpoint.has_body:
            values = await read_body(request, endpoint.shape)
        else:
            values = read_parameters(request, endpoint.shape)
        name = request.path_params.get("name", "")
        asked = ApiRequest(values, read_id(request), name, len(site.crowd))
        return answer_with(await endpoint.answer(asked))

    path = endpoint.path.replace("{id}", "{id:int}")
    return Route(path, careful(handle), methods=[endpoint.method])


def action_route(action: Action, site: Site) -> Route:
    """The route of one action: it answers with the table as it stands after it."""

    async def handle(request: Request) -> Response:
        site.need_pin(request)
        await action.run(await read_body(request, action.shape))
        return JsonAnswer(site.service.snapshot())

    return Route(f"/table/{action.name}", careful(handle), methods=["POST"])


def read_id(request: Request) -> int:
    """The number in the address, if it has one."""
    found = request.path_params.get("id", 0)
    if found >= 2**53:
        raise NoSuch(f"There is no number {str(found)[:20]} in the book.")
    return int(found)


# ── sessions ─────────────────────────────────────────────────────────────────────────────────────


def session_routes(site: Site) -> list[Route]:
    """Giving the PIN, changing it, going away."""

    async def look(request: Request) -> Response:
        return tell_session(site, request, is_open=site.may_change(request))

    async def open_session(request: Request) -> Response:
        values = await read_body(request, SESSION_BODY)
        address = address_of(request.scope)
        session = await site.lock.open(values["pin"], address, is_local=is_local(address))
        return give_session(site, request, session)

    async def close_session(request: Request) -> Response:
        answer = tell_session(site, request, is_open=False)
        answer.delete_cookie(site.address.cookie, httponly=True, samesite="strict")
        return answer

    async def change_pin(request: Request) -> Response:
        if not site.may_change(request):
            raise PinNeeded("Changing the PIN needs a session.")
        values = await read_body(request, PIN_BODY)
        address = address_of(request.scope)
        session = await site.lock.change(
            values["pin"], values["new"], address, is_local=is_local(address)
        )
        return give_session(site, request, session)

    return [
        Route("/session", careful(look), methods=["GET"]),
        Route("/session", careful(open_session), methods=["POST"]),
        Route("/session", careful(close_session), methods=["DELETE"]),
        Route("/pin", careful(change_pin), methods=["POST"]),
    ]


def tell_session(site: Site, request: Request, *, is_open: bool) -> Response:
    """What this browser may do."""
    may_move = site.service.hands is not None and (is_open or is_local(address_of(request.scope)))
    told: SessionJson = {"is_open": is_open, "may_move": may_move}
    return JsonAnswer(told)


def give_session(site: Site, request: Request, session: str) -> Response:
    """The cookie: for our own page only, and no script can read it."""
    answer = tell_session(site, request, is_open=True)
    answer.set_cookie(
        site.address.cookie,
        session,
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


# ── votes ────────────────────────────────────────────────────────────────────────────────────────


def vote_route(site: Site) -> Handle:
    """A pupil's vote: open to everybody while the teacher lets them, one a device."""
    cookie = f"{site.address.cookie}-voter"

    async def vote(request: Request) -> Response:
        values = await read_body(request, VOTE_BODY)
        voter = request.cookies.get(cookie, "")
        if not VOTER.fullmatch(voter):
            voter = secrets.token_urlsafe(16)
        address = address_of(request.scope)
        answer = JsonAnswer(await site.service.vote(voter, address, values["move"]))
        answer.set_cookie(cookie, voter, max_age=SESSION_SECONDS, httponly=True, samesite="strict")
        return answer

    return vote


# ── the rest ─────────────────────────────────────────────────────────────────────────────────────


def live_route(site: Site) -> Callable[[WebSocket], Awaitable[None]]:
    """The live connection."""
    live = Live(site.service, site.crowd)

    async def serve(socket: WebSocket) -> None:
        await live.serve(socket, lambda: site.may_change(socket))

    return serve


async def tell_address(site: Site) -> Response:
    """How other devices call the table."""
    told: AddressJson = {"urls": list(site.address.urls)}
    return JsonAnswer(told)


async def show_code(site: Site) -> Response:
    """The same for cameras."""
    return Response(draw_code(site.address.urls[0]), media_type="image/svg+xml")


def description_route(site: Site) -> Handle:
    """The API for programs."""
    described = describe(site.service.api)

    async def show(request: Request) -> Response:
        return JsonAnswer(described)

    return show


async def show_page(request: Request) -> Response:
    """One page; it knows its own addresses."""
    path = request.path_params["path"]
    if "." in path or path.startswith("api"):
        raise NoSuch("There is nothing at this address.")
    show = PAGE / "show.html"
    file = show if path == "show" and show.exists() else PAGE / "index.html"
    if not file.exists():
        raise NoSuch("The page is not installed; the API is at /api/v1/.")
    return FileResponse(file)
