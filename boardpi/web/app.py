"""The application: the API, the live connection and the page."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from starlette.applications import Starlette
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from boardpi.errors import NoSuch, NotDone
from boardpi.web.address import Address, draw_code
from boardpi.web.connections import place_of
from boardpi.web.crowd import Crowd
from boardpi.web.errors import PinNeeded
from boardpi.web.guards import Guard, address_of, is_here
from boardpi.web.live import Live, Visitor
from boardpi.web.lock import CODE_SECONDS, DEVICE_SECONDS, SESSION_SECONDS, Caller, Lock, Opened
from boardpi.web.openapi import (
    JOIN_BODY,
    PIN_BODY,
    SESSION_BODY,
    AddressJson,
    DeviceCodeJson,
    SessionJson,
    describe,
)
from boardpi.web.page_files import WORKER, PageFiles
from boardpi.web.patience import Turns
from boardpi.web.requests import (
    JsonAnswer,
    Pace,
    answer_with,
    read_body,
    read_parameters,
    refuse_with,
)
from boardpi.web.service import Action, ApiRequest, Endpoint, Service
from boardpi.web.shapes import record

V1: Final = "/api/v1"
PAGES: Final = {"show": "show.html", "away": "home/away.html", "worker.js": WORKER}
"""What is served at addresses of its own; everything else is the page."""
DEVICE: Final = re.compile("[A-Za-z0-9_-]{22}", re.ASCII)
Handle = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Site:
    """All that the application serves."""

    service: Service
    crowd: Crowd
    lock: Lock
    address: Address
    files: PageFiles
    reading: str = "all"  # who may read: all, or who has given the PIN
    locks_play: bool = False  # whether players, too, need the PIN for all but moving archers
    pace: Pace = field(default_factory=Pace)
    turns: Turns = field(default_factory=Turns)

    def session_of(self, connection: HTTPConnection) -> str | None:
        """The session in a request."""
        return connection.cookies.get(self.address.cookie)

    def may_change(self, connection: HTTPConnection) -> bool:
        """Whether the PIN was given."""
        return self.lock.is_open(self.session_of(connection))

    def may_play(self, connection: HTTPConnection) -> bool:
        """Whether this visitor may do what players do: at the table's own screen, or by PIN."""
        is_free = not self.locks_play and is_here(connection.scope)
        return is_free or self.may_change(connection)

    def may_read(self, connection: HTTPConnection) -> bool:
        """Whether this visitor may see the table; the screen of this machine always does."""
        return self.reading == "all" or is_here(connection.scope) or self.may_change(connection)

    def need_reading(self, connection: HTTPConnection) -> None:
        """Refuse who may not see it."""
        if not self.may_read(connection):
            raise PinNeeded("This table can be seen with its PIN only.")

    def caller_of(self, connection: HTTPConnection) -> Caller:
        """Who tries a PIN."""
        place = place_of(address_of(connection.scope))
        device = connection.cookies.get(self.device_cookie)
        return Caller(place, is_here(connection.scope), device)

    @property
    def device_cookie(self) -> str:
        """By which a device is known that was let in before."""
        return f"{self.address.cookie}-device"

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
        Route("/address", careful(lambda r: tell_address(site))),
        Route("/qr.svg", careful(code_route(site))),
        Route("/openapi.json", careful(description_route(site))),
        WebSocketRoute("/live", live_route(site)),
    ]
    return Starlette(
        routes=[
            Mount(V1, routes=api),
            Route("/page/{version}/{path:path}", careful(file_route(site))),
            Route("/{path:path}", careful(page_route(site))),
        ],
        exception_handlers={HTTPException: on_http_error},
        middleware=[Middleware(Guard, hosts=site.address.hosts, turns=site.turns)],
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
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it

    return answer


def route_of(endpoint: Endpoint, site: Site) -> Route:
    """The route of one endpoint."""

    async def handle(request: Request) -> Response:
        if endpoint.needs_pin:
            if not (endpoint.is_for_hands and is_here(request.scope)):
                site.need_pin(request)
        elif not endpoint.is_public:
            site.need_reading(request)
        if endpoint.has_body:
            values = await read_body(request, endpoint.shape, endpoint.most_bytes)
        else:
            values = read_parameters(request, endpoint.shape)
        name = request.path_params.get("name", "")
        is_trusted = site.may_change(request)
        asked = ApiRequest(values, read_id(request), name, len(site.crowd), is_trusted)
        if endpoint.takes_file:
            asked = replace(asked, file=request.stream())
        if endpoint.is_for_pupils:
            return await answer_device(site, request, endpoint, asked)
        return answer_with(await endpoint.answer(asked), site.pace)

    path = endpoint.path.replace("{id}", "{id:digits}")
    return Route(path, careful(handle), methods=[endpoint.method])


async def answer_device(
    site: Site, request: Request, endpoint: Endpoint, asked: ApiRequest
) -> Response:
    """A pupil's device has no PIN; a cookie tells it from the others."""
    cookie = f"{site.address.cookie}-voter"
    device = request.cookies.get(cookie, "")
    if not DEVICE.fullmatch(device):
        device = secrets.token_urlsafe(16)
    found = await endpoint.answer(replace(asked, device=device, address=address_of(request.scope)))
    answer = answer_with(found, site.pace)
    give_cookie(answer, request, cookie, device, SESSION_SECONDS)
    return answer


def action_route(action: Action, site: Site) -> Route:
    """The route of one action: it answers with the table as it stands after it."""

    async def handle(request: Request) -> Response:
        if not (action.is_for_players and site.may_play(request)):
            site.need_pin(request)
        await action.run(await read_body(request, action.shape))
        return JsonAnswer(site.service.snapshot())

    return Route(f"/table/{action.name}", careful(handle), methods=["POST"])


class Digits(StringConvertor):
    """A number in an address, as its digits: Python refuses to count thousands of them."""

    regex = "[0-9]+"


register_url_convertor("digits", Digits())


def read_id(request: Request) -> int:
    """The number in the address, if it has one."""
    digits = request.path_params.get("id", "0")
    if len(digits) > 16 or int(digits) >= 2**53:
        raise NoSuch(f"There is no number {digits[:20]} in the book.")
    return int(digits)


# ── sessions ─────────────────────────────────────────────────────────────────────────────────────


def session_routes(site: Site) -> list[Route]:
    """Giving the PIN, changing it, going away."""

    async def look(request: Request) -> Response:
        return tell_session(site, request, is_open=site.may_change(request))

    async def open_session(request: Request) -> Response:
        values = await read_body(request, SESSION_BODY)
        opened = await site.lock.open(values["pin"], site.caller_of(request))
        return give_session(site, request, opened)

    async def close_session(request: Request) -> Response:
        await site.lock.end(site.session_of(request))
        await site.crowd.dismiss(site.lock.is_open)
        answer = tell_session(site, request, is_open=False)
        answer.delete_cookie(site.address.cookie, httponly=True, samesite="strict")
        return answer

    async def change_pin(request: Request) -> Response:
        if not site.may_change(request):
            raise PinNeeded("Changing the PIN needs a session.")
        values = await read_body(request, PIN_BODY)
        caller = site.caller_of(request)
        opened = await site.lock.change(values["pin"], values["new"], caller)
        await site.crowd.dismiss(site.lock.is_open)
        return give_session(site, request, opened)

    return [
        *device_routes(site),
        Route("/session", careful(look), methods=["GET"]),
        Route("/session", careful(open_session), methods=["POST"]),
        Route("/session", careful(close_session), methods=["DELETE"]),
        Route("/pin", careful(change_pin), methods=["POST"]),
    ]


def device_routes(site: Site) -> list[Route]:
    """Devices that belong to the table: by a code that is used once."""

    async def tell(request: Request) -> Response:
        site.need_pin(request)
        return JsonAnswer({"devices": site.lock.members()})

    async def invite(request: Request) -> Response:
        site.need_pin(request)
        await read_body(request, record())
        url = f"{site.address.urls[0]}device#{await site.lock.invite()}"
        told: DeviceCodeJson = {"url": url, "qr": draw_code(url), "seconds": int(CODE_SECONDS)}
        return JsonAnswer(told)

    async def join(request: Request) -> Response:
        values = await read_body(request, JOIN_BODY)
        name = values.get("name") or "?"
        session = await site.lock.join(values["code"], name, f"{date.today():%Y-%m-%d}")
        device = request.cookies.get(site.device_cookie) or secrets.token_urlsafe(32)
        return give_session(site, request, Opened(session, device), DEVICE_SECONDS)

    async def forget(request: Request) -> Response:
        site.need_pin(request)
        if not await site.lock.dismiss(request.path_params["name"]):
            raise NoSuch("No such device belongs to this table.")
        await site.crowd.dismiss(site.lock.is_open)
        return JsonAnswer({"devices": site.lock.members()})

    return [
        Route("/devices", careful(tell), methods=["GET"]),
        Route("/devices", careful(invite), methods=["POST"]),
        Route("/devices/join", careful(join), methods=["POST"]),
        Route("/devices/{name}", careful(forget), methods=["DELETE"]),
    ]


def tell_session(site: Site, request: Request, *, is_open: bool) -> Response:
    """What this browser may do."""
    may_move = site.service.hands is not None and (is_open or is_here(request.scope))
    told: SessionJson = {
        "is_open": is_open,
        "may_move": may_move,
        "is_here": is_here(request.scope),
        "page": site.files.version,
    }
    return JsonAnswer(told)


def give_session(
    site: Site, request: Request, opened: Opened, lasts: int = SESSION_SECONDS
) -> Response:
    """The cookies of who is let in."""
    answer = tell_session(site, request, is_open=True)
    give_cookie(answer, request, site.address.cookie, opened.session, lasts)
    give_cookie(answer, request, site.device_cookie, opened.device, DEVICE_SECONDS)
    return answer


def give_cookie(answer: Response, request: Request, name: str, value: str, seconds: int) -> None:
    """For our own page only, and no script can read it; encrypted if the page is."""
    is_secure = request.url.scheme == "https"
    answer.set_cookie(
        name, value, max_age=seconds, httponly=True, samesite="strict", secure=is_secure
    )


# ── the rest ─────────────────────────────────────────────────────────────────────────────────────


def live_route(site: Site) -> Callable[[WebSocket], Awaitable[None]]:
    """The live connection."""
    live = Live(site.service, site.crowd, site.turns)

    async def serve(socket: WebSocket) -> None:
        visitor = Visitor(
            site.session_of(socket),
            is_here(socket.scope),
            lambda: site.may_change(socket),
            lambda: site.may_read(socket),
            lambda: site.may_play(socket),
        )
        await live.serve(socket, visitor)

    return serve


async def tell_address(site: Site) -> Response:
    """How other devices call the table."""
    told: AddressJson = {
        "urls": list(site.address.urls),
        "fingerprint": site.address.fingerprint,
    }
    return JsonAnswer(told)


def code_route(site: Site) -> Handle:
    """The same for cameras, drawn once: a drawing takes milliseconds."""
    drawn = draw_code(site.address.code_url)

    async def show(request: Request) -> Response:
        return Response(drawn, media_type="image/svg+xml")

    return show


def description_route(site: Site) -> Handle:
    """The API for programs, written once."""
    described = JsonAnswer(describe(site.service.api)).body

    async def show(request: Request) -> Response:
        return Response(described, media_type=JsonAnswer.media_type)

    return show


def file_route(site: Site) -> Handle:
    """What the page is made of."""

    async def send(request: Request) -> Response:
        return site.files.file(request, **request.path_params)

    return send


def page_route(site: Site) -> Handle:
    """One page; it knows its own addresses."""

    async def show(request: Request) -> Response:
        path = request.path_params["path"]
        if path not in PAGES and ("." in path or path.startswith(("api", "page/"))):
            raise NoSuch("There is nothing at this address.")
        return site.files.page(request, PAGES.get(path, "index.html"))

    return show
